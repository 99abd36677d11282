// A copy of the indices that follows the changes, as a client keeps one. Decision 195.
import test from 'ava';
import fc from 'fast-check';
import type { BrandId, DealerId, IndexItem, PeriodType, RegionId } from '../../../generated/analytics/types.ts';
import { type Bench, bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';
import { apply, dealer_id, steps } from '../../test/fixtures/analytics/random-sales.ts';
import type { Caller } from '../caller.ts';
import { isoDate, parseDay, weekday } from './period.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

type Items = readonly IndexItem[];
type Copy = { readonly brand: Items; readonly region: Items };

/** Of the period around a day. */
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
    const reply = await b.handlers.listIndexChanges({ ...b.facts, caller, query, unchanged: () => false });
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
  ] as const) {
    const job = await b.load(caller, days(day(from), day(to), brands, units), { period: `${from}/${to}` });
    t.is(job.status, 'succeeded', JSON.stringify(job.problem));
    for (const each of mirrors) {
      await each.follow();
      t.deepEqual(each.shown(), await each.read(), `${from}/${to}`);
    }
  }
});
