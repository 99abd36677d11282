// Sums of the sales that a scope permits: of those that the merge keeps where a read leaves families or brands apart, else of the rows.

import type { DealerId } from '../../../../generated/analytics/types.ts';
import type { Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import { type AliasOf, resolved, spellingsOf } from './aliases.ts';
import { liveRevisions } from './live-revisions.ts';
import type { CatalogKind, LeafRow, ReadScope, SalesFilter, SliceRow } from './port.ts';
import { type Previewed, sumsWith } from './previewed-sums.ts';

export type SummedPart = {
  readonly scope: readonly ReadScope[];
  readonly revisions: readonly { readonly dealer_id: DealerId; readonly revision: number }[];
  /** Up to these revisions. */
  readonly slices: readonly SliceRow[];
  readonly aliases: readonly AliasOf[];
  /** Under which region the rows of another count. */
  readonly regions: readonly AliasOf[];
  /** What uploads of the dealers have brought beside what all have. */
  readonly optional: ReadonlySet<string>;
  /** With the sums of this dry run in place of its slice: without model families, and as it is now. */
  readonly previewed?: Previewed;
};

/** More than these would fill the memory of a process: some hundred bytes each, for each of the reads that run at once. */
const mostLeaves = 250_000;

/**
 * Null stock, receipts, orders or revenue: some of the rows do not report them, so that their sum is not known. `beside`: what the same
 * read has found already.
 */
export async function leafSums(
  tx: Tx,
  part: SummedPart,
  filter: SalesFilter,
  beside: readonly LeafRow[] = [],
): Promise<readonly LeafRow[]> {
  const permitted = permittedBy(part, filter);
  const brandIds =
    filter.brand_id === undefined ? await brandsOfFamily(tx, permitted, filter) : idsOf(permitted, 'brand');
  const most = mostLeaves - beside.length;
  return atMost(
    most,
    await tx.any(sql.type(row<LeafRow>())`${summed(part, filter, permitted, brandIds)} limit ${most + 1}`),
  );
}

export type SummedTable = 'sales' | 'sales_by_brand' | 'sales_by_region';

/** The smallest that distinguishes what the read does. */
export function tableOf(scope: readonly ReadScope[], { by, brand_id, model_family_id }: SalesFilter): SummedTable {
  if (by === 'model_family' || model_family_id !== undefined) return 'sales';
  return by === 'brand' || brand_id !== undefined || scope.some(({ brands }) => brands !== null)
    ? 'sales_by_brand'
    : 'sales_by_region';
}

function summed(
  { scope, slices, aliases, regions, optional, previewed }: SummedPart,
  filter: SalesFilter,
  permitted: readonly Permitted[],
  brandIds: readonly string[] | null,
) {
  const table = previewed === undefined ? tableOf(scope, filter) : 'sales_by_brand';
  const brand = resolved(filter.by === 'brand' ? aliases : [], 'brand', 'brand_id');
  const region = resolved(regions, 'region', 'region_id');
  const family = resolved(filter.by === 'model_family' ? aliases : [], 'model_family', 'model_family_id');
  const ofBrands =
    table === 'sales_by_region'
      ? sql.fragment`true`
      : sql.fragment`(p.brands is null or s.brand_id = any(p.brands)) and ${among('brand_id', filter.brand_id)}`;
  const chosen = chosenBy(scope, brandIds, idsOf(permitted, 'region'), filter.as_of && liveRevisions(slices));
  const sums = previewed === undefined ? sql.identifier([table]) : sumsWith(previewed);
  const source =
    table === 'sales' && brandIds !== null ? rowsOfFamily(chosen, filter) : sql.fragment`${sums} s on ${chosen} and`;
  return sql.fragment`
    select s.dealer_id, ${region.id} as region_id, ${filter.by === 'brand' ? brand.id : sql.fragment`null`} as brand_id,
      ${filter.by === 'model_family' ? family.id : sql.fragment`null`} as model_family_id,
      s.period_type, s.period_start as "start", s.selling_days, sum(s.units_sold)::bigint as "units",
      case when count(*) = count(s.stock_units) then sum(s.stock_units)::bigint end as "stock",
      case when count(*) = count(s.receipts) then sum(s.receipts)::bigint end as "receipts",
      ${optionalSums(optional)}
    from jsonb_to_recordset(${JSON.stringify(permitted)}::jsonb)
        as p (dealer_id text, brands text[], regions text[], revision bigint, brand_id text[], region_id text[], model_family_id text[])
      join ${source} s.dealer_id = p.dealer_id collate "C" ${brand.join} ${region.join} ${family.join}
    where ${filter.as_of === undefined ? sql.fragment`s.to_revision is null` : sql.fragment`s.from_revision <= p.revision and (s.to_revision is null or s.to_revision > p.revision)`}
      and ${ofBrands} and (p.regions is null or s.region_id = any(p.regions)) and ${among('region_id', filter.region_id)}
      and ${table === 'sales' ? among('model_family_id', filter.model_family_id) : sql.fragment`true`}
      and ${equals('condition', filter.condition)} and ${equals('channel', filter.channel)}
    group by 1, 2, 3, 4, 5, 6, 7
    order by 6, 5, 1, 2, 3, 4, 7`;
}

type Fragment = ReturnType<typeof sql.fragment>;

/**
 * The sums of its brands name the periods and regions that a family can have rows in, and the index of the rows finds those one by one:
 * `offset 0` keeps the planner from going through all rows of the dealer.
 */
function rowsOfFamily(chosen: Fragment, { as_of }: SalesFilter): Fragment {
  const rows = (counted: Fragment) => sql.fragment`
    select * from sales r where r.dealer_id = k.dealer_id and r.period_start = k.period_start and r.brand_id = k.brand_id and r.region_id = k.region_id
      and ${counted}`;
  const current = sql.fragment`r.to_revision is null`;
  const all =
    as_of === undefined
      ? rows(current)
      : sql.fragment`${rows(current)} union all ${rows(sql.fragment`r.to_revision is not null`)}`;
  return sql.fragment`(
    select r.* from (
      select distinct s.dealer_id, s.period_start, s.brand_id, s.region_id from sales_by_brand s
      where ${chosen} and ${as_of === undefined ? sql.fragment`s.to_revision is null` : sql.fragment`true`}) k
    cross join lateral (${all} offset 0) r) s on`;
}

/** Implied by the conditions of each dealer, and written as constants: those are what an index is chosen by. */
function chosenBy(
  scope: readonly ReadScope[],
  brandIds: readonly string[] | null,
  regionIds: readonly string[] | null,
  revisions: readonly number[] | undefined,
): Fragment {
  const among = (column: string, ids: readonly string[] | null) =>
    ids === null ? [] : [sql.fragment`s.${sql.identifier([column])} = any(${texts(ids)})`];
  const all = sql.join(
    [
      ...among(
        'dealer_id',
        scope.map(({ dealer_id }) => dealer_id),
      ),
      ...among('brand_id', brandIds),
      ...among('region_id', regionIds),
      ...(revisions === undefined ? [] : [sql.fragment`s.from_revision = any(${sql.array([...revisions], 'int8')})`]),
    ],
    sql.fragment` and `,
  );
  return sql.fragment`${all}`;
}

/** Null: nothing is known of brands. */
async function brandsOfFamily(
  tx: Tx,
  permitted: readonly Permitted[],
  { model_family_id }: SalesFilter,
): Promise<readonly string[] | null> {
  if (model_family_id === undefined) return null;
  return await tx.anyFirst(sql.type(row<{ brand_id: string }>())`
    select distinct brand_id from catalog_model_families
    where dealer_id = any(${texts(permitted.map(({ dealer_id }) => dealer_id))}) and model_family_id = any(${texts(idsOf(permitted, 'model_family') ?? [])})`);
}

type Permitted = ReadScope & {
  readonly revision: number;
  /** Ids that the filter means for the dealer; null: no filter. */
  readonly brand_id: readonly string[] | null;
  readonly region_id: readonly string[] | null;
  readonly model_family_id: readonly string[] | null;
};

const idsOf = (permitted: readonly Permitted[], kind: CatalogKind): readonly string[] | null => {
  const ids = permitted.map((each) => each[`${kind}_id`]);
  return ids.some((each) => each === null) ? null : [...new Set(ids.flatMap((each) => each ?? []))];
};

function permittedBy(
  { scope, revisions, aliases }: SummedPart,
  { brand_id, region_id, model_family_id }: SalesFilter,
): readonly Permitted[] {
  const revisionOf = new Map(revisions.map(({ dealer_id, revision }) => [dealer_id, revision]));
  const meant = (dealer_id: DealerId, kind: CatalogKind, ids: readonly string[] | undefined) =>
    ids === undefined ? null : [...new Set(ids.flatMap((id) => spellingsOf(aliases, dealer_id, kind, id)))];
  return scope.map((each) => ({
    ...each,
    revision: revisionOf.get(each.dealer_id) ?? 0,
    brand_id: meant(each.dealer_id, 'brand', brand_id),
    region_id: meant(each.dealer_id, 'region', region_id),
    model_family_id: meant(each.dealer_id, 'model_family', model_family_id),
  }));
}

/** A fault like a statement that takes too long: the same read of one brand or region succeeds. */
function atMost<Row>(most: number, rows: readonly Row[]): readonly Row[] {
  if (rows.length <= most) return rows;
  const fault = new Error(`a read has more than ${mostLeaves.toLocaleString('en')} sums`);
  throw Object.assign(fault, { kind: 'timeout', dependency: 'analytics' });
}

/** Rows of a dealer that never uploaded a column need not be asked for it. */
function optionalSums(columns: ReadonlySet<string>) {
  const orders = sql.fragment`case when count(*) = count(s.orders) then sum(s.orders)::bigint end`;
  const revenue = sql.fragment`case when count(*) = count(s.revenue) and min(s.currency) = max(s.currency) then trunc(sum(s.revenue) * 100)::text end`;
  const currencies = sql.fragment`case when count(*) = count(s.revenue) then array_remove(array[min(s.currency), nullif(max(s.currency), min(s.currency))], null) end`;
  const nothing = sql.fragment`null`;
  return sql.join(
    [
      sql.fragment`${columns.has('orders') ? orders : nothing} as "orders"`,
      sql.fragment`${columns.has('revenue') ? revenue : nothing} as "revenue"`,
      sql.fragment`${columns.has('revenue') ? currencies : nothing} as "currencies"`,
      sql.fragment`${columns.has('condition') ? occurring('condition', 'new', 'used') : nothing} as "conditions"`,
      sql.fragment`${columns.has('channel') ? occurring('channel', 'fleet', 'retail') : nothing} as "channels"`,
    ],
    sql.fragment`, `,
  );
}

const occurring = (column: string, first: string, second: string) => {
  const name = sql.fragment`s.${sql.identifier([column])}`;
  return sql.fragment`array_remove(array[case when bool_or(${name} = ${first}) then ${first}::text end, case when bool_or(${name} = ${second}) then ${second}::text end], null)`;
};

const among = (column: string, values: readonly string[] | undefined) =>
  values === undefined
    ? sql.fragment`true`
    : sql.fragment`s.${sql.identifier([column])} = any(p.${sql.identifier([column])})`;

const equals = (column: string, value: string | undefined) =>
  value === undefined ? sql.fragment`true` : sql.fragment`s.${sql.identifier([column])} = ${value}`;

const texts = (values: readonly string[]) => sql.array([...values], 'text');
