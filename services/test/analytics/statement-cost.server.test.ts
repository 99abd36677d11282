// What the statements of a job cost, beside those of the plain file of as many rows: counted in rows, so that no clock
// decides. Decision 570.
import test from 'ava';
import { ingestStores } from '../../../adapters/store/analytics/ingest/all.ts';
import { ingestOnce } from '../../analytics/ingest/ingest-run.ts';
import { type Bench, bench } from '../fixtures/analytics/analytics.ts';
import { rowsHandled } from '../fixtures/rows-handled.ts';

const [months, regions, families] = [12, 5, 40];
const period = '2025-01/2025-12';

type Row = Readonly<Record<string, string | number>>;

const plain: readonly Row[] = Array.from({ length: months * regions * families }, (_, n) => {
  const [family, region, month] = [
    n % families,
    Math.floor(n / families) % regions,
    Math.floor(n / families / regions),
  ];
  return {
    period_start: `2025-${String(1 + month).padStart(2, '0')}`,
    brand: `Brand ${family % 2}`,
    region: `Region ${region}`,
    model_family: `Family ${family}`,
    units_sold: n,
  };
});

/**
 * Two conditions, two channels and two currencies, so that a region has eight sums of each month where the plain file
 * has one.
 */
const optional = plain.map((row, n) => ({
  ...row,
  condition: n % 2 === 0 ? 'new' : 'used',
  channel: n % 3 === 0 ? 'fleet' : 'retail',
  currency: n % 5 === 0 ? 'SEK' : 'NOK',
  revenue: n,
  stock_units: n % 90,
  receipts: n % 70,
  orders: n % 50,
  selling_days: 20,
}));

const csv = (rows: readonly Row[]): string =>
  [Object.keys(rows[0] ?? {}), ...rows.map(Object.values)].map((cells) => `${cells.join(',')}\n`).join('');
const objects = (rows: readonly Row[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** Rows that the nodes of all plans of the job of a file hand on. */
async function costOf(b: Bench, dealer: string, file: string): Promise<number> {
  const caller = await b.dealer(dealer);
  const { store, handled } = rowsHandled(b.store);
  const reply = await b.upload(caller, file, { period });
  if (reply.status !== 202) throw new Error(JSON.stringify(reply));
  await ingestOnce({ ...b.worker, ...ingestStores(store) }, b.facts.signal);
  const job = await b.job(caller, reply.body.job_id);
  if (job?.status !== 'succeeded') throw new Error(JSON.stringify(job));
  return handled();
}

test('a job handles at most 12 rows for each of its file, and with every optional column or as NDJSON at most 1.5 times as many', async (t) => {
  const b = await bench(t);
  const cost = await costOf(b, 'plain', csv(plain));
  const ratios = {
    optional: (await costOf(b, 'optional', csv(optional))) / cost,
    objects: (await costOf(b, 'objects', objects(plain))) / cost,
    'optional objects': (await costOf(b, 'optional-objects', objects(optional))) / cost,
  };
  t.log(JSON.stringify({ cost, ...ratios }));
  t.true(cost <= 12 * plain.length, `${cost} of ${plain.length} rows`);
  for (const [name, ratio] of Object.entries(ratios)) t.true(ratio <= 1.5, `${name}: ${ratio.toFixed(2)}`);
});

test('a job of a file with eight times as many names handles at most 8.2 times as many rows', async (t) => {
  const b = await bench(t);
  const named = (count: number): readonly Row[] =>
    Array.from({ length: count }, (_, n) => ({
      period_start: '2025-01',
      brand: `Brand ${n}`,
      region: `Region ${n % 20}`,
      model_family: `Family ${n}`,
      units_sold: n,
    }));
  const cost = await costOf(b, 'names', csv(named(500)));
  const ratio = (await costOf(b, 'many-names', csv(named(4_000)))) / cost;
  t.log(JSON.stringify({ cost, ratio }));
  t.true(ratio <= 8.2, ratio.toFixed(2));
});
