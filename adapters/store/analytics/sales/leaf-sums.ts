// Sums of the sales that a scope permits: of the packed sales of the coarsest level that distinguishes what the read
// does.

import type { DealerId } from '../../../../generated/analytics/types.ts';
import type { Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import { type EntryColumn, type Level, unnested } from '../packed-entries.ts';
import { type AliasOf, resolved, spellingsOf } from './aliases.ts';
import type { JoinedRegions } from './joined-regions.ts';
import { liveDates } from './live-dates.ts';
import type { CatalogKind, LeafRow, ReadScope, SalesFilter, SliceRow, TooManySums } from './port.ts';
import { type Previewed, sumsWith } from './previewed-sums.ts';

export type SummedPart = {
  readonly scope: readonly ReadScope[];
  /** Up to these revisions. */
  readonly slices: readonly SliceRow[];
  readonly aliases: readonly AliasOf[];
  readonly regions: JoinedRegions;
  /** What uploads of the dealers have brought beside what all have. */
  readonly optional: ReadonlySet<string>;
  /** With the sums of this dry run in place of its slice: without model families, and as it is now. */
  readonly previewed?: Previewed;
};

/**
 * More than these would fill the memory of a process: some hundred bytes each, for each of the reads that run at once.
 */
const mostLeaves = 250_000;

/**
 * Null stock, receipts, orders or revenue: some of the rows do not report them, so that their sum is not known.
 * `beside`: what the same read has found already.
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

/** `joined`: all regions are read as one. */
function levelOf(scope: readonly ReadScope[], filter: SalesFilter, joined: boolean): Level {
  const { by, brand_id, region_id, model_family_id } = filter;
  const isWhole = joined && region_id === undefined && scope.every(({ regions }) => regions === null);
  if (by === 'model_family' || model_family_id !== undefined) return isWhole ? 'family' : 'row';
  if (by !== 'brand' && brand_id === undefined && scope.every(({ brands }) => brands === null)) return 'region';
  return isWhole ? 'brand' : 'brand_region';
}

function summed(
  { scope, slices, aliases, regions, optional, previewed }: SummedPart,
  filter: SalesFilter,
  permitted: readonly Permitted[],
  brandIds: readonly string[] | null,
) {
  const level = previewed === undefined ? levelOf(scope, filter, regions.joined !== null) : 'brand_region';
  const brand = resolved(filter.by === 'brand' ? aliases : [], 'brand', 'brand_id');
  const region = hasRegions(level)
    ? resolved(regions.aliases, 'region', 'region_id')
    : { id: sql.fragment`${regions.joined}::text`, join: sql.fragment`` };
  const family = resolved(filter.by === 'model_family' ? aliases : [], 'model_family', 'model_family_id');
  const ofBrands =
    level === 'region'
      ? sql.fragment`true`
      : sql.fragment`(p.brands is null or s.brand_id = any(p.brands)) and ${among('brand_id', filter.brand_id)}`;
  const ofRegions = hasRegions(level)
    ? sql.fragment`(p.regions is null or s.region_id = any(p.regions)) and ${among('region_id', filter.region_id)}`
    : sql.fragment`true`;
  const chosen = chosenBy(scope, brandIds, idsOf(permitted, 'region'));
  const source = liveEntries(level, chosen, slices, columnsOf(level, filter, optional), previewed);
  return sql.fragment`
    select s.dealer_id, ${region.id} as region_id, ${filter.by === 'brand' ? brand.id : sql.fragment`null`} as brand_id,
      ${filter.by === 'model_family' ? family.id : sql.fragment`null`} as model_family_id,
      s.period_type, s.period_start as "start", s.selling_days, sum(s.units_sold)::bigint as "units",
      case when count(*) = count(s.stock_units) then sum(s.stock_units)::bigint end as "stock",
      case when count(*) = count(s.receipts) then sum(s.receipts)::bigint end as "receipts",
      ${optionalSums(optional)}
    from jsonb_to_recordset(${JSON.stringify(permitted)}::jsonb)
        as p (dealer_id text, brands text[], regions text[], brand_id text[], region_id text[], model_family_id text[])
      join ${source} s on s.dealer_id = p.dealer_id collate "C" ${brand.join} ${region.join} ${family.join}
    where ${ofBrands} and ${ofRegions} and ${hasFamilies(level) ? among('model_family_id', filter.model_family_id) : sql.fragment`true`}
      and ${equals('condition', filter.condition)} and ${equals('channel', filter.channel)}
    group by 1, 2, 3, 4, 5, 6, 7
    order by 6, 5, 1, 2, 3, 4, 7`;
}

const hasRegions = (level: Level): boolean => level !== 'brand' && level !== 'family';
const hasFamilies = (level: Level): boolean => level === 'row' || level === 'family';

type Fragment = ReturnType<typeof sql.fragment>;

/** What a read of this level needs: rows of a dealer that never uploaded a column need not be asked for it. */
const columnsOf = (level: Level, filter: SalesFilter, optional: ReadonlySet<string>): readonly EntryColumn[] => [
  ...(hasFamilies(level) ? (['model_family_id'] as const) : []),
  ...(['channel', 'condition'] as const).filter((each) => optional.has(each) || filter[each] !== undefined),
  ...(optional.has('revenue') ? (['currency', 'revenue'] as const) : []),
  ...(optional.has('orders') ? (['orders'] as const) : []),
  ...(['units_sold', 'stock_units', 'receipts', 'selling_days'] as const),
];

/** The entries of packed sales that no later slice has replaced. */
function liveEntries(
  level: Level,
  chosen: Fragment,
  slices: readonly SliceRow[],
  columns: readonly EntryColumn[],
  previewed: Previewed | undefined,
): Fragment {
  const live = sql.fragment`
    select * from (
      select l.dates, c.dealer_id, c.brand_id, c.region_id, c.period_type, ${unnested(columns)}
      from jsonb_to_recordset(${JSON.stringify(liveDates(slices))}::jsonb) as l (dealer_id text, revision bigint, dates datemultirange)
        join packed_sales c on c.dealer_id = l.dealer_id collate "C" and c.revision = l.revision and c.level = ${level}
          and ${ofManyRevisions} and ${chosen}) e
    where e.dates @> e.period_start`;
  return previewed === undefined ? sql.fragment`(${live})` : sumsWith(previewed, live);
}

/** The condition of the index packed_sales_level, which no other read uses. */
const ofManyRevisions = sql.fragment`cardinality(c.period_start) > 0`;

/** Implied by the conditions of each dealer, and written as constants: those are what an index is chosen by. */
function chosenBy(
  scope: readonly ReadScope[],
  brandIds: readonly string[] | null,
  regionIds: readonly string[] | null,
): Fragment {
  const among = (column: string, ids: readonly string[] | null) =>
    ids === null ? [] : [sql.fragment`c.${sql.identifier([column])} = any(${texts(ids)})`];
  const all = sql.join(
    [
      ...among(
        'dealer_id',
        scope.map(({ dealer_id }) => dealer_id),
      ),
      ...among('brand_id', brandIds),
      ...among('region_id', regionIds),
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
  { scope, aliases }: SummedPart,
  { brand_id, region_id, model_family_id }: SalesFilter,
): readonly Permitted[] {
  const meant = (dealer_id: DealerId, kind: CatalogKind, ids: readonly string[] | undefined) =>
    ids === undefined ? null : [...new Set(ids.flatMap((id) => spellingsOf(aliases, dealer_id, kind, id)))];
  return scope.map((each) => ({
    ...each,
    brand_id: meant(each.dealer_id, 'brand', brand_id),
    region_id: meant(each.dealer_id, 'region', region_id),
    model_family_id: meant(each.dealer_id, 'model_family', model_family_id),
  }));
}

function atMost<Row>(most: number, rows: readonly Row[]): readonly Row[] {
  if (rows.length <= most) return rows;
  const fault = { kind: 'too-many-sums', limit: mostLeaves } as const;
  throw Object.assign(new Error(`the read needs more than ${mostLeaves} sums`), fault) satisfies TooManySums;
}

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
