// Sums of the sales that a scope permits, with all that the indices need beside them.
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { enterScope, withScope } from '../scope.ts';
import { type AliasOf, aliasChanges, aliasesOf, resolved, spellingsOf } from './aliases.ts';
import type {
  AssignedCalendars,
  BrandId,
  CalendarRow,
  CatalogKind,
  DataRevision,
  DealerId,
  LeafRow,
  ReadScope,
  Sales,
  SalesFilter,
  SliceRow,
  SubscriptionStatus,
} from './port.ts';

export const sales = (store: Store): Sales => ({
  revision: (dealers, asOf) =>
    withScope(store, { dealers }, async (tx) =>
      dataRevisionOf(await revisionsOf(tx, dealers, asOf), await calendarVersions(tx, dealers, asOf)),
    ),

  figures: (scope, filter) =>
    store.transaction(async (tx) => {
      // One snapshot for all queries: a merge that commits in between is not half seen.
      await tx.query(sql.unsafe`set transaction isolation level repeatable read, read only`);
      await boundRead(tx);
      await enterScope(tx, storeScope(scope));
      const dealers = scope.map(({ dealer_id }) => dealer_id);
      const revisions = await revisionsOf(tx, dealers, filter.asOf);
      const aliases = await aliasesOf(tx, dealers, filter.asOf);
      return {
        dataRevision: dataRevisionOf(revisions, await calendarVersions(tx, dealers, filter.asOf)),
        leaves: atMost(
          mostLeaves,
          await leafSums(tx, { scope, revisions, aliases }, filter, await optionalColumns(tx, dealers)),
        ),
        slices: await slicesUntil(tx, revisions),
        calendars: await calendarsOf(tx, filter.asOf),
        assigned: await assignedTo(tx, dealers, filter.asOf),
      };
    }),

  subscriptions: (dealers, now) =>
    withScope(store, { dealers }, (tx) =>
      tx.any(sql.type(row<SubscriptionStatus>())`
        select dealer_id, status, case when status = 'cancelled' then least(expires_at, changed_at)
          when status = 'expired' then coalesce(expires_at, changed_at) when expires_at <= ${sql.timestamp(now)} then expires_at end as "endedAt",
          forecast_days as "forecastDays"
        from subscriptions join plans using (plan) where dealer_id = any(${texts(dealers)}) order by dealer_id`),
    ),

  brandNames: (dealers, brands) =>
    withScope(store, { dealers }, async (tx) => {
      const rows = await tx.any(sql.type(row<{ brand_id: BrandId; name: string }>())`
        select distinct on (brand_id) brand_id, name from catalog_brands
        where dealer_id = any(${texts(dealers)}) and brand_id = any(${texts(brands)}) order by brand_id, dealer_id`);
      return new Map(rows.map(({ brand_id, name }) => [brand_id, name]));
    }),
});

/** Shorter than any caller waits, so that a read that takes too long ends in the database before its answer. */
export const boundRead = async (tx: Tx): Promise<void> =>
  void (await tx.query(sql.unsafe`set local statement_timeout = '8s'`));

/** What row-level security enforces beside the predicates: the dealers, and brands and regions over all of them. */
export const storeScope = (scope: readonly ReadScope[]) => ({
  dealers: scope.map(({ dealer_id }) => dealer_id),
  brands: union(scope.map(({ brands }) => brands)),
  regions: union(scope.map(({ regions }) => regions)),
});

const union = (lists: readonly (readonly string[] | null)[]): readonly string[] | null =>
  lists.some((list) => list === null) ? null : [...new Set(lists.flatMap((list) => list ?? []))];

const texts = (values: readonly string[]) => sql.array([...values], 'text');

type Revision = {
  readonly dealer_id: DealerId;
  readonly revision: number;
  readonly data_as_of: Date | null;
  /** The current ones; as of a time, those of all revisions, among which they are looked for. */
  readonly rows: number;
};

const revisionsOf = (tx: Tx, dealers: readonly DealerId[], asOf: Date | undefined): Promise<readonly Revision[]> =>
  asOf === undefined
    ? tx.any(sql.type(row<Revision>())`
        select dealer_id, revision, data_as_of, rows_stored as "rows" from dealers where dealer_id = any(${texts(dealers)}) order by dealer_id`)
    : tx.any(sql.type(row<Revision>())`
        select dealer_id, max(revision) as revision, max(loaded_at) as data_as_of,
          (select sum(rows)::bigint from slices every_slice where every_slice.dealer_id = slices.dealer_id) as "rows"
        from slices where dealer_id = any(${texts(dealers)}) and loaded_at <= ${sql.timestamp(asOf)} group by dealer_id order by dealer_id`);

type Published = { readonly calendars: number; readonly readAt: Date };

/** How often the calendars of the installation were changed, which of them the dealers have, and their aliases. */
const calendarVersions = (tx: Tx, dealers: readonly DealerId[], asOf: Date | undefined): Promise<Published> =>
  tx.one(sql.type(row<Published>())`
    select clock_timestamp() as "readAt", (select count(*) - 1 from selling_calendars where ${publishedBy(asOf)})
      + (select coalesce(sum(newest - 1), 0)::bigint from (
          select max(version) as newest from dealer_calendars where dealer_id = any(${texts(dealers)}) and ${publishedBy(asOf)} group by dealer_id) as each
        ) + ${aliasChanges(dealers, asOf)} as calendars`);

const publishedBy = (asOf: Date | undefined) =>
  asOf === undefined ? sql.fragment`true` : sql.fragment`published_at <= ${sql.timestamp(asOf)}`;

/** Every part only ever grows, so the sum names one state of the scope. */
function dataRevisionOf(revisions: readonly Revision[], { calendars, readAt }: Published): DataRevision {
  const uploads = revisions.reduce((sum, { revision }) => sum + revision, 0);
  const times = revisions.flatMap(({ data_as_of }) => (data_as_of === null ? [] : [data_as_of.getTime()]));
  return {
    revision: uploads === 0 ? 0 : uploads + calendars,
    data_as_of: times.length === 0 ? null : new Date(Math.max(...times)),
    rows: revisions.reduce((sum, { rows }) => sum + rows, 0),
    readAt,
  };
}

/** More than these would fill the memory of a process: some hundred bytes each, for each of the reads that run at once. */
const mostLeaves = 250_000;

/** A fault like a statement that takes too long: the same read of one brand or region succeeds. */
function atMost<Row>(most: number, rows: readonly Row[]): readonly Row[] {
  if (rows.length <= most) return rows;
  const fault = new Error(`a read has more than ${most.toLocaleString('en')} sums`);
  throw Object.assign(fault, { kind: 'timeout', dependency: 'analytics' });
}

/** What uploads of the dealers have brought beside what all have. */
const optionalColumns = async (tx: Tx, dealers: readonly DealerId[]): Promise<ReadonlySet<string>> =>
  new Set(
    await tx.anyFirst(sql.type(row<{ name: string }>())`
      select distinct unnest(optional_columns) as name from dealers where dealer_id = any(${texts(dealers)})`),
  );

/** Null stock, receipts, orders or revenue: some of the rows do not report them, so that their sum is not known. */
function leafSums(tx: Tx, part: Part, filter: SalesFilter, optional: ReadonlySet<string>): Promise<readonly LeafRow[]> {
  const brand = resolved(filter.byBrand ? part.aliases : [], 'brand', 'brand_id');
  const region = resolved(part.aliases, 'region', 'region_id');
  return tx.any(sql.type(row<LeafRow>())`
    select s.dealer_id, ${region.id} as "regionId", ${filter.byBrand ? brand.id : sql.fragment`null`} as "brandId",
      s.period_type, s.period_start as "start", s.selling_days as "sellingDays", sum(s.units_sold)::bigint as "units",
      case when count(*) = count(s.stock_units) then sum(s.stock_units)::bigint end as "stock",
      case when count(*) = count(s.receipts) then sum(s.receipts)::bigint end as "receipts",
      ${optionalSums(optional)}
    from jsonb_to_recordset(${permitted(part, filter)}::jsonb)
        as p (dealer_id text, brands text[], regions text[], revision bigint, brand_id text[], region_id text[], model_family_id text[])
      join sales s on s.dealer_id = p.dealer_id collate "C" ${brand.join} ${region.join}
    where ${filter.asOf === undefined ? sql.fragment`s.to_revision is null` : sql.fragment`s.from_revision <= p.revision and (s.to_revision is null or s.to_revision > p.revision)`}
      and (p.brands is null or s.brand_id = any(p.brands)) and (p.regions is null or s.region_id = any(p.regions))
      and ${among('brand_id', filter.brandId)} and ${among('region_id', filter.regionId)} and ${among('model_family_id', filter.modelFamilyId)}
      and ${equals('condition', filter.condition)} and ${equals('channel', filter.channel)}
    group by 1, 2, 3, 4, 5, 6
    order by 5, 4, 1, 2, 3, 6 limit ${mostLeaves + 1}`);
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

type Part = {
  readonly scope: readonly ReadScope[];
  readonly revisions: readonly Revision[];
  readonly aliases: readonly AliasOf[];
};

/** With the ids that each filter means for the dealer. */
function permitted({ scope, revisions, aliases }: Part, { brandId, regionId, modelFamilyId }: SalesFilter): string {
  const revisionOf = new Map(revisions.map(({ dealer_id, revision }) => [dealer_id, revision]));
  const meant = (dealer_id: DealerId, kind: CatalogKind, id: string | undefined) =>
    id === undefined ? null : spellingsOf(aliases, dealer_id, kind, id);
  return JSON.stringify(
    scope.map((each) => ({
      ...each,
      revision: revisionOf.get(each.dealer_id) ?? 0,
      brand_id: meant(each.dealer_id, 'brand', brandId),
      region_id: meant(each.dealer_id, 'region', regionId),
      model_family_id: meant(each.dealer_id, 'model_family', modelFamilyId),
    })),
  );
}

const among = (column: string, value: string | undefined) =>
  value === undefined
    ? sql.fragment`true`
    : sql.fragment`s.${sql.identifier([column])} = any(p.${sql.identifier([column])})`;

const equals = (column: string, value: string | undefined) =>
  value === undefined ? sql.fragment`true` : sql.fragment`s.${sql.identifier([column])} = ${value}`;

const slicesUntil = (tx: Tx, revisions: readonly Revision[]): Promise<readonly SliceRow[]> =>
  tx.any(sql.type(row<SliceRow>())`
    select s.dealer_id, s.revision, s.kind, s.reverts, s.period_type, s.period_start as "from", s.period_end as "to",
      (s.loaded_at at time zone 'UTC')::date as "loadedOn"
    from unnest(${texts(revisions.map(({ dealer_id }) => dealer_id))}, ${sql.array(
      revisions.map(({ revision }) => revision),
      'int8',
    )}) as d (dealer_id, revision)
      join slices s on s.dealer_id = d.dealer_id collate "C" and s.revision <= d.revision
    order by s.dealer_id, s.revision`);

/** The newest version of each calendar. */
const calendarsOf = (tx: Tx, asOf: Date | undefined): Promise<readonly CalendarRow[]> =>
  tx.any(sql.type(row<CalendarRow>())`
    select distinct on (calendar_id) calendar_id, version, country, weekdays, holidays from selling_calendars
    where ${publishedBy(asOf)} order by calendar_id, version desc`);

const assignedTo = (
  tx: Tx,
  dealers: readonly DealerId[],
  asOf: Date | undefined,
): Promise<readonly AssignedCalendars[]> =>
  tx.any(sql.type(row<AssignedCalendars>())`
    select distinct on (dealer_id) dealer_id, calendar_id, region_calendars
    from dealer_calendars where dealer_id = any(${texts(dealers)}) and ${publishedBy(asOf)} order by dealer_id, version desc`);
