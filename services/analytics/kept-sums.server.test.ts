// The sums that merges keep, against the rows themselves: whatever is uploaded, corrected, reverted and renamed in whichever order. Decision 360.
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import type { LeafRow, ReadScope, SalesFilter } from '../../adapters/store/analytics/sales/port.ts';
import { row, sql } from '../../adapters/store/query.ts';
import { withScope } from '../../adapters/store/scope.ts';
import type {
  AliasRequest,
  BrandId,
  CatalogId,
  DealerId,
  IndexItem,
  ModelFamilyId,
  RegionId,
} from '../../generated/analytics/types.ts';
import { csvRow } from '../../generated/runtime/reply/csv.ts';
import { type Bench, bench, callerOf } from '../test/fixtures/analytics/analytics.ts';
import type { Caller } from './caller.ts';

const dealer_id = 'fjord' as DealerId;
const root: Caller = { ...callerOf([]), roles: ['platform-admin'] };

type Line = {
  readonly month: number;
  readonly brand: string;
  readonly region: string;
  readonly family: string;
  readonly condition: string;
  readonly channel: string;
  readonly units: number;
  readonly stock: number | null;
  readonly days: number | null;
  readonly revenue: number | null;
  readonly currency: string;
};
type Step =
  | { readonly kind: 'upload'; readonly from: number; readonly to: number; readonly lines: readonly Line[] }
  | { readonly kind: 'delete'; readonly month: number }
  | { readonly kind: 'revert'; readonly back: number }
  | { readonly kind: 'join'; readonly of: AliasRequest['kind']; readonly alias: string; readonly target: string }
  | { readonly kind: 'part'; readonly of: AliasRequest['kind']; readonly alias: string };

const names = (...list: string[]) => fc.constantFrom(...list);
const line = fc.record({
  month: fc.integer({ min: 1, max: 6 }),
  brand: names('opel', 'ford', 'vw', 'volkswagen'),
  region: names('oslo', 'bergen', 'bgo'),
  family: names('golf', 'up', 'ka'),
  condition: names('new', 'used'),
  channel: names('retail', 'fleet'),
  units: fc.integer({ min: -3, max: 50 }),
  stock: fc.option(fc.integer({ min: 0, max: 90 }), { freq: 6 }),
  days: fc.option(names('20', '21.5').map(Number), { freq: 2 }),
  revenue: fc.option(fc.integer({ min: 0, max: 99_999 }), { freq: 6 }),
  currency: fc.oneof({ weight: 5, arbitrary: names('NOK') }, names('EUR')),
});
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        first: fc.integer({ min: 1, max: 6 }),
        second: fc.integer({ min: 1, max: 6 }),
        lines: fc.array(line, { minLength: 1, maxLength: 40 }),
      })
      .map(({ first, second, lines }): Step => {
        const [from, to] = [Math.min(first, second), Math.max(first, second)];
        return { kind: 'upload', from, to, lines: lines.filter(({ month }) => from <= month && month <= to) };
      }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), month: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('revert' as const), back: fc.integer({ min: 0, max: 3 }) }) },
  {
    weight: 1,
    arbitrary: names('brand', 'region').map(
      (of): Step =>
        of === 'brand'
          ? { kind: 'join', of, alias: 'vw', target: 'volkswagen' }
          : { kind: 'join', of: 'region', alias: 'bgo', target: 'bergen' },
    ),
  },
  {
    weight: 1,
    arbitrary: names('brand', 'region').map(
      (of): Step => (of === 'brand' ? { kind: 'part', of, alias: 'vw' } : { kind: 'part', of: 'region', alias: 'bgo' }),
    ),
  },
);

const month = (n: number): string => `2025-${String(n).padStart(2, '0')}`;
const blank = (value: number | null): string => (value === null ? '' : String(value));

function fileOf(lines: readonly Line[]): string {
  const keyed = new Map(
    lines.map((each) => [
      [each.month, each.brand, each.region, each.family, each.condition, each.channel].join(),
      [
        month(each.month),
        each.brand,
        each.region,
        each.family,
        each.condition,
        each.channel,
        each.units,
        blank(each.stock),
        blank(each.days),
        blank(each.revenue),
        each.revenue === null ? '' : each.currency,
      ].join(),
    ]),
  );
  const header =
    'period_start,brand,region,model_family,condition,channel,units_sold,stock_units,selling_days,revenue,currency';
  return `${[header, ...keyed.values()].join('\n')}\n`;
}

/** What the state does not allow changes nothing. */
async function apply(b: Bench, caller: Caller, step: Step): Promise<void> {
  if (step.kind === 'upload') {
    if (step.lines.length === 0) return;
    const form = { period: `${month(step.from)}/${month(step.to)}` };
    const job = await b.load(caller, fileOf(step.lines), form);
    const confirm = (job.problem as { readonly confirm?: number } | null)?.confirm;
    if (confirm !== undefined) await b.load(caller, fileOf(step.lines), { ...form, confirm });
  } else if (step.kind === 'delete') {
    const body = { dealer_id, period: month(step.month), dry_run: false };
    const refused = await b.handlers.deletePeriod({ ...b.facts, caller, body });
    const confirm = refused.status === 422 ? (refused.problem as { readonly confirm?: number }).confirm : undefined;
    if (confirm !== undefined) await b.handlers.deletePeriod({ ...b.facts, caller, body: { ...body, confirm } });
  } else if (step.kind === 'revert') {
    const revision = (await b.deps.sales.revision([dealer_id], undefined)).revision;
    await b.handlers.revertRevision({
      ...b.facts,
      caller,
      body: { dealer_id, revision: Math.max(1, revision - step.back), dry_run: false },
    });
  } else {
    const path = { dealer_id, kind: step.of, alias: step.alias as CatalogId };
    if (step.kind === 'part') await b.handlers.deleteAlias({ ...b.facts, caller: root, path, ifMatch: () => true });
    else
      await b.handlers.createAlias({
        ...b.facts,
        caller: root,
        path: { dealer_id },
        body: { kind: step.of, alias: path.alias, stands_for: step.target as CatalogId },
      });
  }
  await b.work();
}

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

/** The last change leads to the revision that reads state, whatever was uploaded, reverted and renamed before it. What touches no row is not listed, so the last one is an upload that does. */
async function countsToRevision(t: ExecutionContext, b: Bench, caller: Caller): Promise<void> {
  const values = { condition: 'new', channel: 'retail', stock: null, days: null, revenue: null, currency: 'NOK' };
  const unlike = { month: 1, brand: 'opel', region: 'oslo', family: 'ka', units: 51, ...values };
  await apply(b, caller, { kind: 'upload', from: 1, to: 1, lines: [unlike] });
  const query = { since: 0, limit: 1_000 };
  const reply = await b.handlers.listIndexChanges({ ...b.facts, caller, query, unchanged: () => false });
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
      const stocks = parts.map((item) => item.inventory ?? Number.NaN);
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
    const upload = (from: number, to: number, of: readonly Line[]): Step => ({
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
