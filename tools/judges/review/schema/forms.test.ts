import test from 'ava';
import { review } from '../review.ts';

const form = (columns: string, key = 'brand') => `$schema: https://json-schema.org/draft/2020-12/schema
$id: https://files.example/file
$defs:
  Row:
    type: object
    additionalProperties: false
    required: [brand]
    x-form: { name: rows, key: [${key}], together: [] }
    properties:
${columns}
`;
const brand = (aliases: string, kind = 'name') =>
  `      brand: { type: string, maxLength: 20, x-column: { kind: ${kind}, aliases: { en: [${aliases}] } } }`;
const units = '\n      units: { type: integer, x-column: { kind: number, aliases: {} } }';

const ratings = (before: string, after: string) =>
  review(new Map([['spec/file.yaml', before]]), new Map([['spec/file.yaml', after]]), {
    today: new Date('2026-11-21'),
  }).changes.map(({ rule, rating }) => [rule, rating]);

test('review rates changes of an uploaded file by what becomes of the files of callers', (t) => {
  t.deepEqual(ratings(form(brand('make')), form(brand('make, marque'))), [['heading-added', 'additive']]);
  t.deepEqual(ratings(form(brand('make')), form(brand(''))), [['heading-removed', 'breaking']]);
  t.deepEqual(ratings(form(brand('make')), form(brand('make', 'number'))), [['column-kind', 'breaking']]);
  t.deepEqual(ratings(form(brand('make') + units), form(brand('make') + units, 'units')), [
    ['form-changed', 'breaking'],
  ]);
  t.deepEqual(
    ratings(form(brand('make') + units), form(brand('make'))).map(([, rating]) => rating),
    ['breaking'],
  );
});
