// A copy of the indices that follows the changes, as a client keeps one. Decision 195.
import test from 'ava';
import fc from 'fast-check';
import { sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import { analyticsOperations } from '../../../generated/analytics/server.ts';
import type { BrandId, DealerId, IndexItem, PeriodType, RegionId } from '../../../generated/analytics/types.ts';
import { withPages } from '../../../generated/runtime/reply/page.ts';
import { withClient } from '../../../tools/local/servers/postgres.ts';
import { manualClock } from '../../lib/clock.ts';
import { type Bench, bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';
import { readsOf } from '../../test/fixtures/analytics/index-reads.ts';
import { apply, dealer_id, steps } from '../../test/fixtures/analytics/random-sales.ts';
import type { Caller } from '../caller.ts';
import { changes } from './index-changes.ts';
import { series } from './indices.ts';
import { dayAt, isoDate, lastDay, parseDay, periodOf, weekday } from './period.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

type Items = readonly IndexItem[];
type Copy = { readonly brand: Items; readonly region: Items };

/** The first day of the period around a day. */
function firstDay(period_type: PeriodType, day: string): string {
  const [year = '', month = ''] = day.split('-');
  const quarter = String(Number(month) - ((Number(month) - 1) % 3)).padStart(2, '0');
  const n = parseDay(day) ?? Number.NaN;
  return { day, week: isoDate(n - weekday(n)), month: `${year}-${month}-01`, quarter: `${year}-${quarter}-01` }[
    period_type
  ];
}

/** Reads again what each change names, and nothing else. */
function mirror(
  b: Bench,
  caller: Caller,
  period_type: PeriodType,
  of: { readonly dealer_id?: readonly DealerId[] } = {},
) {
  let copy: Copy = { brand: [], region: [] };
  let since = 0;
  const groups = ['brand', 'region'] as const;
  const follow = async () => {
    const query = { ...of, since, limit: 1_000 };
    const reply = await b.handlers.listIndexChanges({ ...b.facts, caller, query, unchanged: async () => false });
    if (reply.status !== 200) throw new Error(JSON.stringify(reply));
    for (const change of reply.body.items)
      for (const group_by of groups) {
        const ids: readonly string[] | null = change[`${group_by}_ids`];
        const from = change.date_from === null ? null : firstDay(period_type, change.date_from);
        const fresh = await b.indices(caller, {
          ...of,
          period_type,
          group_by,
          ...(ids === null
            ? {}
            : group_by === 'brand'
              ? { brand_id: ids as BrandId[] }
              : { region_id: ids as RegionId[] }),
          ...(from === null ? {} : { date_from: from }),
        });
        const isKept = (item: IndexItem) =>
          (ids !== null && !ids.includes(item[`${group_by}_id`] ?? '')) || (from !== null && item.date < from);
        copy = { ...copy, [group_by]: [...copy[group_by].filter(isKept), ...fresh] };
      }
    since = reply.body.meta.revision;
  };
  const sorted = (items: Items, id: 'brand_id' | 'region_id') =>
    items.toSorted((a, c) => (`${a[id]} ${a.date}` < `${c[id]} ${c.date}` ? -1 : 1));
  return {
    follow,
    shown: () => ({ brand: sorted(copy.brand, 'brand_id'), region: sorted(copy.region, 'region_id') }),
    read: async () => ({
      brand: await b.indices(caller, { ...of, period_type, group_by: 'brand' }),
      region: await b.indices(caller, { ...of, period_type, group_by: 'region' }),
    }),
  };
}

/**
 * Changes of the last five seconds are listed again, which would hide one that names too little: every change becomes
 * an hour older.
 */
const ageChanges = (b: Bench): Promise<void> =>
  withClient(b.database.ownerUrl, async (client) => {
    const times = {
      slices: ['loaded_at'],
      selling_calendars: ['published_at'],
      restated_dealers: ['published_at'],
      dealer_calendars: ['published_at'],
      catalog_aliases: ['created_at', 'deleted_at'],
    };
    await client.query("begin; select set_config('covenant.every_dealer', 'on', true)");
    for (const [table, columns] of Object.entries(times))
      await client.query(
        `update ${table} set ${columns.map((column) => `${column} = ${column} - interval '1 hour'`).join(', ')}`,
      );
    await client.query('commit');
  });

test('a copy that follows listIndexChanges equals a fresh read after corrections, deletions, reversals and aliases', async (t) => {
  t.log(`SEED=${seed}`);
  for (const run of fc.sample(fc.array(steps, { minLength: 10, maxLength: 14 }), { seed, numRuns: 2 })) {
    const b = await bench(t);
    const caller = await b.dealer(dealer_id);
    const narrow = callerOf([[dealer_id, { brands: ['ford', 'opel'], regions: ['oslo'] }]]);
    const mirrors = [caller, narrow].flatMap((each) => [mirror(b, each, 'month'), mirror(b, each, 'quarter')]);
    for (const [i, step] of run.entries()) {
      await apply(b, caller, step);
      for (const [n, each] of mirrors.entries()) {
        await each.follow();
        t.deepEqual(each.shown(), await each.read(), JSON.stringify({ i, step, mirror: n }));
      }
      await ageChanges(b);
    }
  }
});

test('a copy of weeks, months and quarters follows corrections of a few days, and of brands that have no row in them', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer(dealer_id);
  const another = await b.dealer('another');
  await b.load(another, 'brand,region,units\nOpel,Oslo,5\n', { period: '2025-01' });
  const both = callerOf([
    [dealer_id, {}],
    ['another', {}],
  ]);
  const mirrors = (['day', 'week', 'month', 'quarter'] as const).flatMap((each) => [
    mirror(b, caller, each),
    mirror(b, both, each, { dealer_id: [dealer_id as DealerId] }),
  ]);
  const days = (from: number, to: number, brands: readonly string[], units: number) => {
    const rows = Array.from({ length: to - from + 1 }, (_, i) => isoDate(from + i)).flatMap((day) =>
      brands.map((brand) => `${day},${brand},Oslo,${units}`),
    );
    return ['period_start,brand,region,units_sold', ...rows, ''].join('\n');
  };
  const day = (text: string) => parseDay(text) ?? Number.NaN;
  for (const [from, to, brands, units] of [
    ['2025-01-01', '2025-02-10', ['opel', 'ford'], 3],
    ['2025-02-11', '2025-03-31', ['ford'], 4],
    ['2025-02-06', '2025-02-12', ['opel'], 9],
    ['2025-01-15', '2025-01-15', ['opel', 'vw'], 3],
    ['2025-12-29', '2025-12-31', ['opel'], 2],
    // The newest change is always listed again, too.
    ['2023-06-15', '2023-06-15', ['vw'], 1],
    ['2026-01-01', '2026-01-04', ['ford'], 5],
  ] as const) {
    const job = await b.load(caller, days(day(from), day(to), brands, units), { period: `${from}/${to}` });
    t.is(job.status, 'succeeded', JSON.stringify(job.problem));
    for (const each of mirrors) {
      await each.follow();
      t.deepEqual(each.shown(), await each.read(), `${from}/${to}`);
    }
    await ageChanges(b);
  }
});

test('a copy that reads the months that were not complete again when they end equals a fresh read', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer(dealer_id);
  const file = 'brand,region,units,stock\nOpel,Oslo,5,9\nFord,Bergen,7,8\n';
  for (const period of ['2024-11', '2025-10', '2025-11']) await b.load(caller, file, { period });
  await withScope(b.store, { dealers: [dealer_id] }, (tx) =>
    tx.query(sql.unsafe`update slices set loaded_at = '2025-11-30T18:00:00Z'`),
  );
  const at = async (now: string) => {
    const clock = manualClock(now);
    const own = withPages(analyticsOperations, { ...series({ ...b.deps, clock }), ...changes({ ...b.deps, clock }) });
    const ask = { ...b.facts, caller: await b.known(caller), unchanged: async () => false };
    const list = await own.listIndexChanges({ ...ask, query: { since: 3, limit: 10 } });
    const read = (query: Query = {}) => readsOf(own, b.facts).indices(ask.caller, { group_by: 'brand', ...query });
    return { changes: list.status === 200 ? list.body.items : list, read, today: dayAt(clock.now()) };
  };
  const evening = await at('2025-11-30T20:00:00Z');
  const copy = await evening.read();
  const night = await at('2025-12-01T00:00:00Z');
  const hasEnded = ({ date, complete }: IndexItem) =>
    complete === false && lastDay(periodOf('month', parseDay(date ?? '') ?? Number.NaN)) < night.today;
  const [from = ''] = copy.filter(hasEnded).map(({ date }) => date);
  const fresh = await night.read({ date_from: from });
  const followed = [...copy.filter(({ date = '' }) => date < from), ...fresh].toSorted(byBrand);
  t.deepEqual([evening.changes, night.changes], [[], []]);
  t.deepEqual([from, followed], ['2025-11-01', await night.read()]);
  t.notDeepEqual(copy, followed);
});

type Query = NonNullable<Parameters<ReturnType<typeof readsOf>['indices']>[1]>;

const byBrand = (a: IndexItem, c: IndexItem): number =>
  `${a.brand_id} ${a.date}` < `${c.brand_id} ${c.date}` ? -1 : 1;
