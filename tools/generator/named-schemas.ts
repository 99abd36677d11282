// Names for the schemas within the schemas of a message document. Generators of models number what has none:
// AnonymousSchema_6.
import { asRecord, isRecord, type Json, type JsonObject, mapObject } from '../contract/json.ts';

/**
 * Each enumeration, object and choice inside a named schema has a title: that of `kind` in IngestJobFinished is
 * IngestJobFinishedKind.
 */
export function withNamedSchemas(document: JsonObject): JsonObject {
  const components = asRecord(document.components);
  const schemas = mapObject(asRecord(components.schemas), (schema, name) => withNamedParts(asRecord(schema), name));
  return { ...document, components: { ...components, schemas } };
}

function withNamedParts(schema: JsonObject, name: string): JsonObject {
  const named = (part: Json, suffix: string): Json => (isRecord(part) ? titled(part, `${name}${suffix}`) : part);
  return mapObject(schema, (value, key) => {
    if (key === 'properties') return mapObject(asRecord(value), (part, property) => named(part, pascal(property)));
    if (key === 'items' || key === 'additionalProperties') return named(value, 'Item');
    if (!combinations.has(key) || !Array.isArray(value)) return value;
    return value.map((part, index) => named(part, `${pascal(key)}${index + 1}`));
  });
}

const combinations = new Set(['oneOf', 'anyOf', 'allOf']);

/** What only refers to a schema has the name of that one. */
function titled(schema: JsonObject, name: string): JsonObject {
  const needsName = ['enum', 'properties', 'oneOf', 'anyOf'].some((key) => schema[key] !== undefined);
  const parts = withNamedParts(schema, name);
  return needsName && schema.title === undefined && schema.$ref === undefined ? { title: name, ...parts } : parts;
}

const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');
