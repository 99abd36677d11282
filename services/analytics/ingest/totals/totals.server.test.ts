// Files with rows that are the sum of others, from the upload to the indices.
import test from 'ava';
import { bench } from '../../../test/fixtures/analytics/analytics.ts';

const period = '2026-02';
const rows = 'period_start,brand,units_sold\n2026-02,Toyota,40\n2026-02,Volvo,39\n';
const withTotal = `${rows},Total,79\n`;

test('uploadFile stores no total, shows the units with and without it, and takes confirm_units', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const problem = {
    type: 'https://covenant.example/problems/totals-in-file',
    detail:
      'A row is the sum of other rows: row 4 (total). The file has 158 units with it, and 79 without. Nothing was stored. Remove it, or send the file again with confirm_units=158 if it is no total.',
    units: 158,
    units_without: 79,
  };
  const errors = [
    {
      row: 4,
      column: 'brand',
      value: 'total',
      rule: 'total',
      message: 'the row is the sum of other rows; remove it',
      related_row: null,
    },
  ];
  for (const form of [{}, { dry_run: true }, { on_error: 'skip' as const }, { confirm_units: 79 }]) {
    const job = await b.load(caller, withTotal, { period, ...form });
    t.like(job, { status: 'failed', error_count: 1, errors, problem, revision: null }, JSON.stringify(form));
    t.deepEqual(await b.indices(caller), []);
  }
  t.like(await b.load(caller, withTotal, { period, confirm_units: 158 }), { status: 'succeeded', errors: [] });
  t.like(await b.load(caller, rows, { period, confirm: 1 }), { status: 'succeeded' });
  t.like(await b.load(caller, rows, { period, confirm: 1, confirm_units: 5 }), { status: 'succeeded' });
});

test('a file with other errors lists its totals beside them', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const job = await b.load(caller, `${withTotal}2026-02,Kia,many\n`, { period });
  t.is(job.problem?.type, 'https://covenant.example/problems/bad-file');
  t.deepEqual(
    job.errors.map(({ row, rule }) => [row, rule]),
    [
      [5, 'type'],
      [4, 'total'],
    ],
  );
});
