// Schemas of messages in their forms (closed for senders, open for receivers, stored for the outbox), printed as types
// and validators.

import { asRecord, isRecord, type Json, type JsonObject, mapObject } from '../../contract/json.ts';
import { emitValidators } from '../code/validators.ts';
import { emitTypes } from './messages-types.ts';
import { referenceTo, referredName, type Schemas } from './references.ts';

/** A message by the names of its schemas; `filled`: fields that only the relay fills in. */
type MessageFacts = { readonly payload: string; readonly headers: string; readonly filled: readonly string[] };
type Facts = { readonly messages: readonly MessageFacts[]; readonly schemas: Schemas; readonly header: string };
type Printed = { readonly types: string; readonly js: string; readonly dts: string };

/** Types of a document of the broker: payloads and headers. */
export function emitPayloads({ messages, schemas, header }: Facts): Printed {
  const names = [...new Set(messages.flatMap(({ payload, headers }) => [payload, headers]))].sort();
  const used = reachable(
    schemas,
    messages.flatMap(({ payload, headers }) => [payload, headers]),
  );
  const stored = messages
    .filter(({ filled }) => filled.length > 0)
    .map(({ payload, filled }) => [`${payload}Stored`, without(used[payload] ?? {}, filled)] as const);
  const validators = { ...closedAndOpen(names), ...Object.fromEntries(stored) };
  return { types: emitTypes(used, header), ...messageValidators(validators, used, header, './payloads.ts') };
}

/** Types of a document of a WebSocket: what each side sends, as one union. */
export function emitUnions({
  unions,
  schemas,
  header,
}: Facts & { readonly unions: Readonly<Record<string, readonly string[]>> }): Printed {
  const given = Object.entries(unions).filter(([, names]) => names.length > 0);
  const used = {
    ...reachable(
      schemas,
      given.flatMap(([, names]) => names),
    ),
    ...Object.fromEntries(given.map(([union, names]) => [union, { oneOf: names.map(referenceTo) }])),
  };
  const validators = closedAndOpen(given.map(([union]) => union));
  return { types: emitTypes(used, header), ...messageValidators(validators, used, header, './messages.ts') };
}

const closedAndOpen = (names: readonly string[]): Schemas =>
  Object.fromEntries(
    names.flatMap((name) => [
      [name, referenceTo(name)],
      [`${name}Open`, referenceTo(`${name}Open`)],
    ]),
  );

/** Validators by name, which may use each of the schemas, closed or open. */
export function messageValidators(
  validators: Schemas,
  schemas: Schemas,
  header: string,
  typesFrom: string,
): { readonly js: string; readonly dts: string } {
  const openSchemas = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [`${name}Open`, open(schema)]),
  );
  const typed = Object.keys(validators).filter((name) => typeName(name) in schemas);
  return emitValidators(validators, {
    header,
    runtime: '../runtime',
    components: { ...schemas, ...openSchemas },
    types: Object.fromEntries(typed.map((name) => [name, typeName(name)])),
    imports: [`import type { ${[...new Set(typed.map(typeName))].sort().join(', ')} } from '${typesFrom}';`],
  });
}

/** What an open validator has accepted is of the same type, with more in it. */
const typeName = (validator: string): string => validator.replace(/Open$/, '');

/** The schemas that these names reach, in the order of the document. */
export function reachable(schemas: Schemas, names: Iterable<string>): Schemas {
  const schemaNames = new Set<string>();
  const visit = (value: Json): void => {
    const name = referredName(value);
    if (name !== undefined) want(name);
    for (const inner of Array.isArray(value) ? value : Object.values(asRecord(value))) visit(inner);
  };
  const want = (name: string): void => {
    const schema = schemas[name];
    if (schema === undefined) throw new Error(`there is no schema ${name}`);
    if (schemaNames.has(name)) return;
    schemaNames.add(name);
    visit(schema);
  };
  for (const name of names) want(name);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => schemaNames.has(name)));
}

/**
 * Receivers take fields that they do not know, so that a sender may add some. References lead to open schemas again.
 */
export function open(schema: JsonObject): JsonObject {
  const walk = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isRecord(value)) return value;
    const name = referredName(value);
    if (name !== undefined) return referenceTo(`${name}Open`);
    return mapObject(value, (inner, key) =>
      key === 'additionalProperties' && inner === false
        ? undefined
        : key === 'enum' || key === 'const'
          ? inner
          : walk(inner),
    );
  };
  return walk(schema) as JsonObject;
}

/** The schema without the fields that are filled in at publish. */
function without(schema: JsonObject, fields: readonly string[]): JsonObject {
  const { required, properties, ...rest } = schema;
  return {
    ...rest,
    required: (Array.isArray(required) ? required : []).filter((name) => !fields.includes(String(name))),
    properties: mapObject(asRecord(properties ?? null), (property, name) =>
      fields.includes(name) ? undefined : property,
    ),
  };
}
