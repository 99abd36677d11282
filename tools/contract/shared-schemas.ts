// Schemas that several documents have in common. They stand in a separate file, and a document takes them: fields of an
// object with `x-fields`, a whole schema with a `$ref` to that file.
import { posix } from 'node:path';

type Path = readonly (string | number)[];
type Fields = Readonly<Record<string, unknown>>;
type Schemas = Readonly<Record<string, Fields>>;
type Place = { readonly file: string; readonly path: Path };

export interface WithShared {
  readonly document: Fields;
  /** Where that which was taken is written, by its path in the document. */
  readonly places: readonly (readonly [path: Path, written: Place])[];
}

/** A document without `x-fields` stays as it is: its references to other files are the reader's. */
export function withSharedSchemas(file: string, document: Fields, load: (file: string) => unknown): WithShared {
  const own = schemasOf(document);
  const [ref] = Object.values(own).flatMap(({ 'x-fields': fields }) =>
    isFields(fields) ? [String(fieldsIn(fields.of).$ref)] : [],
  );
  if (ref === undefined) return { document, places: [] };
  const [shared = ''] = ref.split('#');
  const from = posix.join(posix.dirname(file), shared);
  const sources = schemasOf(load(from));
  const places: [Path, Place][] = [];
  const schemas: Record<string, Fields> = {};
  const take = (name: string, schema: Fields): void => {
    const { value, written, taken } = takenFrom(sources, schema, shared);
    schemas[name] = value;
    for (const each of taken)
      places.push([
        ['components', 'schemas', name, ...each],
        { file: from, path: ['components', 'schemas', written, ...each] },
      ]);
    // What a shared schema refers to by name comes with it; the document's own schema of that name is used where it has
    // one.
    if (taken.length === 0) return;
    for (const each of referred(value))
      if (!(each in own || each in schemas)) take(each, { $ref: `${shared}#/components/schemas/${each}` });
  };
  for (const [name, schema] of Object.entries(own)) take(name, schema);
  return { document: { ...document, components: { ...fieldsIn(document.components), schemas } }, places };
}

/** The schema with what it takes; `taken`: the paths of that. What the document states itself takes precedence. */
function takenFrom(sources: Schemas, schema: Fields, shared: string) {
  const { 'x-fields': selection, $ref, ...stated } = schema;
  const [file, written] = String(isFields(selection) ? fieldsIn(selection.of).$ref : $ref).split(
    '#/components/schemas/',
  );
  const source = file === shared ? sources[written ?? ''] : undefined;
  if (source === undefined || written === undefined) return { value: schema, written: '', taken: [] };
  const [all, here] = isFields(selection) ? [propertiesOf(source), propertiesOf(stated)] : [source, stated];
  const without = isFields(selection) ? namesIn(selection.without) : [];
  const names = Object.keys(all).filter((name) => !without.includes(name));
  const value = isFields(selection) ? selected(source, names, selection, stated) : { ...source, ...stated };
  if (Object.keys(schema).join() === '$ref') return { value, written, taken: [[]] };
  const below = isFields(selection) ? ['properties'] : [];
  return { value, written, taken: names.filter((name) => !(name in here)).map((name) => [...below, name]) };
}

/** An object with these fields of another one, which are required unless they are optional here. */
function selected(source: Fields, names: readonly string[], { optional }: Fields, stated: Fields): Fields {
  const properties = Object.fromEntries(names.map((name) => [name, propertiesOf(source)[name]]));
  const required = namesIn(source.required).filter((name) => names.includes(name) && !namesIn(optional).includes(name));
  return {
    ...stated,
    required: [...new Set([...required, ...namesIn(stated.required)])],
    properties: { ...properties, ...propertiesOf(stated) },
  };
}

/** Names of the schemas in the same document that a value refers to. */
function referred(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referred);
  if (!isFields(value)) return [];
  const [, name] = /^#\/components\/schemas\/(.+)$/.exec(String(value.$ref)) ?? [];
  return [...(name === undefined ? [] : [name]), ...Object.values(value).flatMap(referred)];
}

const namesIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsIn = (value: unknown): Fields => (isFields(value) ? value : {});
const propertiesOf = (schema: Fields): Fields => fieldsIn(schema.properties);
const schemasOf = (document: unknown): Schemas => fieldsIn(fieldsIn(fieldsIn(document).components).schemas) as Schemas;
