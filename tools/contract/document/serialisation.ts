// How values are written into a request. OpenAPI has many ways; the server, both clients and the command line have one
// for each place, and all others are refused here.
import type { BodyKind } from '../../runtime/contract.ts';
import { asRecord, isRecord, type JsonObject } from '../json.ts';
import type { BodyMedia, Parameter } from './model.ts';
import type { Reading } from './reading.ts';

const styles: Readonly<Record<Parameter['in'], string>> = {
  path: 'simple',
  query: 'form',
  header: 'simple',
  cookie: 'form',
};

/** OpenAPI ignores parameters of these names, and the clients set the headers themselves. */
const ignoredHeaders = ['accept', 'content-type', 'authorization'];

export function checkParameter(reading: Reading, json: JsonObject, parameter: Parameter): void {
  const { in: place, name, schema } = parameter;
  const style = styles[place];
  if (style === undefined)
    reading.wrong(json, 'in', `"${name}" is in ${place}; it must be in the path, query, header or cookie`);
  else if (json.style !== undefined && json.style !== style)
    reading.wrong(
      json,
      'style',
      `"${name}" has the style ${json.style}, which is not supported; leave it out: a parameter in the ${place} has the style ${style}`,
    );
  if (isList(reading, schema) && place !== 'query')
    reading.wrong(json, 'schema', `"${name}" is a list in the ${place}; only a parameter in the query can be a list`);
  const items = itemsOf(reading, schema);
  if (isList(reading, schema) && parameter.commas && items.type === 'string' && items.enum === undefined)
    reading.wrong(
      json,
      'explode',
      `the values of "${name}" may have commas themselves; leave "explode" out, so that the list is repeated`,
    );
  if (isBinary(reading, schema) || isBinary(reading, items))
    reading.wrong(json, 'schema', `"${name}" is a file; only a field of a multipart/form-data body can be a file`);
  if (place === 'header' && ignoredHeaders.includes(name.toLowerCase()))
    reading.wrong(json, 'name', `OpenAPI ignores a parameter for the header ${name}; remove it`);
}

/**
 * The form's own fields are judged one by one: what an `allOf` adds would be missing in the server and in the types.
 */
export function checkBody(reading: Reading, json: JsonObject, bodies: readonly BodyMedia[]): void {
  for (const body of bodies) checkMedia(reading, json, body);
  const isForm = ({ kind }: BodyMedia) => kind === 'form' || kind === 'multipart';
  const twice = bodies.find(
    (body, i) => bodies.findIndex((each) => each.kind === body.kind || (isForm(each) && isForm(body))) !== i,
  );
  if (twice !== undefined)
    reading.wrong(json, 'requestBody', `${twice.type} is the second ${nouns[twice.kind]} of this operation; keep one`);
}

const nouns: Readonly<Record<BodyKind, string>> = {
  json: 'JSON body',
  form: 'form',
  multipart: 'form',
  text: 'text body',
};

function checkMedia(reading: Reading, json: JsonObject, { type, kind, schema }: BodyMedia): void {
  const content = asRecord(asRecord(reading.resolve(asRecord(json.requestBody)).content)[type]);
  const resolved = reading.resolve(schema);
  if (kind === 'text' && !(isTextType(type) && resolved.type === 'string' && resolved.format !== 'binary'))
    reading.wrong(
      content,
      'schema',
      `a body of ${type} is not supported; use JSON, a form, or text (text/* or application/yaml) with the schema type string`,
    );
  if (kind === 'form' || kind === 'multipart') checkFields(reading, content, { type, kind, schema: resolved });
  if (content.encoding !== undefined) checkEncoding(reading, content, { kind, schema: resolved });
}

const isTextType = (type: string): boolean => /^(text\/[a-z0-9.+-]+|application\/yaml)$/.test(type);

function checkFields(reading: Reading, content: JsonObject, { type, kind, schema }: Omit<BodyMedia, 'defaults'>): void {
  const isPlain = schema.properties !== undefined && ['allOf', 'oneOf', 'anyOf'].every((key) => !(key in schema));
  if (!isPlain)
    reading.wrong(content, 'schema', `the schema of ${type} must be an object with its fields in "properties"`);
  const isOpen = schema.additionalProperties !== undefined && schema.additionalProperties !== false;
  if (isOpen && schema['x-open-request'] === undefined)
    reading.wrong(schema, 'additionalProperties', `a form has no other fields; set "additionalProperties" to false`);
  for (const [name, field] of Object.entries(asRecord(schema.properties))) {
    const ofFiles = isBinary(reading, itemsOf(reading, asRecord(field)));
    if (ofFiles) reading.wrong(asRecord(field), 'items', `"${name}" is a list of files; a field has one file`);
    if (kind === 'form' && isBinary(reading, asRecord(field)))
      reading.wrong(asRecord(field), 'format', `"${name}" is a file; send the form as multipart/form-data`);
  }
}

/** A file whose type a client does not know is sent as this one. */
const anyFile = 'application/octet-stream';

/**
 * Only `contentType` of a file has a meaning: which types clients may send, as services judge a file by its content.
 */
function checkEncoding(
  reading: Reading,
  content: JsonObject,
  { kind, schema }: Pick<BodyMedia, 'kind' | 'schema'>,
): void {
  const encoding = asRecord(content.encoding);
  const fields = asRecord(schema.properties);
  for (const [name, each] of Object.entries(encoding)) {
    const more = Object.keys(asRecord(each)).find((key) => key !== 'contentType');
    const types = String(asRecord(each).contentType).split(/\s*,\s*/);
    const message =
      kind !== 'multipart' || !isBinary(reading, asRecord(fields[name]))
        ? `the encoding of "${name}" is not supported; only a file in multipart/form-data can have one`
        : more !== undefined
          ? `"${more}" of the encoding of "${name}" is not supported; only contentType is`
          : types.includes(anyFile)
            ? undefined
            : `contentType of "${name}" must include ${anyFile}, as which clients send a file whose type they do not know`;
    if (message !== undefined) reading.wrong(content, 'encoding', message);
  }
}

/** Refuses a file within JSON: it would be a Blob in the types, and nothing on the wire. */
export function checkFiles(reading: Reading, schema: JsonObject, visited = new Set<JsonObject>()): void {
  const resolved = reading.resolve(schema);
  if (visited.has(resolved)) return;
  visited.add(resolved);
  if (resolved.format === 'binary')
    reading.wrong(resolved, 'format', 'only a field of a multipart/form-data body can be a file');
  const branches = ['oneOf', 'anyOf', 'allOf'].flatMap((key) => reading.list(resolved[key]));
  const inner = [...Object.values(asRecord(resolved.properties)), resolved.items, resolved.additionalProperties];
  for (const each of [...inner, ...branches].filter(isRecord)) checkFiles(reading, each, visited);
}

const isList = (reading: Reading, schema: JsonObject): boolean => reading.resolve(schema).type === 'array';

const itemsOf = (reading: Reading, schema: JsonObject): JsonObject =>
  reading.resolve(asRecord(reading.resolve(schema).items));

const isBinary = (reading: Reading, schema: JsonObject): boolean => reading.resolve(schema).format === 'binary';
