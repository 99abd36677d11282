// The row of an upload job while a worker has it, and what its dealer is.
import type { Dealer } from '../../../../generated/analytics/types.ts';
import type { Store, Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import { grantsOf } from '../access/grants.ts';
import { transition } from '../job-moves.ts';
import type { JobRow } from '../port.ts';
import { JobEnded } from './cancelled-statements.ts';
import { comingSales } from './coming-sales.ts';
import { keepPreview } from './keep-preview.ts';
import type { IngestJobs, JobResult } from './port.ts';
import { fenced } from './transactions.ts';

export const ingestJobs = (store: Store): IngestJobs => ({
  async getDealer(tx: Tx, { dealer_id, job_id }) {
    const region_id = await tx.oneFirst(sql.type(row<Pick<Dealer, 'region_id'>>())`
      select coalesce(j.region_id, d.region_id) as region_id from dealers d join upload_jobs j using (dealer_id)
      where dealer_id = ${dealer_id} and job_id = ${job_id}`);
    const aliases = await tx.any(sql.type(row<{ kind: string; alias: string; target: string }>())`
      select kind, alias, target_id as target from catalog_aliases where dealer_id = ${dealer_id} and deleted_at is null`);
    return { region_id, aliases: aliases.map(({ kind, alias, target }) => [kind, alias, target] as const) };
  },

  findGrant: async (tx: Tx, { principal, dealer_id }) =>
    (await grantsOf(tx, principal)).find((grant) => grant.dealer_id === dealer_id),

  // A run that starts the file again reaches the position of the lost one: until then neither the progress nor the
  // status falls, and only the phase is that of this run.
  advance: (job, lease, { status, progress, bytes_done, rows }) =>
    fenced(store, job, lease, async (tx) => {
      const { rowCount } = await tx.query(sql.unsafe`
        update upload_jobs set progress = greatest(progress, ${progress}), bytes_done = greatest(bytes_done, ${bytes_done}),
          rows_read = greatest(rows_read, ${rows.read}), rows_accepted = greatest(rows_accepted, ${rows.accepted}),
          rows_rejected = greatest(rows_rejected, ${rows.rejected}), updated_at = clock_timestamp(),
          status = ${transition(status)}, phase = ${status}
        where dealer_id = ${job.dealer_id} and job_id = ${job.job_id} and finished_at is null`);
      if (rowCount === 0) throw new JobEnded(job);
    }),

  recordPreview: (tx: Tx, job, staged) => keepPreview(tx, job, comingSales(job, staged), staged?.form ?? null),

  async finish(tx: Tx, job, result) {
    const finished_at = await end(tx, job, result);
    if (finished_at === null) throw new JobEnded(job);
    if (result.revision !== null) await stampRevision(tx, job, result.revision);
    return finished_at;
  },
});

/**
 * A failed job keeps the phase that it ended in. Whole milliseconds: the time is read by callers and comes back as
 * `as_of`.
 */
const end = (tx: Tx, job: JobRow, result: JobResult): Promise<Date | null> => {
  const { status, rows, revision, replaces, replacement, read_as = null, vehicles = null } = result;
  const problem = result.problem === null ? null : JSON.stringify(result.problem);
  return tx.maybeOneFirst(sql.type(row<{ finished_at: Date }>())`
    update upload_jobs set status = ${transition(status)}, phase = case when ${status} = 'failed' then phase else 'done' end,
      progress = 100, bytes_done = ${result.bytes_done},
      rows_read = ${rows.read}, rows_accepted = ${rows.accepted}, rows_rejected = ${rows.rejected},
      errors = ${JSON.stringify(result.errors)}::jsonb, error_count = ${result.error_count}, problem = ${problem}::jsonb,
      result = ${JSON.stringify({ replaces, replacement, read_as, vehicles })}::jsonb, revision = ${revision},
      finished_at = date_trunc('milliseconds', clock_timestamp()), updated_at = clock_timestamp()
    where dealer_id = ${job.dealer_id} and job_id = ${job.job_id} and finished_at is null
    returning finished_at`);
};

/** A revision counts from the end of its job, which is known last. */
async function stampRevision(tx: Tx, { dealer_id, job_id }: JobRow, revision: number): Promise<void> {
  const at = sql.fragment`(select finished_at from upload_jobs where job_id = ${job_id})`;
  await tx.query(
    sql.unsafe`update slices set loaded_at = ${at} where dealer_id = ${dealer_id} and revision = ${revision}`,
  );
  await tx.query(sql.unsafe`update dealers set data_as_of = ${at} where dealer_id = ${dealer_id}`);
}
