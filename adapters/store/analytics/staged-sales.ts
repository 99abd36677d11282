// The rows of a staging table as sales, with ids in place of spellings.
import { salesForm } from '../../../generated/analytics/sales-file.ts';
import { sql } from '../query.ts';
import type { JobRow, SalesColumn, Staged } from './port.ts';
import { columnType, stagingTable } from './staging.ts';

export const stagedSales = (job: JobRow, staged: Staged) => sql.fragment`
  select ${job.period_type}::text as period_type, ${periodStart(job, staged)} as period_start, ${idOf(staged, 'brand')} as brand_id,
    ${idOf(staged, 'region', staged.region_id)} as region_id, ${idOf(staged, 'model_family')} as model_family_id,
    ${idOf(staged, 'channel')} as channel, ${idOf(staged, 'condition')} as condition,
    ${own(staged, 'units_sold')} as units_sold, ${own(staged, 'stock_units')} as stock_units,
    ${own(staged, 'receipts')} as receipts, ${own(staged, 'orders')} as orders,
    ${own(staged, 'selling_days')} as selling_days, ${own(staged, 'revenue')} as revenue,
    nullif(${idOf(staged, 'currency')}, '') as currency
  from ${stagingTable(job.job_id, staged.fence)} s ${joins(staged)}`;

/** Each dictionary is small beside the file, so that the joins are hash joins in memory. An unquoted empty field was copied as null. */
const joins = ({ spellings }: Staged) =>
  sql.join(
    spellings.map(
      ({ column, spellings: texts, ids }) => sql.fragment`
        join unnest(${sql.array([...texts], 'text')}, ${sql.array([...ids], 'text')}) as ${alias(column)} (spelling, id)
          on ${alias(column)}.spelling = coalesce(s.${sql.identifier([column])}, '')`,
    ),
    sql.fragment` `,
  );

const alias = (column: SalesColumn) => sql.identifier([`of_${column}`]);

const idOf = ({ spellings }: Staged, column: SalesColumn, otherwise = defaultOf(column)) =>
  spellings.some((each) => each.column === column)
    ? sql.fragment`${alias(column)}.id`
    : sql.fragment`${otherwise}::text`;

/** What a file without the column has in it. */
function defaultOf(name: SalesColumn): string {
  const column = salesForm.columns.find((each) => each.name === name);
  return (column !== undefined && 'otherwise' in column ? column.otherwise : undefined) ?? '';
}

const own = ({ columns }: Staged, column: SalesColumn) =>
  columns.includes(column) ? sql.fragment`s.${sql.identifier([column])}` : sql.fragment`null::${columnType(column)}`;

/** A blank period is the one period of the upload; the check of the file allows it nowhere else. Objects may have either form of it, row by row. */
function periodStart(job: JobRow, staged: Staged) {
  const has = (...names: readonly SalesColumn[]) => names.every((name) => staged.columns.includes(name));
  const forms = [
    ...(has('period_start') ? [sql.fragment`nullif(${idOf(staged, 'period_start')}, '')::date`] : []),
    ...(has('year', 'month') ? [sql.fragment`make_date(s.year, s.month, 1)`] : []),
    sql.fragment`${job.from}::date`,
  ];
  return sql.fragment`coalesce(${sql.join(forms, sql.fragment`, `)})`;
}
