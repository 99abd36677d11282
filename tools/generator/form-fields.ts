// Fields of published multipart forms: texts stand in place, since clients read a reference to one as an object.
import { asRecord, type Json, type JsonObject, mapObject } from '../contract/json.ts';

const prefix = '#/components/schemas/';

/**
 * openapi-generator 7.25 sends a field that refers to a text as JSON, in quotes (typescript-fetch), and gives it a type
 * that does not exist (rust); decision 593.
 */
export function withFormFieldsInPlace(document: JsonObject): JsonObject {
  const components = asRecord(document.components);
  const schemas = asRecord(components.schemas);
  const forms = formsOf(document);
  const inPlace = (form: Json) =>
    mapObject(asRecord(form), (value, key) =>
      key === 'properties' ? mapObject(asRecord(value), (field) => plainField(asRecord(field), schemas)) : value,
    );
  return {
    ...document,
    components: {
      ...components,
      schemas: mapObject(schemas, (schema, name) => (forms.has(name) ? inPlace(schema) : schema)),
    },
  };
}

/** What stands beside the reference counts before what it refers to. */
function plainField({ $ref, ...beside }: JsonObject, schemas: JsonObject): JsonObject {
  if (typeof $ref !== 'string') return beside;
  const target = asRecord(schemas[$ref.slice(prefix.length)]);
  // An enum keeps its name, which generators would make again for each place.
  return target.type === 'string' && target.enum === undefined ? { ...target, ...beside } : { $ref, ...beside };
}

/** The names of the schemas that are multipart forms. */
function formsOf(document: JsonObject): ReadonlySet<string> {
  const operations = Object.values(asRecord(document.paths)).flatMap((item) => Object.values(asRecord(item)));
  return new Set(
    operations.flatMap((operation) => {
      const { content } = asRecord(asRecord(operation).requestBody);
      const { schema } = asRecord(asRecord(content)['multipart/form-data']);
      const { $ref } = asRecord(schema);
      return typeof $ref === 'string' ? [$ref.slice(prefix.length)] : [];
    }),
  );
}
