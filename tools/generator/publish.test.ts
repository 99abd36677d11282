// What the published documents say for tools of others.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { internalExtensions } from '../contract/document/shapes.ts';
import { asRecord, type Json, type JsonObject } from '../contract/json.ts';
import { withSemanticVersion } from './semantic-version.ts';

const root = join(import.meta.dirname, '../..');
const documents = globSync('generated/*/openapi.json', { cwd: root })
  .sort()
  .map((file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as JsonObject);

const schemasOf = (document: JsonObject) => Object.entries(asRecord(asRecord(document.components).schemas));
const operationsOf = (document: JsonObject) =>
  Object.values(asRecord(document.paths))
    .flatMap((item) => Object.values(asRecord(item)))
    .map(asRecord)
    .filter(({ operationId }) => operationId !== undefined);

function* objectsIn(value: Json | undefined): Generator<JsonObject> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield asRecord(value);
  for (const each of Object.values(value)) yield* objectsIn(each as Json);
}

test('every operation declares the answer to a head that is too large', (t) => {
  for (const document of documents) {
    const silent = operationsOf(document).filter(({ responses }) => asRecord(responses)['431'] === undefined);
    t.deepEqual(
      silent.map(({ operationId }) => operationId),
      [],
    );
  }
});

test('every 64-bit number has a maximum that JSON numbers keep', (t) => {
  const numbers = documents.flatMap((document) => [...objectsIn(document)].filter(({ format }) => format === 'int64'));
  t.true(numbers.length > 30);
  t.deepEqual(
    numbers.filter(({ maximum }) => !(Number(maximum) <= Number.MAX_SAFE_INTEGER)),
    [],
  );
});

test('published documents leave out the notes among authors of contracts', (t) => {
  const keys = documents.flatMap((document) => [...objectsIn(document)].flatMap(Object.keys));
  t.true(keys.includes('x-rate-limit'));
  t.deepEqual(
    keys.filter((key) => internalExtensions.has(key)),
    [],
  );
});

test('no two enums of a document give one name to a constant', (t) => {
  for (const document of documents) {
    const names = schemasOf(document).flatMap(([, schema]) => {
      const { enum: values = [], 'x-enum-varnames': given } = asRecord(schema);
      return (given ?? values) as string[];
    });
    const clashing = names.filter(
      (name, i) => names.findIndex((each) => each.toUpperCase() === name.toUpperCase()) < i,
    );
    t.deepEqual(clashing, []);
  }
});

test('a published form precedes other bodies, and enums in sets have names', (t) => {
  for (const document of documents) {
    const late = operationsOf(document).filter(({ requestBody }) => {
      const types = Object.keys(asRecord(asRecord(requestBody).content));
      const isForm = types.map((type) => type.includes('form'));
      return isForm.includes(true) && isForm.includes(false) && isForm.lastIndexOf(true) > isForm.indexOf(false);
    });
    t.deepEqual(late, []);
    const unnamed = [...objectsIn(document)].filter(
      ({ uniqueItems, items }) => uniqueItems === true && asRecord(items).enum !== undefined,
    );
    t.deepEqual(unnamed, []);
  }
});

test('no reference leads to a missing component', (t) => {
  for (const document of documents) {
    const references = [...objectsIn(document)].flatMap(({ $ref }) => (typeof $ref === 'string' ? $ref : []));
    const missing = references.filter((reference) => {
      const found = reference
        .slice(2)
        .split('/')
        .reduce<Json | undefined>((at, key) => asRecord(at)[key], document);
      return found === undefined;
    });
    t.deepEqual(missing, []);
  }
});

test('the version of a published document is one of Semantic Versioning that ends with its date', (t) => {
  for (const document of documents)
    t.regex(String(asRecord(document.info).version), /^1\.20\d\d\.(?:[1-9]|1[0-2])\d\d$/);
  const versionAt = (url: string, version: string) =>
    asRecord(withSemanticVersion({ info: { version }, servers: [{ url }] }).info).version;
  t.deepEqual(
    [
      versionAt('https://a/api/v2', '2027-01-05'),
      versionAt('https://a', '2026-11-26'),
      versionAt('https://a/v3', '2.1.0'),
    ],
    ['2.2027.105', '1.2026.1126', '2.1.0'],
  );
});

test('no published reply offers a media type that makes orval read its JSON as a stream', (t) => {
  const types = documents.flatMap((document) =>
    [...objectsIn(document)].flatMap(({ content }) => Object.keys(asRecord(content))),
  );
  t.true(types.includes('application/x-ndjson; charset=utf-8'));
  t.false(types.some((type) => ['application/x-ndjson', 'application/nd-json'].includes(type)));
});

const isText = ({ type, enum: values }: JsonObject): boolean => type === 'string' && values === undefined;

test('no field of a published multipart form refers to a text, which clients send as JSON or have no type for', (t) => {
  for (const document of documents) {
    const schemas = new Map(
      schemasOf(document).map(([name, schema]) => [`#/components/schemas/${name}`, asRecord(schema)]),
    );
    const forms = operationsOf(document).flatMap(({ requestBody }) => {
      const { schema } = asRecord(asRecord(asRecord(requestBody).content)['multipart/form-data']);
      const form = schemas.get(String(asRecord(schema).$ref));
      return form === undefined ? [] : [form];
    });
    const fields = forms.flatMap(({ properties }) => Object.values(asRecord(properties)).map(asRecord));
    t.deepEqual(
      fields.filter(({ $ref }) => isText(schemas.get(String($ref)) ?? {})),
      [],
    );
  }
});

test('no published form has an encoding or says that it is open, which ogen does not read', (t) => {
  const media = documents
    .flatMap(operationsOf)
    .flatMap(({ requestBody }) => Object.values(asRecord(asRecord(requestBody).content)).map(asRecord));
  const schemas = documents.flatMap((document) => schemasOf(document).map(([, schema]) => asRecord(schema)));
  t.deepEqual(
    [...media, ...schemas].filter(
      ({ encoding, additionalProperties }) => encoding !== undefined || additionalProperties === true,
    ),
    [],
  );
});
