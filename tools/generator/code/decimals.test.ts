// Numbers with a fixed count of decimals, in the published documents and in our own validators.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import test from 'ava';
import fc from 'fast-check';
import { asRecord, type Json, type JsonObject } from '../json.ts';
import { emitValidators } from './validators.ts';

const root = join(import.meta.dirname, '../../..');
const published = globSync('generated/*/openapi.json', { cwd: root }).sort();
const documentOf = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as JsonObject;
const seed = Number(process.env.FAST_CHECK_SEED ?? Date.now());

function* schemasIn(value: Json | undefined): Generator<JsonObject> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield asRecord(value);
  for (const each of Object.values(value)) yield* schemasIn(each as Json);
}

const decimalsIn = (document: JsonObject) =>
  [...schemasIn(document)].filter((schema) => schema['x-decimals'] !== undefined);

test('a validator accepts every number of the decimals that a published document states', (t) => {
  t.log(`seed ${seed}`);
  const stated = published.flatMap((file) => decimalsIn(documentOf(file)));
  t.true(stated.length >= 16);
  for (const schema of stated) {
    const validate = new Ajv2020({ strict: false }).compile(schema);
    const scale = 10 ** Number(schema['x-decimals']);
    const refused = fc
      .sample(fc.integer({ min: 0, max: Number(schema.maximum ?? 1_000_000) * scale }), { numRuns: 500, seed })
      .map((n) => n / scale)
      .filter((value) => !validate(value));
    t.deepEqual(refused, []);
  }
});

test('published documents ask for no multiple of a fraction, which binary numbers miss', (t) => {
  const fractions = published.flatMap((file) =>
    [...schemasIn(documentOf(file))].filter(
      ({ multipleOf }) => multipleOf !== undefined && Number(multipleOf) % 1 !== 0,
    ),
  );
  t.deepEqual(fractions, []);
});

test('the description of a published number states how many decimals it has at most', (t) => {
  const silent = published
    .flatMap((file) => decimalsIn(documentOf(file)))
    .filter((schema) => !String(schema.description).endsWith(`At most ${schema['x-decimals']} decimals.`));
  t.deepEqual(silent, []);
});

test('a generated validator accepts the decimals that a schema states, and refuses one more', async (t) => {
  t.log(`seed ${seed}`);
  const { js } = emitValidators(
    { price: { type: ['number', 'null'], 'x-decimals': 4 } },
    { header: '', runtime: join(root, 'generated/runtime') },
  );
  const { price } = (await import(
    `data:text/javascript,${encodeURIComponent(js.replace("from '", "from 'file://"))}`
  )) as {
    price: (value: unknown) => boolean;
  };
  const numbers = fc.sample(fc.integer({ min: -1e10, max: 1e10 }), { numRuns: 2_000, seed });
  t.deepEqual(
    numbers.filter((n) => !price(n / 1e4)),
    [],
  );
  t.deepEqual(
    numbers.filter((n) => n % 10 !== 0 && price(n / 1e5)),
    [],
  );
  t.true(price(null));
});
