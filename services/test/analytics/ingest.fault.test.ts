// Workers that are really killed, in each phase of a job.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import test from 'ava';
import { row, sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import { programOf } from '../../../tools/test/programs.ts';
import { ingestOnce } from '../../analytics/ingest/ingest-run.ts';
import { workbook } from '../../analytics/sales-file/xlsx/workbook-writer.ts';
import { type Bench, bench } from '../fixtures/analytics/analytics.ts';
import { type WorkerSettings, workerOf } from '../fixtures/analytics/ingest-worker.ts';
import { endLeases } from '../fixtures/ended-leases.ts';

const program = programOf(path.join(import.meta.dirname, '../fixtures/analytics/ingest-worker-process.ts'));

/** Runs a worker until its failpoint kills it, and its leases have ended. */
async function killAt(b: Bench, failpoint: string, settings: Partial<WorkerSettings> = {}): Promise<void> {
  const given = JSON.stringify({ ...b.settings, ...settings });
  const child = spawn(process.execPath, [program, given, failpoint], { stdio: 'inherit' });
  const [, signal] = await once(child, 'exit');
  if (signal !== 'SIGKILL') throw new Error(`the worker ended with ${signal ?? 'an exit code'}, not at ${failpoint}`);
  await endLeases(b.database);
}

const rows = (count: number, units: number) =>
  `period_start,brand,units_sold\n${Array.from({ length: count }, (_, i) => `2026-0${1 + (i % 6)}-01,Brand ${Math.floor(i / 6)},${units}`).join('\n')}\n`;

/** The same sales in each form and format, and how many rows they have there. */
const formats: readonly Format[] = [
  { form: 'CSV', file: async (csv) => csv, rows: 600 },
  { form: 'XLSX', file: (csv) => buffer(workbook('Sales', cellsOf(csv))), rows: 600 },
  { form: 'NDJSON', file: async (csv) => objectsOf(csv), rows: 600 },
  { form: 'vehicles', file: async (csv) => vehiclesOf(csv), rows: 1200 },
];
type Format = {
  readonly form: string;
  readonly file: (csv: string) => Promise<string | Buffer>;
  readonly rows: number;
};

function objectsOf(csv: string): string {
  const [names = [], ...lines] = cellsOf(csv);
  return lines
    .map((line) => `${JSON.stringify(Object.fromEntries(names.map((name, i) => [name, line[i]])))}\n`)
    .join('');
}

/** A row for each unit. */
function vehiclesOf(csv: string): string {
  const vehicles = cellsOf(csv)
    .slice(1)
    .flatMap(([date, brand, units]) => Array.from({ length: Number(units) }, () => `${date},${brand}`));
  return `vin,sale_date,brand\n${vehicles.map((vehicle, i) => `WVW${String(i).padStart(14, '0')},${vehicle}\n`).join('')}`;
}
const cellsOf = (csv: string) =>
  csv
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));

const steps = [
  { step: 1, phase: 'claimed', observed: 'queued' },
  { step: 8, phase: 'begun to read the file', observed: 'validating' },
  { step: 2, phase: 'copying', observed: 'loading' },
  { step: 3, phase: 'copied', observed: 'loading' },
  { step: 4, phase: 'about to merge', observed: 'merging' },
  { step: 5, phase: 'merged, not committed', observed: 'merging' },
  { step: 6, phase: 'committed', observed: 'succeeded' },
] as const;

/** Every format at every step with `FAULTS=all`; else one at each. */
const killed = steps.flatMap((each, i) =>
  formats
    .filter((_, n) => process.env.FAULTS === 'all' || n === i % formats.length)
    .map((format) => ({ ...each, ...format })),
);

for (const { step, phase, observed, form, file, rows: read } of killed) {
  test.serial(`a worker killed when it has ${phase} (${form}) loses nothing and merges once`, async (t) => {
    const b = await bench(t);
    const caller = await b.dealer('fjord');
    await b.load(caller, rows(60, 1));
    const reply = await b.upload(caller, await file(rows(600, 2)));
    if (reply.status !== 202) return t.fail(JSON.stringify(reply));
    await killAt(b, `ingest:${step}:exit`);
    const left = await b.job(caller, reply.body.job_id);
    t.is(left?.status, observed);
    const before = await unitsOf(b, caller);
    t.deepEqual(
      before,
      Array(6).fill(observed === 'succeeded' ? 200 : 10),
      'until the commit the old revision is read',
    );
    await b.work();
    const job = await b.job(caller, reply.body.job_id);
    t.like(job, { status: 'succeeded', revision: 2, progress: 100, rows: { read, accepted: read, rejected: 0 } });
    t.deepEqual(await unitsOf(b, caller), Array(6).fill(200));
    t.deepEqual(
      (await b.jobMessages()).map((message) => message.body.revision),
      [1, 2],
      'one message for each job',
    );
    await b.load(caller, rows(6, 3));
    t.deepEqual(await b.stagings(), [], 'what the dead worker left is gone with the next job');
  });
}

for (const { phase, failpoint, killedAt, left, observed } of [
  { phase: 'about to pack', failpoint: 'ingest:4:exit', left: false, observed: 'merging' },
  { phase: 'packed some of its rows', failpoint: '', killedAt: 82, left: true, observed: 'merging' },
  { phase: 'added up some of its brands', failpoint: '', killedAt: 93, left: true, observed: 'merging' },
  { phase: 'merged, not committed', failpoint: 'ingest:5:exit', left: true, observed: 'merging' },
  { phase: 'committed', failpoint: 'ingest:6:exit', left: false, observed: 'succeeded' },
] as const)
  test.serial(
    `a worker of a large file killed when it has ${phase} leaves nothing that is read or merged later`,
    async (t) => {
      const b = await bench(t);
      const caller = await b.dealer('fjord');
      await b.load(caller, rows(60, 1));
      const reply = await b.upload(caller, rows(600, 2));
      if (reply.status !== 202) return t.fail(JSON.stringify(reply));
      await killAt(b, failpoint, { rowsAtOnce: 100, ...(killedAt && { killedAt }) });
      t.is((await b.job(caller, reply.body.job_id))?.status, observed);
      t.is((await unpublished(b)) > 0, left);
      const before = Array(6).fill(observed === 'succeeded' ? 200 : 10);
      t.deepEqual(await unitsOf(b, caller), before);
      const worker = workerOf({ ...b.settings, rowsAtOnce: 100 }, b.store);
      while ((await worker.queue.list()).length > 0) await ingestOnce(worker, b.facts.signal);
      t.like(await b.job(caller, reply.body.job_id), { status: 'succeeded', revision: 2, rows: { accepted: 600 } });
      t.deepEqual(await unitsOf(b, caller), Array(6).fill(200));
      t.is(await unpublished(b), 0);
      await b.load(caller, rows(6, 3));
      t.deepEqual(await b.stagings(), []);
    },
  );

const unpublished = (b: Bench) =>
  withScope(b.store, { dealers: 'every' }, (tx) =>
    tx.oneFirst(sql.type(row<{ count: number }>())`select count(*) from packed_sales p
      where not exists (select from slices s where s.dealer_id = p.dealer_id and s.revision = p.revision)`),
  );

const unitsOf = async (b: Bench, caller: Awaited<ReturnType<Bench['dealer']>>) =>
  (await b.indices(caller)).map((item) => item.units);

for (const { step, phase } of [
  { step: 8, phase: 'validating' },
  { step: 2, phase: 'loading' },
  { step: 4, phase: 'merging' },
] as const)
  test.serial(
    `a job whose worker was killed in the merge reports phase ${phase} when its next worker gets there`,
    async (t) => {
      const b = await bench(t);
      const caller = await b.dealer('fjord');
      const reply = await b.upload(caller, rows(600, 2));
      if (reply.status !== 202) return t.fail(JSON.stringify(reply));
      await killAt(b, 'ingest:5:exit');
      const left = await b.job(caller, reply.body.job_id);
      t.like(left, { status: 'merging', phase: 'merging', rows: { read: 600, accepted: 600, rejected: 0 } });
      await killAt(b, `ingest:${step}:exit`);
      const { progress, rows: read, bytes } = left ?? {};
      t.like(await b.job(caller, reply.body.job_id), { status: 'merging', phase, progress, rows: read, bytes });
    },
  );

/** A dry run merges nothing: it ends in one transaction with its sums and its message. */
const dryRunSteps = steps.filter(({ step }) => step !== 4);

for (const { step, phase, observed } of dryRunSteps)
  test.serial(`a worker killed when its dry run has ${phase} changes nothing and reports once`, async (t) => {
    const b = await bench(t);
    const caller = await b.dealer('fjord');
    await b.load(caller, rows(60, 1));
    const reply = await b.upload(caller, rows(600, 2), { dry_run: true });
    if (reply.status !== 202) return t.fail(JSON.stringify(reply));
    const { job_id } = reply.body;
    await killAt(b, `ingest:${step}:exit`);
    const isEnded = observed === 'succeeded';
    const left = await b.job(caller, job_id);
    t.deepEqual([left?.finished_at === null, left?.index_changes === null], [!isEnded, !isEnded]);
    await b.work();
    t.like(await b.job(caller, job_id), {
      status: 'succeeded',
      revision: null,
      dry_run: true,
      progress: 100,
      rows: { read: 600, accepted: 600, rejected: 0 },
      replacement: { after: { rows: 600, units: 1200 } },
      index_changes: `/api/v1/ingest/jobs/${job_id}/changes`,
    });
    t.deepEqual(await unitsOf(b, caller), Array(6).fill(10));
    t.deepEqual(
      (await b.jobMessages()).map(({ body }) => [body.dry_run, body.revision]),
      [
        [false, 1],
        [true, null],
      ],
      'one message for each job',
    );
    await b.load(caller, rows(6, 3));
    t.deepEqual(await b.stagings(), [], 'what the dead worker left is gone with the next job');
  });

for (const { step, phase, observed } of steps.filter(({ step }) => step !== 6))
  test.serial(`a job that is cancelled after its worker was killed when it had ${phase} stays cancelled`, async (t) => {
    const b = await bench(t);
    const caller = await b.dealer('fjord');
    await b.load(caller, rows(60, 1));
    const reply = await b.upload(caller, rows(600, 2));
    if (reply.status !== 202) return t.fail(JSON.stringify(reply));
    const { job_id } = reply.body;
    await killAt(b, `ingest:${step}:exit`);
    const cancelled = await b.handlers.cancelJob({ ...b.facts, caller, path: { id: job_id } });
    t.deepEqual(cancelled, { status: 200, body: { job_id, status: 'cancelled' } });
    await b.work();
    t.like(await b.job(caller, job_id), { status: 'cancelled', phase: observed, revision: null });
    t.deepEqual(await unitsOf(b, caller), Array(6).fill(10));
    t.deepEqual(
      (await b.jobMessages()).map(({ body }) => body.status),
      ['succeeded', 'cancelled'],
    );
    await b.load(caller, rows(6, 3));
    t.deepEqual(await b.stagings(), [], 'what the dead worker left is gone with the next job');
  });

test.serial('a file whose worker was killed while it refused it is refused by the next worker', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const reply = await b.upload(caller, 'period_start,brand,units_sold\n2026-01-01,Toyota,many\n');
  if (reply.status !== 202) return t.fail();
  await killAt(b, 'ingest:7:exit');
  await b.work();
  t.like(await b.job(caller, reply.body.job_id), { status: 'failed', error_count: 1 });
  t.is((await b.jobMessages()).length, 1);
});

test.serial('uploadFile finds the job of the same file after a kill, and the job succeeds', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const first = await b.upload(caller, rows(60, 1));
  await killAt(b, 'ingest:4:exit');
  t.deepEqual(await b.upload(caller, rows(60, 1)), {
    status: 202,
    body: { ...(first.status === 202 ? first.body : {}), status: 'merging' },
  });
  await b.work();
  t.deepEqual(await unitsOf(b, caller), Array(6).fill(10));
});

test.serial('a job that kills its worker again and again fails', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const reply = await b.upload(caller, rows(6, 1));
  const failing = workerOf(b.settings, b.store, [{ name: 'ingest', step: 4, action: 'throw' }]);
  for (let attempt = 0; attempt < 5; attempt++) t.is(await ingestOnce(failing, b.facts.signal), 'failed');
  await b.work();
  t.like(reply.status === 202 && (await b.job(caller, reply.body.job_id)), {
    status: 'failed',
    problem: { type: 'https://covenant.example/problems/internal' },
  });
  t.deepEqual(await b.indices(caller), []);
  t.is((await b.load(caller, rows(6, 1))).status, 'succeeded', 'the same file may be tried again');
});

test.serial('a worker that was overtaken changes nothing', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.upload(caller, rows(6, 1));
  const [waiting] = await b.worker.queue.list();
  const dealer_id = waiting?.dealer_id;
  const stale = await b.worker.leases.claim(`ingest:${dealer_id}`, 'stale', 300);
  const job = stale && dealer_id && (await b.worker.queue.claim(dealer_id, stale).catch(() => null));
  await b.work();
  const done = await unitsOf(b, caller);
  t.deepEqual(done, Array(6).fill(1));
  if (job)
    await t.throwsAsync(
      b.worker.jobs.advance(job, stale, {
        status: 'validating',
        progress: 3,
        bytes_done: 0,
        rows: { read: 0, accepted: 0, rejected: 0 },
      }),
      { name: 'LeaseLost' },
    );
  t.pass();
});

test.serial('two workers share dealers, and uploads of one dealer keep their order', async (t) => {
  const b = await bench(t);
  const callers = await Promise.all(['a', 'b', 'c'].map((id) => b.dealer(id)));
  for (let round = 1; round <= 4; round++) for (const caller of callers) await b.upload(caller, rows(6, round));
  const workers = [workerOf(b.settings, b.store), workerOf(b.settings, b.store)];
  await Promise.all(
    workers.map(async (worker) => {
      while ((await worker.queue.list()).length > 0) await ingestOnce(worker, b.facts.signal);
    }),
  );
  for (const caller of callers) t.deepEqual(await unitsOf(b, caller), Array(6).fill(4));
  t.is((await b.jobMessages()).length, 12);
});
