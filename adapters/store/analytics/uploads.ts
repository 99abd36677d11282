// Admitting uploads and reading their jobs.

import type { JobId, JobStatus } from '../../../generated/analytics/types.ts';
import { audit } from '../administration/audit.ts';
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import { transition } from './job-moves.ts';
import type { Admission, JobRef, JobRow, JobScope, ListedJobRow, NewUpload, Quota, Uploads } from './port.ts';
import { dates, granularityConflict } from './slices.ts';

export const uploads = (store: Store): Uploads => ({
  unfinished: async (job_ids) =>
    withScope(store, { dealers: 'every' }, (tx) =>
      tx.anyFirst(sql.type(row<{ job_id: JobId }>())`
        select job_id from upload_jobs
        where finished_at is null and job_id::text = any(${sql.array([...job_ids], 'text')})`),
    ),

  checkUpload: (upload, quota) =>
    withScope(store, { dealers: [upload.dealer_id] }, (tx) => findReason(tx, upload, quota)),

  admit: (upload, quota) =>
    withScope(store, { dealers: [upload.dealer_id] }, async (tx): Promise<Admission> => {
      // When two equal uploads arrive at once, one makes the job and the other finds it.
      await lockAdmissions(tx, upload.dealer_id);
      const reason = await findReason(tx, upload, quota);
      if (reason !== null) return reason;
      await insertJob(tx, upload);
      return { kind: 'queued', job: { job_id: upload.job_id, status: 'queued' } };
    }),

  // Ids sort by time (UUID version 7).
  jobs: (scope, { dealer_id, status, created_from, created_before, before, limit }) =>
    withScope(store, scope, (tx) =>
      tx.any(sql.type(row<ListedJobRow>())`
        select ${listedColumns} from upload_jobs
        where ${inScope(scope)} and (${dealer_id ?? null}::text is null or dealer_id = ${dealer_id ?? null}) and (${status ?? null}::text is null or status = ${status ?? null})
          and created_at >= ${created_from?.toISOString() ?? '-infinity'}::timestamptz and created_at < ${created_before?.toISOString() ?? 'infinity'}::timestamptz
          and (${before ?? null}::uuid is null or job_id < ${before ?? null}::uuid)
        order by job_id desc limit ${limit}`),
    ),

  job: (job_id, scope) =>
    withScope(store, scope, (tx) =>
      tx.maybeOne(
        sql.type(row<JobRow>())`select ${jobColumns} from upload_jobs where job_id = ${job_id} and ${inScope(scope)}`,
      ),
    ),

  transaction: (dealer_id, work) => withScope(store, { dealers: [dealer_id] }, work),

  async cancel(tx: Tx, { dealer_id, job_id }, by) {
    const job = await endCancelled(tx, { dealer_id, job_id });
    if (job === null) {
      const status = await tx.oneFirst(sql.type(row<{ status: JobStatus }>())`
        select status from upload_jobs where dealer_id = ${dealer_id} and job_id = ${job_id}`);
      return { kind: 'ended', status };
    }
    await audit(tx, 'upload.cancelled', dealer_id, job_id, by, { phase: job.phase });
    return { kind: 'cancelled', job };
  },
});

/**
 * Waits for a merge that is about to commit, and comes before any other: that one finds its job ended, and rolls back.
 * The job keeps its phase.
 */
const endCancelled = (tx: Tx, { dealer_id, job_id }: Pick<JobRow, 'dealer_id' | 'job_id'>) =>
  tx.maybeOne(sql.type(row<JobRow & { finished_at: Date }>())`
    update upload_jobs set status = ${transition('cancelled')}, progress = 100, finished_at = date_trunc('milliseconds', clock_timestamp()), updated_at = clock_timestamp()
    where dealer_id = ${dealer_id} and job_id = ${job_id} and finished_at is null
    returning ${jobColumns}`);

const inScope = ({ dealers, uploads, principal }: JobScope) => sql.fragment`
  (dealer_id = any(${sql.array([...dealers], 'text')}) or (dealer_id = any(${sql.array([...uploads], 'text')}) and principal = ${principal}))`;

const listedColumns = sql.fragment`
  job_id, kind, reverts, dealer_id, status, phase, progress, rows_read, rows_accepted, rows_rejected, error_count, problem,
  period, period_type, dry_run, revision, created_at, finished_at`;

export const jobColumns = sql.fragment`
  ${listedColumns}, principal, bytes_done, bytes_total, errors, period_start as "from", period_end as "to", object_key,
  options ->> 'on_error' as on_error, coalesce(options ->> 'unknown_columns', 'refuse') as unknown_columns, options ->> 'form' as "form", options ->> 'sheet' as "sheet", (options ->> 'confirm')::bigint as "confirm", (options ->> 'confirm_units')::bigint as "confirm_units", result -> 'replacement' as "replacement", (result ->> 'replaces')::bigint as "replaces", result is not null as "previewed", nullif(result -> 'read_as', 'null') as "read_as", nullif(result -> 'vehicles', 'null') as "vehicles", sums_kept,
  attempts, request_id, traceparent`;

async function findReason(
  tx: Tx,
  upload: NewUpload,
  quota: Quota | null,
): Promise<Exclude<Admission, { kind: 'queued' }> | null> {
  const same = upload.dry_run ? null : await sameUpload(tx, upload);
  if (same !== null) return { kind: 'same', job: same };
  const full = await fullQuota(tx, upload.dealer_id, quota);
  if (full !== null) return full;
  const stored = await granularityConflict(tx, upload);
  return stored === null ? null : { kind: 'conflict', stored };
}

/** One at a time for a dealer. Not its row: a merge holds that for long. */
export async function lockAdmissions(tx: Tx, dealer_id: string): Promise<void> {
  await tx.query(sql.unsafe`select pg_advisory_xact_lock(hashtextextended(${`admit:${dealer_id}`}, 0))`);
}

export async function fullQuota(
  tx: Tx,
  dealer_id: string,
  quota: Quota | null,
): Promise<{ readonly kind: 'full'; readonly used: number } | null> {
  const used = quota === null ? 0 : await tx.oneFirst(usedSince(dealer_id, quota.since));
  return quota !== null && used >= quota.limit ? { kind: 'full', used } : null;
}

const usedSince = (dealer_id: string, since: Date) => sql.type(row<{ used: number }>())`
  select count(*) as used from upload_jobs where dealer_id = ${dealer_id} and ${countedSince(since)}`;

/** The jobs that count towards a quota: whatever became of them, but no dry runs. */
export const countedSince = (since: Date) =>
  sql.fragment`not upload_jobs.dry_run and upload_jobs.created_at >= ${sql.timestamp(since)}`;

/**
 * Only the newest upload of any of these dates counts: once B has followed A, A is a correction again. Failed ones and
 * dry runs changed nothing (decision 5). No caller is given a job that it may not follow (decision 150). Nor one whose
 * rows are in a region that the dealer has left since (decision 257). Names that an alias has changed by then are put
 * right by sending the file again (decision 176).
 */
const sameUpload = async (
  tx: Tx,
  {
    dealer_id,
    from,
    to,
    period_type,
    sha256,
    on_error,
    unknown_columns,
    form,
    sheet,
    confirm,
    confirm_units,
    principal,
    readsDealer,
  }: NewUpload,
): Promise<JobRef | null> => {
  const newest = await tx.maybeOne(sql.type(row<JobRef & { same: boolean }>())`
    select job_id, status,
      kind = 'upload' and period_start = ${from}::date and period_end = ${to}::date and period_type = ${period_type} and content_sha256 = ${sha256}
        and options ->> 'on_error' = ${on_error} and coalesce(options ->> 'unknown_columns', 'refuse') = ${unknown_columns} and options ->> 'form' is not distinct from ${form}::text and options ->> 'sheet' is not distinct from ${sheet}::text and (${readsDealer} or principal = ${principal})
        and (region_id is null or region_id = ${regionOf(dealer_id)})
        and not exists (select from catalog_aliases a where a.dealer_id = upload_jobs.dealer_id and a.deleted_at > upload_jobs.created_at)
        and (finished_at is not null or ((options ->> 'confirm')::bigint is not distinct from ${confirm}::bigint and (options ->> 'confirm_units')::bigint is not distinct from ${confirm_units}::bigint)) as same
    from upload_jobs
    where dealer_id = ${dealer_id} and not dry_run and status not in ('failed', 'cancelled')
      and daterange(period_start, period_end, '[]') && ${dates(from, to)}
    order by created_at desc, job_id desc limit 1`);
  return newest?.same ? { job_id: newest.job_id, status: newest.status } : null;
};

/** The region of rows that name none. */
const regionOf = (dealer_id: string) => sql.fragment`(select region_id from dealers where dealer_id = ${dealer_id})`;

async function insertJob(tx: Tx, upload: NewUpload): Promise<void> {
  // clock_timestamp(): the transaction may have waited for the dealer's row, and the order of jobs is the order of
  // these times.
  await tx.query(sql.unsafe`
    insert into upload_jobs (dealer_id, job_id, principal, period, period_type, period_start, period_end, filename, object_key, bytes_total,
      content_sha256, options, dry_run, region_id, request_id, traceparent, created_at)
    values (${upload.dealer_id}, ${upload.job_id}, ${upload.principal}, ${upload.period}, ${upload.period_type}, ${upload.from}::date, ${upload.to}::date,
      ${upload.filename}, ${upload.object_key}, ${upload.bytes}, ${upload.sha256}, ${sql.jsonb({ on_error: upload.on_error, unknown_columns: upload.unknown_columns, form: upload.form, sheet: upload.sheet, confirm: upload.confirm, confirm_units: upload.confirm_units })}, ${upload.dry_run},
      ${regionOf(upload.dealer_id)}, ${upload.requestId}, ${upload.traceparent ?? null}, clock_timestamp())`);
  await tx.query(sql.unsafe`
    insert into audit_events (dealer_id, principal, action, subject, request_id, details)
    values (${upload.dealer_id}, ${upload.principal}, 'upload.admitted', ${upload.job_id}, ${upload.requestId},
      ${sql.jsonb({ period: upload.period, sha256: upload.sha256, dry_run: upload.dry_run })})`);
}
