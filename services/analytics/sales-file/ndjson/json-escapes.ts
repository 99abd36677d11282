// A line of NDJSON without the escapes that its names and values have.
import type { Members } from './json-members.ts';

type TextFault = 'syntax' | 'surrogate' | 'control';
const faults: Readonly<Record<TextFault, Omit<BadText, 'heading'>>> = {
  syntax: { rule: 'json', message: 'the line has an escape that JSON does not have' },
  surrogate: { rule: 'encoding', message: 'has half of a surrogate pair' },
  control: { rule: 'pattern', message: 'must not have line breaks or control characters' },
};

type BadText = { readonly rule: string; readonly message: string; readonly heading: string | null };

/** Names and values one after another, with the members placed in them. */
export function unescapedLine(bytes: Buffer, members: Members): Buffer | BadText {
  const { names, nameEnds, starts, ends, escaped, count } = members;
  const parts: Buffer[] = [];
  let at = 0;
  const add = (part: Buffer): readonly [number, number] => {
    parts.push(part);
    at += part.length;
    return [at - part.length, at];
  };
  for (let i = 0; i < count; i++) {
    const name = unescapedText(bytes, names[i] as number, nameEnds[i] as number);
    const value =
      escaped[i] === 1
        ? unescapedText(bytes, starts[i] as number, ends[i] as number)
        : bytes.subarray(starts[i], ends[i]);
    if (typeof name === 'string') return { ...faults[name], heading: null };
    if (typeof value === 'string') return { ...faults[value], heading: name.toString() };
    [names[i], nameEnds[i]] = add(name) as [number, number];
    [starts[i], ends[i]] = add(value) as [number, number];
  }
  return Buffer.concat(parts);
}

function unescapedText(line: Buffer, start: number, end: number): Buffer | TextFault {
  try {
    const text = JSON.parse(`"${line.toString('latin1', start, end)}"`) as string;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
    if (/[\u0000-\u0008\u000a-\u001f]/.test(text)) return 'control';
    return utf8Of(line, start, end);
  } catch {
    return 'syntax';
  }
}

/** Escapes stand between bytes that need not be UTF-8; these stay as they are, to be judged with the others. */
function utf8Of(line: Buffer, start: number, end: number): Buffer | TextFault {
  const pieces = line.toString('latin1', start, end).split(/((?:\\(?:u[0-9a-fA-F]{4}|.))+)/);
  const parts = pieces.map((piece, i) => {
    if (i % 2 === 0) return Buffer.from(piece, 'latin1');
    const text = JSON.parse(`"${piece}"`) as string;
    return text.isWellFormed() ? Buffer.from(text) : null;
  });
  return parts.some((part) => part === null) ? 'surrogate' : Buffer.concat(parts as Buffer[]);
}
