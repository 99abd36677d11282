// Revisions of a dealer's data: each is the content of a slice, which replaces what its dates had before.
import type { Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import type { JobRow, StagedColumn } from '../port.ts';
import { comingContent, replacementBy, storedContent } from '../replacement.ts';
import { dates, granularityConflict, replacedRevision } from '../slices.ts';
import { comingSales } from './coming-sales.ts';
import { emptyPreviews } from './keep-preview.ts';
import { leaveCatalog, recordNames } from './names.ts';
import type { NewSlice, Revisions } from './port.ts';
import { beyondPlan } from './stored-rows.ts';

export const revisions: Revisions = {
  // New jobs refer to the dealer meanwhile, hence no key.
  next: (tx: Tx, { dealer_id }) =>
    tx.oneFirst(sql.type(row<{ revision: number }>())`
      select revision + 1 as revision from dealers where dealer_id = ${dealer_id} for no key update`),

  findConflict: (tx: Tx, job) => granularityConflict(tx, job),
  findReplaced: (tx: Tx, job) => replacedRevision(tx, job),
  compareComing: (tx: Tx, job, staged) => replacementBy(tx, job, comingContent(comingSales(job, staged))),
  comparePacked: (tx: Tx, job, revision) => replacementBy(tx, job, storedContent(job, revision)),
  beyondPlan: (tx: Tx, job, rows) => beyondPlan(tx, job, rows),

  async replaceSlice(tx: Tx, job, slice) {
    const { revision, rows, replacedRows, staged } = slice;
    if (replacedRows > 0) await leaveCatalog(tx, job, revision);
    await closeReplaced(tx, job, revision);
    await insertSlice(tx, job, slice);
    await emptyPreviews(tx, job);
    await recordNames(tx, job, staged?.spellings ?? [], revision);
    await tx.query(sql.unsafe`
      update dealers set revision = ${revision}, rows_stored = rows_stored - ${replacedRows} + ${rows}, updated_at = clock_timestamp()
      where dealer_id = ${job.dealer_id}`);
    if (staged !== null) await keepOptionalColumns(tx, job.dealer_id, staged.columns);
    if (job.reverts !== null) await takeOutOfForce(tx, job.dealer_id, job.reverts);
  },
};

const optionalColumns: readonly StagedColumn[] = ['channel', 'condition', 'orders', 'revenue'];

async function keepOptionalColumns(tx: Tx, dealer_id: string, columns: readonly StagedColumn[]): Promise<void> {
  const present = sql.array(
    optionalColumns.filter((column) => columns.includes(column)),
    'text',
  );
  await tx.query(sql.unsafe`
    update dealers set optional_columns = (
      select array_agg(distinct name order by name) from unnest(optional_columns || ${present}) as each (name))
    where dealer_id = ${dealer_id} and not optional_columns @> ${present}`);
}

/** A reversal that is reverted itself brings its target back. */
async function takeOutOfForce(tx: Tx, dealer_id: string, reverted: number): Promise<void> {
  await tx.query(sql.unsafe`
    update slices set in_force = revision <> ${reverted}
    where dealer_id = ${dealer_id}
      and (revision = ${reverted} or revision = (select reverts from slices where dealer_id = ${dealer_id} and revision = ${reverted}))`);
}

/** What was current stays readable as of its revision. */
async function closeReplaced(tx: Tx, { dealer_id, from, to }: JobRow, revision: number): Promise<void> {
  await tx.query(sql.unsafe`
    update slices set superseded_by = ${revision}, superseded_at = clock_timestamp()
    where dealer_id = ${dealer_id} and superseded_by is null and daterange(period_start, period_end, '[]') && ${dates(from, to)}`);
  await tx.query(sql.unsafe`
    update slices set live_dates = live_dates - datemultirange(${dates(from, to)})
    where dealer_id = ${dealer_id} and live_dates <> '{}' and live_dates && ${dates(from, to)}`);
}

async function insertSlice(tx: Tx, job: JobRow, { revision, rows, staged }: NewSlice): Promise<void> {
  const lastRow = staged?.form === 'sales' ? lastRowOf(job.dealer_id, revision) : sql.fragment`null`;
  await tx.query(sql.unsafe`
    insert into slices (dealer_id, revision, job_id, period, period_type, period_start, period_end, content_sha256, options,
      rows, principal, loaded_at, kind, reverts, live_dates, last_row)
    select dealer_id, ${revision}, job_id, period, period_type, period_start, period_end, content_sha256, options,
      ${rows}, principal, clock_timestamp(), kind, reverts, datemultirange(daterange(period_start, period_end, '[]')), ${lastRow}::date
    from upload_jobs where dealer_id = ${job.dealer_id} and job_id = ${job.job_id}`);
}

/** Reads the sums with the fewest entries. */
const lastRowOf = (dealer_id: string, revision: number) => sql.fragment`(
  select max(each) from (
    select unnest(c.period_start) as each from packed_sales c
    where c.dealer_id = ${dealer_id} and c.revision = ${revision} and c.level = 'region') dates)`;
