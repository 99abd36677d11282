// The sums that merges keep, against the rows themselves: whatever is uploaded, corrected, reverted and renamed in
// whichever order. Decision 360.
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import type { LeafRow, ReadScope, SalesFilter } from '../../../adapters/store/analytics/sales/port.ts';
import { row, sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import type { BrandId, IndexItem, ModelFamilyId, RegionId } from '../../../generated/analytics/types.ts';
import { csvRow } from '../../../generated/runtime/reply/csv.ts';
import { type Bench, bench } from '../../test/fixtures/analytics/analytics.ts';
import {
  apply,
  dealer_id,
  line,
  type SalesLine,
  type Step,
  steps,
} from '../../test/fixtures/analytics/random-sales.ts';
import type { Caller } from '../caller.ts';

type Stored = {
  readonly period_start: string;
  readonly brand_id: string;
  readonly region_id: string;
  readonly model_family_id: string;
  readonly condition: string;
  readonly channel: string;
  readonly units_sold: number;
  readonly stock_units: number | null;
  readonly selling_days: number | null;
  readonly revenue: string | null;
  readonly currency: string | null;
};
type Alias = { readonly kind: string; readonly alias: string; readonly target: string };

/** Current rows and aliases, as they are stored. */
const everything = (b: Bench) =>
  withScope(b.store, { dealers: [dealer_id] }, async (tx) => ({
    rows: await tx.any(sql.type(row<Stored>())`select *, (revenue * 100)::bigint::text as revenue from (
      select period_start, brand_id, region_id, model_family_id, condition, channel, units_sold, stock_units, selling_days, revenue, currency
      from sales where to_revision is null) s`),
    aliases: await tx.any(
      sql.type(row<Alias>())`select kind, alias, target_id as target from catalog_aliases where deleted_at is null`,
    ),
  }));

/** The plain meaning of a read: every row is taken, judged and added. */
function addedUp(
  { rows, aliases }: Awaited<ReturnType<typeof everything>>,
  [{ brands, regions }]: readonly [Pick<ReadScope, 'brands' | 'regions'>],
  filter: SalesFilter,
): readonly unknown[] {
  const means = (kind: string, id: string) =>
    aliases.find((each) => each.kind === kind && each.alias === id)?.target ?? id;
  const isOf = (kind: string, id: string, asked: readonly string[] | undefined) =>
    asked === undefined || asked.some((each) => means(kind, id) === means(kind, each));
  const found = rows.filter(
    (each) =>
      (brands === null || (brands as readonly string[]).includes(each.brand_id)) &&
      (regions === null || (regions as readonly string[]).includes(each.region_id)) &&
      isOf('brand', each.brand_id, filter.brand_id) &&
      isOf('region', each.region_id, filter.region_id) &&
      isOf('model_family', each.model_family_id, filter.model_family_id) &&
      (filter.condition === undefined || each.condition === filter.condition) &&
      (filter.channel === undefined || each.channel === filter.channel),
  );
  const leaves = Map.groupBy(found, (each) =>
    JSON.stringify([
      each.period_start,
      filter.by === 'brand' ? means('brand', each.brand_id) : null,
      filter.by === 'model_family' ? means('model_family', each.model_family_id) : null,
      means('region', each.region_id),
      each.selling_days,
    ]),
  );
  const all = <Value>(values: readonly (Value | null)[]): readonly Value[] | null =>
    values.every((value) => value !== null) ? values : null;
  return [...leaves]
    .map(([key, each]) => {
      const stock = all(each.map(({ stock_units }) => stock_units));
      const revenue = all(each.map((one) => one.revenue));
      const currencies = revenue && [...new Set(each.map(({ currency }) => currency))].sort();
      return [
        key,
        each.reduce((sum, { units_sold }) => sum + units_sold, 0),
        stock?.reduce((sum, value) => sum + value, 0) ?? null,
        currencies?.length === 1 ? (revenue ?? []).reduce((sum, value) => sum + BigInt(value), 0n).toString() : null,
        currencies,
        [...new Set(each.map(({ condition }) => condition))].sort(),
        [...new Set(each.map(({ channel }) => channel))].sort(),
      ];
    })
    .sort(byKey);
}

const byKey = (a: readonly unknown[], b: readonly unknown[]): number => (String(a[0]) < String(b[0]) ? -1 : 1);

const shown = (leaves: readonly LeafRow[]): readonly unknown[] =>
  leaves
    .map(
      ({
        start,
        brand_id,
        model_family_id,
        region_id,
        selling_days,
        units,
        stock,
        revenue,
        currencies,
        conditions,
        channels,
      }) => [
        JSON.stringify([start, brand_id, model_family_id, region_id, selling_days]),
        units,
        stock,
        revenue,
        currencies,
        conditions ?? ['new'],
        channels ?? ['retail'],
      ],
    )
    .sort(byKey);

const whole: ReadScope = { dealer_id, brands: null, regions: null };
const reads: readonly (readonly [ReadScope, SalesFilter])[] = [
  [whole, {}],
  [whole, { by: 'brand' }],
  [whole, { brand_id: ['volkswagen'] }],
  [whole, { brand_id: ['volkswagen', 'ford', 'none'] }],
  [whole, { model_family_id: ['golf', 'ka'], region_id: ['oslo', 'bgo'] }],
  [{ ...whole, brands: ['opel', 'vw'] as BrandId[] }, { brand_id: ['opel', 'ford'] }],
  [whole, { region_id: ['bergen'], by: 'brand' }],
  [whole, { region_id: ['bgo'] }],
  [whole, { model_family_id: ['golf'] }],
  [whole, { brand_id: ['vw'], model_family_id: ['up'], region_id: ['oslo'] }],
  [whole, { by: 'model_family' }],
  [whole, { by: 'model_family', brand_id: ['vw', 'ford'] }],
  [whole, { condition: 'used' }],
  [whole, { brand_id: ['opel'], channel: 'fleet', condition: 'new' }],
  [{ ...whole, brands: ['opel', 'vw'] as BrandId[] }, {}],
  [{ ...whole, brands: ['ford'] as BrandId[], regions: ['oslo', 'bergen'] as RegionId[] }, { by: 'brand' }],
  [{ ...whole, regions: ['oslo'] as RegionId[] }, {}],
];

const allReads = (b: Bench, asOf?: Date) =>
  Promise.all(
    reads.map(async ([scope, filter]) =>
      shown(
        (await b.deps.sales.figures([scope], { ...filter, ...(asOf === undefined ? {} : { as_of: asOf }) })).leaves,
      ),
    ),
  );

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

test('listIndices gives what the rows add up to after every step, and as of every earlier step', async (t) => {
  t.log(`SEED=${seed}`);
  for (const run of fc.sample(fc.array(steps, { minLength: 8, maxLength: 12 }), { seed, numRuns: 2 })) {
    const b = await bench(t);
    const caller = await b.dealer(dealer_id);
    const states: { readonly at: Date; readonly reads: readonly unknown[] }[] = [];
    for (const [i, step] of run.entries()) {
      await apply(b, caller, step);
      const stored = await everything(b);
      const found = await allReads(b);
      for (const [n, [scope, filter]] of reads.entries())
        t.deepEqual(found[n], addedUp(stored, [scope], filter), JSON.stringify({ i, step: step.kind, scope, filter }));
      states.push({ at: (await b.deps.sales.revision([dealer_id], undefined)).read_at, reads: found });
    }
    await countsToRevision(t, b, caller);
    for (const { at, reads: then } of states) t.deepEqual(await allReads(b, at), then, at.toISOString());
  }
});

/**
 * The last change leads to the revision that reads state, whatever was uploaded, reverted and renamed before it. What
 * touches no row is not listed, so the last one is an upload that does.
 */
async function countsToRevision(t: ExecutionContext, b: Bench, caller: Caller): Promise<void> {
  const values = { condition: 'new', channel: 'retail', stock: null, days: null, revenue: null, currency: 'NOK' };
  const unlike = { month: 1, brand: 'opel', region: 'oslo', family: 'ka', units: 51, ...values };
  await apply(b, caller, { kind: 'upload', from: 1, to: 1, lines: [unlike] });
  const query = { since: 0, limit: 1_000 };
  const reply = await b.handlers.listIndexChanges({ ...b.facts, caller, query, unchanged: async () => false });
  if (reply.status !== 200) return t.fail(JSON.stringify(reply));
  t.is(reply.body.items.at(-1)?.revision ?? 0, (await b.deps.sales.revision([dealer_id], undefined)).revision);
}

const filterOf = {
  brand: (id: string) => ({ brand_id: [id as BrandId] }),
  region: (id: string) => ({ region_id: [id as RegionId] }),
  model_family: (id: string) => ({ model_family_id: [id as ModelFamilyId] }),
  dealer: () => ({}),
} as const;

/** The parts of each grouping sum to the whole, and are what the filters by their ids give, on whatever pages. */
async function addUpInGroups(t: ExecutionContext, b: Bench, caller: Caller): Promise<void> {
  const all = await b.indices(caller);
  const units = (items: readonly IndexItem[]) => items.reduce((sum, item) => sum + item.units, 0);
  for (const group_by of ['brand', 'region', 'model_family', 'dealer'] as const) {
    const items = await b.indices(caller, { group_by });
    const groups = Map.groupBy(items, (item) => item[`${group_by}_id`] ?? '');
    t.deepEqual([...groups.keys()], [...groups.keys()].sort(), 'sorted by id');
    for (const [id, those] of groups) {
      const alone = await b.indices(caller, filterOf[group_by](id));
      const named = alone.map((item) => ({ [`${group_by}_id`]: id, ...item }));
      t.deepEqual(those as readonly unknown[], named, `${group_by} ${id}`);
    }
    for (const { date, units: sum, inventory } of all) {
      const parts = items.filter((item) => item.date === date);
      t.is(units(parts), sum, `${group_by} ${date}`);
      if (inventory === null) continue;
      // A group without a row has no stock, and one with a row has: the whole has it.
      const stocks = parts.map((item) => item.inventory ?? 0);
      t.is(
        stocks.reduce((total, each) => total + each, 0),
        inventory,
        `${group_by} ${date}`,
      );
    }
    t.deepEqual(await b.pagesOf(caller, { group_by }, 4), items, `${group_by} on pages`);
    const lines = await b.linesOf(caller, { group_by });
    t.deepEqual(lines.ndjson.map((text) => JSON.parse(text)) as unknown, items);
    const columns = Object.keys(items[0] ?? {});
    t.deepEqual(lines.csv, [`\uFEFF${columns.join()}`, ...items.map((item) => csvRow(Object.values(item)).trimEnd())]);
  }
}

test('kept sums add up to the whole, and corrections of different months give the same in either order', async (t) => {
  t.log(`SEED=${seed}`);
  const lines = fc.array(line, { minLength: 30, maxLength: 60 });
  for (const [base, first, second] of fc.sample(fc.tuple(lines, lines, lines), { seed, numRuns: 1 })) {
    const upload = (from: number, to: number, of: readonly SalesLine[]): Step => ({
      kind: 'upload',
      from,
      to,
      lines: of.map((each) => ({ ...each, month: from + (each.month % (to - from + 1)) })),
    });
    const corrections = [upload(1, 2, first), upload(4, 6, second)];
    const ends = await Promise.all(
      [corrections, corrections.toReversed()].map(async (order) => {
        const b = await bench(t);
        const caller = await b.dealer(dealer_id);
        for (const step of [upload(1, 6, base), ...order]) await apply(b, caller, step);
        const units = async (filter: SalesFilter) =>
          (await b.deps.sales.figures([whole], filter)).leaves.reduce((sum, leaf) => sum + leaf.units, 0);
        const all = await units({});
        for (const [name, ids] of [
          ['brand_id', ['opel', 'ford', 'vw', 'volkswagen']],
          ['region_id', ['oslo', 'bergen', 'bgo']],
          ['model_family_id', ['golf', 'up', 'ka']],
          ['condition', ['new', 'used']],
          ['channel', ['retail', 'fleet']],
        ] as const) {
          const isList = name !== 'condition' && name !== 'channel';
          const parts = await Promise.all(ids.map((id) => units({ [name]: isList ? [id] : id })));
          t.is(
            parts.reduce((a, c) => a + c, 0),
            all,
            name,
          );
        }
        await addUpInGroups(t, b, caller);
        return await allReads(b);
      }),
    );
    t.deepEqual(ends[0], ends[1]);
  }
});
