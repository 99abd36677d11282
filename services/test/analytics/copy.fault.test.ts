// What is killed while a file is on its way into the database: the worker that sends it, and the server's process that
// takes it. Kills between the steps of a job: ingest.fault.test.ts.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { row, sql } from '../../../adapters/store/query.ts';
import type { Job, JobId } from '../../../generated/analytics/types.ts';
import { programOf } from '../../../tools/test/programs.ts';
import { ownParts } from '../../../tools/test/servers.ts';
import type { Caller } from '../../analytics/caller.ts';
import { type Bench, bench } from '../fixtures/analytics/analytics.ts';
import { type Cable, cable } from '../fixtures/cable.ts';
import { endLeases } from '../fixtures/ended-leases.ts';
import { eventually } from '../fixtures/eventually.ts';
import { type Valve, valve } from '../fixtures/faulty-connection.ts';

const program = programOf(path.join(import.meta.dirname, '../fixtures/analytics/ingest-worker-process.ts'));
const heading = 'period_start,brand,units_sold';
const small = [heading, ...Array.from({ length: 60 }, (_, i) => `2026-0${1 + (i % 6)}-01,Brand ${i},1`), ''].join('\n');
/** Some 700 KB: more than one message to the database, and more than the valve lets through. */
const count = 24_000;
const large = [
  heading,
  ...Array.from({ length: count }, (_, i) => `2026-0${1 + (i % 6)}-01,Brand number ${Math.floor(i / 6)},2`),
  '',
].join('\n');
const unitsOf = (whole: number) => Array.from({ length: 6 }, () => whole / 6);

type Halfway = {
  readonly b: Bench;
  readonly caller: Caller;
  readonly id: JobId;
  readonly worker: ChildProcess;
  readonly line: Cable;
  readonly taps: Valve;
  /** The server's process that takes the rows. */
  readonly backend: number;
};

/**
 * A stored file, and the one that corrects it halfway into the database: some of its rows have arrived, the others can
 * not.
 */
async function halfway(t: ExecutionContext, b: Bench): Promise<Halfway> {
  const caller = await b.dealer('fjord');
  await b.load(caller, small);
  const reply = await b.upload(caller, large);
  if (reply.status !== 202) throw new Error(JSON.stringify(reply));
  const taps = valve(256 * 1024);
  const line = await cable(b.settings.databaseUrl, taps.pipe);
  const settings = JSON.stringify({ ...b.settings, databaseUrl: line.url, leaseMs: 4_000 });
  const worker = spawn(process.execPath, [program, settings, ''], { stdio: 'inherit' });
  t.teardown(async () => {
    worker.kill('SIGKILL');
    await line.cut();
  });
  const copies = await eventually(
    () => copiesOf(b),
    ([first]) => first !== undefined && first.tuples > 0 && taps.isHolding(),
  );
  return { b, caller, id: reply.body.job_id, worker, line, taps, backend: copies[0]?.pid ?? 0 };
}

const copiesOf = (b: Bench) =>
  b.store.any(
    sql.type(row<{ pid: number; tuples: number }>())`
      select pid, tuples_processed::int as tuples from pg_stat_progress_copy where datname = current_database()`,
  );

/** While the server is unavailable no one can read. */
const whenThere = async <T>(read: () => Promise<T>): Promise<T | undefined> => read().catch(() => undefined);

const ended = (b: Bench, caller: Caller, id: JobId): Promise<Job | undefined> =>
  eventually(
    () => whenThere(() => b.job(caller, id)),
    (job) => job?.finished_at != null,
  );

async function isWhole(t: ExecutionContext, { b, caller, id }: Halfway): Promise<void> {
  const job = await ended(b, caller, id);
  const rows = { read: count, accepted: count, rejected: 0 };
  t.like(job, { status: 'succeeded', revision: 2, progress: 100, rows });
  t.deepEqual(
    (await b.indices(caller)).map((item) => item.units),
    unitsOf(2 * count),
    'each row once',
  );
  t.deepEqual(
    (await b.jobMessages()).map((message) => message.body.revision),
    [1, 2],
    'one message for each job',
  );
  t.deepEqual(await eventually(b.stagings, (names) => names.length === 0), []);
}

test.serial('a worker killed during a COPY leaves the old figures, and the next one loads each row once', async (t) => {
  t.timeout(120_000, 'the rows did not stop halfway, or the job did not end');
  const b = await bench(t);
  const half = await halfway(t, b);
  const gone = once(half.worker, 'exit');
  half.worker.kill('SIGKILL');
  t.is((await gone)[1], 'SIGKILL');
  await endLeases(b.database);
  await eventually(
    () => copiesOf(b),
    (copies) => copies.length === 0,
  );
  t.is((await b.job(half.caller, half.id))?.status, 'loading');
  t.deepEqual(
    (await b.indices(half.caller)).map((item) => item.units),
    unitsOf(60),
  );
  t.is((await b.stagings()).length, 1, 'what it had begun is there, and in nobody’s way');
  const again = await b.upload(half.caller, large);
  t.like(again, { status: 202, body: { job_id: half.id } }, 'the same file is the same job');
  await b.work();
  await isWhole(t, half);
});

test.serial(
  'a PostgreSQL process killed during a COPY stops the server, and the worker loads each row once',
  async (t) => {
    t.timeout(120_000, 'the rows did not stop halfway, or the job did not end');
    const { postgres } = await ownParts(t, ['postgres']);
    const b = await bench(t, postgres);
    const half = await halfway(t, b);
    process.kill(half.backend, 'SIGKILL');
    half.taps.allow(Number.POSITIVE_INFINITY);
    await isWhole(t, half);
    t.is(half.worker.exitCode ?? half.worker.signalCode, null, 'the worker went on by itself');
  },
);
