// Accepts uploads as jobs (jobs.ts), which ingest-run.ts loads. Decisions 4 to 6.

import { open } from 'node:fs/promises';
import type { Objects } from '../../../adapters/objects/port.ts';
import type { Grants } from '../../../adapters/store/analytics/access/port.ts';
import type { Admission, NewUpload, Quota, Uploads } from '../../../adapters/store/analytics/port.ts';
import type { Subscriptions } from '../../../adapters/store/subscriptions/port.ts';
import { jobId } from '../../../generated/analytics/ids.ts';
import { problems } from '../../../generated/analytics/server.ts';
import type { UploadedFile } from '../../../generated/runtime/host.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Ids } from '../../lib/ids.ts';
import type { Report } from '../../lib/report.ts';
import type { Caller, Handlers } from '../caller.ts';
import { formatPeriod, formatRange, type PeriodType } from '../indices/period.ts';
import { type Content, contentOf } from '../sales-file/sniff.ts';
import { planIsFull, planOf } from '../subscriptions/upload-plan.ts';
import { granularityConflict } from './granularity.ts';
import { invalidPeriod, isFuture, partsOf, type UploadPeriod, uploadPeriod } from './upload-period.ts';
import { refusedByGrant } from './upload-right.ts';

type Deps = {
  readonly uploads: Uploads;
  readonly grants: Grants;
  readonly files: Pick<Objects, 'put' | 'delete'>;
  readonly subscriptions: Subscriptions;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly report: Report;
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
      if (admission.kind === 'conflict') return granularityConflict(upload, admission.stored);
      if (admission.kind === 'full') return planIsFull(plan.quota?.limit ?? 0, admission.used);
      const { job_id, status } = admission.job;
      if (admission.kind === 'queued')
        deps.report.uploadAccepted({ job_id, dealer_id: form.dealer_id, bytes: upload.bytes });
      return { status: 202, body: { job_id, status } };
    },
  }) satisfies Pick<Handlers, 'uploadFile'>;

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
  const start = Buffer.alloc(512);
  const { bytesRead } = await handle.read(start).finally(() => handle.close());
  const content = contentOf(start.subarray(0, bytesRead));
  if (readable.has(content)) return null;
  const advice =
    content === 'xls'
      ? 'Save it as an XLSX workbook without a password, or as CSV.'
      : content === 'html' || content === 'xml'
        ? 'Whatever its name ends with, it is no workbook: open it in a spreadsheet and save it as an XLSX workbook or as CSV.'
        : 'Send an XLSX workbook, or CSV or NDJSON in UTF-8, plain or gzip.';
  return problems.unsupportedMediaType({ detail: `The file looks like ${content}. ${advice}` });
}

const readable: ReadonlySet<Content> = new Set<Content>(['text', 'ndjson', 'gzip', 'xlsx', 'utf-16']);

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
    unknown_columns: form.unknown_columns,
    form: form.form ?? null,
    sheet: form.sheet ?? null,
    dry_run: form.dry_run,
    confirm: form.confirm ?? null,
    confirm_units: form.confirm_units ?? null,
    ...origin,
  };
}

/**
 * The file is stored first: a job never waits for a file that is not there. What the job does not take is removed
 * again.
 */
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
