// Admitting uploads and reading their jobs.
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import type { Admission, JobId, JobRef, JobRow, JobScope, NewUpload, Quota, Uploads } from './port.ts';
import { dates, granularityConflict } from './slices.ts';

export const uploads = (store: Store): Uploads => ({
  unfinished: async (jobIds) =>
    withScope(store, { dealers: 'every' }, (tx) =>
      tx.anyFirst(sql.type(row<{ jobId: JobId }>())`
        select job_id as "jobId" from upload_jobs
        where finished_at is null and job_id::text = any(${sql.array([...jobIds], 'text')})`),
    ),

  checkUpload: (upload, quota) =>
    withScope(store, { dealers: [upload.dealerId] }, (tx) => findReason(tx, upload, quota)),

  admit: (upload, quota) =>
    withScope(store, { dealers: [upload.dealerId] }, async (tx): Promise<Admission> => {
      // Of two equal uploads at once, one makes the job and the other finds it.
      await lockAdmissions(tx, upload.dealerId);
      const reason = await findReason(tx, upload, quota);
      if (reason !== null) return reason;
      await insertJob(tx, upload);
      return { kind: 'queued', job: { jobId: upload.jobId, status: 'queued' } };
    }),

  // Ids sort by time (UUID version 7).
  jobs: (scope, { dealerId, status, before, limit }) =>
    withScope(store, scope, (tx) =>
      tx.any(sql.type(row<JobRef>())`
        select job_id as "jobId", status from upload_jobs
        where ${inScope(scope)} and (${dealerId ?? null}::text is null or dealer_id = ${dealerId ?? null}) and (${status ?? null}::text is null or status = ${status ?? null})
          and (${before ?? null}::uuid is null or job_id < ${before ?? null}::uuid)
        order by job_id desc limit ${limit}`),
    ),

  job: (jobId, scope) =>
    withScope(store, scope, (tx) =>
      tx.maybeOne(
        sql.type(row<JobRow>())`select ${jobColumns} from upload_jobs where job_id = ${jobId} and ${inScope(scope)}`,
      ),
    ),
});

const inScope = ({ dealers, uploads, principal }: JobScope) => sql.fragment`
  (dealer_id = any(${sql.array([...dealers], 'text')}) or (dealer_id = any(${sql.array([...uploads], 'text')}) and principal = ${principal}))`;

export const jobColumns = sql.fragment`
  job_id as "jobId", kind, reverts, dealer_id as "dealerId", principal, status, phase, progress, rows_read as "rowsRead", rows_accepted as "rowsAccepted",
  rows_rejected as "rowsRejected", bytes_done as "bytesDone", bytes_total as "bytesTotal", errors, error_count as "errorCount", problem,
  period, period_type as "periodType", period_start as "from", period_end as "to", object_key as "objectKey",
  options ->> 'on_error' as "onError", (options ->> 'confirm')::bigint as "confirm", dry_run as "dryRun", result -> 'replacement' as "replacement", (result ->> 'replaces')::bigint as "replaces", result is not null as "previewed",
  revision, attempts, request_id as "requestId", traceparent, created_at as "createdAt", finished_at as "finishedAt"`;

async function findReason(
  tx: Tx,
  upload: NewUpload,
  quota: Quota | null,
): Promise<Exclude<Admission, { kind: 'queued' }> | null> {
  const same = upload.dryRun ? null : await sameUpload(tx, upload);
  if (same !== null) return { kind: 'same', job: same };
  const full = await fullQuota(tx, upload.dealerId, quota);
  if (full !== null) return full;
  const stored = await granularityConflict(tx, upload);
  return stored === null ? null : { kind: 'conflict', stored };
}

/** One at a time for a dealer. Not its row: a merge holds that for long. */
export async function lockAdmissions(tx: Tx, dealerId: string): Promise<void> {
  await tx.query(sql.unsafe`select pg_advisory_xact_lock(hashtextextended(${`admit:${dealerId}`}, 0))`);
}

export async function fullQuota(
  tx: Tx,
  dealerId: string,
  quota: Quota | null,
): Promise<{ readonly kind: 'full'; readonly used: number } | null> {
  const used = quota === null ? 0 : await tx.oneFirst(usedSince(dealerId, quota.since));
  return quota !== null && used >= quota.limit ? { kind: 'full', used } : null;
}

const usedSince = (dealerId: string, since: Date) => sql.type(row<{ used: number }>())`
  select count(*) as used from upload_jobs where dealer_id = ${dealerId} and ${countedSince(since)}`;

/** The jobs that count towards a quota: whatever became of them, but no dry runs. */
export const countedSince = (since: Date) =>
  sql.fragment`not upload_jobs.dry_run and upload_jobs.created_at >= ${sql.timestamp(since)}`;

/** Only the newest upload of any of these dates counts: once B has followed A, A is a correction again. Failed ones and dry runs changed nothing (decision 5). Nobody is given a job that it may not follow (decision 150). Names that an alias has changed by then are put right by sending the file again (decision 176). */
const sameUpload = async (
  tx: Tx,
  { dealerId, from, to, periodType, sha256, onError, confirm, principal, readsDealer }: NewUpload,
): Promise<JobRef | null> => {
  const newest = await tx.maybeOne(sql.type(row<JobRef & { same: boolean }>())`
    select job_id as "jobId", status,
      kind = 'upload' and period_start = ${from}::date and period_end = ${to}::date and period_type = ${periodType} and content_sha256 = ${sha256}
        and options ->> 'on_error' = ${onError} and (${readsDealer} or principal = ${principal})
        and not exists (select from catalog_aliases a where a.dealer_id = upload_jobs.dealer_id and a.deleted_at > upload_jobs.created_at)
        and (finished_at is not null or (options ->> 'confirm')::bigint is not distinct from ${confirm}::bigint) as same
    from upload_jobs
    where dealer_id = ${dealerId} and not dry_run and status not in ('failed', 'cancelled')
      and daterange(period_start, period_end, '[]') && ${dates(from, to)}
    order by created_at desc, job_id desc limit 1`);
  return newest?.same ? { jobId: newest.jobId, status: newest.status } : null;
};

async function insertJob(tx: Tx, upload: NewUpload): Promise<void> {
  // clock_timestamp(): the transaction may have waited for the dealer's row, and the order of jobs is the order of these times.
  await tx.query(sql.unsafe`
    insert into upload_jobs (dealer_id, job_id, principal, period, period_type, period_start, period_end, filename, object_key, bytes_total,
      content_sha256, options, dry_run, request_id, traceparent, created_at)
    values (${upload.dealerId}, ${upload.jobId}, ${upload.principal}, ${upload.period}, ${upload.periodType}, ${upload.from}::date, ${upload.to}::date,
      ${upload.filename}, ${upload.objectKey}, ${upload.bytes}, ${upload.sha256}, ${sql.jsonb({ on_error: upload.onError, confirm: upload.confirm })}, ${upload.dryRun},
      ${upload.requestId}, ${upload.traceparent ?? null}, clock_timestamp())`);
  await tx.query(sql.unsafe`
    insert into audit_events (dealer_id, principal, action, subject, request_id, details)
    values (${upload.dealerId}, ${upload.principal}, 'upload.admitted', ${upload.jobId}, ${upload.requestId},
      ${sql.jsonb({ period: upload.period, sha256: upload.sha256, dry_run: upload.dryRun })})`);
}
