// The sweep beside real rows and a cluster in memory: what no row knows goes within the brakes, no claim ever does
// (decisions 17 and 18).
import { execFileSync } from 'node:child_process';
import test from 'ava';
import { row, sql } from '../../../adapters/store/query.ts';
import { instanceId } from '../../../generated/infra/ids.ts';
import type { Sweep, VolumePage } from '../../../generated/infra/types.ts';
import { withClient } from '../../../tools/local/servers/postgres.ts';
import { type Bench, labBench, shell } from '../../test/fixtures/labs/infra-with-worker.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { sweep } from './sweep.ts';

const never = new AbortController().signal;
const atOnce = 20;
const anna = 'lab-shell-student-anna';

/** Labs that run, each with a file, and no worker any more. */
async function running(b: Bench, students: readonly string[], lab = 'shell'): Promise<readonly string[]> {
  const worker = await b.worker();
  await b.upload(lab);
  const ids: string[] = [];
  // In parts, since an answer has ten seconds, on a busy machine too.
  for (let first = 0; first < students.length; first += atOnce) {
    const { results } = await b.deploy({ lab_id: lab, student_ids: students.slice(first, first + atOnce) });
    ids.push(...results.map(({ instance_id }) => instance_id ?? ''));
  }
  for (const [n, id] of ids.entries()) {
    await b.until(id, ({ state }) => state === 'running');
    b.write(`lab-${lab}-student-${students[n]}`, 'notes.txt', 'kept');
  }
  await worker.end();
  return ids;
}

const forget = (b: Bench, id: string) =>
  withClient(b.database.ownerUrl, async (client) => {
    await client.query('update instances set run_id = null where instance_id = $1', [id]);
    await client.query('delete from runs where instance_id = $1', [id]);
    await client.query('delete from instances where instance_id = $1', [id]);
  });

const release = (b: Bench, atMost: number) => b.send('PUT', '/sweep/release', { at_most: atMost });

const quarantined = async (b: Bench) =>
  ((await b.send('GET', '/volumes?volume=quarantined')).body as VolumePage).items.map(
    ({ name, reason, instance_id, student_id }) => ({ name, reason, instance_id, student_id }),
  );

test('the file of a lab whose row was deleted is kept and listed over two sweeps, and comes back with the next start', async (t) => {
  const b = await labBench(t);
  const [id = ''] = await running(b, ['anna']);
  await forget(b, id);
  t.like(await sweep(b.deps(), never), { removed: 1, quarantined: 1, held: null });
  t.deepEqual(
    [...(await b.unasked())],
    [{ actor: 'worker', actor_kind: 'system', service: 'worker', action: 'sweep.removed', reason: 'unknown_instance' }],
  );
  t.deepEqual(b.objects(), [`claim ${anna}`]);
  t.like(await sweep(b.deps(), never), { removed: 0, quarantined: 1 });
  t.deepEqual(b.home(anna), ['notes.txt: kept']);
  t.deepEqual(await quarantined(b), [{ name: anna, reason: 'no_row', instance_id: null, student_id: 'anna' }]);
  await b.worker();
  t.is(await b.start('shell', 'anna'), id);
  await b.until(id, ({ state, volume }) => state === 'running' && volume === 'bound');
  t.deepEqual(b.home(anna), ['notes.txt: kept']);
});

test('labs run on when the record of their deployment is deleted', async (t) => {
  const b = await labBench(t);
  const [id = ''] = await running(b, ['anna']);
  const before = b.objects();
  await withClient(b.database.ownerUrl, async (client) => void (await client.query('delete from lab_deployments')));
  t.like(await sweep(b.deps(), never), { removed: 0, due: 0, quarantined: 0 });
  t.deepEqual(b.objects(), before);
  t.is((await b.instance(id)).state, 'running');
});

test('labs that are down after a restart of their engine are listed as degraded before any of them is repaired, and then run again', async (t) => {
  const b = await labBench(t);
  const students = Array.from('abcdefghij', (letter) => `student${letter}`);
  const [up = '', ...down] = await running(b, students);
  for (const pod of b.world.all().filter(({ kind, instance_id }) => kind === 'pod' && instance_id !== up))
    b.world.change(pod, { ended: { kind: 'restart', detail: 'the engine was restarted' } });
  t.like(await sweep(b.deps(), never), { due: 9, removed: 0 });
  const listed = (ids: readonly string[]) => Promise.all(ids.map((id) => b.instance(id)));
  t.deepEqual(
    (await listed([up, ...down])).map(({ state, reason }) => [state, reason]),
    [['running', null], ...down.map(() => ['degraded', 'restart'])],
  );
  await b.worker();
  for (const id of down) await b.until(id, ({ state }) => state === 'running');
  t.deepEqual(b.home(`lab-shell-student-${students[9]}`), ['notes.txt: kept']);
});

test('sweep removes no more than the brake allows', async (t) => {
  const b = await labBench(t);
  const ids = await running(
    b,
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `student${name}`),
  );
  const before = b.objects();
  for (const id of ids) await forget(b, id);
  t.like(await sweep(b.deps(), never), { removed: 0, quarantined: 6, held: 'too_many' });
  t.deepEqual(b.objects(), before);
});

test('getSweep reports what is held, releaseSweep lets it go once, and the next sweep holds again', async (t) => {
  const b = await labBench(t);
  const students = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `student${name}`);
  const shown = async () => (await b.send('GET', '/sweep')).body as Sweep;
  t.deepEqual(await shown(), { swept_at: null, held_for: null, held_since: null, waiting: 0, allowed: null });
  for (const id of await running(b, students)) await forget(b, id);
  await sweep(b.deps(), never);
  const first = await shown();
  t.like(first, { held_for: 'too_many', waiting: 6, allowed: null });
  await release(b, 5);
  t.like(await sweep(b.deps(), never), { removed: 0, held: 'too_many' });
  t.like(await shown(), { held_for: 'too_many', waiting: 6, allowed: 5 });
  t.like(await release(b, 6), { status: 200, body: { held_for: null, held_since: null, waiting: 6, allowed: 6 } });
  t.like(await sweep(b.deps(), never), { removed: 6, held: null });
  const { swept_at, ...after } = await shown();
  t.true(swept_at !== null && first.swept_at !== null && swept_at > first.swept_at);
  t.deepEqual(after, { held_for: null, held_since: null, waiting: 0, allowed: null });
  t.deepEqual(
    b.objects(),
    students.map((student) => `claim lab-shell-student-${student}`),
  );
  const audit = await b.store.any(
    sql.type(row<{ details: unknown }>())`select details from audit_logs where action = 'sweep.release' order by id`,
  );
  t.deepEqual(
    audit.map(({ details }) => details),
    [
      { at_most: 5, held_for: 'too_many', waiting: 6 },
      { at_most: 6, held_for: 'too_many', waiting: 6 },
    ],
  );
});

test('sweep removes nothing after an older dump was restored until an operator has confirmed, and loses no file', async (t) => {
  const b = await labBench(t);
  const [early = ''] = await running(b, ['anna']);
  const dump = execFileSync('pg_dump', ['--clean', b.database.ownerUrl], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const { epoch } = (await b.send('GET', '/changes?since=0')).body as { epoch: string };
  await running(b, ['ben']);
  const worker = await b.worker();
  await b.stop('shell', 'anna');
  await b.until(early, ({ state }) => state === 'stopped');
  await b.start('shell', 'anna');
  await b.until(early, ({ state }) => state === 'running');
  b.write(anna, 'later.txt', 'newer than the dump');
  await worker.end();
  const before = b.objects();
  execFileSync('psql', ['-q', '-v', 'ON_ERROR_STOP=1', b.database.ownerUrl], {
    input: dump,
    stdio: ['pipe', 'ignore', 'inherit'],
  });

  t.like(await sweep(b.deps(), never), { removed: 0, held: 'timeline_changed', quarantined: 2 });
  await reconcile(b.deps(), instanceId(early), never);
  t.like(await sweep(b.deps(), never), { removed: 0, held: 'timeline_changed', quarantined: 2 });
  await b.worker();
  t.deepEqual(b.objects(), before);
  t.deepEqual(await quarantined(b), [
    { name: anna, reason: 'timeline_changed', instance_id: early, student_id: 'anna' },
    { name: 'lab-shell-student-ben', reason: 'no_row', instance_id: null, student_id: 'ben' },
  ]);
  t.not(((await b.send('GET', '/changes?since=0')).body as { epoch: string }).epoch, epoch);

  await b.stop('shell', 'anna');
  await b.until(early, ({ volume }) => volume === 'archived');
  t.deepEqual(b.home(anna), ['notes.txt: kept', 'later.txt: newer than the dump'], 'archived, and kept while held');
  t.like(await release(b, 0), { status: 200, body: { held_for: null, held_since: null, allowed: 0 } });
  const stopped = await b.until(early, ({ state }) => state === 'stopped');
  t.deepEqual(await b.archived(anna, stopped.archive?.version_id), [
    'notes.txt: kept',
    'later.txt: newer than the dump',
  ]);
  t.deepEqual(b.home('lab-shell-student-ben'), ['notes.txt: kept']);
});

test('a worker that was overtaken fails its late writes, and what it did is undone', async (t) => {
  const b = await labBench(t);
  const [id = ''] = await running(b, ['anna']);
  const deps = b.deps();
  const stale = await deps.leases.claim(`instance:${id}`, 'stale', 1);
  const worker = await b.worker();
  await b.stop('shell', 'anna');
  await b.until(id, ({ state }) => state === 'stopped');
  await worker.end();
  t.deepEqual(b.objects(), []);
  await t.throwsAsync(
    deps.work.fenced(stale!, instanceId(id), async (tx, row) => row && deps.instances.save(tx, row)),
    { name: 'LeaseLost' },
  );
  t.is((await deps.instances.get(id))?.state, 'stopped');
});

test('sweep puts a missing object back without notifying the student', async (t) => {
  const b = await labBench(t);
  const [id = ''] = await running(b, ['anna']);
  const policy = b.world.all().find(({ kind }) => kind === 'policy');
  b.world.remove(policy!);
  await sweep(b.deps(), never);
  await b.worker();
  await b.until(
    id,
    ({ state, sequence }) => state === 'running' && sequence > 0 && b.objects().includes(`policy ${anna}`),
  );
  t.is((await b.published('student.notifications')).length, 1);
});

test('two workers never sweep at the same time', async (t) => {
  const b = await labBench(t);
  await running(b, ['anna']);
  const both = await Promise.all([sweep(b.deps(), never), sweep(b.deps(), never)]);
  t.is(both.filter((swept) => swept === null).length, 1);
});

test('sweep touches no unchanged instance', async (t) => {
  const b = await labBench(t);
  await withClient(b.database.ownerUrl, async (client) => {
    await client.query(`update resource_quotas set max_students = null, max_active_labs = null`);
  });
  await b.upload('shell', shell('shell'));
  const students = Array.from({ length: 20 }, (_, n) => `student${n}`);
  await running(b, students);
  const before = await b.store.oneFirst(sql.unsafe`select max(sequence) from instances`);
  t.like(await sweep(b.deps(), never), { observed: 20, removed: 0 });
  t.deepEqual(await b.store.oneFirst(sql.unsafe`select max(sequence) from instances`), before);
});

test('confirm begins one timeline for all who are the first to ask', async (t) => {
  const { timeline } = (await labBench(t)).deps();
  const begun = await Promise.all(Array.from({ length: 8 }, () => timeline.confirm()));
  t.deepEqual(begun, Array(8).fill({ ...begun[0], held_for: null, restored: false }));
});
