// Numbers with a fixed count of decimals, in the published documents and in our own validators.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import test from 'ava';
import fc from 'fast-check';
import { asRecord, type Json, type JsonObject } from '../../contract/json.ts';
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

/** A validator of numbers with so many decimals at most, as the generator writes it. */
async function priceValidator(decimals: number): Promise<(value: unknown) => boolean> {
  const { js } = emitValidators(
    { price: { type: ['number', 'null'], 'x-decimals': decimals } },
    { header: '', runtime: join(root, 'generated/runtime') },
  );
  const url = `data:text/javascript,${encodeURIComponent(js.replace("from '", "from 'file://"))}`;
  return ((await import(url)) as { price: (value: unknown) => boolean }).price;
}

for (const decimals of [2, 4]) {
  test(`a generated validator accepts numbers of ${decimals} decimals at every size, and refuses one more`, async (t) => {
    t.log(`seed ${seed}`);
    const price = await priceValidator(decimals);
    const [, ...others] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((power) => 10 ** power);
    const sizes = fc.constantFrom(1, ...others);
    const most = 8_000;
    const wholes = fc.tuple(fc.integer({ min: -most, max: most }), sizes, fc.integer({ min: -99, max: 99 }));
    const numbers = fc.sample(wholes, { numRuns: 5_000, seed }).map(([n, size, more]) => n * size + more);
    t.deepEqual(
      numbers.filter((n) => !price(Number(`${n}e-${decimals}`))),
      [],
    );
    // A number that a double holds with one more decimal, and not with fewer.
    const finer = numbers.map((n) => Number(`${Math.trunc(n / 16)}7e-${decimals + 1}`));
    t.deepEqual(
      finer.filter((value) => price(value)),
      [],
    );
    t.true(price(null));
  });
}

test('a generated validator accepts what a dealer may report and refuses what it may not, at any size', async (t) => {
  const [two, four] = [await priceValidator(2), await priceValidator(4)];
  for (const value of [34_567_890_123.45, 99_999_999_999.99, 70_368_744_177_664.02, 1e21, -0.01, 0, 5e300])
    t.true(two(value), String(value));
  for (const value of [99_999_999.1234, 3_571_428.5357, 1e15 + 0.5, -12_345_678_901.2345, 0.0001])
    t.true(four(value), String(value));
  for (const value of [34_567_890_123.456, 0.001, 1e-7, -5e-324]) t.false(two(value), String(value));
});
