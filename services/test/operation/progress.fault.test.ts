// What a client sees of one upload from its first read to its last, while the worker is killed in the middle and
// another one begins the file again.
import test from 'ava';
import { canMove, jobStatusTable } from '../../../generated/analytics/states.ts';
import type { Job } from '../../../generated/analytics/types.ts';
import { cable } from '../fixtures/cable.ts';
import { endLeases } from '../fixtures/ended-leases.ts';
import { eventually } from '../fixtures/eventually.ts';
import { valve } from '../fixtures/faulty-connection.ts';
import { system } from '../fixtures/system.ts';
import { accepted, dealers, jobOf, login, person, upload } from '../fixtures/users.ts';

type Status = Job['status'];
type Observed = Pick<Job, 'status' | 'phase' | 'progress' | 'rows' | 'bytes'>;

const months = ['2024-01', '2024-02', '2024-03', '2024-04', '2024-05', '2024-06'];
const named = (kind: string, i: number) => `${kind} with a long name, so that few rows make many bytes ${i}`;
/** 30,000 rows, some 3 MB. */
const file = [
  'period_start,brand,region,units_sold',
  ...months.flatMap((month) =>
    Array.from(
      { length: 5_000 },
      (_, i) => `${month},"${named('Brand', i % 50)}","${named('Region', Math.floor(i / 50))}",1`,
    ),
  ),
  '',
].join('\n');
const rows = { read: 30_000, accepted: 30_000, rejected: 0 };

const hasEnded = ({ status }: Observed): boolean => jobStatusTable.final.some((final) => final === status);

/**
 * What the worker may be ahead of the progress that it reported, in bytes: far less than the file, so that no read
 * misses the progress through it.
 */
const lead = 1024 * 1024;

const mayFollow = (from: Status, to: Status): boolean =>
  from === to ||
  jobStatusTable.moves[from].some((next: Status) => canMove(jobStatusTable, from, next) && mayFollow(next, to));

test('progress, rows and bytes of a job never fall and its states keep their order, also when its worker is killed', async (t) => {
  t.timeout(240_000, 'the job did not move on, or no worker went on with it');
  const whole = await system(t);
  const apis = [await whole.run(['analytics']), await whole.run(['analytics'])] as const;
  const taps = valve(0, 'replies');
  const line = await cable(whole.env.OBJECTS_ENDPOINT ?? '', taps.pipe);
  t.teardown(() => line.cut());
  await dealers(whole, ['fjordbil']);
  const { access_token: token } = await login(apis[0], await person(whole, { dealer: 'fjordbil' }));
  const id = await accepted(await upload(apis[0], token, file, { dealer_id: 'fjordbil', period: '2024-01/2024-06' }));

  const observed: Observed[] = [];
  let allowed = 0;
  /** Now at one process and now at the other, while the file reaches the worker slowly. */
  const read = async (): Promise<Observed> => {
    const job = (await jobOf(apis[observed.length % 2 === 0 ? 0 : 1], token, id)) as unknown as Observed;
    observed.push({ status: job.status, phase: job.phase, progress: job.progress, rows: job.rows, bytes: job.bytes });
    // It reports its progress when more of the file comes, at most twice a second: some always comes.
    const more = allowed < job.bytes.read + lead ? 64 * 1024 : 1024;
    taps.allow(more);
    allowed += more;
    return job;
  };
  const watch = async (until: (job: Observed) => boolean): Promise<Observed> => {
    const job = await eventually(read, (found) => until(found) || hasEnded(found));
    return until(job) ? job : t.fail(`the job ended too early: ${JSON.stringify(observed.slice(-3))}`);
  };
  t.like(await watch(() => true), { status: 'queued', phase: 'queued', progress: 0 });
  const behind = { OBJECTS_ENDPOINT: line.url };
  const first = await whole.run(['ingest'], behind);
  const risen = await watch(({ status, progress }) => status === 'loading' && progress > 10);
  t.is(await first.end('SIGKILL'), 'SIGKILL');
  await endLeases(whole.analytics);
  const left = await watch(() => true);
  t.true(left.progress >= risen.progress && left.progress < 80, `${left.progress} per cent when it was killed`);
  const killedAt = observed.length;
  await whole.run(['ingest'], behind);
  await watch(({ progress }) => progress > left.progress);
  const last = await watch(hasEnded);
  t.like(last, { status: 'succeeded', phase: 'done', progress: 100, rows });
  t.deepEqual(falls(observed, killedAt), []);
  t.true(new Set(observed.map(({ progress }) => progress)).size >= 5, 'it was seen on its way');
});

/** After a kill the step of the run may be behind the status that the run before it reached. */
const isPhaseOf = ({ phase, status }: Observed, isAgain: boolean): boolean =>
  phase === 'done'
    ? status === 'succeeded'
    : phase === status || (isAgain && phase === 'validating' && status === 'loading');

/** Reads after which something was less than before, or whose state can not follow the one before. */
const falls = (observed: readonly Observed[], killedAt: number): unknown[] =>
  observed.flatMap((now, i) => {
    const before = observed[Math.max(0, i - 1)] as Observed;
    const rises =
      now.progress >= before.progress &&
      now.rows.read >= before.rows.read &&
      now.rows.accepted >= before.rows.accepted &&
      now.bytes.read >= before.bytes.read;
    return rises && mayFollow(before.status, now.status) && isPhaseOf(now, i >= killedAt) ? [] : [{ before, now }];
  });
