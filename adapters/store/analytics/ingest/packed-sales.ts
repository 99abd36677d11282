// Sales as a merge stores them: packed by brand, region and year. Decisions 360 and 361.
import type { Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import { entriesOf, saleColumns } from '../packed-entries.ts';
import type { JobRow, StagedColumn } from '../port.ts';
import { ofShare, sharesOf } from './packed-shares.ts';
import type { Pages, Staged } from './port.ts';
import { stagedSales } from './staged-sales.ts';

type Fragment = ReturnType<typeof sql.fragment>;

type Packing = { readonly staged: Staged; readonly revision: number };
type PackedColumns = { readonly columns: readonly StagedColumn[]; readonly revision: number };

/** Returns how many sales there are. */
export function packStaged(tx: Tx, job: JobRow, { staged, revision }: Packing, pages: Pages): Promise<number> {
  const packed = { columns: staged.columns, revision };
  return staged.form === 'vehicles'
    ? packRows(tx, job, inParts(stagedSales(job, staged, null)), packed, sql.fragment`, part`)
    : packRows(tx, job, stagedSales(job, staged, pages), packed);
}

const packRows = (
  tx: Tx,
  { dealer_id }: JobRow,
  rows: Fragment,
  { columns, revision }: PackedColumns,
  part = sql.fragment``,
): Promise<number> => {
  const { filled, shared, alike } = arraysOf(columns);
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

/**
 * Splits rows into parts of as many as one packed row may have (part_of): the database keeps their arrays in memory
 * while it makes them.
 */
const inParts = (rows: Fragment): Fragment =>
  sql.fragment`select *, part_of(row_number() over ()) as part from (${rows}) counted`;

/** A column that the file does not have costs no array. */
function arraysOf(columns: readonly StagedColumn[]) {
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

/** What a revision replaced, as it was. Returns how many sales these are. */
export async function packReverted(tx: Tx, job: JobRow, revision: number, mostEntries: number): Promise<number> {
  const packed = await sharesOf(tx, revertedRows(job.dealer_id, job.reverts), mostEntries);
  let rows = 0;
  for (const share of packed)
    rows += await packRows(
      tx,
      job,
      inParts(revertedSales(job.dealer_id, job.reverts, ofShare(share))),
      { columns: everyColumn, revision },
      sql.fragment`, part`,
    );
  return rows;
}

const everyColumn: readonly StagedColumn[] = [
  'model_family',
  'channel',
  'condition',
  'stock_units',
  'receipts',
  'orders',
  'selling_days',
  'revenue',
  'currency',
];

/** The packed rows `c` of revisions that a revision has taken dates from. */
const revertedRows = (dealer_id: string, reverts: number | null) => sql.fragment`
  c.dealer_id = ${dealer_id} and c.level = 'row' and c.revision = any(array(select revision from replaced_dates(${dealer_id}, ${reverts}::bigint)))`;

/** What a revision replaced: the entries of the packed rows `c` that are chosen. */
export const revertedSales = (dealer_id: string, reverts: number | null, chosen = sql.fragment`true`) => sql.fragment`(
  select u.* from replaced_dates(${dealer_id}, ${reverts}::bigint) r
    cross join lateral ${entriesOf(sql.fragment`c.dealer_id = ${dealer_id} and c.revision = r.revision and c.level = 'row' and ${chosen}`, saleColumns)} u
  where r.dates @> u.period_start)`;

/** The packed rows `c` of a revision's sales. */
export const storedSales = (dealer_id: string, revision: number) =>
  sql.fragment`c.dealer_id = ${dealer_id} and c.revision = ${revision} and c.level = 'row'`;
