// All errors of an upload as a CSV file.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Objects } from '../../../adapters/objects/port.ts';
import type { JobRow, Uploads } from '../../../adapters/store/analytics/port.ts';
import { problems } from '../../../generated/analytics/server.ts';
import type { Caller, Handlers } from '../caller.ts';
import { errorListKey } from '../ingest/error-list-key.ts';
import { errorsIn } from '../sales-file/error-list.ts';
import { csvHeading, csvLine, mostListedErrors, type RowError } from '../sales-file/report.ts';
import { jobScope } from './job-scope.ts';

type Deps = {
  readonly uploads: Pick<Uploads, 'job'>;
  readonly files: Pick<Objects, 'read'>;
};

export const jobErrors = ({ uploads, files }: Deps) =>
  ({
    async getJobErrors({ caller, path: { id }, signal }) {
      const job = await uploads.job(id, jobScope(caller));
      if (job === null) return noSuchJob();
      if (job.finished_at === null)
        return problems.notFound({ detail: 'The list of errors is available when the job has ended.' });
      const withValues = maySeeFile(caller, job);
      const headers = { 'Content-Disposition': `attachment; filename="errors-${job.job_id}.csv"` };
      if (job.error_count <= mostListedErrors)
        return { status: 200, headers, body: Readable.from(linesOf(job.errors, withValues)) };
      const list = await storedErrors(files, job, signal);
      if (list === 'missing') return problems.notFound({ detail: 'The list of errors was deleted after 30 days.' });
      return { status: 200, headers, body: Readable.from(linesOf(list, withValues)) };
    },
  }) satisfies Pick<Handlers, 'getJobErrors'>;

export const noSuchJob = () =>
  problems.notFound({ detail: 'The job does not exist, or you do not have access to it.' });

/**
 * A list is compressed and bounded: it is read before it is sent, so that a slow reader holds no connection to the
 * store.
 */
export async function storedErrors(
  files: Pick<Objects, 'read'>,
  job: Pick<JobRow, 'dealer_id' | 'job_id'>,
  signal: AbortSignal,
): Promise<AsyncIterable<RowError> | 'missing'> {
  const stored = await files.read(errorListKey(job), { signal });
  return stored === 'missing' ? stored : errorsIn(Readable.from([await buffer(stored.body)]));
}

/** Decision 131: who may read only a part of a dealer's data would read the rest in the values of errors. */
export const maySeeFile = (caller: Caller, job: JobRow): boolean =>
  caller.subject === job.principal || maySeeAll(caller, job);

export function maySeeAll({ scope }: Caller, { dealer_id }: Pick<JobRow, 'dealer_id'>): boolean {
  const granted = scope.dealers.get(dealer_id);
  return granted?.brands === 'all' && granted.regions === 'all';
}

async function* linesOf(
  errors: Iterable<RowError> | AsyncIterable<RowError>,
  withValues: boolean,
): AsyncGenerator<string> {
  yield csvHeading;
  for await (const error of errors) yield csvLine(withValues ? error : { ...error, value: null });
}
