// Accepts uploads and answers for the jobs that load them. Decisions 4 to 6.

import { open } from 'node:fs/promises';
import type { Objects } from '../../../adapters/objects/port.ts';
import type { Admission, Grants, JobRow, NewUpload, Quota, Uploads } from '../../../adapters/store/analytics/port.ts';
import type { Subscriptions } from '../../../adapters/store/subscriptions/port.ts';
import { jobId } from '../../../generated/analytics/ids.ts';
import { problems } from '../../../generated/analytics/server.ts';
import type { Job } from '../../../generated/analytics/types.ts';
import type { UploadedFile } from '../../../generated/runtime/host.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Ids } from '../../lib/ids.ts';
import type { Report } from '../../lib/report.ts';
import type { Caller, Handlers } from '../caller.ts';
import { formatPeriod, formatRange, type PeriodType } from '../indices/period.ts';
import { maySeeAll, maySeeFile, noSuchJob } from '../jobs/job-errors.ts';
import type { Following, JobNews } from '../jobs/job-news.ts';
import { jobScope } from '../jobs/job-scope.ts';
import { contentOf } from '../sales-file/sniff.ts';
import { planIsFull, planOf } from '../subscriptions/upload-plan.ts';
import { conflicting } from './ingest-run.ts';
import { needsConfirm, shownReplacement, withoutAmounts } from './replacement.ts';
import { invalidPeriod, isFuture, partsOf, type UploadPeriod, uploadPeriod } from './upload-period.ts';
import { refusedByGrant } from './upload-right.ts';

type Deps = {
  readonly uploads: Uploads;
  readonly grants: Grants;
  readonly news: JobNews;
  readonly files: Pick<Objects, 'put' | 'delete'>;
  readonly subscriptions: Subscriptions;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly report: Report;
  /** Ends every long poll, so that nobody is cut off by the end of the process. */
  readonly stopping?: AbortSignal;
};

export const ingest = (deps: Deps) =>
  ({
    async uploadFile({ caller, form, requestId, traceparent, signal }) {
      const refused = await refusedByGrant(deps, caller, form.dealer_id);
      if (refused !== null) return refused;
      const period = uploadPeriod(form.period, form.period_type);
      if (period === undefined) return invalidPeriod(form.period);
      if (!partsOf(period.range.type).includes(period.type)) return periodTypeMismatch(period.range.type, period.type);
      if (isFuture(period, deps.clock.now())) return notBegun(period);
      const plan = await planOf(deps, form.dealer_id, form.dry_run);
      const refusal = (await refusedByContent(form.file)) ?? plan.refusal;
      if (refusal !== null) return refusal;
      const upload = uploadOf(deps.ids, caller, form, period, { requestId, traceparent });
      const admission =
        (await deps.uploads.checkUpload(upload, plan.quota)) ??
        (await storeAndAdmit(deps, upload, plan.quota, form.file, signal));
      if (admission.kind === 'conflict') return conflicting(upload, admission.stored);
      if (admission.kind === 'full') return planIsFull(plan.quota?.limit ?? 0, admission.used);
      const { job_id, status } = admission.job;
      if (admission.kind === 'queued')
        deps.report.uploadAccepted({ job_id, dealer_id: form.dealer_id, bytes: upload.bytes });
      return { status: 202, body: { job_id, status } };
    },

    async getJob({ caller, path, query, base, signal }) {
      const read = () => deps.uploads.job(path.id, jobScope(caller));
      const enough = AbortSignal.any([signal, ...(deps.stopping ? [deps.stopping] : [])]);
      using following = query.wait > 0 ? deps.news.follow(path.id) : null;
      const first = await read();
      const job = following === null ? first : await nextStatus(first, read, following, query.wait, deps.clock, enough);
      return job ? { status: 200, body: jobBody(job, caller, base) } : noSuchJob();
    },
  }) satisfies Pick<Handlers, 'uploadFile' | 'getJob'>;

type Form = Parameters<Handlers['uploadFile']>[0]['form'];

function periodTypeMismatch(kind: PeriodType, type: PeriodType) {
  const message = `must be ${partsOf(kind).join(' or ')} when period is a ${kind}`;
  return problems.businessRule({
    detail: `A ${kind} does not consist of whole ${type}s.`,
    errors: [{ pointer: '/period_type', value: type, rule: 'period_fits', message }],
  });
}

function notBegun({ range }: UploadPeriod) {
  const last = formatPeriod({ type: range.type, n: range.to });
  return problems.businessRule({
    detail: `${last} has not started.`,
    errors: [{ pointer: '/period', value: formatRange(range), rule: 'future', message: 'must not be in the future' }],
  });
}

async function refusedByContent(file: UploadedFile) {
  const handle = await open(file.path);
  const start = Buffer.alloc(8);
  const { bytesRead } = await handle.read(start).finally(() => handle.close());
  const content = contentOf(start.subarray(0, bytesRead));
  return content === 'text' || content === 'ndjson' || content === 'gzip'
    ? null
    : problems.unsupportedMediaType({
        detail: `The file looks like ${content}. Send CSV, or NDJSON with an object on each line, in UTF-8, plain or gzip.`,
      });
}

type Origin = { readonly requestId: string; readonly traceparent: string | undefined };

function uploadOf(
  ids: Ids,
  caller: Caller,
  form: Form,
  { range, type, from, to }: UploadPeriod,
  origin: Origin,
): NewUpload {
  const job_id = jobId(ids.uuid());
  return {
    job_id,
    dealer_id: form.dealer_id,
    principal: caller.subject,
    readsDealer: caller.scope.dealers.has(form.dealer_id),
    period: formatRange(range),
    period_type: type,
    from,
    to,
    filename: form.file.filename.replaceAll('\0', ''),
    object_key: `uploads/${form.dealer_id}/${job_id}`,
    bytes: form.file.size,
    sha256: form.file.sha256,
    on_error: form.on_error,
    dry_run: form.dry_run,
    confirm: form.confirm ?? null,
    ...origin,
  };
}

/** The file is stored first: a job never waits for a file that is not there. What the job does not take is removed again. */
async function storeAndAdmit(
  { uploads, files }: Deps,
  upload: NewUpload,
  quota: Quota | null,
  file: UploadedFile,
  signal: AbortSignal,
): Promise<Admission> {
  await files.put(upload.object_key, file.open(), { contentType: 'application/octet-stream', signal });
  let admission: Admission | null = null;
  try {
    admission = await uploads.admit(upload, quota);
    return admission;
  } finally {
    // After a broken connection the job may have been admitted all the same: then its file must stay.
    if (admission !== null && admission.kind !== 'queued') await files.delete(upload.object_key).catch(() => {});
  }
}

/** News can be missed while their connection is away. */
const checkAnywayMs = 5_000;

/** Long poll: answers when the status differs from what it was at first, when the job has ended, or when the time is up. */
async function nextStatus(
  first: JobRow | null,
  read: () => Promise<JobRow | null>,
  following: Following,
  waitS: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<JobRow | null> {
  const until = clock.monotonicMs() + waitS * 1_000;
  let job = first;
  while (job !== null && job.finished_at === null && job.status === first?.status && !signal.aborted) {
    const left = until - clock.monotonicMs();
    if (left <= 0) break;
    await following.next(Math.min(left, checkAnywayMs), signal);
    job = await read();
  }
  return job;
}

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

const jobBody = (job: JobRow, caller: Caller, base: string): Job => ({
  job_id: job.job_id,
  kind: job.kind,
  reverts_revision: job.reverts,
  status: job.status,
  progress: job.progress,
  phase: job.phase,
  rows: { read: job.rows_read, accepted: job.rows_accepted, rejected: job.rows_rejected },
  bytes: { read: job.bytes_done, total: job.bytes_total },
  errors: maySeeFile(caller, job) ? [...job.errors] : job.errors.map((error) => ({ ...error, value: null })),
  error_count: job.error_count,
  errors_csv: job.finished_at === null || job.error_count === 0 ? null : `${base}/ingest/jobs/${job.job_id}/errors.csv`,
  problem: maySeeAll(caller, job) ? job.problem : withoutAmounts(job.problem),
  dealer_id: job.dealer_id,
  period: job.period,
  period_type: job.period_type,
  on_error: job.on_error,
  dry_run: job.dry_run,
  slice: job.previewed ? sliceOf(job) : null,
  replacement: job.replacement && maySeeAll(caller, job) ? shownReplacement(job.replacement, job) : null,
  revision: job.revision,
  created_at: job.created_at.toISOString(),
  finished_at: job.finished_at?.toISOString() ?? null,
});
