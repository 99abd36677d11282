// What the mock reads from schemas: references followed, members by name, identifiers by what they refer to, values
// drawn.
import fc from 'fast-check';
import { asRecord, type Json, type JsonObject } from '../../contract/json.ts';
import { drawFrom } from '../../generator/code/arbitrary.ts';

export type Schemas = Readonly<Record<string, JsonObject>>;

const prefix = '#/components/schemas/';

export function resolved(schemas: Schemas, schema: JsonObject): JsonObject {
  const { $ref } = schema;
  if (typeof $ref !== 'string' || !$ref.startsWith(prefix)) return schema;
  return resolved(schemas, asRecord(schemas[$ref.slice(prefix.length)]));
}

/** Members of an object schema, as they are written: references not followed. */
export const membersOf = (schemas: Schemas, schema: JsonObject): [string, JsonObject][] =>
  Object.entries(asRecord(resolved(schemas, schema).properties)).map(([name, each]) => [name, asRecord(each)]);

/** The member that identifies a resource: the one with the schema of the path parameter, else with its name. */
export function identifierOf(
  schemas: Schemas,
  schema: JsonObject,
  parameter: { readonly name: string; readonly schema: JsonObject },
): string | undefined {
  const members = membersOf(schemas, schema);
  const same = members.filter(([, each]) => each.$ref !== undefined && each.$ref === parameter.schema.$ref);
  const named = members.find(([name]) => name === parameter.name);
  return (same.length === 1 ? same[0] : (named ?? same[0]))?.[0];
}

/** A value that follows the schema. The same seed gives the same value. */
export const drawn = (schemas: Schemas, schema: JsonObject, seed: number): Json =>
  fc.sample(drawFrom(schema, schemas), { numRuns: 1, seed })[0] ?? null;

export type States = {
  readonly initial: string;
  readonly moves: Readonly<Record<string, readonly string[]>>;
  readonly final: readonly string[];
  /** States that do not last. */
  readonly passing: readonly string[];
};

export function statesOf(schemas: Schemas, schema: JsonObject): States | undefined {
  const found = resolved(schemas, schema);
  if (found['x-states'] === undefined) return undefined;
  const { initial, moves, final } = found['x-states'] as unknown as Omit<States, 'passing'>;
  return { initial, moves, final, passing: Object.keys(asRecord(found['x-deadlines'])) };
}

/** The states from the initial one to where a resource may rest: always the first transition of the table. */
export function usualStates({ initial, moves, final, passing }: States): readonly string[] {
  const states = [initial];
  for (;;) {
    const at = states.at(-1) ?? initial;
    const next = moves[at]?.[0];
    const rests = final.includes(at) || (passing.length > 0 && !passing.includes(at));
    if (rests || next === undefined || states.includes(next)) return states;
    states.push(next);
  }
}
