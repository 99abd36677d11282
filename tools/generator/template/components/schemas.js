// The messages of a document and the schemas that they use, each under its name: the parser puts the schema itself where a reference to it stands.

export function schemaFacts(asyncapi) {
  const { components = {} } = asyncapi.json();
  const schemas = Object.fromEntries(Object.entries(components.schemas ?? {}).map(([name, schema]) => [name, withReferences(schema)]));
  const nameOf = (schema, otherwise) => {
    const name = nameIn(schema);
    if (name === undefined) schemas[otherwise] = withReferences(schema ?? {});
    return name ?? otherwise;
  };
  const messages = Object.entries(components.messages ?? {}).map(([key, { name = key, payload, headers, 'x-filled-at-publish': filled = [] }]) => ({
    payload: nameOf(payload, name),
    headers: nameOf(headers, `${name}Headers`),
    filled,
  }));
  return { messages, schemas };
}

/** Names of the payloads that are sent, or received, over any channel. */
export const payloadNames = (asyncapi, action) => [
  ...new Set(
    asyncapi.operations().all().filter((operation) => operation.action() === action)
      .flatMap((operation) => operation.messages().all()).map((message) => nameIn(message.payload()?.json()) ?? message.name()),
  ),
];

const nameIn = (schema) => {
  const id = schema?.['x-parser-schema-id'] ?? '';
  return /^[A-Za-z]\w*$/.test(id) ? id : undefined;
};

/** The schema as it was written, without what the parser adds. */
const withReferences = (schema) => copied(schema, true);

function copied(value, isTop = false) {
  if (Array.isArray(value)) return value.map((inner) => copied(inner));
  if (typeof value !== 'object' || value === null) return value;
  const name = isTop ? undefined : nameIn(value);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  return Object.fromEntries(Object.entries(value).filter(([key]) => !key.startsWith('x-parser-')).map(([key, inner]) => [key, copied(inner)]));
}
