// Builds a value from an example and what is known: path parameters, fields of the request, the current time. What
// would break the schema stays as in the example.
import { randomInt, randomUUID } from 'node:crypto';
import { parse } from 'yaml';
import { asRecord, isRecord, type Json, type JsonObject, mapObject } from '../../contract/json.ts';
import type { Backend } from './backend.ts';
import type { ResourceKind } from './roles.ts';
import { drawn, membersOf, resolved, type States, statesOf, usualStates } from './schema.ts';

export type ExampleBuilder = {
  /** The example with all that is known in its place. */
  readonly overlaid: (schema: JsonObject, example: unknown, known: JsonObject) => JsonObject;
  /** With new times, as of a resource that has just been created. */
  readonly dated: (schema: JsonObject, value: JsonObject, now: Date) => JsonObject;
  readonly newId: (kind: ResourceKind) => Json;
  /** A resource after this many state transitions; 0: as created. */
  readonly stepped: (
    schema: JsonObject,
    value: JsonObject,
    steps: number,
    examples: readonly JsonObject[],
  ) => JsonObject;
  /** The number of transitions to its last state. */
  readonly steps: (schema: JsonObject) => number;
};

export function exampleBuilder({
  document: { schemas },
  follows,
}: Pick<Backend, 'document' | 'follows'>): ExampleBuilder {
  const overlaid: ExampleBuilder['overlaid'] = (schema, example, known) => {
    const value: Record<string, Json> = { ...structuredClone(asRecord(example)) };
    for (const [name, member] of membersOf(schemas, schema)) {
      const given = known[name];
      if (given !== undefined && follows(member, given)) value[name] = structuredClone(given);
    }
    return value;
  };
  const stateFieldIn = (schema: JsonObject): StateField | undefined =>
    membersOf(schemas, schema).flatMap(([name, each]) => {
      const states = statesOf(schemas, each);
      return states === undefined ? [] : [{ name, states }];
    })[0];
  const inner = (schema: JsonObject): [string, JsonObject][] =>
    membersOf(schemas, schema).flatMap(([name, each]) => {
      const items = asRecord(resolved(schemas, each).items);
      return stateFieldIn(items) ? [[name, items]] : [];
    });
  const phases = (schema: JsonObject, state: Json | undefined, ended: boolean): JsonObject =>
    Object.fromEntries(
      membersOf(schemas, schema).flatMap(([name, each]) => {
        const names = (resolved(schemas, each).enum ?? []) as readonly Json[];
        const phase = names.includes(state ?? null) ? state : ended ? names.at(-1) : undefined;
        return name !== 'phase' || phase === undefined ? [] : [[name, phase]];
      }),
    );
  const steps: ExampleBuilder['steps'] = (schema) =>
    Math.max(0, ...[schema, ...inner(schema).map(([, items]) => items)].map((each) => lengthOf(stateFieldIn(each))));
  const stepped: ExampleBuilder['stepped'] = (schema, value, taken, examples) => {
    const field = stateFieldIn(schema);
    const ended = taken >= steps(schema);
    const advanced = field ? advance(field, value, taken, examples) : ended ? filled(value, examples[0] ?? {}) : value;
    const lists = inner(schema).map(([name, items]) => [
      name,
      ((advanced[name] ?? []) as readonly Json[]).map((each) => stepped(items, asRecord(each), taken, [])),
    ]);
    const known = { ...advanced, ...(field ? phases(schema, advanced[field.name], ended) : {}) };
    const whole = overlaid(schema, value, { ...known, ...Object.fromEntries(lists) } as JsonObject);
    return follows(schema, whole) ? whole : value;
  };
  return {
    overlaid,
    stepped,
    dated(schema, value, now) {
      const times = membersOf(schemas, schema).filter(
        ([name, each]) => resolved(schemas, each).format === 'date-time' && typeof value[name] === 'string',
      );
      return { ...value, ...Object.fromEntries(times.map(([name]) => [name, now.toISOString()])) };
    },
    newId({ parameter }) {
      const schema = resolved(schemas, parameter.schema);
      return schema.format === 'uuid' ? randomUUID() : drawn(schemas, schema, randomInt(2 ** 31));
    },
    steps,
  };
}

type StateField = { readonly name: string; readonly states: States };

const lengthOf = (field: StateField | undefined): number => (field ? usualStates(field.states).length - 1 : 0);

/** The example of the state that is reached, with the resource's own values. */
function advance(
  { name, states }: StateField,
  value: JsonObject,
  steps: number,
  examples: readonly JsonObject[],
): JsonObject {
  // A result for an unknown student has no state and gets none.
  if (typeof value[name] !== 'string') return value;
  const path = usualStates(states);
  const at = Math.min(steps, path.length - 1);
  const state = path[at] ?? states.initial;
  const example = examples.find((each) => each[name] === state);
  const progress = { progress: Math.floor((100 * at) / Math.max(1, path.length - 1)) };
  return { ...(example ?? value), ...(example ? kept(value, example) : {}), ...progress, [name]: state };
}

/** Values given at creation stay; what depends on the state comes from the example. */
const kept = (value: JsonObject, example: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(value).filter(([name, each]) => typeof each === 'string' && typeof example[name] === 'string'),
  );

/** What is known only at the end, as the example has it. */
const filled = (value: JsonObject, example: JsonObject): JsonObject =>
  mapObject(value, (each, name) => (each === null && example[name] !== undefined ? (example[name] as Json) : each));

/** The fields of a request, however they were sent. */
export function fieldsOf(body: unknown): JsonObject {
  if (typeof body !== 'string') return asRecord(body);
  try {
    const value: unknown = parse(body);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
