// A job as its callers read it: what it says of a file and of amounts depends on what they may see.
import type { JobRow, ListedJobRow } from '../../../adapters/store/analytics/port.ts';
import type { Job, ListedJob } from '../../../generated/analytics/types.ts';
import type { Caller } from '../caller.ts';
import { uploadRetentionMs } from '../ingest/forget-uploads.ts';
import { needsConfirm, shownReplacement, withoutAmounts } from '../ingest/replacement.ts';
import { dealerReading } from './job-changes.ts';
import { maySeeAll, maySeeFile } from './job-errors.ts';

/** Decision 170: who may not see what is lost learns all the same that it must be confirmed. */
const sliceOf = (job: JobRow): NonNullable<Job['slice']> => ({
  date_from: job.from,
  date_to: job.to,
  replaces_revision: job.replaces,
  ...confirmOf(job),
});

function confirmOf({ kind, revision, replacement, replaces, rows_rejected }: JobRow): { readonly confirm?: number } {
  if (kind === 'reversal' || revision !== null || replacement === null || replaces === null) return {};
  return needsConfirm(replacement, { rejected: rows_rejected }) ? { confirm: replaces } : {};
}

/** The stored file has been deleted, or may be at any moment. */
const isFileExpired = ({ created_at }: JobRow, now: Date): boolean =>
  created_at.getTime() + uploadRetentionMs <= now.getTime();

/** The fields that a list shows as well. */
export const listedJob = (job: ListedJobRow, caller: Caller): Required<ListedJob> => ({
  job_id: job.job_id,
  kind: job.kind,
  reverts_revision: job.reverts,
  status: job.status,
  progress: job.progress,
  phase: job.phase,
  rows: { read: job.rows_read, accepted: job.rows_accepted, rejected: job.rows_rejected },
  error_count: job.error_count,
  problem: maySeeAll(caller, job) ? job.problem : withoutAmounts(job.problem),
  dealer_id: job.dealer_id,
  period: job.period,
  period_type: job.period_type,
  dry_run: job.dry_run,
  revision: job.revision,
  created_at: job.created_at.toISOString(),
  finished_at: job.finished_at?.toISOString() ?? null,
});

export const jobBody = (job: JobRow, caller: Caller, base: string, now: Date): Job => ({
  ...listedJob(job, caller),
  bytes: { read: job.bytes_done, total: job.bytes_total },
  errors: maySeeFile(caller, job) ? [...job.errors] : job.errors.map((error) => ({ ...error, value: null })),
  errors_csv: job.finished_at === null || job.error_count === 0 ? null : `${base}/ingest/jobs/${job.job_id}/errors.csv`,
  rejected_csv:
    job.finished_at === null || job.rows_rejected === 0 || !maySeeFile(caller, job) || isFileExpired(job, now)
      ? null
      : `${base}/ingest/jobs/${job.job_id}/rejected.csv`,
  on_error: job.on_error,
  read_as: maySeeFile(caller, job) ? job.read_as : null,
  vehicles: maySeeFile(caller, job) ? job.vehicles : null,
  slice: job.previewed ? sliceOf(job) : null,
  replacement: job.replacement && maySeeAll(caller, job) ? shownReplacement(job.replacement, job) : null,
  index_changes:
    job.sums_kept === null || dealerReading(caller, job, {}, now).kind === 'refused'
      ? null
      : `${base}/ingest/jobs/${job.job_id}/changes`,
});
