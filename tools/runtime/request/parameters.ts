// Query, path and header parameters, and the fields of forms: text in, values out, by one spelling (decision 132). What
// no number or boolean reads stays text, and the validator names it.
import type { Coercion, Coercions } from '../contract.ts';
import type { FieldError } from '../problem.ts';

export type Values = Record<string, unknown>;
export type Pair = readonly [name: string, text: string];

/**
 * Values of the pairs that the contract knows; the others, and repeated ones, are errors. `files`: of a form, its parts
 * that are files.
 */
export function readPairs(
  pairs: readonly Pair[],
  known: Coercions,
  place: (name: string) => Partial<FieldError>,
  files?: readonly string[],
) {
  const values: Values = {};
  const errors: FieldError[] = [];
  for (const [name, text] of pairs) {
    const coercion = Object.hasOwn(known, name) ? known[name] : undefined;
    if (coercion === undefined)
      errors.push({ ...place(name), rule: 'additionalProperties', message: unknownName(known, files) });
    else if (coercion.endsWith('[]')) values[name] = [...((values[name] as unknown[]) ?? []), coerce(coercion, text)];
    else if (Object.hasOwn(values, name))
      errors.push({ ...place(name), rule: 'repeated', message: 'must be given only once' });
    else values[name] = coerce(coercion, text);
  }
  return { values, errors };
}

/**
 * The pairs of a query string or of a form in the body; `undefined` when a percent-encoding is broken or is not UTF-8.
 */
export function splitQuery(text: string): Pair[] | undefined {
  const pairs: Pair[] = [];
  try {
    for (const pair of text.split('&')) {
      const at = pair.indexOf('=');
      if (at >= 0) pairs.push([decode(pair.slice(0, at)), decode(pair.slice(at + 1))]);
      else if (pair !== '') pairs.push([decode(pair), '']);
    }
    return pairs;
  } catch {
    return undefined;
  }
}

export const splitCookies = (header: string): Pair[] =>
  header.split(';').map((each) => {
    const at = each.indexOf('=');
    return [each.slice(0, Math.max(0, at)).trim(), each.slice(at + 1).trim()];
  });

function coerce(coercion: Coercion, text: string): unknown {
  if (coercion === 'string') return text;
  if (coercion.endsWith(' list')) return text.split(',').map((item) => coerceScalar(coercion.slice(0, -5), item));
  return coerceScalar(coercion.endsWith('[]') ? coercion.slice(0, -2) : coercion, text);
}

const integer = /^-?(?:0|[1-9]\d*)$/;
const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function coerceScalar(type: string, text: string): unknown {
  if (type === 'string') return text;
  // Libraries write `True` as well; no other word stands for either.
  if (type === 'boolean') return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : text;
  const isNumber = type === 'integer' ? integer : decimal;
  // An integer that lost digits on the way is worse than one that is refused.
  const value = isNumber.test(text) ? Number(text) : Number.NaN;
  return type === 'integer' ? (Number.isSafeInteger(value) ? value : text) : Number.isFinite(value) ? value : text;
}

const decode = (text: string): string => {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  return spaced.includes('%') ? decodeURIComponent(spaced) : spaced;
};

function unknownName(known: Coercions, files?: readonly string[]): string {
  const names = [...Object.keys(known), ...(files ?? [])];
  return names.length === 0
    ? `is unknown; this ${files === undefined ? 'operation has no query parameters' : 'form has no fields'}`
    : `is unknown; the known names are ${names.join(', ')}`;
}
