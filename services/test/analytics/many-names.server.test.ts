// Files with many names and with every optional column are merged by plans that do not depend on estimates. Decision
// 570.
import test from 'ava';
import { ingestStores } from '../../../adapters/store/analytics/ingest/all.ts';
import type { DealerId } from '../../../generated/analytics/types.ts';
import { ingestOnce } from '../../analytics/ingest/ingest-run.ts';
import { type Bench, bench } from '../fixtures/analytics/analytics.ts';
import { explained, quadratic } from '../fixtures/explained.ts';

const rows = 600;
const period = '2025-01/2025-12';

type Row = Readonly<Record<string, string | number>>;

const fileOf = (row: (n: number) => Row, count = rows): string => {
  const all = Array.from({ length: count }, (_, n) => row(n));
  return [Object.keys(all[0] ?? {}), ...all.map(Object.values)].map((cells) => `${cells.join(',')}\n`).join('');
};
const objectsOf = (row: (n: number) => Row, count = rows): string =>
  Array.from({ length: count }, (_, n) => `${JSON.stringify(row(n))}\n`).join('');

const month = (n: number): string => `2025-${String(1 + (n % 12)).padStart(2, '0')}`;
const few = (n: number): Row => ({
  period_start: month(n),
  brand: `Brand ${n % 5}`,
  region: `Region ${n % 3}`,
  model_family: `Family ${Math.floor(n / 12)}`,
  units_sold: n,
});
const many = (n: number): Row => ({
  period_start: month(n),
  brand: `Brand ${n}`,
  region: `Region ${n % 700}`,
  model_family: `Family ${n}`,
  units_sold: n,
});
const optional = {
  condition: 'new',
  channel: 'retail',
  currency: 'NOK',
  revenue: 12.5,
  stock_units: 3,
  receipts: 2,
  orders: 1,
};
const varied = (n: number) => ({
  condition: n % 2 ? 'new' : 'used',
  channel: n % 3 ? 'retail' : 'fleet',
  currency: n % 5 ? 'NOK' : 'SEK',
  revenue: n,
  selling_days: 20,
});

const files = {
  'few names': fileOf(few),
  'few names and every optional column': fileOf((n) => ({ ...few(n), ...optional, ...varied(n) })),
  'few names and optional columns with one value': fileOf((n) => ({ ...few(n), ...optional })),
  'few names as NDJSON': objectsOf(few),
  'few names and every optional column as NDJSON': objectsOf((n) => ({ ...few(n), ...optional, ...varied(n) })),
  'many names': fileOf(many),
  'many names and every optional column': fileOf((n) => ({ ...many(n), ...optional, ...varied(n) })),
  'many names as NDJSON': objectsOf(many),
  vehicles: fileOf((n) => ({
    vin: `WVW${String(n).padStart(14, '0')}`,
    sale_date: `${month(n)}-02`,
    brand: `Brand ${n}`,
    model_family: `Family ${n}`,
    condition: n % 2 ? 'new' : 'used',
  })),
};

/** Runs what waits, and returns the statements that go through all rows of one side for each of another. */
async function plansOf(b: Bench, rowsAtOnce?: number): Promise<readonly string[]> {
  const { store, plans } = explained(b.store);
  while ((await b.worker.queue.list()).length > 0)
    await ingestOnce({ ...b.worker, ...ingestStores(store, rowsAtOnce) }, b.facts.signal);
  if (plans.length === 0) throw new Error('no statement was explained');
  return quadratic(plans);
}

const inParts: ReadonlySet<string> = new Set(['many names and every optional column', 'vehicles']);
const cases = Object.entries(files).flatMap(([name, file]) => [
  { name, file, rowsAtOnce: undefined },
  ...(inParts.has(name) ? [{ name, file, rowsAtOnce: 100 }] : []),
]);

for (const { name, file, rowsAtOnce } of cases)
  test.serial(
    `no statement of a file of ${name}${rowsAtOnce ? ' in parts' : ''} searches all rows for each`,
    async (t) => {
      const b = await bench(t);
      const caller = await b.dealer('fjord');
      const form = name === 'vehicles' ? { period: '2025-01-01/2025-12-31' } : {};
      const renamed = file.replaceAll('Brand', 'Make').replaceAll('Region', 'Area').replaceAll('Family', 'Model');
      const revert = { ...b.facts, caller, body: { dealer_id: 'fjord' as DealerId, revision: 2, dry_run: false } };
      for (const { step, begin } of [
        { step: 'a new file', begin: () => b.upload(caller, file, { period, ...form }) },
        {
          step: 'a dry run of other names',
          begin: () => b.upload(caller, renamed, { period, ...form, dry_run: true }),
        },
        { step: 'a file of other names', begin: () => b.upload(caller, renamed, { period, ...form }) },
        { step: 'a reversal', begin: () => b.handlers.revertRevision(revert) },
      ]) {
        const reply = await begin();
        if (reply.status !== 202) return t.fail(JSON.stringify(reply));
        t.deepEqual(await plansOf(b, rowsAtOnce), [], step);
        t.like(await b.job(caller, reply.body.job_id), { status: 'succeeded' }, step);
      }
    },
  );
