// Sales as a merge stores them: packed by brand, region and year, then added up. Decisions 360 and 361.
import type { DealerId } from '../../../../generated/analytics/types.ts';
import type { Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import { entriesOf, saleColumns } from '../packed-entries.ts';
import type { JobRow, StagedColumn } from '../port.ts';
import type { Staged } from './port.ts';
import { type Pages, stagedSales } from './staged-sales.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** The part of the time until all rows are packed; the rest are their sums. */
export const rowsShare = 0.6;

type Packing = { readonly staged: Staged; readonly revision: number };

/** Returns how many sales there are. */
export const packStaged = (tx: Tx, job: JobRow, packing: Packing, pages?: Pages): Promise<number> =>
  packing.staged.form === 'vehicles'
    ? packRows(tx, job, inParts(stagedSales(job, packing.staged)), packing, sql.fragment`, part`)
    : packRows(tx, job, stagedSales(job, packing.staged, pages), packing);

const packRows = (
  tx: Tx,
  { dealer_id }: JobRow,
  rows: Fragment,
  { staged, revision }: Packing,
  part = sql.fragment``,
): Promise<number> => {
  const { filled, shared, alike } = arraysOf(staged);
  return tx.oneFirst(sql.type(row<{ rows: number }>())`
    with packed as (
      insert into packed_sales (dealer_id, revision, level, brand_id, region_id, period_type, year, period_start, model_family_id, channel, condition,
        units_sold, stock_units, receipts, orders, selling_days, revenue, currency)
      select ${dealer_id}, ${revision}, 'row', brand_id, region_id, period_type, year, array_agg(period_start),
        ${alike('model_family')}, ${alike('channel')}, ${alike('condition')}, array_agg(units_sold), ${filled('stock_units')}, ${filled('receipts')},
        ${filled('orders')}, ${filled('selling_days')}, ${filled('revenue')}, ${shared('currency')}
      from (${rows}) incoming group by brand_id, region_id, period_type, year${part}
      returning cardinality(period_start) as rows)
    select coalesce(sum(rows), 0)::bigint as rows from packed`);
};

/** Of as many rows as one packed row may have (part_of): the database keeps their arrays in memory while it makes them. */
const inParts = (rows: Fragment): Fragment =>
  sql.fragment`select *, part_of(row_number() over ()) as part from (${rows}) counted`;

/** A column that the file does not have costs no array. */
function arraysOf({ columns }: Staged) {
  const has = (column: StagedColumn) => columns.includes(column);
  return {
    filled: (column: StagedColumn) =>
      has(column) ? sql.fragment`filled(array_agg(${sql.identifier([column])}))` : sql.fragment`null`,
    shared: (column: StagedColumn) =>
      has(column) ? sql.fragment`shared(array_agg(${sql.identifier([column])}))` : sql.fragment`null`,
    alike: (column: 'model_family' | 'channel' | 'condition') => {
      const name = sql.identifier([column === 'model_family' ? 'model_family_id' : column]);
      return has(column) ? sql.fragment`shared(array_agg(${name}))` : sql.fragment`array[min(${name})]`;
    },
  };
}

/** What a revision replaced, as it was, group by group. Returns how many sales these are. */
export const packReverted = (tx: Tx, { dealer_id, reverts }: JobRow, revision: number): Promise<number> =>
  tx.oneFirst(sql.type(row<{ rows: number }>())`
    with packed as (
      insert into packed_sales (dealer_id, revision, level, brand_id, region_id, period_type, year, period_start, model_family_id, channel, condition,
        units_sold, stock_units, receipts, orders, selling_days, revenue, currency)
      select ${dealer_id}, ${revision}, 'row', g.brand_id, g.region_id, g.period_type, g.year, entries.*
      from (select distinct c.brand_id, c.region_id, c.period_type, c.year from replaced_dates(${dealer_id}, ${reverts}::bigint) r
          join packed_sales c on c.dealer_id = ${dealer_id} and c.revision = r.revision and c.level = 'row') g
        cross join lateral (
          select array_agg(e.period_start) as period_start, shared(array_agg(e.model_family_id)), shared(array_agg(e.channel)), shared(array_agg(e.condition)),
            array_agg(e.units_sold), filled(array_agg(e.stock_units)), filled(array_agg(e.receipts)), filled(array_agg(e.orders)),
            filled(array_agg(e.selling_days)), filled(array_agg(e.revenue)), shared(array_agg(e.currency))
          from (${inParts(sql.fragment`select * from ${revertedSales(dealer_id, reverts, sql.fragment`c.brand_id = g.brand_id and c.region_id = g.region_id and c.period_type = g.period_type and c.year = g.year`)} reverted`)}) e
          group by part) entries
      returning cardinality(period_start) as rows)
    select coalesce(sum(rows), 0)::bigint as rows from packed`);

/** What a revision replaced: the entries of the packed rows `c` that are chosen. */
export const revertedSales = (dealer_id: string, reverts: number | null, chosen = sql.fragment`true`) => sql.fragment`(
  select u.* from replaced_dates(${dealer_id}, ${reverts}::bigint) r
    cross join lateral ${entriesOf(sql.fragment`c.dealer_id = ${dealer_id} and c.revision = r.revision and c.level = 'row' and ${chosen}`, saleColumns)} u
  where r.dates @> u.period_start)`;

export async function packSums(tx: Tx, { dealer_id }: JobRow, revision: number): Promise<void> {
  await packBrandSums(tx, dealer_id, revision, await packedBrands(tx, dealer_id, revision));
  await packRegionSums(tx, dealer_id, revision);
}

export const packedBrands = (tx: Tx, dealer_id: DealerId, revision: number): Promise<readonly string[]> =>
  tx.anyFirst(sql.type(row<{ brand_id: string }>())`
    select distinct brand_id from packed_sales where dealer_id = ${dealer_id} and revision = ${revision} and level = 'row'`);

export async function packBrandSums(
  tx: Tx,
  dealer_id: DealerId,
  revision: number,
  brands: readonly string[],
): Promise<void> {
  await tx.query(sql.unsafe`select pack_brand_sums(${dealer_id}, ${revision}, ${sql.array([...brands], 'text')})`);
}

/** Once the sums of all brands are stored. */
export async function packRegionSums(tx: Tx, dealer_id: DealerId, revision: number): Promise<void> {
  await tx.query(sql.unsafe`select pack_region_sums(${dealer_id}, ${revision})`);
}
