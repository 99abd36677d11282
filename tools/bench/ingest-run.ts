// The process of one pass over a sales file, started once by the ingest bench. Argument: <address of the database>.
import { randomUUID } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { DealerId, JobId, JobRow } from '../../adapters/store/analytics/port.ts';
import { dropStaging, openStaging, stagingTable } from '../../adapters/store/analytics/staging.ts';
import { uploads } from '../../adapters/store/analytics/uploads.ts';
import { ingestWork } from '../../adapters/store/analytics/work.ts';
import { connect } from '../../adapters/store/connect.ts';
import { leases } from '../../adapters/store/leases.ts';
import { outbox } from '../../adapters/store/messages/outbox.ts';
import { sql } from '../../adapters/store/query.ts';
import { withScope } from '../../adapters/store/scope.ts';
import { SalesFile } from '../../services/analytics/ingest/file.ts';
import { report as errorReport } from '../../services/analytics/ingest/report.ts';
import { type IngestDeps, passThrough } from '../../services/analytics/ingest-pass.ts';
import { ingestOnce } from '../../services/analytics/ingest-run.ts';
import { expectedOf } from '../../services/analytics/upload-period.ts';
import { systemClock } from '../../services/lib/clock.ts';
import { noFailpoints } from '../../services/lib/failpoints.ts';
import { ids } from '../../services/lib/ids.ts';
import { createLog } from '../../services/lib/log.ts';
import { createMetrics } from '../../services/lib/metrics.ts';
import { saying } from '../../services/lib/outbox.ts';
import { createReport } from '../../services/lib/report.ts';
import { answerParent, cpuUs } from './child.ts';
import type { Pass, Passed } from './ingest.ts';
import { columns, header, period } from './sales-file.ts';

const store = connect(process.argv[2] ?? '', { poolSize: 4 });

const deps = (file: string): IngestDeps => ({
  work: ingestWork(store),
  staging: {
    open: (jobId, fence, copy) => openStaging(store, jobId, fence, copy),
    drop: (jobId, fence) => dropStaging(store, jobId, fence),
  },
  leases: leases(store),
  files: {
    read: async () => ({ body: createReadStream(file, { highWaterMark: 1 << 18 }) }) as never,
    put: () => Promise.reject(new Error('a right file has no list of errors')),
  },
  enqueue: saying(outbox(store), { ids: ids(), clock: systemClock }),
  clock: systemClock,
  report: createReport(createLog({ level: 'error', write: () => {} }), createMetrics()),
  failpoints: noFailpoints,
  holder: `bench-${process.pid}`,
});

answerParent(async ({ variant, file, dealer }: Pass): Promise<Passed> => {
  const passed = await variants[variant](deps(file), file, dealer as DealerId);
  await store.close();
  return { ...passed, peakMb: process.resourceUsage().maxRSS / 1024 };
});

type Variant = (deps: IngestDeps, file: string, dealerId: DealerId) => Promise<Omit<Passed, 'peakMb'>>;

/** The worker's pass: checked and copied, up to the merge. Only the object store is left out: the bytes come from the disk. */
const covenant: Variant = (deps, file, dealerId) => withJob(deps, file, dealerId, true);

/** The same without COPY. */
const checked: Variant = (deps, file, dealerId) => withJob(deps, file, dealerId, false);

async function withJob(deps: IngestDeps, path: string, dealerId: DealerId, emit: boolean) {
  const jobId = await admit(path, dealerId);
  const lease = await deps.leases.claim(`ingest:${dealerId}`, deps.holder, 600_000);
  const job = lease && (await deps.work.next(dealerId, lease));
  if (lease === null || job?.jobId !== jobId) throw new Error('another process is working');
  const errors = errorReport();
  const file = new SalesFile({
    expected: expectedOf(job, new Date()),
    region: 'norway',
    aliases: new Map(),
    report: errors,
    emit,
  });
  const run = { ...deps, job, lease, stop: new AbortController().signal };
  const timed = await time(async () => void (await passThrough(run, file, errors, { flush: async () => {} })));
  if (errors.count > 0) throw new Error(`the file is refused: ${JSON.stringify(errors.first[0])}`);
  const rows = emit ? await countStaged(job, lease.fence) : file.counts.accepted;
  await deps.staging.drop(jobId, Number.MAX_SAFE_INTEGER);
  const findings = { rows: file.counts, bytesDone: 0, errors: [], errorCount: 0 };
  await deps.work.end(
    job,
    lease,
    { ...findings, status: 'failed', problem: null, replaces: null, replacement: null },
    async () => {},
  );
  await deps.leases.release(lease);
  return { ...timed, rows };
}

/** Bytes into COPY as they are: what Node and PostgreSQL do at best. */
const piped: Variant = async (_deps, file) => {
  const jobId = randomUUID();
  const timed = await time(async () => {
    const copy = await openStaging(store, jobId, 1, { columns, delimiter: ',' });
    await pipeline(createReadStream(file, { highWaterMark: 1 << 18, start: header.length }), copy);
  });
  const rows = await countStaged({ jobId: jobId as JobId }, 1);
  await dropStaging(store, jobId, Number.MAX_SAFE_INTEGER);
  return { ...timed, rows };
};

/** A whole job as the worker does it, with the merge. */
const job: Variant = async (deps, file, dealerId) => {
  const jobId = await admit(file, dealerId);
  let mergeSeconds = 0;
  const merge: IngestDeps['work']['merge'] = async (...given) => {
    const started = performance.now();
    const merged = await deps.work.merge(...given);
    mergeSeconds = (performance.now() - started) / 1000;
    return merged;
  };
  const signal = new AbortController().signal;
  const timed = await time(async () => void (await ingestOnce({ ...deps, work: { ...deps.work, merge } }, signal)));
  const ended = await uploads(store).job(jobId, { dealers: [dealerId], uploads: [], principal: 'bench' });
  if (ended?.status !== 'succeeded')
    throw new Error(`the job ended ${ended?.status}: ${JSON.stringify(ended?.problem)}`);
  return { ...timed, rows: ended.rowsAccepted, mergeSeconds };
};

const variants: Record<Pass['variant'], Variant> = { covenant, checked, piped, job };

async function admit(file: string, dealerId: DealerId): Promise<JobId> {
  const jobId = randomUUID() as JobId;
  await withScope(store, { dealers: [dealerId] }, async (tx) => {
    await tx.query(
      sql.unsafe`insert into dealers (dealer_id, name, region_id) values (${dealerId}, ${dealerId}, 'norway')`,
    );
    await tx.query(
      sql.unsafe`insert into dealer_grants (dealer_id, principal, roles) values (${dealerId}, 'bench', '{uploader}')`,
    );
  });
  const admission = await uploads(store).admit(
    {
      ...period,
      dealerId,
      jobId,
      principal: 'bench',
      readsDealer: true,
      filename: 'sales.csv',
      objectKey: file,
      bytes: statSync(file).size,
      sha256: '0'.repeat(64),
      onError: 'refuse',
      dryRun: false,
      confirm: null,
      requestId: jobId,
      traceparent: undefined,
    },
    null,
  );
  if (admission.kind !== 'queued') throw new Error(`the upload is ${admission.kind}`);
  return jobId;
}

const countStaged = async ({ jobId }: Pick<JobRow, 'jobId'>, fence: number): Promise<number> =>
  Number(await store.oneFirst(sql.unsafe`select count(*) from ${stagingTable(jobId, fence)}`));

async function time(work: () => Promise<void>): Promise<{ seconds: number; cpuSeconds: number }> {
  const [started, before] = [performance.now(), cpuUs()];
  await work();
  return { seconds: (performance.now() - started) / 1000, cpuSeconds: (cpuUs() - before) / 1e6 };
}
