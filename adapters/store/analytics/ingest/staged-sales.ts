// The rows of a staging table as sales, with ids in place of spellings. Sold vehicles are counted.
import { salesForm } from '../../../../generated/analytics/sales-file.ts';
import { sql } from '../../query.ts';
import type { JobRow, StagedColumn } from '../port.ts';
import { columnType, stagingTable } from '../staging.ts';
import type { Pages, Spellings, Staged } from './port.ts';

/** `pages`: a part of the rows. Vehicles are counted over the whole file. */
export const stagedSales = (job: JobRow, staged: Staged, pages: Pages) =>
  staged.form === 'vehicles' ? countedVehicles(job, staged) : salesRows(job, staged, pages);

const series = (staged: Staged) => sql.fragment`
  ${idOf(staged, 'brand')} as brand_id, ${idOf(staged, 'region', staged.region_id)} as region_id, ${idOf(staged, 'model_family')} as model_family_id,
  ${idOf(staged, 'channel')} as channel, ${idOf(staged, 'condition')} as condition`;

/**
 * A vehicle without a date is in stock. The revenue of a series is that of all its vehicles or none: a part of it would
 * read as the whole.
 */
const countedVehicles = (job: JobRow, staged: Staged) => sql.fragment`
  select ${job.period_type}::text as period_type, period_start, extract(year from period_start)::int as year, brand_id, region_id, model_family_id, channel, condition,
    count(*) as units_sold, null::bigint as stock_units, null::bigint as receipts, null::bigint as orders, null::numeric as selling_days,
    case when count(revenue) = count(*) then sum(revenue) end as revenue, case when count(revenue) = count(*) then max(currency) end as currency
  from (
    select ${dateOf(staged, 'sale_date')} as period_start, ${series(staged)},
      ${own(staged, 'revenue')} as revenue, nullif(${idOf(staged, 'currency')}, '') as currency
    from ${stagingTable(job.job_id, staged.fence)} s ${joins(staged)}) vehicles
  where period_start is not null
  group by period_start, brand_id, region_id, model_family_id, channel, condition`;

const salesRows = (job: JobRow, staged: Staged, pages: Pages) => sql.fragment`
  select ${job.period_type}::text as period_type, ${periodStart(job, staged)} as period_start, ${yearOf(job, staged)} as year, ${series(staged)},
    ${own(staged, 'units_sold')} as units_sold, ${own(staged, 'stock_units')} as stock_units,
    ${own(staged, 'receipts')} as receipts, ${own(staged, 'orders')} as orders,
    ${own(staged, 'selling_days')} as selling_days, ${own(staged, 'revenue')} as revenue,
    nullif(${idOf(staged, 'currency')}, '') as currency
  from ${stagingTable(job.job_id, staged.fence)} s ${joins(staged)}
  where ${pages === null ? sql.fragment`true` : sql.fragment`s.ctid >= ${`(${pages[0]},0)`}::tid and s.ctid < ${`(${pages[1]},0)`}::tid`}`;

/**
 * Outer joins: the database assumes of an expression that it matches few rows, and of three inner joins that one row is
 * left, which it would then look for in all others. Each row has a spelling that the check of the file has found. An
 * unquoted empty field was copied as null. `offset 0`: a date is made of each spelling, instead of one for each row.
 */
const joins = ({ spellings }: Staged) =>
  sql.join(
    [
      sql.fragment``,
      ...spellings.filter(isVaried).map(
        ({ column, spellings: texts, ids }) => sql.fragment`
        left join (select spelling, id, ${dates.has(column) ? sql.fragment`nullif(id, '')::date` : sql.fragment`null::date`} as date,
              ${dates.has(column) ? sql.fragment`extract(year from nullif(id, '')::date)::int` : sql.fragment`null::int`} as year
            from unnest(${sql.array([...texts], 'text')}, ${sql.array([...ids], 'text')}) as each (spelling, id) offset 0) as ${alias(column)}
          on ${alias(column)}.spelling = coalesce(s.${sql.identifier([column])}, '')`,
      ),
    ],
    sql.fragment` `,
  );

/** A column with one spelling has it in each row, so that it needs no join. */
const isVaried = ({ spellings }: Spellings): boolean => spellings.length > 1;

const dates: ReadonlySet<StagedColumn> = new Set(['period_start', 'sale_date']);

const alias = (column: StagedColumn) => sql.identifier([`of_${column}`]);

const spelledIn = ({ spellings }: Staged, column: StagedColumn): Spellings | undefined =>
  spellings.find((each) => each.column === column);

function idOf(staged: Staged, column: StagedColumn, otherwise = defaultOf(column)) {
  const spelled = spelledIn(staged, column);
  if (spelled !== undefined && isVaried(spelled)) return sql.fragment`${alias(column)}.id`;
  return sql.fragment`${spelled?.ids[0] ?? otherwise}::text`;
}

function dateOf(staged: Staged, column: StagedColumn) {
  const spelled = spelledIn(staged, column);
  if (spelled !== undefined && isVaried(spelled)) return sql.fragment`${alias(column)}.date`;
  return sql.fragment`${spelled?.ids[0] || null}::date`;
}

/** What a file without the column has in it. */
function defaultOf(name: StagedColumn): string {
  const column = salesForm.columns.find((each) => each.name === name);
  return (column !== undefined && 'otherwise' in column ? column.otherwise : undefined) ?? '';
}

const own = ({ columns }: Staged, column: StagedColumn) =>
  columns.includes(column) ? sql.fragment`s.${sql.identifier([column])}` : sql.fragment`null::${columnType(column)}`;

const has = ({ columns }: Staged, ...names: readonly StagedColumn[]): boolean =>
  names.every((name) => columns.includes(name));

/**
 * A blank period is the one period of the upload; the check of the file allows it nowhere else. Objects may have either
 * form of it, row by row.
 */
function periodStart(job: JobRow, staged: Staged) {
  const forms = [
    ...(has(staged, 'period_start') ? [dateOf(staged, 'period_start')] : []),
    ...(has(staged, 'year', 'month') ? [sql.fragment`make_date(s.year, s.month, 1)`] : []),
    sql.fragment`${job.from}::date`,
  ];
  return sql.fragment`coalesce(${sql.join(forms, sql.fragment`, `)})`;
}

function yearOf(job: JobRow, staged: Staged) {
  const forms = [
    ...spelledYear(spelledIn(staged, 'period_start')),
    ...(has(staged, 'year', 'month') ? [sql.fragment`s.year`] : []),
    sql.fragment`${Number(job.from.slice(0, 4))}::int`,
  ];
  return sql.fragment`coalesce(${sql.join(forms, sql.fragment`, `)})`;
}

function spelledYear(spelled: Spellings | undefined) {
  if (spelled === undefined) return [];
  if (isVaried(spelled)) return [sql.fragment`${alias('period_start')}.year`];
  return spelled.ids[0] ? [sql.fragment`${Number(spelled.ids[0].slice(0, 4))}::int`] : [];
}
