// The worker's side of upload jobs. Every write holds the lease first, so an overtaken worker changes nothing.

import type { Dealer, DealerId } from '../../../../generated/analytics/types.ts';
import type { ProblemBody } from '../../../../generated/runtime/problem.ts';
import type { Store, Tx } from '../../database.ts';
import { requestForecasts } from '../../forecasts/stored-forecasts.ts';
import type { Lease } from '../../port.ts';
import { row, sql } from '../../query.ts';
import { enterScope, withScope } from '../../scope.ts';
import { transition } from '../job-moves.ts';
import type { JobRow, StoredReplacement } from '../port.ts';
import { comingContent, replacementBy } from '../replacement.ts';
import { granularityConflict, replacedRevision } from '../slices.ts';
import { jobColumns } from '../uploads.ts';
import { JobEnded, whileUnfinished } from './cancelled-statements.ts';
import { grantOf, holding, uploadScope } from './job-scope.ts';
import { keepPreview } from './keep-preview.ts';
import { planForManyRows } from './many-rows.ts';
import { correctedSales, MergeRefused, mergeCorrection, mergeStaged, stampRevision } from './merge.ts';
import { packsAhead } from './packed-ahead.ts';
import type { Announce, Ended, Findings, IngestWork, Merging } from './port.ts';
import { stagedSales } from './staged-sales.ts';
import { beyondPlan } from './stored-rows.ts';
import { deleteUnpublished } from './unpublished-revision.ts';

/** Rows that one statement packs, so that the memory of the database does not grow with the file. A file of more is packed before its merge. */
const mostAtOnce = 250_000;

/** Packed rows that one statement deletes: some megabytes, in less time than any statement may take. */
const mostDeleted = 2_000;

export const ingestWork = (store: Store, rowsAtOnce = mostAtOnce, deletedAtOnce = mostDeleted): IngestWork => {
  const fenced = <T>(job: { readonly dealer_id: DealerId }, lease: Lease, work: (tx: Tx) => Promise<T>) =>
    holding(store, job, lease, work);
  const clear: IngestWork['clear'] = (job, lease) =>
    deleteUnpublished((work) => fenced(job, lease, work), job.dealer_id, lease.fence, deletedAtOnce);
  const packedAhead = packsAhead(rowsAtOnce);
  return {
    waiting: () => waitingDealers(store),

    next: (dealer_id, lease) => fenced({ dealer_id }, lease, (tx) => beginOldest(tx, dealer_id)),

    postpone: (job, lease, { retryMs, isCounted }) =>
      fenced(job, lease, async (tx) => {
        await tx.query(sql.unsafe`
          update upload_jobs set attempts = greatest(0, attempts - ${isCounted ? 0 : 1}),
            next_attempt_at = clock_timestamp() + ${retryMs} * interval '1 millisecond'
          where dealer_id = ${job.dealer_id} and job_id = ${job.job_id} and finished_at is null`);
      }),

    dealer: (job) => withScope(store, { dealers: [job.dealer_id] }, (tx) => dealerFacts(tx, job)),

    // A run that starts the file again reaches the position of the lost one: until then neither the progress nor the status falls, and only the phase is that of this run.
    advance: (job, lease, { status, progress, bytes_done, rows }) =>
      fenced(job, lease, async (tx) => {
        const { rowCount } = await tx.query(sql.unsafe`
          update upload_jobs set progress = greatest(progress, ${progress}), bytes_done = greatest(bytes_done, ${bytes_done}),
            rows_read = greatest(rows_read, ${rows.read}), rows_accepted = greatest(rows_accepted, ${rows.accepted}),
            rows_rejected = greatest(rows_rejected, ${rows.rejected}), updated_at = clock_timestamp(),
            status = ${transition(status)}, phase = ${status}
          where dealer_id = ${job.dealer_id} and job_id = ${job.job_id} and finished_at is null`);
        if (rowCount === 0) throw new JobEnded(job);
      }),

    merge: async (job, lease, staged, merging) => {
      await clear(job, lease);
      const unfinished = whileUnfinished(store, job);
      const ahead = await packedAhead(unfinished, job, lease, staged, merging);
      if (ahead !== null && typeof ahead !== 'number') return ahead;
      return await revised(unfinished, job, lease, merging, (tx) =>
        mergeStaged(tx, job, staged, { ...merging, ...merging.findings, ahead }),
      );
    },

    correct: async (job, lease, merging) => {
      await clear(job, lease);
      return await revised(whileUnfinished(store, job), job, lease, merging, (tx) =>
        mergeCorrection(tx, job, merging.permits, rowsAtOnce),
      );
    },

    clear,

    compare: (job, staged) =>
      withScope(whileUnfinished(store, job), { dealers: [job.dealer_id] }, async (tx) => {
        await planForManyRows(tx);
        return replacementBy(tx, job, comingContent(staged === null ? correctedSales(job) : stagedSales(job, staged)));
      }),

    end: (job, lease, ended, announce) => fenced(job, lease, (tx) => endUnchanged(tx, job, ended, announce)),

    endDryRun: (job, lease, staged, ended, announce) =>
      holding(whileUnfinished(store, job), job, lease, async (tx) => {
        await planForManyRows(tx);
        const coming = staged === null ? correctedSales(job) : stagedSales(job, staged);
        await keepPreview(tx, job, coming, staged?.form ?? null);
        await endUnchanged(tx, job, ended, announce);
      }),

    room: (job, rows) => withScope(store, { dealers: [job.dealer_id] }, (tx) => beyondPlan(tx, job, rows)),

    previewMerge: (job) =>
      withScope(store, { dealers: [job.dealer_id] }, async (tx) => ({
        stored: await granularityConflict(tx, job),
        replaces: await replacedRevision(tx, job),
      })),
  };
};

const beginOldest = (tx: Tx, dealer_id: DealerId): Promise<JobRow | null> =>
  tx.maybeOne(sql.type(row<JobRow>())`
    update upload_jobs set attempts = attempts + 1, started_at = coalesce(started_at, clock_timestamp()), updated_at = clock_timestamp()
    where dealer_id = ${dealer_id} and (next_attempt_at is null or next_attempt_at <= clock_timestamp()) and job_id = (
      select job_id from upload_jobs where dealer_id = ${dealer_id} and finished_at is null order by created_at, job_id limit 1)
    returning ${jobColumns}`);

async function endUnchanged(tx: Tx, job: JobRow, ended: Ended, announce: Announce): Promise<void> {
  const finished_at = await finish(tx, job, { ...ended, revision: null });
  await announce(tx, { revision: null, finished_at });
}

const waitingDealers = (store: Store): ReturnType<IngestWork['waiting']> =>
  withScope(store, { dealers: 'every' }, (tx) =>
    tx.any(sql.type(row<{ dealer_id: DealerId; due_in_ms: number }>())`
    select oldest.dealer_id,
      ceil(extract(epoch from coalesce(greatest(oldest.next_attempt_at, lease.expires_at), now()) - clock_timestamp()) * 1000)::float8 as due_in_ms
    from (
      select distinct on (dealer_id) dealer_id, created_at, next_attempt_at from upload_jobs
      where finished_at is null order by dealer_id, created_at, job_id
    ) oldest
    left join leases lease on lease.name = 'ingest:' || oldest.dealer_id
    order by lease.expires_at nulls first, oldest.created_at`),
  );

/** A new revision, the end of the job and its announcement, in one transaction. */
const revised = <Refusal>(
  store: Store,
  job: JobRow,
  lease: Lease,
  { findings, refusalOf, announce }: Merging<Refusal>,
  merge: (tx: Tx) => ReturnType<typeof mergeStaged>,
) =>
  notRefused(
    holding(store, job, lease, async (tx) => {
      const grant = await grantOf(tx, job);
      const refusal = refusalOf(grant);
      if (refusal !== null) return { kind: 'forbidden' as const, refusal };
      await enterScope(tx, uploadScope(job, grant));
      const { revision, replaces, replacement } = await merge(tx);
      const ended = { ...findings, status: 'succeeded' as const, problem: null };
      const finished_at = await finish(tx, job, { ...ended, replaces, replacement, revision });
      await stampRevision(tx, job, revision);
      await requestForecasts(tx, job.dealer_id, revision);
      await announce(tx, { revision, finished_at });
      return { kind: 'merged' as const, revision };
    }),
  );

const notRefused = async <T>(merging: Promise<T>): Promise<T | MergeRefused['refused']> => {
  try {
    return await merging;
  } catch (error) {
    if (error instanceof MergeRefused) return error.refused;
    throw error;
  }
};

async function dealerFacts(
  tx: Tx,
  { dealer_id, job_id }: Pick<JobRow, 'dealer_id' | 'job_id'>,
): ReturnType<IngestWork['dealer']> {
  const region_id = await tx.oneFirst(sql.type(row<Pick<Dealer, 'region_id'>>())`
    select coalesce(j.region_id, d.region_id) as region_id from dealers d join upload_jobs j using (dealer_id)
    where dealer_id = ${dealer_id} and job_id = ${job_id}`);
  const aliases = await tx.any(sql.type(row<{ kind: string; alias: string; target: string }>())`
    select kind, alias, target_id as target from catalog_aliases where dealer_id = ${dealer_id} and deleted_at is null`);
  return { region_id, aliases: aliases.map(({ kind, alias, target }) => [kind, alias, target] as const) };
}

type Finish = Findings & {
  readonly status: 'succeeded' | 'failed';
  readonly problem: ProblemBody | null;
  readonly replaces: number | null;
  readonly replacement: StoredReplacement | null;
  readonly revision: number | null;
};

/** A failed job keeps the phase that it ended in. Whole milliseconds: the time is read by callers and comes back as `as_of`. */
async function finish(
  tx: Tx,
  job: JobRow,
  {
    status,
    problem,
    replaces,
    replacement,
    revision,
    rows,
    bytes_done,
    errors,
    error_count,
    read_as = null,
    vehicles = null,
  }: Finish,
): Promise<Date> {
  const finished_at = await tx.maybeOneFirst(sql.type(row<{ finished_at: Date }>())`
    update upload_jobs set status = ${transition(status)}, phase = case when ${status} = 'failed' then phase else 'done' end, progress = 100,
      bytes_done = ${bytes_done}, rows_read = ${rows.read}, rows_accepted = ${rows.accepted}, rows_rejected = ${rows.rejected},
      errors = ${JSON.stringify(errors)}::jsonb, error_count = ${error_count}, problem = ${problem === null ? null : JSON.stringify(problem)}::jsonb,
      result = ${JSON.stringify({ replaces, replacement, read_as, vehicles })}::jsonb, revision = ${revision}, finished_at = date_trunc('milliseconds', clock_timestamp()), updated_at = clock_timestamp()
    where dealer_id = ${job.dealer_id} and job_id = ${job.job_id} and finished_at is null
    returning finished_at`);
  if (finished_at === null) throw new JobEnded(job);
  return finished_at;
}
