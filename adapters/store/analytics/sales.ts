// adapters/store/analytics/sales.ts: sums of the sales that a scope permits, with all that the indices need beside them.
import type { Store, Tx } from '../port.ts';
import { row, sql } from '../query.ts';
import { enterScope, withScope } from '../scope.ts';
import type {
  CalendarRow,
  DealerFacts,
  DealerId,
  LeafRow,
  ReadScope,
  Sales,
  SalesFigures,
  SalesFilter,
  SliceRow,
} from './port.ts';

export const sales = (store: Store): Sales => ({
  figures: (scope, filter) =>
    store.transaction(async (tx) => {
      // One snapshot for all queries: a merge that commits in between is not half seen.
      await tx.query(sql.unsafe`set transaction isolation level repeatable read, read only`);
      await enterScope(tx, storeScope(scope));
      return await readFigures(tx, scope, filter);
    }),

  dealers: (ids, asOf) => withScope(store, { dealers: ids }, (tx) => dealerFacts(tx, ids, asOf)),

  ended: (dealers, now) =>
    withScope(store, { dealers }, async (tx) => {
      const rows = await tx.any(sql.type(row<{ dealer_id: DealerId; ended_at: Date }>())`
        select dealer_id, coalesce(case when status = 'expired' then expires_at end, case when status = 'cancelled' then changed_at end, expires_at) as ended_at
        from subscriptions
        where dealer_id = any(${sql.array([...dealers], 'text')})
          and (status in ('expired', 'cancelled') or expires_at <= ${sql.timestamp(now)})`);
      return new Map(rows.map(({ dealer_id, ended_at }) => [dealer_id, ended_at]));
    }),
});

/** What row-level security enforces beside the predicates: brands and regions over all dealers, and none of the others' rows. */
const storeScope = (scope: readonly ReadScope[]) => ({
  dealers: scope.map(({ dealerId }) => dealerId),
  brands: union(scope.map(({ brands }) => brands)),
  regions: union(scope.map(({ regions }) => regions)),
});

const union = (lists: readonly (readonly string[] | null)[]): readonly string[] =>
  lists.some((list) => list === null) ? [] : [...new Set(lists.flatMap((list) => list ?? []))];

async function readFigures(tx: Tx, scope: readonly ReadScope[], filter: SalesFilter): Promise<SalesFigures> {
  const dealers = await dealerFacts(
    tx,
    scope.map(({ dealerId }) => dealerId),
    filter.asOf,
  );
  const permitted = scope.flatMap((each) => {
    const facts = dealers.find(({ dealerId }) => dealerId === each.dealerId);
    return facts === undefined ? [] : [{ ...each, revision: facts.revision }];
  });
  return {
    dealers,
    leaves: await leafSums(tx, permitted, filter),
    slices: await slicesUntil(tx, dealers),
    calendars: await calendars(tx),
  };
}

const dealerFacts = (tx: Tx, dealers: readonly DealerId[], asOf: Date | undefined): Promise<readonly DealerFacts[]> => {
  const ids = sql.array([...dealers], 'text');
  return asOf === undefined
    ? tx.any(sql.type(row<DealerFacts>())`
        select dealer_id as "dealerId", revision, data_as_of as "dataAsOf" from dealers where dealer_id = any(${ids}) order by dealer_id`)
    : tx.any(sql.type(row<DealerFacts>())`
        select dealer_id as "dealerId", max(revision) as revision, max(loaded_at) as "dataAsOf"
        from slices where dealer_id = any(${ids}) and loaded_at <= ${sql.timestamp(asOf)} group by dealer_id order by dealer_id`);
};

/** Null stock or receipts: some of the rows do not report them, so that their sum is not known. */
const leafSums = (
  tx: Tx,
  permitted: readonly (ReadScope & { readonly revision: number })[],
  filter: SalesFilter,
): Promise<readonly LeafRow[]> =>
  tx.any(sql.type(row<LeafRow>())`
    select s.dealer_id as "dealerId", s.region_id as "regionId", ${filter.byBrand ? sql.fragment`s.brand_id` : sql.fragment`null`} as "brandId",
      s.period_type as "periodType", s.period_start as "start", s.selling_days as "sellingDays", sum(s.units_sold)::bigint as "units",
      case when count(*) = count(s.stock_units) then sum(s.stock_units)::bigint end as "stock",
      case when count(*) = count(s.receipts) then sum(s.receipts)::bigint end as "receipts"
    from jsonb_to_recordset(${JSON.stringify(permitted)}::jsonb) as p ("dealerId" text, brands text[], regions text[], revision bigint)
      join sales s on s.dealer_id = p."dealerId" collate "C"
    where ${filter.asOf === undefined ? sql.fragment`s.to_revision is null` : sql.fragment`s.from_revision <= p.revision and (s.to_revision is null or s.to_revision > p.revision)`}
      and (p.brands is null or s.brand_id = any(p.brands)) and (p.regions is null or s.region_id = any(p.regions))
      and ${equals('brand_id', filter.brandId)} and ${equals('region_id', filter.regionId)} and ${equals('model_family_id', filter.modelFamilyId)}
    group by 1, 2, 3, 4, 5, 6
    order by 5, 4, 1, 2, 3, 6`);

const equals = (column: string, value: string | undefined) =>
  value === undefined ? sql.fragment`true` : sql.fragment`s.${sql.identifier([column])} = ${value}`;

const slicesUntil = (tx: Tx, dealers: readonly DealerFacts[]): Promise<readonly SliceRow[]> =>
  tx.any(sql.type(row<SliceRow>())`
    select s.dealer_id as "dealerId", s.revision, s.period_type as "periodType", s.period_start as "from", s.period_end as "to"
    from unnest(${sql.array(
      dealers.map(({ dealerId }) => dealerId),
      'text',
    )}, ${sql.array(
      dealers.map(({ revision }) => revision),
      'int8',
    )}) as d (dealer_id, revision)
      join slices s on s.dealer_id = d.dealer_id collate "C" and s.revision <= d.revision
    order by s.dealer_id, s.revision`);

/** The newest version of each region's calendar. */
const calendars = (tx: Tx): Promise<readonly CalendarRow[]> =>
  tx.any(sql.type(row<CalendarRow>())`
    select distinct on (region_id) region_id as "regionId", version, weekdays, holidays from selling_calendars order by region_id, version desc`);
