// What a dry run says of the indices, against what the same file makes of them, whatever was stored before. Decision
// 336.
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { row, sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import type { BrandId, CatalogId, DealerId, IndexItem, Job } from '../../../generated/analytics/types.ts';
import { type Bench, bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';
import type { Caller } from '../caller.ts';
import { type ChangesQuery, changesOf } from './job-changes.fixture.ts';

const dealer_id = 'fjord' as DealerId;
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

const heading =
  'period_start,brand,region,model_family,condition,channel,units_sold,stock_units,orders,revenue,currency';
const names = (...list: string[]) => fc.constantFrom(...list);
const line = fc.record({
  place: fc.nat(),
  brand: names('opel', 'ford', 'vw', 'volkswagen'),
  region: names('oslo', 'bergen', 'bgo'),
  family: names('golf', 'up'),
  condition: names('new', 'used'),
  channel: names('retail', 'fleet'),
  units: fc.integer({ min: -3, max: 50 }),
  stock: fc.option(fc.integer({ min: 0, max: 90 }), { freq: 9 }),
  orders: fc.option(fc.integer({ min: 0, max: 9 }), { freq: 9 }),
  revenue: fc.option(fc.integer({ min: 0, max: 99_999 }), { freq: 9 }),
  currency: fc.oneof({ weight: 5, arbitrary: names('NOK') }, names('EUR')),
});
type Line = typeof line extends fc.Arbitrary<infer Each> ? Each : never;

const month = (n: number): string => `${2024 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`;
const dayIn = (n: number, place: number): string => `${month(n)}-${String((place % 28) + 1).padStart(2, '0')}`;

const upload = fc.record({
  first: fc.nat({ max: 23 }),
  length: fc.integer({ min: 1, max: 8 }),
  type: fc.oneof({ weight: 4, arbitrary: fc.constant('month' as const) }, fc.constant('day' as const)),
  columns: fc.boolean(),
  lines: fc.array(line, { minLength: 1, maxLength: 60 }),
});
type Upload = typeof upload extends fc.Arbitrary<infer Each> ? Each : never;

const blank = (value: number | null): string => (value === null ? '' : String(value));

function fileOf({ first, length, type, lines, columns }: Upload): string {
  const dateOf = ({ place }: Line) => {
    const n = first + (place % length);
    return type === 'day' ? dayIn(n, Math.floor(place / length)) : month(n);
  };
  const rows = lines.map((each) => {
    const key = [dateOf(each), each.brand, each.region, each.family, each.condition, each.channel].join();
    const currency = each.revenue === null ? '' : each.currency;
    return [
      key,
      [key, each.units, blank(each.stock), blank(each.orders), blank(each.revenue), currency].join(),
    ] as const;
  });
  const text = [heading, ...new Map(rows).values()];
  const width = columns ? undefined : 8;
  return `${text.map((each) => each.split(',').slice(0, width).join()).join('\n')}\n`;
}

const formOf = ({ first, length, type }: Upload) => ({
  period: `${month(first)}/${month(first + length - 1)}`,
  period_type: type,
});

/** Whatever is in the way: a loss is confirmed, another grain is refused. */
async function send(b: Bench, caller: Caller, of: Upload, form: object = {}): Promise<Job | null> {
  const reply = await b.upload(caller, fileOf(of), { ...formOf(of), ...form });
  if (reply.status !== 202) return null;
  await b.work();
  return (await b.job(caller, reply.body.job_id)) ?? null;
}

async function stored(b: Bench, caller: Caller, of: Upload): Promise<Job | null> {
  const job = await send(b, caller, of);
  const confirm = (job?.problem as { readonly confirm?: number } | null)?.confirm;
  return confirm === undefined ? job : await send(b, caller, of, { confirm });
}

const queries: readonly ChangesQuery[] = [
  {},
  { group_by: 'brand' },
  { group_by: 'region' },
  { group_by: 'dealer' },
  { period_type: 'quarter', group_by: 'brand' },
  { period_type: 'day' },
  { brand_id: ['volkswagen' as BrandId], condition: 'new' },
  { channel: 'fleet', group_by: 'region' },
];

const keyOf = ({ brand_id, region_id, dealer_id: dealer, date }: IndexItem): string =>
  [brand_id ?? region_id ?? dealer ?? '', date].join(' ');

/** By the plain meaning: both lists are read, and what is in one of them alone, or differs, is a change. */
function differences(before: readonly IndexItem[], after: readonly IndexItem[]) {
  const byKey = (items: readonly IndexItem[]) => new Map(items.map((item) => [keyOf(item), item]));
  const [old, coming] = [byKey(before), byKey(after)];
  return [...new Set([...old.keys(), ...coming.keys()])].sort().flatMap((key) => {
    const [was, will] = [old.get(key) ?? null, coming.get(key) ?? null];
    return JSON.stringify(was) === JSON.stringify(will) ? [] : [{ before: was, after: will }];
  });
}

/** All rows and sums that count, and the revision. */
const everything = (b: Bench) =>
  withScope(b.store, { dealers: [dealer_id] }, async (tx) => ({
    rows: await tx.any(sql.type(row<Record<string, unknown>>())`select * from sales order by sales`),
    sums: await tx.any(sql.type(row<Record<string, unknown>>())`select * from sales_by_brand s order by s`),
    slices: await tx.any(sql.type(row<Record<string, unknown>>())`select * from slices s order by revision`),
    names: await tx.any(sql.type(row<Record<string, unknown>>())`select * from catalog_brands c order by c`),
    dealer: await tx.any(
      sql.type(row<Record<string, unknown>>())`select revision, rows_stored, optional_columns, data_as_of from dealers`,
    ),
  }));

async function comparesWith(t: ExecutionContext, b: Bench, caller: Caller, of: Upload): Promise<boolean> {
  const kept = await everything(b);
  const dry = await send(b, caller, of, { dry_run: true });
  if (dry?.status !== 'succeeded') return false;
  t.deepEqual(await everything(b), kept);
  t.is(dry.index_changes, `/api/v1/ingest/jobs/${dry.job_id}/changes`);
  const read = () => Promise.all(queries.map((query) => b.indices(caller, query)));
  const promised = await Promise.all(
    queries.map((query, i) => changesOf(b, caller, dry.job_id, query, i % 2 === 0 ? 1_000 : 3)),
  );
  const before = await read();
  const done = await stored(b, caller, of);
  t.is(done?.status, 'succeeded', JSON.stringify(done?.problem));
  const after = await read();
  for (const [i, query] of queries.entries())
    t.deepEqual(
      promised[i]?.map(({ before: was, after: will }) => ({ before: was, after: will })) as readonly unknown[],
      differences(before[i] ?? [], after[i] ?? []),
      JSON.stringify(query),
    );
  return true;
}

test('listJobChanges gives the items that differ after the same file was loaded, and a dry run changes nothing stored', async (t) => {
  t.log(`SEED=${seed}`);
  let compared = 0;
  for (const run of fc.sample(fc.array(upload, { minLength: 6, maxLength: 6 }), { seed, numRuns: 2 })) {
    const b = await bench(t);
    const own = await b.dealer(dealer_id);
    const other = await b.dealer('other');
    await b.load(other, 'period_start,brand,region,units_sold\n2025-01,opel,oslo,5\n2025-02,kia,oslo,7\n', {
      period: '2025-01/2025-02',
    });
    const path = { dealer_id };
    const caller = callerOf(
      [
        [dealer_id, { roles: ['reader', 'uploader'] }],
        ['other', {}],
      ],
      own.subject,
    );
    for (const [i, each] of run.entries()) {
      if (await comparesWith(t, b, caller, each)) compared++;
      if (i === 2)
        for (const [kind, alias, stands_for] of [
          ['brand', 'vw', 'volkswagen'],
          ['region', 'bgo', 'bergen'],
        ] as const)
          await b.handlers.createAlias({
            ...b.facts,
            caller: { ...callerOf([]), roles: ['platform-admin'] },
            path,
            body: { kind, alias: alias as CatalogId, stands_for: stands_for as CatalogId },
          });
    }
  }
  t.true(compared > 2, `${compared} compared`);
});
