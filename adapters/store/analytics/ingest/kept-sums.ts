// The sums that a merge keeps beside the rows, so that reads need not go through them. Decision 290.
import type { Tx } from '../../database.ts';
import { sql } from '../../query.ts';
import type { SliceDates } from '../port.ts';

type Slice = Pick<SliceDates, 'dealer_id' | 'from' | 'to'>;

/** Closes what was summed of these dates, and sums the rows that the revision has stored there. All of a date is of one revision. */
export async function keepSums(tx: Tx, slice: Slice, revision: number): Promise<void> {
  const { dealer_id } = slice;
  for (const table of ['sales_by_brand', 'sales_by_region'])
    await tx.query(
      sql.unsafe`update ${sql.identifier([table])} set to_revision = ${revision} where ${currentOn(slice)}`,
    );
  await tx.query(sql.unsafe`
    insert into sales_by_brand (dealer_id, period_start, brand_id, region_id, channel, condition, period_type, selling_days, currency,
      from_revision, units_sold, stock_units, receipts, orders, revenue)
    select ${dealer_id}, period_start, brand_id, region_id, channel, condition, period_type, selling_days, currency, ${revision}, ${measures}
    from sales where ${currentOn(slice)} group by period_start, brand_id, region_id, channel, condition, period_type, selling_days, currency`);
  await tx.query(sql.unsafe`
    insert into sales_by_region (dealer_id, period_start, region_id, channel, condition, period_type, selling_days, currency,
      from_revision, units_sold, stock_units, receipts, orders, revenue)
    select ${dealer_id}, period_start, region_id, channel, condition, period_type, selling_days, currency, ${revision}, ${measures}
    from sales_by_brand where ${currentOn(slice)} group by period_start, region_id, channel, condition, period_type, selling_days, currency`);
}

const currentOn = ({ dealer_id, from, to }: Slice) =>
  sql.fragment`dealer_id = ${dealer_id} and period_start between ${from}::date and ${to}::date and to_revision is null`;

/** A sum is known where each row reports it, so that the same holds of sums of sums. */
const ifAll = (column: string) => {
  const name = sql.identifier([column]);
  return sql.fragment`case when count(*) = count(${name}) then sum(${name}) end`;
};

export const measures = sql.join(
  [sql.fragment`sum(units_sold)`, ...['stock_units', 'receipts', 'orders', 'revenue'].map(ifAll)],
  sql.fragment`, `,
);
