// For tests: where openapi-backend reads a request more freely than ours on purpose (decision 132). Each function
// writes what it reads in the plain spelling that ours takes: a difference is on purpose when ours judges that spelling
// as openapi-backend judges the request. Shown case by case in reads.test.ts. Only booleans ours reads more freely: in
// any case, since generated Python clients send `False` (decision 184).
import type { Coercion, Coercions } from '../../runtime/contract.ts';

type Pair = readonly [name: string, text: string];

/**
 * What ajv with `coerceTypes` makes of a text where the schema wants this type; the text itself when it makes nothing
 * of it.
 */
export function ajvReads(type: string, text: string): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type !== 'number' && type !== 'integer') return text;
  const value = Number(text);
  if (text === '' || Number.isNaN(value)) return text;
  return type === 'number' || !(value % 1) ? value : text;
}

/** A boolean of any case in lower case; every other text as it is. */
export const plainBoolean = (coercion: string, text: string): string =>
  coercion.startsWith('boolean') && /^(true|false)$/i.test(text) ? text.toLowerCase() : text;

/** A query with its booleans in lower case, for openapi-backend, which knows no other. */
export const withPlainBooleans = (query: string, known: Coercions): string =>
  query.replace(/([^?&=]+)=(true|false)(?=&|$)/gi, (pair, name: string, text: string) =>
    Object.hasOwn(known, name) ? `${name}=${plainBoolean(known[name] ?? 'string', text)}` : pair,
  );

/**
 * Numbers that ajv finds in texts such as ` 1`, `0x10`, `01`, `+1` or, for an integer, `1.0` and `1e3`: written with
 * their digits.
 */
export const plainScalar = (type: string, text: string): string => String(ajvReads(type, text));

export function plainText(coercion: Coercion, text: string): string {
  if (coercion.endsWith('[]')) return plainScalar(coercion.slice(0, -2), text);
  if (!coercion.endsWith(' list')) return plainScalar(coercion, text);
  return text
    .split(',')
    .map((item) => plainScalar(coercion.slice(0, -5), item))
    .join(',');
}

/**
 * Ours takes no number that lost digits on the way, or that is not a number: ajv makes 9007199254740992 of
 * 9007199254740993, and Infinity of 1e999.
 */
export const isLost = (coercion: Coercion, text: string): boolean =>
  text.split(coercion.endsWith(' list') ? ',' : /(?!)/).some((item) => {
    const value = ajvReads(coercion.replace(/\[\]| list/, ''), item);
    return (
      typeof value === 'number' &&
      !(coercion.startsWith('integer') ? Number.isSafeInteger(value) : Number.isFinite(value))
    );
  });

/** A query, with its `?`, as it stands behind the path. */
export function plainQuery(query: string, known: Coercions): string {
  // Its path ends at the first question mark, its query at the second.
  const [, text = ''] = query.split('?');
  const pairs = joined(
    text.split('&').flatMap((pair) => (pair === '' ? [] : plainPair(pair, known))),
    known,
  );
  return pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`;
}

/** A list with commas that is given twice is one list to it. */
function joined(pairs: readonly Pair[], known: Coercions): Pair[] {
  const lists = new Map<string, string>();
  for (const [name, text] of pairs)
    if (Object.hasOwn(known, name) && known[name]?.endsWith(' list'))
      lists.set(name, lists.has(name) ? `${lists.get(name)},${text}` : text);
  return [...pairs.filter(([name]) => !lists.has(name)), ...lists];
}

function plainPair(pair: string, known: Coercions): Pair[] {
  const at = pair.indexOf('=');
  const [before, after] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
  // Its parser of queries leaves out pairs without a name, and with a name that every object has.
  const name = listName(decodeOrKeep(before));
  if (name === '' || name in Object.prototype) return [];
  const coercion = Object.hasOwn(known, name) ? known[name] : undefined;
  const text = decodeOrKeep(after);
  return [[name, coercion === undefined ? text : plainText(coercion, text)]];
}

/** `name[]` and `name[0]` are items of a list to its parser of queries. */
const listName = (name: string): string => /^([^[\]]+)\[1?\d?\]$/.exec(name)?.[1] ?? name;

/** It keeps text with a broken percent-encoding, or one that is no UTF-8, as it is; ours refuses it. */
function decodeOrKeep(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/**
 * Its parser of cookies decodes percent-encodings and takes the first of a name; ours takes a cookie as it is, once.
 */
export function plainCookies(header: string): string {
  const pairs = header.split(';').map((each) => each.trim());
  const visited = new Set<string>();
  return pairs
    .flatMap((pair) => {
      const at = pair.indexOf('=');
      const name = pair.slice(0, Math.max(0, at)).trim();
      if (at < 0 || visited.has(name)) return [];
      visited.add(name);
      return [`${name}=${decodeCookie(pair.slice(at + 1).trim())}`];
    })
    .join('; ');
}

function decodeCookie(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether a text that ajv-formats takes for this format is one that ours refuses on purpose (runtime/formats.ts). */
export const isStricterFormat = (format: string, value: unknown): boolean => stricter[format]?.(value) ?? false;

const stricter: Readonly<Record<string, (value: unknown) => boolean>> = {
  // RFC 3339 with its T, and an offset with its colon.
  'date-time': (text) => /^.{10}\s/.test(String(text)) || !/(?:z|[+-]\d\d:\d\d)$/i.test(String(text)),
  uuid: (text) => String(text).startsWith('urn:uuid:'),
  // RFC 5321
  email: (text) => String(text).length > 254,
  uri: (text) => !URL.canParse(String(text)),
  // Digits that JSON has lost.
  int64: (value) => typeof value === 'number' && !Number.isSafeInteger(value),
};
