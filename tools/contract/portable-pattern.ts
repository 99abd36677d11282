// Patterns that the regular expressions of ECMA-262, Python, Java, Go (RE2) and Rust read alike. Contracts are free to
// use classes of Unicode; the published documents write them portably.
/** A pattern that all of them read, or what keeps it from being one. */
export type PortablePattern = { readonly pattern: string } | { readonly flaw: string };

/**
 * The pattern agrees with the given one on all texts of ASCII. Beyond ASCII, a class that takes some characters, such
 * as `\p{L}`, takes them all, since neither Python nor JSON Schema without flags knows which are letters: the service
 * then refuses what the published pattern lets through.
 */
export function portable(source: string): PortablePattern {
  const flaw = unreadable(source);
  if (flaw !== undefined) return { flaw };
  const parts = [...source.matchAll(part)].map(([text]) => text);
  const refused = parts.map(flawOf).find((each) => each !== undefined);
  if (refused !== undefined) return { flaw: refused };
  return { pattern: parts.map(written).join('') };
}

/** A class, an escape, the opening of a group, a count or one character. */
const part =
  /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\x[0-9a-fA-F]{2}|\\.|\((?:\?(?:<?[=!]|:|.)?)?|\{\d+(?:,\d*)?\}|[\s\S]/gu;

/** Go refuses larger counts. */
const largestCount = 1000;

function unreadable(source: string): string | undefined {
  try {
    new RegExp(source, 'u');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function flawOf(text: string): string | undefined {
  if (/^\((?!$|\?:$)/.test(text)) return `${text}: groups are ( ) or (?: ), without look-around and names`;
  if (/^\\[bBkuc0-9]/.test(text)) return `${text} is not read alike everywhere`;
  const counts = /^\{(\d+)(?:,(\d*))?\}$/.exec(text)?.slice(1) ?? [];
  if (counts.some((count) => Number(count ?? 0) > largestCount))
    return `${text}: Go repeats at most ${largestCount} times`;
  const misread = text.startsWith('[') ? /\\[bBkuc0-9]/.exec(text.replaceAll('\\\\', ''))?.[0] : undefined;
  return misread === undefined ? undefined : `${misread} is not read alike everywhere`;
}

function written(text: string): string {
  if (text === '\\/') return '/';
  if (text === '.' || text.startsWith('[') || /^\\[dDwWsSpPfnrtv]/.test(text))
    return isPlain(text) ? text : classOf(text);
  return text;
}

/**
 * A class of characters and ranges, with nothing in it that Java or Rust take for a class inside it or an intersection.
 */
const isPlain = (text: string): boolean =>
  /^\[\^?(?:\\x[0-9a-fA-F]{2}|\\[^\w\s]|[^\\[\]])+\]$/u.test(text) && !/&&|--|~~|\|\|/.test(text);

const ascii = Array.from({ length: 0x80 }, (_, code) => String.fromCodePoint(code));

function classOf(text: string): string {
  const one = new RegExp(`^${text}$`, 'u');
  const [taken, left] = [ascii.filter((each) => one.test(each)), ascii.filter((each) => !one.test(each))];
  if (!new RegExp(text, 'u').test(beyondAscii())) return `[${ranges(taken)}]`;
  return left.length === 0 ? '(?:[\\x00-\\x7f]|[^\\x00-\\x7f])' : `[^${ranges(left)}]`;
}

let characters: string | undefined;

/** Every character beyond ASCII, once. */
function beyondAscii(): string {
  if (characters !== undefined) return characters;
  const parts: string[] = [];
  for (let code = 0x80; code <= 0x10ffff; code++)
    if (code < 0xd800 || code > 0xdfff) parts.push(String.fromCodePoint(code));
  characters = parts.join('');
  return characters;
}

function ranges(members: readonly string[]): string {
  const codes = members.map((each) => each.charCodeAt(0));
  const firsts = codes.filter((code) => !codes.includes(code - 1));
  const lasts = codes.filter((code) => !codes.includes(code + 1));
  return firsts.map((first, index) => range(first, lasts[index] ?? first)).join('');
}

const range = (first: number, last: number): string =>
  first === last ? inClass(first) : `${inClass(first)}-${inClass(last)}`;

const inClass = (code: number): string =>
  /[A-Za-z0-9]/.test(String.fromCharCode(code))
    ? String.fromCharCode(code)
    : `\\x${code.toString(16).padStart(2, '0')}`;
