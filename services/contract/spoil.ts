// Values that break one constraint of a schema each, and bodies that are wrong in one place each.
import { escapeKey, type Schema } from './document.ts';

export type Spoilt = { readonly value: unknown; readonly rule: string };
export type SpoiltBody = Spoilt & { readonly pointer: string };

/** `asText`: what stands in an address, a header or a form field, where everything is a string at first. */
export function spoilt(schema: Schema, good: unknown, asText: boolean): readonly Spoilt[] {
  const types = [schema.type ?? []].flat();
  const isString = types.includes('string');
  return [
    ...wrongTypes(types, asText),
    ...(schema.enum === undefined ? [] : [{ rule: 'enum', value: 'zz-no-such-value' }]),
    ...(schema.const === undefined ? [] : [{ rule: 'const', value: isString ? `${schema.const}-zz` : 'zz' }]),
    ...(isString ? wrongTexts(schema, String(good ?? '')) : wrongNumbers(schema, asText)),
    ...wrongItems(schema),
  ];
}

function wrongTypes(types: readonly string[], asText: boolean): readonly Spoilt[] {
  const numeric = types.includes('integer') || types.includes('number');
  const fits = (value: unknown): boolean =>
    types.length === 0 ||
    types.includes(typeof value) ||
    (value === null && types.includes('null')) ||
    (Array.isArray(value) && types.includes('array')) ||
    (numeric && typeof value === 'number') ||
    (types.includes('object') && typeof value === 'object' && value !== null && !Array.isArray(value));
  const texts = numeric ? ['x', '0x10', '1,5', ''] : types.includes('boolean') ? ['maybe', 'TRUE', ''] : [];
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
    ...(maxLength < 4096 ? [good.slice(0, 1).padEnd(maxLength + 1, good.slice(0, 1) || 'x')] : []).map(by('maxLength')),
  ];
}

const edges: Readonly<Record<string, number>> = { int32: 2 ** 31, int64: 2 ** 53 };

function wrongNumbers({ minimum, maximum, format = '' }: Schema, asText: boolean): readonly Spoilt[] {
  const numbers = [
    ...(minimum === undefined ? [] : [{ rule: 'minimum', value: minimum - 1 }]),
    ...(maximum === undefined ? [] : [{ rule: 'maximum', value: maximum + 1 }]),
    ...(edges[format] === undefined ? [] : [{ rule: 'format', value: edges[format] }]),
  ];
  return asText ? numbers.map(({ rule, value }) => ({ rule, value: String(value) })) : numbers;
}

const wrongItems = ({ minItems = 0, items }: Schema): readonly Spoilt[] =>
  items !== undefined && minItems > 0 ? [{ rule: 'minItems', value: [] }] : [];

const by = (rule: string) => (value: string) => ({ rule, value });

/** Each field wrong in turn, each required one missing, one too many; in objects at every depth of the good body. */
export function spoiltBodies(schema: Schema, good: unknown, asText = false, at = ''): readonly SpoiltBody[] {
  const body = { ...(good as Readonly<Record<string, unknown>>) };
  const without = (name: string) => Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
  const missing = (schema.required ?? []).map((name) => ({
    // A form has no place but its fields; of JSON the object is told that lacks the member.
    pointer: asText ? `${at}/${escapeKey(name)}` : at,
    rule: 'required',
    value: without(name),
  }));
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const pointer = `${at}/${escapeKey(name)}`;
    const inner = field.properties && body[name] !== undefined ? spoiltBodies(field, body[name], asText, pointer) : [];
    const own =
      field.format === 'binary' ? [] : spoilt(field, body[name], asText).map((each) => ({ ...each, pointer }));
    return [...own, ...inner].map((each) => ({ ...each, value: { ...body, [name]: each.value } }));
  });
  const surplus = { pointer: `${at}/zz_unknown`, rule: 'additionalProperties', value: { ...body, zz_unknown: 'x' } };
  return [...missing, ...fields, surplus];
}
