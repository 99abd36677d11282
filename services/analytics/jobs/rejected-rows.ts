// The rejected rows of an upload as CSV or as a workbook, read again from the stored upload.
import type { Readable } from 'node:stream';
import type { Objects } from '../../../adapters/objects/port.ts';
import type { Uploads } from '../../../adapters/store/analytics/port.ts';
import { problems } from '../../../generated/analytics/server.ts';
import type { DealerId } from '../../../generated/analytics/types.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Spool, type SpooledAnswer, spooledAnswer } from '../../lib/http/spooled-answer.ts';
import type { Report } from '../../lib/report.ts';
import type { Handlers } from '../caller.ts';
import { errorListKey } from '../ingest/error-list-key.ts';
import { uploadedText } from '../ingest/uploaded-text.ts';
import { type HeavyReads, heavyReads, tooManyReads } from '../reads/heavy-reads.ts';
import { rejectedRows, rejectedWorkbook } from '../sales-file/rejected-rows-file.ts';
import { mostListedErrors } from '../sales-file/report.ts';
import { maySeeFile, noSuchJob, storedErrors } from './job-errors.ts';
import { jobScope } from './job-scope.ts';

type Deps = {
  readonly uploads: Pick<Uploads, 'job'>;
  readonly files: Pick<Objects, 'read' | 'head'>;
  readonly clock: Clock;
  readonly report: Report;
  readonly spool: Spool;
};

const formats = {
  'text/csv': { extension: 'csv', body: rejectedRows },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { extension: 'xlsx', body: rejectedWorkbook },
};

export const rejected = ({ uploads, files, clock, report, spool }: Deps) => {
  // Apart from the reads of the database: reading files again holds back no dashboard.
  const rereads = heavyReads({ clock, report });
  return {
    async getRejectedRows({ accept: mediaType, caller, path: { id }, signal }) {
      const job = await uploads.job(id, jobScope(caller));
      if (job === null || !maySeeFile(caller, job)) return noSuchJob();
      if (job.finished_at === null)
        return problems.notFound({ detail: 'The rejected rows are available when the job has ended.' });
      if (job.rows_rejected === 0) return problems.notFound({ detail: 'The job has no rejected rows.' });
      const isKept = job.object_key !== null && (await files.head(job.object_key)) !== 'missing';
      const isListed = job.error_count <= mostListedErrors || (await files.head(errorListKey(job))) !== 'missing';
      if (!isKept || !isListed)
        return problems.notFound({ detail: 'The uploaded file was deleted 7 days after the upload.' });
      const text = async () => {
        let isSheet = false;
        const chunks = await uploadedText(files, job, signal, () => {
          isSheet = true;
        });
        if (chunks === 'missing') throw new Error(`the uploaded file ${job.object_key} is gone`);
        return { chunks, isSheet: () => isSheet };
      };
      const errors = async () => {
        if (job.error_count <= mostListedErrors) return job.errors;
        const list = await storedErrors(files, job, signal);
        if (list === 'missing') throw new Error(`the list of errors of ${job.job_id} is gone`);
        return list;
      };
      const { extension, body: bodyOf } = formats[mediaType];
      const headers = { 'Content-Disposition': `attachment; filename="rejected-${job.job_id}.${extension}"` };
      const form = job.read_as?.form === 'vehicles' ? 'vehicles' : 'sales';
      const begin = () => spooledAnswer(bodyOf({ text, errors, form }), spool);
      const body = await withRoom(rereads, job.dealer_id, begin, signal);
      return body === 'busy' ? tooManyReads : { status: 200, headers, mediaType, body };
    },
  } satisfies Pick<Handlers, 'getRejectedRows'>;
};

/**
 * A file may cost seconds and 100 MB to read again, so it has the room of a large read until it has been read, however
 * slowly its caller receives it.
 */
function withRoom(
  rereads: HeavyReads,
  dealer_id: DealerId,
  begin: () => Promise<SpooledAnswer>,
  signal: AbortSignal,
): Promise<Readable | 'busy'> {
  const begun = Promise.withResolvers<Readable | 'busy'>();
  const read = async (): Promise<void> => {
    const { body, written } = await begin();
    begun.resolve(body);
    await written;
  };
  const weight = {
    scope: [{ dealer_id, brands: null, regions: null }],
    dataRevision: { rows: Number.POSITIVE_INFINITY },
  };
  rereads.run(weight, read, signal).then((end) => {
    if (end === 'busy') begun.resolve('busy');
  }, begun.reject);
  return begun.promise;
}
