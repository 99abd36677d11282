// Good bodies that are not the one that is there: one that differs, for keys; and random ones, for what must be taken.
import { randomUUID } from 'node:crypto';
import type { Body, Schema } from '../contract/document.ts';
import { type Fields, isForm } from './request.ts';

/** Another good body; none when the schema leaves nothing to change. */
export function varied({ schema, media }: Body, body: unknown): unknown {
  if (typeof body === 'string') return /json/.test(media) ? undefined : `${body}\n`;
  const fields = (body ?? {}) as Fields;
  const optional = Object.entries(schema.properties ?? {}).filter(([name]) => !(schema.required ?? []).includes(name));
  for (const [name, field] of optional) {
    const other = edgesOf(field, fields[name], media === 'multipart/form-data')[0] ?? nothing(field, fields[name]);
    if (other !== undefined) return { ...fields, [name]: other };
  }
  const [dropped] = optional.filter(([name]) => name in fields);
  if (dropped) return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== dropped[0]));
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const value = fields[name];
    if (Array.isArray(value) && value.length > Math.max(field.minItems ?? 0, 1))
      return { ...fields, [name]: value.slice(0, -1) };
    const other = edgesOf(field, value, false)[0] ?? renamed(field, value);
    if (other !== undefined) return { ...fields, [name]: other };
  }
  return undefined;
}

/** Null where the schema takes it; a server may keep what a body leaves out. */
const nothing = ({ type }: Schema, value: unknown): null | undefined =>
  [type].flat().includes('null') && value !== null && value !== undefined ? null : undefined;

/** Another id of the same form. What has it may not exist, which is for who asks to know. */
function renamed(schema: Schema, value: unknown): string | undefined {
  // For a text or null, the text is the branch to change.
  const branches = (schema.anyOf ?? [schema]) as readonly Schema[];
  return branches[0] && renamedText(branches[0], value);
}

function renamedText(
  { format, pattern = '', maxLength = 200, enum: values, const: only }: Schema,
  value: unknown,
): string | undefined {
  if (format === 'uuid') return randomUUID();
  if (typeof value !== 'string' || values !== undefined || only !== undefined || format !== undefined) return undefined;
  const candidates = [`${value}1`, `${value}x`, `${value.slice(0, -1)}1`];
  return candidates.find((text) => text !== value && text.length <= maxLength && new RegExp(pattern, 'u').test(text));
}

const texts = ['a', 'aa', 'aaaaaaaa', 'a1', 'A1', '1', '2026-11-21', 'https://a.example/'];
const ofFormat: Readonly<Record<string, string>> = {
  date: '2026-11-21',
  'date-time': '2026-11-21T07:41:12Z',
  email: 'a@b.example',
  uri: 'https://a.example/',
};

/** A value that the schema permits; none when it is not plain how to make one. */
export function sample(schema: Schema): unknown {
  const { examples, const: only, enum: values, type, properties = {}, required = [], items, pattern = '' } = schema;
  const given = examples?.[0] ?? only ?? values?.[0];
  if (given !== undefined) return given;
  const [first] = [type ?? []].flat();
  if (first === 'object') return Object.fromEntries(required.map((name) => [name, sample(properties[name] ?? {})]));
  if (first === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => sample(items ?? {}));
  if (first === 'boolean') return true;
  if (first === 'integer' || first === 'number') return schema.minimum ?? 0;
  if (schema.format === 'uuid') return randomUUID();
  const formed = ofFormat[schema.format ?? ''];
  return (formed === undefined ? texts : [formed]).find(
    (text) => new RegExp(pattern, 'u').test(text) && text.length >= (schema.minLength ?? 0),
  );
}

/** Values of a field beside the one that it has, at the edges of its schema; text with a format is left as it is. */
export function edgesOf(schema: Schema, value: unknown, asText: boolean): readonly unknown[] {
  if (schema.const !== undefined) return [];
  const types = [schema.type ?? []].flat();
  const { minimum, maximum, minLength, maxLength, pattern, format, examples = [] } = schema;
  const numbers = [minimum, maximum].filter((edge) => edge !== undefined);
  const isFree = types.includes('string') && pattern === undefined && format === undefined && schema.enum === undefined;
  const lengths = [minLength ?? 1, Math.min(maxLength ?? 40, 200)];
  const found = [
    ...(schema.enum ?? []),
    ...(types.includes('boolean') ? [true, false] : []),
    ...(types.includes('integer') || types.includes('number') ? numbers : []),
    ...(isFree ? lengths.map((length) => 'x'.repeat(length)) : []),
    ...(types.includes('string') ? examples.filter((each) => typeof each === 'string') : []),
  ];
  const texts = asText ? found.map(String) : found;
  return [...new Set(texts)].filter((each) => each !== value);
}

/** Numbers from 0 to 1, the same for the same seed. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Fields whose value opens something are left alone: a wrong one would count against its owner. */
export const isKey = (name: string): boolean => /password|secret|token|email|client_id|username/i.test(name);

/** A good body with fields at their edges, optional ones there or not. */
export function generated(body: Body, good: unknown, next: () => number): Fields {
  const { schema } = body;
  const fields = (good ?? {}) as Fields;
  const required = new Set(schema.required ?? []);
  const entries = Object.entries(schema.properties ?? {}).flatMap(([name, field]): [string, unknown][] => {
    if (isKey(name) || field.format === 'binary') return name in fields ? [[name, fields[name]]] : [];
    const values = [...(name in fields ? [fields[name]] : []), ...edgesOf(field, fields[name], isForm(body))];
    const isLeftOut = !required.has(name) && next() < 0.4;
    return values.length === 0 || isLeftOut ? [] : [[name, values[Math.floor(next() * values.length)]]];
  });
  return Object.fromEntries(entries);
}
