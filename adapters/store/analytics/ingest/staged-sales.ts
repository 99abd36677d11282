// The rows of a staging table as sales, with ids in place of spellings. Sold vehicles are counted.
import { salesForm } from '../../../../generated/analytics/sales-file.ts';
import { sql } from '../../query.ts';
import type { JobRow, StagedColumn } from '../port.ts';
import { columnType, stagingTable } from '../staging.ts';
import type { Staged } from './port.ts';

export const stagedSales = (job: JobRow, staged: Staged) =>
  staged.form === 'vehicles' ? countedVehicles(job, staged) : salesRows(job, staged);

const series = (staged: Staged) => sql.fragment`
  ${idOf(staged, 'brand')} as brand_id, ${idOf(staged, 'region', staged.region_id)} as region_id, ${idOf(staged, 'model_family')} as model_family_id,
  ${idOf(staged, 'channel')} as channel, ${idOf(staged, 'condition')} as condition`;

/** A vehicle without a date is in stock. The revenue of a series is that of all its vehicles or none: a part of it would read as the whole. */
const countedVehicles = (job: JobRow, staged: Staged) => sql.fragment`
  select ${job.period_type}::text as period_type, period_start, brand_id, region_id, model_family_id, channel, condition,
    count(*) as units_sold, null::bigint as stock_units, null::bigint as receipts, null::bigint as orders, null::numeric as selling_days,
    case when count(revenue) = count(*) then sum(revenue) end as revenue, case when count(revenue) = count(*) then max(currency) end as currency
  from (
    select nullif(${idOf(staged, 'sale_date')}, '')::date as period_start, ${series(staged)},
      ${own(staged, 'revenue')} as revenue, nullif(${idOf(staged, 'currency')}, '') as currency
    from ${stagingTable(job.job_id, staged.fence)} s ${joins(staged)}) vehicles
  where period_start is not null
  group by period_start, brand_id, region_id, model_family_id, channel, condition`;

const salesRows = (job: JobRow, staged: Staged) => sql.fragment`
  select ${job.period_type}::text as period_type, ${periodStart(job, staged)} as period_start, ${series(staged)},
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

const alias = (column: StagedColumn) => sql.identifier([`of_${column}`]);

const idOf = ({ spellings }: Staged, column: StagedColumn, otherwise = defaultOf(column)) =>
  spellings.some((each) => each.column === column)
    ? sql.fragment`${alias(column)}.id`
    : sql.fragment`${otherwise}::text`;

/** What a file without the column has in it. */
function defaultOf(name: StagedColumn): string {
  const column = salesForm.columns.find((each) => each.name === name);
  return (column !== undefined && 'otherwise' in column ? column.otherwise : undefined) ?? '';
}

const own = ({ columns }: Staged, column: StagedColumn) =>
  columns.includes(column) ? sql.fragment`s.${sql.identifier([column])}` : sql.fragment`null::${columnType(column)}`;

/** A blank period is the one period of the upload; the check of the file allows it nowhere else. Objects may have either form of it, row by row. */
function periodStart(job: JobRow, staged: Staged) {
  const has = (...names: readonly StagedColumn[]) => names.every((name) => staged.columns.includes(name));
  const forms = [
    ...(has('period_start') ? [sql.fragment`nullif(${idOf(staged, 'period_start')}, '')::date`] : []),
    ...(has('year', 'month') ? [sql.fragment`make_date(s.year, s.month, 1)`] : []),
    sql.fragment`${job.from}::date`,
  ];
  return sql.fragment`coalesce(${sql.join(forms, sql.fragment`, `)})`;
}
