// The files for programs: the YAML says what the JSON says, and the Postman collection has each operation.
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import test from 'ava';
import { parse } from 'yaml';
import { sample } from '../../../clients/messages/runtime/samples.ts';
import { asRecord, type Json } from '../../../contract/json.ts';
import { readContracts } from '../../../contract/model/contracts.ts';
import { operationsOf } from '../../../contract/model/operations.ts';
import { portable } from '../../../contract/portable-pattern.ts';
import { downloads } from './downloads.ts';

const contracts = readContracts(path.join(import.meta.dirname, '../../../..'));
const files = new Map(downloads(contracts).map(({ path: file, content }) => [file, content]));
const read = (file: string): string => files.get(`downloads/${file}`) ?? '';

test('openapi.yaml says what openapi.json says', (t) => {
  for (const { id, value } of contracts.http) {
    t.deepEqual(JSON.parse(read(`${id}/openapi.json`)), value);
    t.deepEqual(parse(read(`${id}/openapi.yaml`)), value);
  }
});

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

test('a Postman collection has a request for each operation', (t) => {
  for (const document of contracts.http) {
    const { item } = asRecord(JSON.parse(read(`${document.id}/postman.json`)));
    const requests = list(item).flatMap((folder) => list(asRecord(folder).item).map((each) => asRecord(each).request));
    t.deepEqual(
      [...new Set(requests.map((each) => asRecord(each).description))].sort(),
      operationsOf(document)
        .map(({ id }) => id)
        .sort(),
    );
  }
});

test('a Postman request has the path as fields, the headers and the body of the example', (t) => {
  const { item, info } = asRecord(JSON.parse(read('analytics/postman.json')));
  const all = list(item).flatMap((folder) => list(asRecord(folder).item).map(asRecord));
  const { request } = all.find(({ request: each }) => asRecord(each).description === 'replaceDealer') ?? {};
  const { url, method, body, header } = asRecord(request);
  t.is(asRecord(info).schema, 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json');
  t.deepEqual(url, {
    raw: '{{BASE_URL}}/admin/dealers/:dealer_id',
    host: ['{{BASE_URL}}'],
    path: ['admin', 'dealers', ':dealer_id'],
    variable: [{ key: 'dealer_id', value: 'fjordbil-oslo' }],
  });
  t.is(method, 'PUT');
  t.deepEqual(
    list(header).map((each) => asRecord(each).key),
    ['If-Match', 'Content-Type'],
  );
  t.is(asRecord(body).mode, 'raw');
});

test('the schema of a message accepts its examples, and fields of a later contract', (t) => {
  const compile = (file: string) => addFormats.default(new Ajv2020({ strict: false })).compile(JSON.parse(read(file)));
  const compiled = compile('lab/lab.status.v1.schema.json');
  const { payload } = sample('lab.status', { title: 'failed' });
  t.true(compiled(payload));
  t.true(compiled({ ...payload, colour: 'red' }));
  t.false(compiled({ ...payload, state: 'lost' }));
  const schemas = [...files.keys()].filter((file) => /\.v1\.schema\.json$/.test(file));
  t.true(schemas.length >= 11);
  for (const file of schemas) t.notThrows(() => compile(file.replace('downloads/', '')), file);
});

/** Each pattern of a value, wherever it is; examples have none. */
function* patternsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    if (key === 'pattern' && typeof each === 'string') yield each;
    if (key === 'patternProperties') yield* Object.keys(each as object);
    yield* patternsIn(each);
  }
}

test('every pattern of every download is one that Python, Java, Go and Rust read', (t) => {
  const documents = [...files].filter(([file]) => /\.(json|yaml)$/.test(file));
  const patterns = documents.flatMap(([file, content]) =>
    [...patternsIn(parse(content))].map((pattern) => ({ file, pattern })),
  );
  t.true(patterns.length > 100);
  t.deepEqual(
    patterns.map(({ file, pattern }) => ({ file, ...portable(pattern) })),
    patterns,
  );
});

/** Enumerations, objects and choices of a schema that neither are a component nor have a title. */
function* unnamedIn(schema: Json | undefined, isComponent = false): Generator<Json> {
  if (typeof schema !== 'object' || schema === null) return;
  const { title, properties, items, oneOf, anyOf, allOf, enum: values } = asRecord(schema);
  const needsName = [values, properties, oneOf, anyOf].some((each) => each !== undefined);
  if (needsName && !isComponent && title === undefined) yield schema;
  for (const part of [...Object.values(asRecord(properties)), items, ...[oneOf, anyOf, allOf].flatMap(list)])
    yield* unnamedIn(part);
}

test('every enumeration and object of a message has a name, which generators of models take', (t) => {
  const documents = contracts.messages.map(({ id }) => asRecord(parse(read(`${id}/asyncapi.yaml`))));
  const schemas = documents.flatMap((document) => Object.values(asRecord(asRecord(document.components).schemas)));
  t.true(schemas.length > 20);
  t.deepEqual(
    schemas.flatMap((schema) => [...unnamedIn(schema, true)]),
    [],
  );
  const { properties } = asRecord(JSON.parse(read('analytics/ingest.job.finished.v1.schema.json')));
  t.is(asRecord(asRecord(properties).period_type).title, 'IngestJobFinishedPeriodType');
});

test('the version of a message document is one of Semantic Versioning', (t) => {
  for (const { id } of contracts.messages)
    t.regex(String(asRecord(asRecord(parse(read(`${id}/asyncapi.yaml`))).info).version), /^1\.20\d\d\.\d{3,4}$/);
});
