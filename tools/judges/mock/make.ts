// How a value is made of an example and of what is known: names of the address, fields of the request, the present time. Whatever would break the schema is left as in the example.
import { randomInt, randomUUID } from 'node:crypto';
import { parse } from 'yaml';
import { asRecord, isRecord, type Json, type JsonObject, mapObject } from '../../generator/json.ts';
import type { Backend } from './backend.ts';
import type { Kind } from './roles.ts';
import { drawn, membersOf, resolved, type States, statesOf, wayOf } from './schema.ts';

export type Known = {
  readonly path: Readonly<Record<string, unknown>>;
  /** Body, form or the YAML of either, as far as it is an object. */
  readonly fields: JsonObject;
};

export type Maker = {
  /** The example with all that is known in its place. */
  readonly overlaid: (schema: JsonObject, example: unknown, known: JsonObject) => JsonObject;
  /** With new times, as of something that has just been made. */
  readonly dated: (schema: JsonObject, value: JsonObject, now: Date) => JsonObject;
  readonly newId: (kind: Kind) => Json;
  /** As a thing is when it begins, and after so many steps of its way. */
  readonly stepped: (
    schema: JsonObject,
    value: JsonObject,
    steps: number,
    examples: readonly JsonObject[],
  ) => JsonObject;
  /** How many steps its way has. */
  readonly steps: (schema: JsonObject) => number;
};

export function makerOf({ document: { schemas }, follows }: Pick<Backend, 'document' | 'follows'>): Maker {
  const overlaid: Maker['overlaid'] = (schema, example, known) => {
    const value: Record<string, Json> = { ...structuredClone(asRecord(example)) };
    for (const [name, member] of membersOf(schemas, schema)) {
      const given = known[name];
      if (given !== undefined && follows(member, given)) value[name] = structuredClone(given);
    }
    return value;
  };
  const wayIn = (schema: JsonObject): Way | undefined =>
    membersOf(schemas, schema).flatMap(([name, each]) => {
      const states = statesOf(schemas, each);
      return states === undefined ? [] : [{ name, states }];
    })[0];
  const inner = (schema: JsonObject): [string, JsonObject][] =>
    membersOf(schemas, schema).flatMap(([name, each]) => {
      const items = asRecord(resolved(schemas, each).items);
      return wayIn(items) ? [[name, items]] : [];
    });
  const phases = (schema: JsonObject, state: Json | undefined, ended: boolean): JsonObject =>
    Object.fromEntries(
      membersOf(schemas, schema).flatMap(([name, each]) => {
        const names = (resolved(schemas, each).enum ?? []) as readonly Json[];
        const phase = names.includes(state ?? null) ? state : ended ? names.at(-1) : undefined;
        return name !== 'phase' || phase === undefined ? [] : [[name, phase]];
      }),
    );
  const steps: Maker['steps'] = (schema) =>
    Math.max(0, ...[schema, ...inner(schema).map(([, items]) => items)].map((each) => lengthOf(wayIn(each))));
  const stepped: Maker['stepped'] = (schema, value, taken, examples) => {
    const way = wayIn(schema);
    const ended = taken >= steps(schema);
    const moved = way ? movedOn(way, value, taken, examples) : ended ? filled(value, examples[0] ?? {}) : value;
    const lists = inner(schema).map(([name, items]) => [
      name,
      ((moved[name] ?? []) as readonly Json[]).map((each) => stepped(items, asRecord(each), taken, [])),
    ]);
    const known = { ...moved, ...(way ? phases(schema, moved[way.name], ended) : {}) };
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

type Way = { readonly name: string; readonly states: States };

const lengthOf = (way: Way | undefined): number => (way ? wayOf(way.states).length - 1 : 0);

/** The example of the state that is reached, with what the thing has of its own. */
function movedOn({ name, states }: Way, value: JsonObject, steps: number, examples: readonly JsonObject[]): JsonObject {
  // Such as that of a student whom nobody knows: it has no state and gets none.
  if (typeof value[name] !== 'string') return value;
  const way = wayOf(states);
  const at = Math.min(steps, way.length - 1);
  const state = way[at] ?? states.initial;
  const example = examples.find((each) => each[name] === state);
  const progress = { progress: Math.floor((100 * at) / Math.max(1, way.length - 1)) };
  return { ...(example ?? value), ...(example ? kept(value, example) : {}), ...progress, [name]: state };
}

/** What a thing was made with stays as it is; what its state decides comes from the example. */
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
