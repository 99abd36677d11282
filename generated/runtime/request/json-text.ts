// Generated from tools/runtime/request/json-text.ts by npm run generate; do not edit.
// JSON text of a request: decoded strictly, capped in depth and number of values, and when it is malformed the place
// where reading stopped.
import { type ProblemReply, refuse } from '../problem.ts';

/** Deeper than any body of a contract; keeps recursive checks far from the end of the stack. */
const maxDepth = 64;

/** Three times the largest body of a contract; what names more would cost every other caller the time to judge it. */
const maxValues = 10_000;

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

export function parseJson(text: string): { value: unknown } | ProblemReply {
  const { depth, values, names } = extentOf(text);
  if (depth > maxDepth)
    return refuse('malformed-json', { detail: `The body is nested deeper than ${maxDepth} levels.` });
  if (values > maxValues)
    return refuse('malformed-json', { detail: `The body has more than ${maxValues.toLocaleString('en')} values.` });
  try {
    const value: unknown = JSON.parse(text);
    return names === namesIn(value) ? { value } : refuse('malformed-json', { detail: repeated(text) });
  } catch {
    const { line, column, expected } = stopOf(text);
    return refuse('malformed-json', {
      detail: `Parsing stopped at line ${line}, column ${column}: expected ${expected}.`,
    });
  }
}

/** How deep it is, and about how many values it has: each but the first stands behind a comma or an opening bracket. */
function extentOf(text: string): { depth: number; values: number; names: number } {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  let names = 0;
  for (let i = 0; i < text.length && values <= maxValues; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) i = endOfString(text, i);
    else if (code === 0x2c) values++;
    else if (code === 0x3a) names++;
    else if (code === 0x7b || code === 0x5b) {
      deepest = Math.max(deepest, ++depth);
      values++;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return { depth: deepest, values, names };
}

/**
 * Fewer than the text has when an object has one of its names twice: a reader keeps the last, another one the first.
 */
function namesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value);
  let names = Array.isArray(value) ? 0 : inner.length;
  for (const each of inner) if (typeof each === 'object') names += namesIn(each);
  return names;
}

const opening = /[{}]|("(?:[^"\\]|\\.)*")[\t\n\r ]*(:)?/g;

/** The name that an object has twice, in well-formed text that has one. */
function repeated(text: string): string {
  const open: Set<string>[] = [];
  for (const [mark, string = '""', colon] of text.matchAll(opening)) {
    if (mark === '{') open.push(new Set());
    else if (mark === '}') open.pop();
    else if (colon !== undefined) {
      const name = JSON.parse(string) as string;
      if (open.at(-1)?.has(name)) return `An object repeats the name ${string.slice(0, 100)}.`;
      open.at(-1)?.add(name);
    }
  }
  return 'An object repeats a name.';
}

function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x5c) i++;
    else if (code === 0x22) return i;
  }
  return text.length;
}

// As RFC 8259 has them; control characters may not stand in strings, nor digits and letters right after a number or a
// word.
const space = '[\\t\\n\\r ]*';
const mark = '[[\\]{}:,]';
const string = '"(?:[^"\\\\\\u0000-\\u001f]|\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4}))*"';
const number = '-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?(?![\\w.+-])';
const word = '(?:true|false|null)(?!\\w)';
const token = new RegExp(`${space}(?:(${mark})|(${string})|${number}|${word})`, 'y');

type Want = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or ]' | ', or }' | 'end';
const named: Readonly<Record<Want, string>> = {
  value: 'a value',
  'value or ]': 'a value or ]',
  name: 'a name in double quotes',
  'name or }': 'a name in double quotes or }',
  ':': 'a colon',
  ', or ]': 'a comma or ]',
  ', or }': 'a comma or }',
  end: 'the end of the body',
};

/** Walks malformed text to the first token that may not stand where it stands. V8 names it only sometimes. */
function stopOf(text: string): { line: number; column: number; expected: string } {
  const open: ('{' | '[')[] = [];
  let want: Want = 'value';
  token.lastIndex = 0;
  for (let at = 0; ; at = token.lastIndex) {
    const found = token.exec(text);
    const next: Want | undefined =
      found === null ? undefined : follow(want, found[1] ?? (found[2] === undefined ? 'value' : 'string'), open);
    if (next === undefined) {
      const start = at + (/^[\t\n\r ]*/.exec(text.slice(at))?.[0].length ?? 0);
      const before = text.slice(0, start).split('\n');
      return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, expected: named[want] };
    }
    want = next;
  }
}

function follow(want: Want, token: string, open: ('{' | '[')[]): Want | undefined {
  const afterValue = (): Want => (open.length === 0 ? 'end' : open.at(-1) === '{' ? ', or }' : ', or ]');
  if (want.startsWith('value')) {
    if (token === '{' || token === '[') {
      open.push(token);
      return token === '{' ? 'name or }' : 'value or ]';
    }
    if (token === 'value' || token === 'string') return afterValue();
  }
  if (want.startsWith('name') && token === 'string') return ':';
  if (want === ':' && token === ':') return 'value';
  if (want.startsWith(',') && token === ',') return want === ', or }' ? 'name' : 'value';
  if (token !== '' && want.endsWith(`or ${token}`)) {
    open.pop();
    return afterValue();
  }
  return undefined;
}
