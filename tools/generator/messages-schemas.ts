// The schemas that a message document uses, each under one name, and their forms: closed for senders, open for receivers, stored for the outbox.
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { asRecord, byteOrder, isRecord, type Json, type JsonObject, mapObject } from './json.ts';

export type Schemas = Record<string, JsonObject>;

const prefix = '#/components/schemas/';

export const readYaml = async (file: string): Promise<JsonObject> =>
  asRecord(parse(await readFile(file, 'utf8')) as Json);

/** Reads a document together with the schemas of other files that it refers to; all references in the result are local. */
export async function readDocument(file: string): Promise<JsonObject> {
  const schemas: Record<string, Json> = {};
  const visited = new Map<string, string>();
  const localise = async (value: Json, from: string): Promise<Json> => {
    if (Array.isArray(value)) return Promise.all(value.map((item) => localise(item, from)));
    if (!isRecord(value)) return value;
    const reference = value.$ref;
    if (typeof reference === 'string' && (from !== file || !reference.startsWith('#')))
      return { ...value, $ref: await adopt(reference, from) };
    const entries = await Promise.all(
      Object.entries(value).map(async ([key, inner]) => [key, await localise(inner, from)] as const),
    );
    return Object.fromEntries(entries);
  };
  const adopt = async (reference: string, from: string): Promise<string> => {
    const [path = '', pointer = ''] = reference.split('#');
    const target = path === '' ? from : resolve(dirname(from), path);
    const name = pointer.split('/').at(-1) ?? '';
    const origin = `${target}#${pointer}`;
    const earlier = visited.get(name);
    if (earlier !== undefined && earlier !== origin)
      throw new Error(`${from}: two schemas are called ${name}: ${earlier} and ${origin}`);
    if (target === file) return `#${pointer}`;
    if (!pointer.startsWith('/components/schemas/'))
      throw new Error(`${from}: only schemas of other files may be used here: ${reference}`);
    if (earlier === undefined) {
      visited.set(name, origin);
      schemas[name] = await localise(
        asRecord(asRecord(asRecord((await readYaml(target)).components).schemas)[name] ?? null),
        target,
      );
    }
    return prefix + name;
  };
  const document = asRecord(await localise(await readYaml(file), file));
  const components = asRecord(document.components);
  for (const name of visited.keys())
    if (isRecord(asRecord(components.schemas)[name]))
      throw new Error(`${file}: schema ${name} exists here and in a file that it refers to`);
  // Files are read at the same time, so what they bring arrives in any order.
  const adopted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => byteOrder(a, b)));
  return { ...document, components: { ...components, schemas: { ...asRecord(components.schemas), ...adopted } } };
}

export const componentSchemas = (document: JsonObject): Schemas =>
  asRecord(asRecord(document.components).schemas) as Schemas;

/** What a local reference points at; anything else as it is. */
export function dereference(document: JsonObject, value: Json | undefined): JsonObject {
  if (!isRecord(value)) return {};
  const reference = value.$ref;
  if (typeof reference !== 'string') return value;
  const steps = reference
    .replace(/^#\//, '')
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const found = steps.reduce<Json>((at, step) => asRecord(at)[step] ?? null, document);
  if (!isRecord(found)) throw new Error(`nothing stands at ${reference}`);
  return dereference(document, found);
}

export const referredName = (schema: Json | undefined): string | undefined => {
  const reference = asRecord(schema ?? null).$ref;
  return typeof reference === 'string' && reference.startsWith(prefix) ? reference.slice(prefix.length) : undefined;
};

export const referenceTo = (name: string): JsonObject => ({ $ref: prefix + name });

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

/** Receivers take fields that they do not know, so that a sender may add some. References lead to open schemas again. */
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
export function without(schema: JsonObject, fields: readonly string[]): JsonObject {
  const { required, properties, ...rest } = schema;
  return {
    ...rest,
    required: (Array.isArray(required) ? required : []).filter((name) => !fields.includes(String(name))),
    properties: mapObject(asRecord(properties ?? null), (property, name) =>
      fields.includes(name) ? undefined : property,
    ),
  };
}
