// What a dry run leaves behind: the sums of its rows, so that the indices can be read as its merge would make them.
// Decision 336.
import type { DealerId, JobId } from '../../../../generated/analytics/types.ts';
import type { Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import type { FileForm, JobRow, SliceDates } from '../port.ts';
import { dates } from '../slices.ts';
import { measures } from './measures.ts';

type Rows = ReturnType<typeof sql.fragment>;

/** As many as one read adds up at most. */
const mostSums = 250_000;
/** The newest previews of a dealer that are kept: so many runs, and so many sums in all. */
const kept = { runs: 200, sums: 1_000_000 };

/**
 * `coming`: the rows that a merge would store, of a file of this form, or of no file. What has too many sums is not
 * kept.
 */
export async function keepPreview(
  tx: Tx,
  { dealer_id, job_id }: JobRow,
  coming: Rows,
  form: FileForm | null,
): Promise<void> {
  const lastRow =
    form === 'sales'
      ? sql.fragment`(select max(period_start) from previewed_sums where ${chosen(dealer_id, [job_id])})`
      : sql.fragment`null`;
  const { rowCount } = await tx.query(sql.unsafe`
    insert into previewed_sums (dealer_id, job_id, period_start, brand_id, region_id, channel, condition, period_type, selling_days, currency,
      units_sold, stock_units, receipts, orders, revenue)
    select ${dealer_id}, ${job_id}, period_start, brand_id, region_id, channel, condition, period_type, selling_days, currency, ${measures}
    from (${coming}) incoming group by period_start, brand_id, region_id, channel, condition, period_type, selling_days, currency
    limit ${mostSums + 1}`);
  if (rowCount > mostSums) await forget(tx, dealer_id, [job_id]);
  else
    await tx.query(
      sql.unsafe`update upload_jobs set sums_kept = ${rowCount}, last_row = ${lastRow}::date where dealer_id = ${dealer_id} and job_id = ${job_id}`,
    );
  const older = await tx.anyFirst(sql.type(row<{ job_id: JobId }>())`
    select job_id from (
      select job_id, row_number() over newest as runs, sum(sums_kept) over newest as sums
      from upload_jobs where dealer_id = ${dealer_id} and sums_kept is not null window newest as (order by job_id desc)) each
    where runs > ${kept.runs} or sums > ${kept.sums}`);
  if (older.length > 0) await forget(tx, dealer_id, older);
}

/**
 * Of the dry runs that meet a slice which is replaced: they answer 409 from now on, and their sums are never read
 * again. `sums_kept` stays, since it distinguishes them from those that were not kept.
 */
export async function emptyPreviews(tx: Tx, { dealer_id, from, to }: SliceDates): Promise<void> {
  const met = await tx.anyFirst(sql.type(row<{ job_id: JobId }>())`
    select job_id from upload_jobs
    where dealer_id = ${dealer_id} and sums_kept is not null and daterange(period_start, period_end, '[]') && ${dates(from, to)}`);
  if (met.length > 0) await deleteSums(tx, dealer_id, met);
}

async function forget(tx: Tx, dealer_id: DealerId, jobs: readonly JobId[]): Promise<void> {
  await deleteSums(tx, dealer_id, jobs);
  await tx.query(sql.unsafe`update upload_jobs set sums_kept = null where ${chosen(dealer_id, jobs)}`);
}

const deleteSums = (tx: Tx, dealer_id: DealerId, jobs: readonly JobId[]) =>
  tx.query(sql.unsafe`delete from previewed_sums where ${chosen(dealer_id, jobs)}`);

const chosen = (dealer_id: DealerId, jobs: readonly JobId[]) =>
  sql.fragment`dealer_id = ${dealer_id} and job_id = any(${sql.array([...jobs], 'uuid')})`;
