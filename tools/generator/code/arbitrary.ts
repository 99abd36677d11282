// For tests: values that a schema allows, and values that are a step beside them.
import fc, { type Arbitrary } from 'fast-check';
import { asRecord, type Json, type JsonObject } from '../../contract/json.ts';

type Schemas = Readonly<Record<string, JsonObject>>;

/** Values of a schema. What its pattern or combination cannot be drawn from is taken from its examples. */
export function drawFrom(schema: JsonObject, schemas: Schemas, depth = 0): Arbitrary<Json> {
  if (typeof schema.$ref === 'string')
    return drawFrom(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas, depth + 1);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as Json[]));
  const branches = (schema.oneOf ?? schema.anyOf) as JsonObject[] | undefined;
  const all = [
    ...(branches ? [fc.oneof(...branches.map((each) => drawFrom(each, schemas, depth + 1)))] : []),
    ...((schema.allOf ?? []) as JsonObject[]).map((each) => drawFrom(each, schemas, depth + 1)),
  ];
  const types = [schema.type ?? []].flat() as string[];
  if (types.length > 0) all.push(fc.oneof(...types.map((type) => typed(type, schema, schemas, depth))));
  if (all.length === 0) return fc.constantFrom<Json>(1, 'text', null, true);
  const [first = fc.constant(null)] = all;
  return all.length === 1
    ? first
    : fc
        .tuple(...all)
        .map((parts) =>
          parts.every((part) => typeof part === 'object')
            ? (Object.assign({}, ...parts) as Json)
            : (parts.at(-1) ?? null),
        );
}

function typed(type: string, schema: JsonObject, schemas: Schemas, depth: number): Arbitrary<Json> {
  const number = (key: string, otherwise: number) => Number(schema[key] ?? otherwise);
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({
        min: Math.max(number('minimum', -1000), number('exclusiveMinimum', -1001) + 1),
        max: number('maximum', 1_000_000),
      });
    case 'number':
      return fc
        .integer({
          min:
            10 * Math.max(number('minimum', -1000), number('exclusiveMinimum', -1000)) +
            (schema.exclusiveMinimum === undefined ? 0 : 1),
          max: 10 * number('maximum', 1000),
        })
        .map((n) => n / 10);
    case 'array': {
      const items = drawFrom(asRecord(schema.items), schemas, depth + 1);
      const lengths = {
        minLength: number('minItems', 0),
        maxLength: Math.min(number('maxItems', 3), Math.max(3, number('minItems', 0))),
      };
      return schema.uniqueItems === true
        ? fc.uniqueArray(items, { ...lengths, selector: (item) => JSON.stringify(item) })
        : fc.array(items, lengths);
    }
    case 'object':
      return objectOf(schema, schemas, depth);
    default:
      return text(schema);
  }
}

function objectOf(schema: JsonObject, schemas: Schemas, depth: number): Arbitrary<Json> {
  const properties = Object.entries(asRecord(schema.properties));
  const requiredKeys = (schema.required ?? []) as string[];
  const drawn = properties.filter(([name]) => depth < 6 || requiredKeys.includes(name));
  return fc.record(
    Object.fromEntries(drawn.map(([name, each]) => [name, drawFrom(asRecord(each), schemas, depth + 1)])),
    { requiredKeys, noNullPrototype: true },
  );
}

const formatted: Readonly<Record<string, Arbitrary<string>>> = {
  date: fc
    .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  'date-time': fc
    .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  uuid: fc.uuid(),
  email: fc.constantFrom('ada@example.org', 'a.b+c@x-y.example'),
  uri: fc.constantFrom('https://covenant.example/x', 'urn:request:1'),
};

function text(schema: JsonObject): Arbitrary<string> {
  const examples = (schema.examples ?? []) as string[];
  const format = formatted[String(schema.format)];
  if (format) return format;
  const [minLength, maxLength] = [Number(schema.minLength ?? 0), Number(schema.maxLength ?? Number.POSITIVE_INFINITY)];
  if (typeof schema.pattern !== 'string')
    return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 20)) });
  try {
    return matching(schema.pattern).filter(({ length }) => length >= minLength && length <= maxLength);
  } catch {
    // Look-ahead cannot be drawn from.
    return fc.constantFrom(...(examples.length > 0 ? examples : ['x']));
  }
}

const known = new Map<string, Arbitrary<string>>();

/** One for each pattern: the library goes through all of Unicode for each arbitrary that it makes of one. */
function matching(source: string): Arbitrary<string> {
  const pattern = new RegExp(source, 'u');
  const arbitrary =
    known.get(source) ??
    fc
      .stringMatching(pattern, { size: 'xsmall' }) // short, or a repeated part is longer than maxLength nearly always
      .filter((drawn) => pattern.test(drawn));
  known.set(source, arbitrary);
  return arbitrary;
}

const junk: readonly Json[] = [null, '', 'x'.repeat(3000), -1, 0.5, 1e12, true, [], {}, '2026-02-30', '\u{1f697}'];

/** The value with one place changed, dropped, or added; rarely still valid. */
export const beside = (value: Json, others: readonly Json[] = junk): Arbitrary<Json> =>
  fc
    .tuple(fc.nat(1000), fc.constantFrom(...others), fc.constantFrom('change', 'drop', 'add'))
    .map(([place, other, how]) => {
      const copy = structuredClone(value) as Json;
      const places = placesIn({ top: copy } as JsonObject);
      const [holder, key] = places[place % places.length] ?? [{}, 'top'];
      if (how === 'drop' && key !== 'top' && !Array.isArray(holder)) delete holder[key];
      else if (how === 'add' && typeof holder[key] === 'object' && holder[key] !== null && !Array.isArray(holder[key]))
        Object.assign(holder[key], { unheard_of: other });
      else if (key === 'top') return other;
      else holder[key] = other;
      return copy;
    });

type Holder = Record<string, Json>;

function placesIn(holder: JsonObject): [Holder, string][] {
  return Object.entries(holder).flatMap(([key, value]): [Holder, string][] => [
    [holder as Holder, key],
    ...(typeof value === 'object' && value !== null ? placesIn(value as JsonObject) : []),
  ]);
}
