// Values that break one constraint of a schema each, and bodies that are wrong in one place each.
import { escapeKey, isRecord } from '../contract/bundle.ts';
import type { Schema } from '../contract/document.ts';
import { sample } from './vary.ts';

export type InvalidValue = { readonly value: unknown; readonly rule: string };
type InvalidList = InvalidValue & { readonly value: readonly unknown[] };
export type InvalidBody = InvalidValue & { readonly pointer: string };

/** `asText`: what stands in an address, a header or a form field, where everything is a string at first. */
export function invalidValues(schema: Schema, good: unknown, asText: boolean): readonly InvalidValue[] {
  const types = [schema.type ?? []].flat();
  const isString = types.includes('string');
  return [
    ...wrongTypes(types, asText),
    ...(schema.enum === undefined ? [] : [{ rule: 'enum', value: 'zz-no-such-value' }]),
    ...(schema.const === undefined ? [] : [{ rule: 'const', value: isString ? `${schema.const}-zz` : 'zz' }]),
    ...(isString ? wrongTexts(schema, String(good ?? '')) : wrongNumbers(schema, asText)),
    // Where everything is text, an empty list cannot be sent.
    ...wrongLists(schema, good).filter(({ value }) => !asText || value.length > 0),
  ];
}

function wrongTypes(types: readonly string[], asText: boolean): readonly InvalidValue[] {
  const numeric = types.includes('integer') || types.includes('number');
  const fits = (value: unknown): boolean =>
    types.length === 0 ||
    types.includes(typeof value) ||
    (value === null && types.includes('null')) ||
    (Array.isArray(value) && types.includes('array')) ||
    (numeric && typeof value === 'number') ||
    (types.includes('object') && isRecord(value));
  const texts = numeric ? ['x', '0x10', '1,5', ''] : types.includes('boolean') ? ['maybe', '1', ''] : [];
  const values = asText ? texts : [null, true, 7, 'zz', [], {}].filter((value) => !fits(value));
  const fraction = types.includes('integer') ? [asText ? '1.5' : 1.5] : [];
  return [...values, ...fraction].map((value) => ({ rule: 'type', value }));
}

const wrongFormats: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-02-30', '2026-2-3', '20260203'],
  'date-time': ['2026-11-21T25:00:00Z', '2026-11-21', '2026-11-21 07:41:12Z'],
  uuid: ['not-a-uuid', '0193497e7b5d7c3e9d575f0a6f3d2b11'],
  email: ['nobody', 'a@b@c.example'],
  uri: ['no uri', '//x'],
};

const candidates = ['-', '!', 'A b', '\u00fc\u0301!', '0', 'zz zz', '-- --', '1234567 x', 'x'.repeat(8)];

/** Text beyond that is a matter of the body's limit. */
const longestText = 4096;

function wrongTexts(
  { pattern, format = '', minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema,
  good: string,
) {
  const fitting = candidates.filter(({ length }) => length >= minLength && length <= maxLength);
  const form = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  return [
    ...(form === undefined ? [] : fitting.filter((text) => !form.test(text)).slice(0, 2)).map(by('pattern')),
    ...(wrongFormats[format] ?? []).map(by('format')),
    ...(minLength > 0 ? ['x'.repeat(minLength - 1)] : []).map(by('minLength')),
    ...(maxLength < longestText ? [good.slice(0, 1).padEnd(maxLength + 1, good.slice(0, 1) || 'x')] : []).map(
      by('maxLength'),
    ),
  ];
}

const edges: Readonly<Record<string, number>> = { int32: 2 ** 31, int64: 2 ** 53 };

function wrongNumbers(schema: Schema, asText: boolean): readonly InvalidValue[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format = '' } = schema;
  const numbers = [
    ...(minimum === undefined ? [] : [{ rule: 'minimum', value: minimum - 1 }]),
    ...(maximum === undefined ? [] : [{ rule: 'maximum', value: maximum + 1 }]),
    ...(exclusiveMinimum === undefined ? [] : [{ rule: 'exclusiveMinimum', value: exclusiveMinimum }]),
    ...(exclusiveMaximum === undefined ? [] : [{ rule: 'exclusiveMaximum', value: exclusiveMaximum }]),
    ...(multipleOf === undefined ? [] : [{ rule: 'multipleOf', value: (minimum ?? 0) + multipleOf / 2 }]),
    ...(edges[format] === undefined ? [] : [{ rule: 'format', value: edges[format] }]),
  ];
  return asText ? numbers.map(({ rule, value }) => ({ rule, value: String(value) })) : numbers;
}

/** As many items as a body of common size holds. */
const longestList = 2000;

function wrongLists({ minItems = 0, maxItems, uniqueItems, items }: Schema, good: unknown): readonly InvalidList[] {
  if (items === undefined) return [];
  const first = (Array.isArray(good) ? good[0] : undefined) ?? sample(items);
  const many = maxItems !== undefined && maxItems <= longestList ? distinct(items, first, maxItems + 1) : undefined;
  return [
    ...(minItems > 0 ? [{ rule: 'minItems', value: [] }] : []),
    ...(many === undefined ? [] : [{ rule: 'maxItems', value: many }]),
    ...(uniqueItems && first !== undefined && (maxItems ?? 2) >= 2
      ? [{ rule: 'uniqueItems', value: [first, first] }]
      : []),
  ];
}

/**
 * That many items which differ where they are no numbers, each good by itself; none when the schema says too much of
 * them.
 */
export function distinct(items: Schema, first: unknown, count: number): readonly unknown[] | undefined {
  const made = Array.from({ length: count }, (_, n) => numbered(items, first, n));
  return made.includes(undefined) ? undefined : made;
}

const dayMs = 86_400_000;

/** A copy whose texts end with a number, as far as they may; days follow each other, numbers repeat. */
function numbered(schema: Schema, value: unknown, n: number): unknown {
  if (schema.type === 'object') {
    const fields = Object.entries(value as Readonly<Record<string, unknown>>).map(([name, each]) => {
      const field = schema.properties?.[name] ?? {};
      return [name, field.type === 'string' ? numbered(field, each, n) : each];
    });
    return fields.some(([, each]) => each === undefined) ? undefined : Object.fromEntries(fields);
  }
  if (typeof value === 'number' && schema.enum === undefined) return value;
  if (schema.enum !== undefined || typeof value !== 'string') return undefined;
  if (schema.format === 'date') return new Date(Date.parse(value) + n * dayMs).toISOString().slice(0, 10);
  const { pattern = '', maxLength = 64 } = schema;
  const text = `${value.slice(0, maxLength - 5)}${n}`;
  return new RegExp(pattern, 'u').test(text) && text.length <= maxLength ? text : undefined;
}

const by = (rule: string) => (value: string) => ({ rule, value });

/**
 * Each field wrong in turn, each required one missing, one too many; in objects and lists at every depth of the good
 * body.
 */
export function invalidBodies(schema: Schema, good: unknown, asText = false, at = ''): readonly InvalidBody[] {
  if (schema.type === 'array') return invalidItems(schema, good, at);
  const body = { ...(good as Readonly<Record<string, unknown>>) };
  const without = (name: string) => Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
  const missing = (schema.required ?? []).map((name) => ({
    // A form has only its fields as places; in JSON the object that lacks the member is named.
    pointer: asText ? `${at}/${escapeKey(name)}` : at,
    rule: 'required',
    value: without(name),
  }));
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const pointer = `${at}/${escapeKey(name)}`;
    const isDeep = (field.properties ?? field.items) !== undefined && body[name] !== undefined && !asText;
    const inner = isDeep && isDeepEnough(body[name]) ? invalidBodies(field, body[name], asText, pointer) : [];
    const own =
      field.format === 'binary' ? [] : invalidValues(field, body[name], asText).map((each) => ({ ...each, pointer }));
    return [...own, ...inner].map((each) => ({ ...each, value: { ...body, [name]: each.value } }));
  });
  const isClosed = schema.additionalProperties === false;
  const surplus = { pointer: `${at}/zz_unknown`, rule: 'additionalProperties', value: { ...body, zz_unknown: 'x' } };
  return [...missing, ...fields, ...(isClosed ? [surplus] : [])];
}

const isDeepEnough = (value: unknown): boolean => isRecord(value) || (Array.isArray(value) && value.length > 0);

function invalidItems({ items }: Schema, good: unknown, at: string): readonly InvalidBody[] {
  const [first, ...rest] = good as readonly unknown[];
  if (items === undefined) return [];
  const pointer = `${at}/0`;
  const own = invalidValues(items, first, false).map((each) => ({ ...each, pointer }));
  const inner =
    isDeepEnough(first) && (items.properties ?? items.items) ? invalidBodies(items, first, false, pointer) : [];
  return [...own, ...inner].map((each) => ({ ...each, value: [each.value, ...rest] }));
}
