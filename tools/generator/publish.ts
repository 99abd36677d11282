// The published form of a document: the contract, shaped so that generators and validators of others read it without
// flags. Nothing is promised here that the contract does not promise.

import type { ApiDocument, Problem } from '../contract/document/model.ts';
import { internalExtensions } from '../contract/document/shapes.ts';
import { asRecord, isRecord, type Json, type JsonObject, mapObject } from '../contract/json.ts';
import { problemBase } from '../runtime/problem.ts';
import { withFormFieldsInPlace } from './form-fields.ts';
import { withoutOpenForms, withPublishedMediaTypes } from './media-types.ts';
import { withPortablePatterns } from './portable-patterns.ts';
import { withSemanticVersion } from './semantic-version.ts';

type Schemas = Readonly<Record<string, JsonObject>>;

export function published(
  { bundle, schemas }: Pick<ApiDocument, 'bundle' | 'schemas'>,
  registry: Registry,
): JsonObject {
  const prefixed = clashing(schemas);
  const named = mapObject(asRecord(bundle.json.components), (section, name) =>
    name === 'schemas'
      ? mapObject(asRecord(section), (schema, key) => withNames(asRecord(schema), key, prefixed))
      : section,
  );
  const whole = withPortablePatterns(bounded({ ...bundle.json, components: named }) as JsonObject);
  const readable = withMediaTypes(withFormFieldsInPlace(withFormsFirst(withoutOpenForms(withoutInternals(whole)))));
  return withLargeHeads(withSemanticVersion(readable), registry);
}

/** Values of callers are not read: an example may have any member. */
function withoutInternals<Value extends Json>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutInternals) as unknown as Value;
  if (!isRecord(value)) return value;
  return mapObject(value, (each, key) => {
    if (internalExtensions.has(key)) return undefined;
    return key.startsWith('example') || key === 'default' ? each : withoutInternals(each);
  }) as Value;
}

/** JSON numbers beyond it have lost digits before a service can read them. */
const largest = Number.MAX_SAFE_INTEGER;

function bounded(value: Json): Json {
  if (Array.isArray(value)) return value.map(bounded);
  if (!isRecord(value)) return value;
  const inner = mapObject(value, (each, key) =>
    key.startsWith('example') || key === 'default' ? each : bounded(each),
  );
  return value.format === 'int64' && value.maximum === undefined ? { ...inner, maximum: largest } : inner;
}

const valuesOf = (schema: JsonObject): readonly string[] =>
  (Array.isArray(schema.enum) ? schema.enum : []).filter((each) => typeof each === 'string');

/** Enums that share a value with another. Go has one name space for the constants of all. */
function clashing(schemas: Schemas): ReadonlySet<string> {
  const owners = Map.groupBy(
    Object.entries(schemas).flatMap(([name, schema]) => valuesOf(schema).map((value) => ({ name, value }))),
    ({ value }) => constantOf(value),
  );
  return new Set([...owners.values()].filter((all) => all.length > 1).flatMap((all) => all.map(({ name }) => name)));
}

function withNames(schema: JsonObject, name: string, prefixed: ReadonlySet<string>): JsonObject {
  if (!prefixed.has(name) || valuesOf(schema).length !== (schema.enum as Json[]).length) return schema;
  return { ...schema, 'x-enum-varnames': valuesOf(schema).map((value) => constantOf(`${name} ${value}`)) };
}

const constantOf = (text: string): string =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase();

const isForm = (type: string): boolean => /^(application\/x-www-form-urlencoded|multipart\/form-data)$/.test(type);

/**
 * openapi-generator reads the first of several bodies, and where another one is a form, it imports a model that it does
 * not make.
 */
function withFormsFirst(document: JsonObject): JsonObject {
  const paths = mapOperations(document, (operation) => {
    const { requestBody } = operation;
    const content = Object.entries(asRecord(asRecord(requestBody).content));
    if (content.length < 2) return operation;
    const ordered = [...content.filter(([type]) => isForm(type)), ...content.filter(([type]) => !isForm(type))];
    return { ...operation, requestBody: { ...asRecord(requestBody), content: Object.fromEntries(ordered) } };
  });
  return { ...document, paths };
}

const withMediaTypes = (document: JsonObject): JsonObject => ({
  ...document,
  paths: mapOperations(document, withPublishedMediaTypes),
});

/** The listener refuses too large a head before it looks for an operation, so that every one can be answered so. */
function withLargeHeads(document: JsonObject, registry: Registry): JsonObject {
  const slug = 'headers-too-large';
  const { status, title, meaning } = registry[slug] ?? { status: 431, title: '', meaning: '' };
  const problem = {
    type: `${problemBase}${slug}`,
    title,
    status,
    detail: 'The request line and the header fields together exceed 16 KiB.',
    instance: 'urn:request:01JD9Q2V6E8W3K5T7Y9B1N3M5P',
  };
  const response = {
    description: meaning,
    'x-problems': [slug],
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: { [slug]: { value: problem } },
      },
    },
  };
  const components = asRecord(document.components);
  const responses = { ...asRecord(components.responses), headersTooLarge: response };
  const paths = mapOperations(document, (operation) => ({
    ...operation,
    responses: inOrder({
      ...asRecord(operation.responses),
      [status]: { $ref: '#/components/responses/headersTooLarge' },
    }),
  }));
  return { ...document, paths, components: { ...components, responses } };
}

const inOrder = (responses: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(responses).sort(([a], [b]) => Number(a) - Number(b)));

function mapOperations(document: JsonObject, change: (operation: JsonObject) => JsonObject): JsonObject {
  return mapObject(asRecord(document.paths), (item) =>
    mapObject(asRecord(item), (each) => (asRecord(each).operationId === undefined ? each : change(asRecord(each)))),
  );
}

type Registry = Readonly<Record<string, Problem>>;
