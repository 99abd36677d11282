// NDJSON files from the upload to the indices.
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import { bench } from '../../test/fixtures/analytics/analytics.ts';

const rows = [
  {
    period_start: '2026-01',
    brand: 'Toyota',
    region: 'Tromsø',
    model_family: 'Corolla "GR"',
    units_sold: 41,
    stock_units: 63,
  },
  {
    units_sold: 38,
    brand: 'Toyota',
    region: 'Tromsø',
    period_start: '2026-02-01',
    orders: 7,
    stock_units: '60',
    selling_days: 20.5,
  },
  { year: 2026, month: 3, make: 'Peugeot', model: 208, qty: '12', revenue: 100.25, currency: 'NOK', stock_units: null },
];
const ndjson = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const csv = `period_start;brand;region;model_family;units_sold;stock_units;orders;selling_days;revenue;currency
2026-01;Toyota;Tromsø;"Corolla ""GR""";41;63;;;;
2026-02;Toyota;Tromsø;;38;60;7;20,5;;
2026-03;Peugeot;;208;12;;;;100,25;NOK
`;

test('uploadFile reads a file of objects, also packed, like the same file as CSV', async (t) => {
  const b = await bench(t);
  const stored = async (dealer: string) =>
    await withScope(b.store, { dealers: [dealer] }, (tx) =>
      tx.any(sql.unsafe`
        select period_start::text, brand_id, region_id, model_family_id, channel, condition, period_type, units_sold, stock_units, receipts, orders,
          selling_days::text, revenue::text, currency
        from sales where dealer_id = ${dealer} order by period_start`),
    );
  const files = { csv: Buffer.from(csv), plain: Buffer.from(ndjson), packed: gzipSync(ndjson) };
  const found: Record<string, unknown> = {};
  for (const [name, file] of Object.entries(files)) {
    const caller = await b.dealer(name);
    const job = await b.load(caller, file);
    t.like(job, { status: 'succeeded', rows: { read: 3, accepted: 3, rejected: 0 }, errors: [] });
    found[name] = [await stored(name), await b.indices(caller)];
  }
  t.deepEqual(found.plain, found.csv);
  t.deepEqual(found.packed, found.csv);
});

test('a dealer has the optional columns that its objects name', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, ndjson);
  const columns = await withScope(b.store, { dealers: ['fjord'] }, (tx) =>
    tx.oneFirst(sql.unsafe`select optional_columns from dealers where dealer_id = 'fjord'`),
  );
  t.deepEqual<unknown, unknown>(columns, ['orders', 'revenue']);
});

test('getJobErrors names line and field of each wrong object, and a dry run stores nothing', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const bad = `${ndjson}{"brand":"Opel","period_start":"2026-01","units_sold":true}\n{"brand":"Opel"\n`;
  const errors = [
    {
      row: 4,
      column: 'units_sold',
      value: null,
      rule: 'type',
      message: 'must be text, a number or null',
      related_row: null,
    },
    {
      row: 5,
      column: null,
      value: null,
      rule: 'json',
      message:
        'the line is not a JSON object, from character 16 on; put one object on each line, such as {"brand": "Toyota", "units_sold": 41}',
      related_row: null,
    },
  ];
  t.like(await b.load(caller, bad), { status: 'failed', rows: { read: 5, accepted: 3, rejected: 2 }, errors });
  const dry = await b.load(caller, bad, { on_error: 'skip', dry_run: true });
  t.like(dry, { status: 'succeeded', rows: { read: 5, accepted: 3, rejected: 2 }, errors, revision: null });
  t.like(dry.replacement, { after: { rows: 3, units: 91, periods: 3, brands: 2 } });
  t.deepEqual(await b.indices(caller), []);
  t.like(await b.load(caller, bad, { on_error: 'skip' }), { status: 'succeeded', revision: 1, error_count: 2 });
  const stray = `${ndjson}{"brand":"Opel","period_start":"2026-01","units_sold":1,"colour":"red"}\n`;
  t.like(await b.load(caller, stray, { on_error: 'skip' }), { status: 'failed', error_count: 1, revision: null });
});

test('uploadFile refuses an array of objects before it starts a job', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  t.like(await b.upload(caller, `[${JSON.stringify(rows[0])}]`), {
    status: 415,
    problem: {
      detail: 'The file looks like json. Send CSV, or NDJSON with an object on each line, in UTF-8, plain or gzip.',
    },
  });
});
