// What a client expects in a reply: the members that a schema requires, and those of the objects and lists below.

import type { ApiDocument } from '../../contract/document/model.ts';
import { asRecord, isRecord, type JsonObject } from '../../contract/json.ts';
import type { Members } from '../../runtime/client/options.ts';

/**
 * The members that a schema must have. Of alternatives nothing is expected, and of a schema within itself nothing more.
 */
export function membersOf(
  document: Pick<ApiDocument, 'schemas'>,
  schema: JsonObject,
  above: readonly string[] = [],
): Members {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return above.includes(name) ? 0 : membersOf(document, asRecord(document.schemas[name]), [...above, name]);
  }
  const of = (part: unknown): Members => membersOf(document, asRecord(part), above);
  if (isRecord(schema.items)) return [of(schema.items)];
  const parts = Array.isArray(schema.allOf) ? schema.allOf.map(of) : [];
  const properties = asRecord(schema.properties);
  const required = (Array.isArray(schema.required) ? schema.required : []) as readonly string[];
  const own = Object.fromEntries(required.map((name) => [name, of(properties[name])]));
  const all = [...parts, own].reduce<Members>(both, 0);
  return typeof all === 'object' && Object.keys(all).length === 0 ? 0 : all;
}

/** What either expects. */
function both(one: Members, other: Members): Members {
  if (one === 0 || other === 0 || Array.isArray(one) || Array.isArray(other)) return one === 0 ? other : one;
  const [first, second] = [one, other] as readonly Readonly<Record<string, Members>>[];
  const shared = Object.entries(second ?? {}).map(([name, theirs]) => [name, both(first?.[name] ?? 0, theirs)]);
  return { ...first, ...Object.fromEntries(shared) };
}
