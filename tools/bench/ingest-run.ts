// The process of one pass over a sales file, started once by the ingest bench. Argument: <address of the database>.
import { randomUUID } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ingestStores } from '../../adapters/store/analytics/ingest/all.ts';
import type { JobRow } from '../../adapters/store/analytics/port.ts';
import { dropStaging, openStaging, stagingTable } from '../../adapters/store/analytics/staging.ts';
import { uploads } from '../../adapters/store/analytics/uploads.ts';
import { connect } from '../../adapters/store/connect.ts';
import { leases } from '../../adapters/store/leases.ts';
import { outbox } from '../../adapters/store/messages/outbox.ts';
import { sql } from '../../adapters/store/query.ts';
import { withScope } from '../../adapters/store/scope.ts';
import type { DealerId, JobId } from '../../generated/analytics/types.ts';
import { type IngestDeps, passThrough } from '../../services/analytics/ingest/ingest-pass.ts';
import { ingestOnce } from '../../services/analytics/ingest/ingest-run.ts';
import { expectedOf } from '../../services/analytics/ingest/upload-period.ts';
import { SalesFile } from '../../services/analytics/sales-file/file.ts';
import { report as errorReport } from '../../services/analytics/sales-file/report.ts';
import { systemClock } from '../../services/lib/clock.ts';
import { noFailpoints } from '../../services/lib/failpoints.ts';
import { ids } from '../../services/lib/ids.ts';
import { createLog } from '../../services/lib/log.ts';
import { enqueueFrom } from '../../services/lib/messages/outbox.ts';
import { createMetrics } from '../../services/lib/metrics.ts';
import { createReport } from '../../services/lib/report.ts';
import { answerParent, cpuUs } from './child.ts';
import type { Pass, Passed } from './ingest.ts';
import { columns, header, period } from './sales-file.ts';

const store = connect(process.argv[2] ?? '', { poolSize: 4 });

const deps = (file: string): IngestDeps => ({
  ...ingestStores(store),
  staging: {
    open: (job_id, fence, copy) => openStaging(store, job_id, fence, copy),
    drop: (job_id, fence) => dropStaging(store, job_id, fence),
  },
  leases: leases(store),
  files: {
    read: async (_key, { range: { first: start, last: end } = { first: 0 } } = {}) => {
      const place = end === undefined ? { start } : { start, end };
      return { body: createReadStream(file, { highWaterMark: 1 << 18, ...place }) } as never;
    },
    put: () => Promise.reject(new Error('a right file has no list of errors')),
  },
  enqueue: enqueueFrom(outbox(store), { ids: ids(), clock: systemClock }),
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

type Variant = (deps: IngestDeps, file: string, dealer_id: DealerId) => Promise<Omit<Passed, 'peakMb'>>;

/**
 * The worker's pass: checked and copied, up to the merge. Only the object store is left out: the bytes come from the
 * disk.
 */
const covenant: Variant = (deps, file, dealer_id) => withJob(deps, file, dealer_id, true);

/** The same without COPY. */
const checked: Variant = (deps, file, dealer_id) => withJob(deps, file, dealer_id, false);

async function withJob(deps: IngestDeps, path: string, dealer_id: DealerId, emit: boolean) {
  const job_id = await admit(path, dealer_id);
  const lease = await deps.leases.claim(`ingest:${dealer_id}`, deps.holder, 600_000);
  const job = lease && (await deps.queue.claim(dealer_id, lease));
  if (lease === null || job?.job_id !== job_id) throw new Error('another process is working');
  const errors = errorReport();
  const file = new SalesFile({
    form: null,
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
  await deps.staging.drop(job_id, Number.MAX_SAFE_INTEGER);
  const findings = { rows: file.counts, bytes_done: 0, errors: [], error_count: 0 };
  const unchanged = { problem: null, replaces: null, replacement: null, revision: null };
  await deps.work.transaction(job, lease, (tx) =>
    deps.jobs.finish(tx, job, { ...findings, ...unchanged, status: 'failed' }),
  );
  await deps.leases.release(lease);
  return { ...timed, rows };
}

/** Bytes into COPY as they are: what Node and PostgreSQL do at best. */
const piped: Variant = async (_deps, file) => {
  const job_id = randomUUID();
  const timed = await time(async () => {
    const copy = await openStaging(store, job_id, 1, { columns, delimiter: ',' });
    await pipeline(createReadStream(file, { highWaterMark: 1 << 18, start: header.length }), copy);
  });
  const rows = await countStaged({ job_id: job_id as JobId }, 1);
  await store.query(sql.unsafe`drop table ${stagingTable(job_id, 1)}`);
  return { ...timed, rows };
};

/** A whole job as the worker does it, with the merge. */
const job: Variant = async (deps, file, dealer_id) => {
  const job_id = await admit(file, dealer_id);
  let started: number | undefined;
  let mergeSeconds = 0;
  /** A large file is packed by several transactions before that of its merge. */
  const longTransaction: IngestDeps['work']['longTransaction'] = async (...input) => {
    started ??= performance.now();
    const result = await deps.work.longTransaction(...input);
    mergeSeconds = (performance.now() - started) / 1000;
    return result;
  };
  const signal = new AbortController().signal;
  const timed = await time(
    async () => void (await ingestOnce({ ...deps, work: { ...deps.work, longTransaction } }, signal)),
  );
  const ended = await uploads(store).job(job_id, { dealers: [dealer_id], uploads: [], principal: 'bench' });
  if (ended?.status !== 'succeeded')
    throw new Error(`the job ended ${ended?.status}: ${JSON.stringify(ended?.problem)}`);
  return { ...timed, rows: ended.rows_accepted, mergeSeconds };
};

const variants: Record<Pass['variant'], Variant> = { covenant, checked, piped, job };

async function admit(file: string, dealer_id: DealerId): Promise<JobId> {
  const job_id = randomUUID() as JobId;
  await withScope(store, { dealers: [dealer_id] }, async (tx) => {
    await tx.query(
      sql.unsafe`insert into dealers (dealer_id, name, region_id) values (${dealer_id}, ${dealer_id}, 'norway')`,
    );
    await tx.query(
      sql.unsafe`insert into dealer_grants (dealer_id, principal, roles) values (${dealer_id}, 'bench', '{uploader}')`,
    );
  });
  const admission = await uploads(store).admit(
    {
      ...period,
      dealer_id,
      job_id,
      principal: 'bench',
      readsDealer: true,
      filename: 'sales.csv',
      object_key: file,
      bytes: statSync(file).size,
      sha256: '0'.repeat(64),
      on_error: 'refuse',
      unknown_columns: 'refuse',
      form: null,
      sheet: null,
      dry_run: false,
      confirm: null,
      confirm_units: null,
      requestId: job_id,
      traceparent: undefined,
    },
    null,
  );
  if (admission.kind !== 'queued') throw new Error(`the upload is ${admission.kind}`);
  return job_id;
}

const countStaged = async ({ job_id }: Pick<JobRow, 'job_id'>, fence: number): Promise<number> =>
  Number(await store.oneFirst(sql.unsafe`select count(*) from ${stagingTable(job_id, fence)}`));

async function time(work: () => Promise<void>): Promise<{ seconds: number; cpuSeconds: number }> {
  const [started, before] = [performance.now(), cpuUs()];
  await work();
  return { seconds: (performance.now() - started) / 1000, cpuSeconds: (cpuUs() - before) / 1e6 };
}
