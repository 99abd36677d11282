// What is drawn for one part of a request: as its schema has it, a step beside it, or hostile.
import fc, { type Arbitrary } from 'fast-check';
import { asRecord, type Json, type JsonObject } from '../../contract/json.ts';
import type { Coercion, Coercions, Validators } from '../../runtime/contract.ts';
import { beside, drawFrom } from '../code/arbitrary.ts';
import type { Ours, Request } from './judges.ts';
import { isStricterFormat } from './reads.ts';

export type Asked = {
  readonly request: Request;
  /** As openapi-backend reads it, in the spelling that ours takes. */
  readonly plain: Request;
  /** Whether ours refuses the plain one too, on purpose, for a value that has no other spelling. */
  readonly isStricter: boolean;
};

/** Requests to compare: drawn ones without end, and a list that is asked whole. */
export type Requests = { readonly drawn: Arbitrary<Asked>; readonly listed: readonly Asked[] };

export type Pair = readonly [name: string, text: string];

/** Texts that stand for a number, a boolean or a list only to some readers. */
const hostileTexts = [
  ...['', ' ', ' 1', '1 ', '+1', '01', '-0', '1.0', '1.', '.5', '1e1', '1E2', '0x10', '0b1', '\u00a05', '\u0661'],
  ...['Infinity', 'NaN', '1e999', '9007199254740993', '-9007199254740993', '1e-400', 'null', 'undefined'],
  ...['true', 'TRUE', 'false', '0', '1', 'yes', ',', '1,', '1,x', '1, 2', '%', '%zz', '%ff', '+', '&', '=', '?', '#'],
  ...['constructor', '2026-02-30', '2026-11-21 07:41:12Z', '2026-11-21T07:41:12+01', '\u{1f697}', 'a'.repeat(3000)],
];
export const hostileValues: readonly Json[] = [
  ...['2026-11-21 07:41:12Z', '2026-11-21T07:41:12+01', 'urn:uuid:0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11'],
  ...[`${'a'.repeat(250)}@x.example`, 'http://[', 'http://a:99999/', 'x:', '//a/b', '1', 'true', '', ' '],
  ...[2 ** 53, -(2 ** 53), 2 ** 31, 1e300, 1.5, -0, true, null, [], {}, [null], [[]]],
];

export const hostileText = fc.constantFrom(...hostileTexts);
export const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/**
 * Texts for the declared parameters of one place: as the schema draws them, a step beside, and now and then a hostile
 * one.
 */
export function pairsFor(schema: JsonObject, ours: Ours, known: Coercions = {}): Arbitrary<Pair[]> {
  const drawn = drawFrom(schema, ours.schemas);
  const pairs = fc
    .oneof(
      { weight: 3, arbitrary: drawn },
      drawn.chain((value) => beside(value)),
    )
    .map((values) => Object.entries(asRecord(values)).flatMap(([name, value]) => written(name, value, known[name])));
  const names = Object.keys(asRecord(schema.properties));
  const hostile = names.length === 0 ? undefined : fc.tuple(fc.constantFrom(...names), hostileText);
  if (hostile === undefined) return pairs;
  return fc.oneof(
    { weight: 2, arbitrary: pairs },
    fc.tuple(pairs, hostile).map(([all, one]): Pair[] => [...all.filter(([name]) => name !== one[0]), one]),
  );
}

/** Each hostile text for each of the parameters, beside right ones for the others. */
export function hostilePairs(schema: JsonObject, ours: Ours, validator: string, known: Coercions = {}): Pair[][] {
  const right = Object.entries(asRecord(firstRight(schema, ours, validator)));
  return Object.keys(asRecord(schema.properties)).flatMap((name) => {
    const others = right.flatMap(([other, value]) => (other === name ? [] : written(other, value, known[other])));
    return hostileTexts.map((text): Pair[] => [...others, [name, text]]);
  });
}

/** A list is written as the contract has it: with commas, or as its name several times. */
function written(name: string, value: Json, coercion: Coercion = 'string'): Pair[] {
  const texts = [value].flat().map((each) => asText(each as Json));
  return coercion.endsWith(' list') ? [[name, texts.join(',')]] : texts.map((text) => [name, text]);
}

/** All that ours finds wrong are formats that are stricter on purpose. */
export function areStricterFormats(validate: Validators[string] | undefined, value: unknown): boolean {
  const copy = structuredClone(value);
  if (validate === undefined || validate(copy)) return false;
  return (validate.errors ?? []).every(
    ({ keyword, params, instancePath }) =>
      keyword === 'format' && isStricterFormat(String(params.format), valueAt(copy, instancePath)),
  );
}

const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((holder, key) => (holder as Record<string, unknown> | undefined)?.[key], value);

/** A value that ours takes, the same each time. */
export function firstRight(schema: JsonObject, ours: Ours, name: string): Json {
  const drawn = fc.sample(drawFrom(schema, ours.schemas), { numRuns: 200, seed: 1 });
  const found = drawn.find((value) => ours.validators[name]?.(structuredClone(value)) ?? true);
  if (found === undefined) throw new Error(`nothing that was drawn is right for ${name}`);
  return found;
}
