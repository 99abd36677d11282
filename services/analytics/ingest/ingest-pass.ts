// One pass over an uploaded file: every field is checked while COPY takes what is right.
import type { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { Objects } from '../../../adapters/objects/port.ts';
import type {
  BeyondPlan,
  Findings,
  IngestJobs,
  IngestQueue,
  IngestTransactions,
  Packing,
  Revisions,
  UnpublishedRevisions,
} from '../../../adapters/store/analytics/ingest/port.ts';
import type { Copy, JobRow } from '../../../adapters/store/analytics/port.ts';
import type { ForecastRequests } from '../../../adapters/store/forecasts/port.ts';
import type { Listen } from '../../../adapters/store/messages/port.ts';
import type { Lease, Leases } from '../../../adapters/store/port.ts';
import type { JobId, ReadAs } from '../../../generated/analytics/types.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Failpoints } from '../../lib/failpoints.ts';
import type { Enqueue } from '../../lib/messages/outbox.ts';
import type { Report } from '../../lib/report.ts';
import type { BackOff } from '../../lib/work/back-off.ts';
import type { ErrorList } from '../sales-file/error-list.ts';
import type { SalesFile } from '../sales-file/file.ts';
import { PackingFault } from '../sales-file/gunzip.ts';
import { type Report as ErrorReport, shownText } from '../sales-file/report.ts';
import { plain } from '../sales-file/xlsx/cell-text.ts';
import { type UploadedText, uploadedText } from './uploaded-text.ts';

interface Staging {
  open(job_id: JobId, fence: number, copy: Copy): Promise<Writable>;
  /** All tables of the job, also those of runs that were lost. */
  drop(job_id: JobId, fence: number): Promise<void>;
}

export type IngestDeps = {
  readonly queue: IngestQueue;
  readonly work: IngestTransactions;
  readonly jobs: IngestJobs;
  readonly revisions: Revisions;
  readonly packing: Packing;
  readonly unpublished: UnpublishedRevisions;
  readonly forecasts: ForecastRequests;
  readonly staging: Staging;
  readonly leases: Leases;
  readonly files: Pick<Objects, 'read' | 'put'>;
  readonly enqueue: Enqueue;
  readonly clock: Clock;
  readonly report: Report;
  readonly failpoints: Failpoints;
  /** Names this process in leases. */
  readonly holder: string;
  readonly leaseMs?: number;
  /** Calls when a job has come. */
  readonly listen?: Listen;
  readonly pollMs?: number;
  /** The pauses between attempts of jobs that failed by our fault. */
  readonly backOff?: BackOff;
};

/** One job in the hands of one worker. */
export type Run = IngestDeps & {
  readonly job: JobRow;
  readonly lease: Lease;
  readonly stop: AbortSignal;
  /** Jobs of this process that pack a large file at the moment. */
  readonly packers: Set<JobId>;
};

type Passing = Pick<Run, 'job' | 'lease' | 'stop' | 'files' | 'clock' | 'failpoints'> & {
  readonly staging: Pick<Staging, 'open'>;
  readonly jobs: Pick<IngestJobs, 'advance'>;
};

type Passed = {
  readonly bytes_done: number;
  readonly read_as: ReadAs | null;
  /** Not null: the rest of the file was not read. */
  readonly beyond: BeyondPlan | null;
};

/**
 * Reads the file once: every field is checked, and what is right goes on into COPY. Returns how many bytes of the
 * upload were read, and as what. `roomFor` ends it as soon as the rows so far are more than the plan includes.
 */
export async function passThrough(
  run: Passing,
  file: SalesFile,
  errors: ErrorReport,
  list: Pick<ErrorList, 'flush'>,
  roomFor: (rows: number) => Promise<BeyondPlan | null> = async () => null,
): Promise<Passed> {
  const { job, files, stop } = run;
  const chunks = await uploadedText(files, job, stop, (workbook) => {
    errors.placeWith(workbook.place);
    file.readSheet();
  });
  if (chunks === 'missing') throw new Error(`the uploaded file ${job.object_key} is gone`);
  const copying = copyInto(run, file);
  const progress = throttled(run);
  let beyond: BeyondPlan | null = null;
  try {
    for await (const chunk of chunks) {
      stop.throwIfAborted();
      await take(file.push(chunk));
      await list.flush();
      await progress(copying.begun ? 'loading' : 'validating', chunks.packedBytes, file.counts);
      if (file.ended) break;
      if (!isRefused()) beyond = await roomFor(file.storedRows);
      if (beyond !== null) break;
      // While bytes are there no other work of this process is done, such as a small upload of another dealer, unless
      // it is let in between two chunks.
      await turn();
    }
    if (beyond === null) await takeRest();
    else copying.abandon();
    await copying.finish();
  } catch (error) {
    copying.abandon();
    if (!(error instanceof PackingFault)) throw error;
    file.stop({ rule: error.rule, message: error.message });
  }
  return { bytes_done: chunks.packedBytes, read_as: readAs(chunks, file), beyond };

  /** By its errors, which are read to the end. */
  function isRefused(): boolean {
    return errors.count > 0 && (job.on_error === 'refuse' || file.shape === null);
  }

  async function takeRest(): Promise<void> {
    await take(file.complete());
    while (file.isBehind) {
      stop.throwIfAborted();
      await take(file.catchUp());
      await turn();
    }
    await take(file.end());
  }

  async function take(ranges: readonly Buffer[]): Promise<void> {
    if (isRefused()) {
      file.judgeOnly();
      copying.abandon();
    } else await copying.write(ranges);
  }
}

const shownColumns = 100;

function readAs({ encoding, isPacked, workbook }: UploadedText, { reading, format, form }: SalesFile): ReadAs | null {
  if (reading === null || form === null) return null;
  const { delimiter, columns, ignored, headerRow } = reading;
  const hidden = workbook?.hidden;
  return {
    format,
    form,
    gzip: isPacked,
    encoding,
    delimiter,
    sheet: workbook?.sheet ?? null,
    columns: columns.slice(0, shownColumns),
    header_row: headerRow,
    ...(hidden === undefined
      ? {}
      : {
          hidden_rows: hidden.rows,
          hidden_columns: hidden.columns.slice(0, shownColumns).map((heading) => shownText(plain(heading))),
        }),
    ignored: ignored.slice(0, shownColumns).map((heading) => shownText(plain(heading))),
  };
}

/** COPY into the staging table, begun with the first rows. */
function copyInto({ job, lease, staging, failpoints, jobs }: Passing, file: SalesFile) {
  let copy: Writable | null = null;
  let abandoned = false;
  let failure: Error | null = null;
  const settled = (call: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) => call((error) => (error ? reject(error) : resolve())));
  return {
    get begun() {
      return copy !== null;
    },
    async write(ranges: readonly Buffer[]): Promise<void> {
      if (ranges.length === 0 || abandoned || file.shape === null) return;
      if (copy === null) {
        copy = await staging.open(job.job_id, lease.fence, file.shape);
        copy.on('error', (error) => {
          failure = error;
        });
        await jobs.advance(job, lease, { status: 'loading', progress: 2, bytes_done: 0, rows: file.counts });
        await failpoints.reach('ingest', 2);
      }
      const stream = copy;
      // Many small ranges would be as many small messages to the database.
      const parts = ranges.length > 4 ? [Buffer.concat(ranges)] : ranges;
      for (const part of parts) {
        if (failure !== null) throw failure;
        await settled((done) => void stream.write(part, done));
      }
    },
    async finish(): Promise<void> {
      const stream = copy;
      if (stream !== null && !abandoned) await settled((done) => void stream.end(done));
    },
    abandon(): void {
      abandoned = true;
      copy?.destroy();
    },
  };
}

/** The share of the progress at which all rows are copied; the rest is the merge. */
export const copiedShare = 80;

/** At most two updates a second; the last ones are made by what follows. */
function throttled({ job, lease, jobs, clock }: Passing) {
  let last = clock.monotonicMs();
  return async (status: 'validating' | 'loading', bytes_done: number, rows: Findings['rows']): Promise<void> => {
    if (clock.monotonicMs() - last < 500) return;
    last = clock.monotonicMs();
    const progress = 2 + Math.floor(((copiedShare - 2) * bytes_done) / Math.max(job.bytes_total, 1));
    await jobs.advance(job, lease, { status, progress: Math.min(progress, copiedShare), bytes_done, rows });
  };
}
