// Mutants that follow from the contract: each constraint that it has of requests, of the bodies of replies and of their
// headers is broken once, where it stands first.
import { join } from 'node:path';
import { bundle } from '../../contract/document/bundle.ts';
import { asRecord, isRecord, type Json, type JsonObject } from '../../contract/json.ts';
import { type AreaName, areas } from './area.ts';
import type { Mutant, MutantGroup } from './mutant.ts';
import { asked, body, type Fields, header, keyword, unchecked, wire } from './mutation-operators.ts';

type Operation = { readonly area: AreaName; readonly id: string; readonly at: RegExp; readonly method: string } & {
  readonly facts: JsonObject;
  readonly resolve: (value: Json | undefined) => JsonObject;
};

const root = join(import.meta.dirname, '../../..');
const asRecords = (value: Json | undefined): readonly JsonObject[] => (Array.isArray(value) ? value.map(asRecord) : []);

/** In the order of areas and contracts; of the areas those in which every caller gets answers. */
const operations = (['admin', 'series', 'tokens', 'jobs', 'labs'] as const).flatMap((area): readonly Operation[] => {
  const { json } = bundle(root, `spec/${areas[area].document}/openapi.yaml`);
  const resolve = (value: Json | undefined): JsonObject => {
    const { $ref, ...own } = asRecord(value);
    if (typeof $ref !== 'string') return asRecord(value);
    return {
      ...resolve(
        $ref
          .slice(2)
          .split('/')
          .reduce<Json>((node, key) => asRecord(node)[key] ?? null, json),
      ),
      ...own,
    };
  };
  return Object.entries(asRecord(json.paths))
    .filter(([path]) => areas[area].paths.some((each) => path.startsWith(each)))
    .flatMap(([path, item]) =>
      Object.entries(asRecord(item)).map(([method, operation]) => ({
        area,
        id: String(asRecord(operation).operationId),
        at: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
        method: method.toUpperCase(),
        facts: asRecord(operation),
        resolve,
      })),
    )
    .filter(({ facts }) => facts.operationId !== undefined);
});

/** Where a constraint stands; `*` is each item. */
type Place = { readonly name: string; readonly path: readonly string[]; readonly schema: JsonObject };

function placesOf(
  from: Operation,
  value: Json | undefined,
  isThere: boolean,
  path: readonly string[] = [],
): readonly Place[] {
  const schema = from.resolve(value);
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const isText = [schema.type].flat().includes('string');
  return [
    ...Object.keys(schema)
      .filter((name) => name !== 'format' || isText) // those of numbers are sizes, which JSON does not have
      .map((name) => ({ name, path, schema })),
    ...asRecords(schema.allOf).flatMap((part) => placesOf(from, part, isThere, path)),
    ...Object.entries(asRecord(schema.properties))
      .filter(([name]) => !isThere || required.has(name))
      .flatMap(([name, member]) => placesOf(from, member, isThere, [...path, name])),
    ...(isRecord(schema.items) ? placesOf(from, schema.items, isThere, [...path, '*']) : []),
  ];
}

/** The first value of each key. */
const firstBy = <T>(all: readonly T[], key: (each: T) => string): readonly T[] =>
  [...new Map(all.toReversed().map((each) => [key(each), each])).values()].toReversed();

// --- Requests: a constraint that is not checked.

const ofQueries = ['minimum', 'maximum', 'enum', 'format', 'pattern', 'maxLength'];
const ofFields = [
  ...['required', 'additionalProperties', 'type', 'const', 'pattern', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems'],
];
/** What one of these refuses, the others of a text often refuse as well: such a mutant would be no change. */
const ofTexts = ['enum', 'format', 'pattern', 'const'];

const isAlone = ({ name, schema }: Place): boolean =>
  ![schema.type].flat().includes('string') ||
  ofTexts.filter((each) => each !== name && schema[each] !== undefined).length === 0;

const requests = firstBy(
  operations.flatMap((from) => {
    const parameters = asRecords(from.facts.parameters).map(from.resolve);
    // A cursor that is not checked is refused all the same, as one that the server did not give.
    const query = parameters.filter((each) => each.in === 'query' && each.name !== 'cursor');
    const media = asRecord(asRecord(from.resolve(from.facts.requestBody).content)['application/json']);
    return [
      ...query.flatMap(({ schema }) => placesOf(from, schema, false).map((place) => ({ from, place, kind: 'query' }))),
      ...placesOf(from, media.schema, false).map((place) => ({ from, place, kind: 'json' })),
    ].filter(({ place, kind }) => (kind === 'query' ? ofQueries : ofFields).includes(place.name) && isAlone(place));
  }),
  ({ place, kind }) => `${kind} ${place.name}`,
).map(
  ({ from: { area, id }, place: { name }, kind }): Mutant => ({
    id: `${name.toLowerCase()}-of-${kind}-unchecked`,
    what: `${name} in the ${kind} of ${id} is not checked`,
    area,
    operation: id,
    check: kind === 'query' ? 'broken-parameter' : 'broken-field',
    rule: 'status',
    mutate: unchecked(`${id}_${kind}`, keyword(name)),
  }),
);

// --- Replies: a value that the schema does not have, in all that must be there.

const jsonTypeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value === 'number' ? 'integer' : typeof value;

const broken: Readonly<Record<string, (schema: JsonObject, value: unknown) => unknown>> = {
  required: ({ required }, value) => {
    const { [(required as readonly string[])[0] ?? '']: _, ...others } = value as Fields;
    return others;
  },
  type: ({ type }) => [null, 'zz', 7].find((value) => ![type].flat().includes(jsonTypeOf(value))),
  enum: () => 'zz',
  const: () => 'zz',
  format: () => '2026-11-21 07:41:12',
  pattern: () => '\n',
  maxLength: ({ maxLength }) => 'x'.repeat(Number(maxLength) + 1),
  minimum: ({ minimum }) => Number(minimum) - 1,
  maximum: ({ maximum }) => Number(maximum) + 1,
};

function changed(value: unknown, [next, ...rest]: readonly string[], change: (value: unknown) => unknown): unknown {
  if (next === undefined) return change(value);
  if (next === '*') return (value as readonly unknown[]).map((each) => changed(each, rest, change));
  return { ...(value as Fields), [next]: changed((value as Fields)[next], rest, change) };
}

const replies = firstBy(
  operations.flatMap((from) =>
    Object.entries(asRecord(from.facts.responses))
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([, reply]) => {
        const media = asRecord(asRecord(from.resolve(reply).content)['application/json']);
        return placesOf(from, media.schema, true).map((place) => ({ from, place }));
      })
      .filter(({ place }) => place.name in broken),
  ),
  // In a list as well, whose items are judged one by one; of each type one.
  ({ place: { name, path, schema } }) => `${name} ${name === 'type' ? [schema.type].flat()[0] : path.includes('*')}`,
).map(
  ({ from: { area, id }, place: { name, path, schema } }, n): Mutant => ({
    id: `${name.toLowerCase()}-of-reply-${n}-broken`,
    what: `the reply of ${id} breaks ${name} at /${path.join('/')}`,
    area,
    operation: id,
    check: 'reply-body',
    asks: [],
    rule: /^body at /,
    expected: new RegExp(`^${name} of `),
    mutate: body(id, (reply) => changed(reply, path, (value) => broken[name]?.(schema, value))),
  }),
);

// --- Headers: one that is declared is missing.

/** Judged by checks of their own, which have mutants of their own. */
const judgedApart = ['ETag', 'Vary', 'Cache-Control', 'Pragma', 'Content-Disposition'];

const headers = firstBy(
  operations.flatMap((from) =>
    Object.entries(asRecord(from.facts.responses))
      .filter(([status]) => /^(2..|401)$/.test(status))
      .flatMap(([status, reply]) =>
        Object.keys(asRecord(from.resolve(reply).headers)).map((name) => ({ from, status: Number(status), name })),
      )
      .filter(({ name }) => !judgedApart.includes(name)),
  ),
  ({ name }) => name,
).map(
  ({ from: { area, id, method, at }, status, name }): Mutant => ({
    id: `no-${name.toLowerCase()}`,
    what: `the ${status} of ${id} has no ${name}`,
    area,
    operation: id,
    check: name === 'X-Request-Id' ? 'request-id' : 'reply-header',
    asks: status === 401 ? ['no-credential'] : [],
    rule: `header ${name}`,
    mutate: wire(asked(method, at), header(status, name)),
  }),
);

export const constraints: readonly MutantGroup[] = [
  { kind: 'constraints of requests', mutants: requests },
  { kind: 'constraints of replies', mutants: replies },
  { kind: 'declared headers', mutants: headers },
];
