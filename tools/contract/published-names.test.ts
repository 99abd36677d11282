// What other tools print of the published documents: a separate name for each part that a person would look for.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { asRecord } from './json.ts';

const root = path.join(import.meta.dirname, '../..');
const documents = ['analytics', 'platform', 'infra'].map((name) => ({
  name,
  value: asRecord(JSON.parse(readFileSync(path.join(root, 'generated', name, 'openapi.json'), 'utf8'))),
}));

/** Each object of a document, with its address; examples are data. */
function objects(value: unknown, at: string): readonly { readonly at: string; readonly object: object }[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).filter(([key]) => !/^(?:examples?|x-.*)$/.test(key));
  return [{ at, object: value }, ...inner.flatMap(([key, each]) => objects(each, `${at}/${key}`))];
}

const found = (wrong: (object: Readonly<Record<string, unknown>>) => boolean): readonly string[] =>
  documents.flatMap(({ name, value }) =>
    objects(value, name)
      .filter(({ object }) => wrong(object as Readonly<Record<string, unknown>>))
      .map(({ at }) => at),
  );

test('no parameter has the name of a schema, which generators would number', (t) => {
  const shared = documents.flatMap(({ name, value }) => {
    const { schemas, parameters } = asRecord(value.components);
    return Object.keys(asRecord(parameters)).flatMap((key) => (key in asRecord(schemas) ? [`${name} ${key}`] : []));
  });
  t.deepEqual(shared, []);
});

test('each part of an allOf has a name', (t) => {
  t.deepEqual(
    found(({ allOf }) => Array.isArray(allOf) && allOf.some((part) => !('$ref' in asRecord(part)))),
    [],
  );
});

test('an enum whose value may be null is a named enum or null', (t) => {
  t.deepEqual(
    found((schema) => Array.isArray(schema.enum) && schema.enum.includes(null)),
    [],
  );
});

test('an enum that stands twice is one named schema, since generators name each place', (t) => {
  const repeated = documents.flatMap(({ name, value }) => {
    const enums = objects(value, name).filter(({ object }) => 'enum' in object);
    const places = Map.groupBy(enums, ({ object }) => JSON.stringify(asRecord(object).enum));
    return [...places.values()].filter(({ length }) => length > 1).map((each) => each.map(({ at }) => at));
  });
  t.deepEqual(repeated, []);
});

test('the variables of a server have no description, which the schema in orval refuses', (t) => {
  const variables = documents
    .flatMap(({ value }) => (Array.isArray(value.servers) ? value.servers : []))
    .flatMap((server) => Object.values(asRecord(asRecord(server).variables)));
  t.deepEqual(
    variables.map((variable) => Object.keys(asRecord(variable))),
    documents.map(() => ['default']),
  );
});
