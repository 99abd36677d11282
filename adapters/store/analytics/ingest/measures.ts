// How measures are added up: of what is stored, and of what a dry run keeps.
import { sql } from '../../query.ts';

/** A sum is known where each row reports it, so that the same holds of sums of sums. */
export const ifAll = (column: string) => {
  const name = sql.identifier([column]);
  return sql.fragment`case when count(*) = count(${name}) then sum(${name}) end`;
};

export const measures = sql.join(
  [sql.fragment`sum(units_sold)`, ...['stock_units', 'receipts', 'orders', 'revenue'].map(ifAll)],
  sql.fragment`, `,
);
