// Generated from tools/runtime/request/places.ts by npm run generate; do not edit.
// From what a validator reports to what a caller reads: the place, the rule, and a sentence that says what would be
// right.
import type { SchemaError } from '../formats.ts';
import { type FieldError, type ProblemReply, refuse } from '../problem.ts';

/** More places than this help no one. */
const maxPlaces = 100;

/** `form` has files, `fields` is one in the body. */
export type Part = 'path' | 'query' | 'headers' | 'cookies' | 'body' | 'form' | 'fields';

/** A 400 that names every wrong place. */
export function invalidRequest(errors: readonly FieldError[]): ProblemReply {
  const wrong = errors.length === 1 ? 'One value is invalid.' : `${errors.length} values are invalid.`;
  const shown = errors.length > maxPlaces ? ` The first ${maxPlaces} are listed.` : '';
  return refuse('invalid-request', { detail: wrong + shown, errors: errors.slice(0, maxPlaces) });
}

export function placesOf(part: Part, errors: readonly SchemaError[] | null | undefined, input: unknown): FieldError[] {
  const found = errors ?? [];
  return found
    .filter((error) => !isCovered(error, found))
    .map((error) => ({
      ...placeOf(part, error, input),
      rule: error.keyword,
      message: messageOf(part, error),
    }));
}

/** One mistake: what is too short for a pattern is refused by the words of the pattern. */
const isCovered = ({ keyword, instancePath }: SchemaError, all: readonly SchemaError[]): boolean =>
  keyword === 'minLength' &&
  all.some((other) => other.instancePath === instancePath && typeof other.params.words === 'string');

function placeOf(part: Part, { instancePath, keyword, params }: SchemaError, input: unknown): Partial<FieldError> {
  if (part === 'body') {
    return {
      pointer:
        keyword === 'additionalProperties' ? `${instancePath}/${escapeKey(params.additionalProperty)}` : instancePath,
    };
  }
  const name =
    instancePath === ''
      ? String(params.missingProperty ?? params.additionalProperty ?? '')
      : unescapeKey(instancePath.split('/')[1] ?? '');
  const value = valueAt(input, instancePath);
  const shown = confidential.includes(part) || value === undefined ? {} : { value: value.slice(0, 200) };
  return part === 'form' || part === 'fields'
    ? { pointer: `/${escapeKey(name)}`, ...shown }
    : { parameter: name, ...shown };
}

/** They may hold credentials, as a login or a token request does, and are never repeated. */
const confidential: readonly Part[] = ['headers', 'cookies', 'fields'];

function valueAt(input: unknown, pointer: string): string | undefined {
  let value = input;
  for (const key of pointer.split('/').slice(1))
    value = (value as Record<string, unknown> | undefined)?.[unescapeKey(key)];
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

const escapeKey = (key: unknown): string => String(key).replaceAll('~', '~0').replaceAll('/', '~1');
const unescapeKey = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');

const formatMessages: Readonly<Record<string, string>> = {
  date: 'must be a date such as 2026-11-21',
  'date-time': 'must be a time such as 2026-11-21T07:41:12Z',
  uuid: 'must be a UUID',
  email: 'must be an e-mail address',
  uri: 'must be a URI with its scheme',
  int32: 'must be a whole number of 32 bits',
  int64: 'must be a whole number between -(2^53 - 1) and 2^53 - 1',
  double: 'must be a finite number',
};

const comparisons: Readonly<Record<string, string>> = {
  '<=': 'at most',
  '>=': 'at least',
  '<': 'less than',
  '>': 'greater than',
};

const count = (limit: unknown, noun: string): string => `${limit} ${noun}${limit === 1 ? '' : 's'}`;

const sentences: Readonly<Record<string, (params: SchemaError['params']) => string>> = {
  required: ({ missingProperty }) => `must have the property ${missingProperty}`,
  additionalProperties: () => 'is not a known property',
  type: ({ type }) => `must be ${[type].flat().map(withArticle).join(' or ')}`,
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as unknown[]).map(String).join(', ')}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  pattern: ({ pattern, words }) => (typeof words === 'string' ? words : `must match ${pattern}`),
  format: ({ format }) => formatMessages[String(format)] ?? `must be a ${format}`,
  minLength: ({ limit }) => `must have at least ${count(limit, 'character')}`,
  maxLength: ({ limit }) => `must have at most ${count(limit, 'character')}`,
  minItems: ({ limit }) => `must have at least ${count(limit, 'item')}`,
  maxItems: ({ limit }) => `must have at most ${count(limit, 'item')}`,
  // In the notation of pointers, since those count from 0 and people from 1.
  uniqueItems: ({ i, j }) =>
    `must not repeat an item, but /${Math.min(Number(i), Number(j))} and /${Math.max(Number(i), Number(j))} are equal (its first is /0)`,
  multipleOf: ({ multipleOf }) => stepOf(Number(multipleOf)),
  oneOf: () => 'must match exactly one of the allowed schemas',
  anyOf: () => 'must match one of the allowed schemas',
};

/** A power of ten below 1 is a number of decimals (`x-decimals`). */
function stepOf(step: number): string {
  const decimals = Math.round(-Math.log10(step));
  return decimals > 0 && Number(`1e-${decimals}`) === step
    ? `must have at most ${count(decimals, 'decimal')}`
    : `must be a multiple of ${step}`;
}

function messageOf(part: Part, { keyword, params }: SchemaError): string {
  if (keyword === 'required' && part !== 'body') return 'is required';
  if (typeof params.comparison === 'string') return `must be ${comparisons[params.comparison]} ${params.limit}`;
  return sentences[keyword]?.(params) ?? `violates the rule ${keyword}`;
}

const withArticle = (type: unknown): string =>
  type === 'null' ? 'null' : `${/^[aeiou]/.test(String(type)) ? 'an' : 'a'} ${type}`;
