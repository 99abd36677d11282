// An instance of a lab is described in four contracts. A field that two of them have is the same in both, and one that is left out has a reason.
import path from 'node:path';
import test from 'ava';
import { readSource } from '../generator/document/source.ts';

const root = path.join(import.meta.dirname, '../..');

type Schema = { readonly [key: string]: unknown; readonly properties?: Readonly<Record<string, Schema>> };
type Document = { readonly components: { readonly schemas: Readonly<Record<string, Schema>> } };

const schemas = (file: string) => (readSource(root, file).value as unknown as Document).components.schemas;

/** Where each contract has an instance; the first has all fields. */
const contracts: readonly (readonly [file: string, schema: string])[] = [
  ['spec/infra/openapi.yaml', 'Instance'],
  ['spec/lab/asyncapi.yaml', 'LabStatus'],
  ['spec/platform/openapi.yaml', 'LabInstance'],
  ['spec/platform/asyncapi.yaml', 'LiveInstance'],
];

const leftOut: Readonly<Record<string, readonly string[]>> = {
  // Consumers of a change read the rest of an instance over HTTP.
  LabStatus: ['name', 'config_revision', 'course_id', 'members', 'deadline_at', 'keep_until', 'address', 'archive'],
  // What only operators need.
  LabInstance: [
    'name',
    'config_revision',
    'course_id',
    'deployment_mode',
    'run_id',
    'generation',
    'deadline_at',
    'address',
    'archive',
  ],
  // A page shows state, not settings.
  LiveInstance: [
    'name',
    'config_revision',
    'course_id',
    'deployment_mode',
    'members',
    'run_id',
    'generation',
    'deadline_at',
    'keep_until',
    'address',
    'archive',
  ],
};

/** What a program depends on: no descriptions, examples, numbers of decisions; transitions are stated by the owner alone. */
const compared = new Set(['type', 'enum', 'format', 'anyOf', '$ref']);

function shape(schema: Schema, all: Readonly<Record<string, Schema>>): unknown {
  const name = typeof schema.$ref === 'string' ? (schema.$ref.split('/').at(-1) ?? '') : '';
  if (name === 'Instant') return { type: ['string'], format: 'date-time' };
  if (name !== '') return shape(all[name] ?? {}, all);
  const entries = Object.entries(schema).filter(([key]) => compared.has(key));
  // A message is about a run, where an instance may not have had one.
  return Object.fromEntries(
    entries.map(([key, value]) => [key, key === 'type' ? [value].flat().filter((each) => each !== 'null') : value]),
  );
}

const [owner, ...others] = contracts.map(([file, name]) => {
  const all = schemas(file);
  const fields = Object.entries(all[name]?.properties ?? {});
  return { name, fields: new Map(fields.map(([field, schema]) => [field, shape(schema, all)])) };
});

for (const { name, fields } of others)
  test(`${name} has each field of an instance as the infrastructure has it, but for those that are left out`, (t) => {
    const missing = [...(owner?.fields.keys() ?? [])].filter((field) => !fields.has(field));
    t.deepEqual(missing, leftOut[name]);
    for (const [field, found] of fields) t.deepEqual(found, owner?.fields.get(field), field);
  });
