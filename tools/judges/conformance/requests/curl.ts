// A request as a line for a shell, so that a finding can be repeated; what is secret stands in variables.
import type { Request } from './wire.ts';

/** Secrets by value, with the name of the variable that stands for each. */
export type Secrets = ReadonlyMap<string, string>;

const longest = 2000;

export function curl(
  origin: string,
  { method, path, headers = {}, body, unfinished }: Request,
  secrets: Secrets,
): string {
  const lines = Object.entries(headers)
    .filter(([name]) => !['content-length', 'transfer-encoding', 'x-forwarded-for'].includes(name))
    .map(([name, value]) => `-H ${word(`${name}: ${value}`, secrets)}`);
  // Curl would add a content type.
  const untyped = body !== undefined && headers['content-type'] === undefined ? ["-H 'content-type:'"] : [];
  const bytes = body === undefined ? undefined : Buffer.from(body as string);
  const size = bytes?.length ?? 0;
  const sent =
    bytes === undefined
      ? []
      : size > longest
        ? [`--data-binary "$(printf '%*s' ${size} '')"`]
        : [`--data-binary ${word(bytes.toString('latin1'), secrets, 'latin1')}`];
  const how = method === 'HEAD' ? '--head' : method === 'GET' && bytes === undefined ? '' : `-X ${method}`;
  const note = unfinished
    ? [`# the body is only begun; content-length: ${headers['content-length'] ?? 'none, chunked'}`]
    : [];
  return ['curl -i --path-as-is', how, word(origin + path, secrets), ...lines, ...untyped, ...sent, ...note]
    .filter((part) => part !== '')
    .join(' ');
}

/** The text with every secret replaced, for a reader. */
export function veiled(text: string, secrets: Secrets): string {
  return [...secrets].reduce((left, [value, name]) => {
    if (value === '') return left;
    const found = value.length < longEnough ? new RegExp(`(?<!\\w)${RegExp.escape(value)}(?!\\w)`, 'g') : value;
    return left.replaceAll(found, () => `$${name}`);
  }, text);
}

/**
 * A shorter one, as a user of the mock may choose, is found only as a whole word: `ana` would be taken out of
 * analytics.
 */
const longEnough = 8;

/** Quoted for bash: plain in single quotes, control characters and bytes beyond ASCII as escapes, variables outside. */
function word(text: string, secrets: Secrets, encoding: 'utf8' | 'latin1' = 'utf8'): string {
  const veil = veiled(text, secrets);
  const names = [...new Set(secrets.values())].filter((name) => veil.includes(`$${name}`));
  const pieces = names.length === 0 ? [veil] : veil.split(new RegExp(`(\\$(?:${names.join('|')}))`));
  return pieces
    .filter((piece) => piece !== '')
    .map((piece) => (names.includes(piece.slice(1)) && piece.startsWith('$') ? `"${piece}"` : quoted(piece, encoding)))
    .join('');
}

function quoted(text: string, encoding: 'utf8' | 'latin1'): string {
  if (/^[\x20-\x7e]*$/.test(text) && !text.includes("'")) return `'${text}'`;
  const escaped = [...Buffer.from(text, encoding)].map((byte) =>
    byte === 0x27 || byte === 0x5c
      ? `\\${String.fromCharCode(byte)}`
      : byte >= 0x20 && byte < 0x7f
        ? String.fromCharCode(byte)
        : (shorts[byte] ?? `\\x${byte.toString(16).padStart(2, '0')}`),
  );
  return `$'${escaped.join('')}'`;
}

const shorts: Readonly<Record<number, string>> = { 9: '\\t', 10: '\\n', 13: '\\r' };
