// restartLab by HTTP, and what the worker makes of it on a cluster in memory.
import test from 'ava';
import type { Probes } from '../../adapters/ssh/port.ts';
import { row, sql } from '../../adapters/store/query.ts';
import type { Deployment } from '../../generated/infra/types.ts';
import { type Bench, labBench } from '../test/fixtures/labs/infra-with-worker.ts';

const anna = 'lab-shell-student-anna';
const podOf = (b: Bench) => b.world.all().find(({ kind, name }) => kind === 'pod' && name === anna);
const isRunning = ({ state }: { readonly state: string }) => state === 'running';
const brief = ({ results }: Deployment) =>
  results.map(({ student_id, outcome, state, reason }) => [student_id, outcome, state, reason]);

test('restartLab replaces the pod of a running lab, and files, address, host key and password stay', async (t) => {
  const b = await labBench(t);
  b.relay();
  await b.worker();
  await b.upload('shell');
  const id = await b.start('shell', 'anna');
  const before = await b.until(id, isRunning);
  const access = await b.access(id, 'anna');
  b.write(anna, 'notes.txt', 'kept');
  const pod = podOf(b);
  const restart = await b.restart('shell');
  t.like(restart, { kind: 'restart', config_revision: null, finished_at: null });
  t.deepEqual(brief(restart), [['anna', 'accepted', 'creating', null]]);
  const after = await b.until(id, isRunning);
  t.not(podOf(b)?.uid, pod?.uid);
  t.deepEqual(b.home(anna), ['notes.txt: kept']);
  t.deepEqual(await b.access(id, 'anna'), access);
  t.deepEqual([after.run_id, after.address, after.generation], [before.run_id, before.address, 2]);
  t.is((await b.published('student.notifications')).length, 1, 'the way in is what it was');
  const { body } = await b.send('GET', `/deployments/${restart.deployment_id}`);
  t.not((body as Deployment).finished_at, null);
  t.deepEqual(
    (await b.published('lab.status')).map(({ state }) => state),
    ['queued', 'creating', 'creating', 'running', 'creating', 'running'],
  );
  const audited = await b.store.any(sql.type(row<Readonly<Record<string, unknown>>>())`
    select action, outcome, student_id, actor, actor_kind, service, details from audit_logs where action = 'lab.restart'`);
  const client = 'covenant-platform';
  t.deepEqual(audited as unknown, [
    {
      action: 'lab.restart',
      outcome: 'done',
      student_id: 'anna',
      actor: client,
      actor_kind: 'service',
      service: client,
      details: { generation: 2 },
    },
  ]);
});

test('restartLab names the person for whom the platform asks as the actor', async (t) => {
  const b = await labBench(t);
  await b.worker();
  await b.upload('shell');
  await b.until(await b.start('shell', 'anna'), isRunning);
  const person = '3f1c2a7e-5b0d-4e7c-9a51-2d8f6b4c1e90';
  await b.restart('shell', ['anna'], person);
  const audited = await b.store.any(sql.type(row<Readonly<Record<string, unknown>>>())`
    select actor, actor_kind, service from audit_logs where action = 'lab.restart'`);
  t.deepEqual(audited as unknown, [{ actor: person, actor_kind: 'user', service: 'covenant-platform' }]);
});

test('restartLab brings a degraded lab back whose pod refuses logins', async (t) => {
  const b = await labBench(t);
  let deaf: string | undefined;
  const probes: Probes = {
    async login(target, signal) {
      if (podOf(b)?.uid === deaf) return { kind: 'refused', reason: 'ssh_probe', detail: 'Connection closed' };
      return await b.deps().probes.login(target, signal);
    },
  };
  await b.worker({ probes }, { checkMs: 200 });
  await b.upload('shell');
  const id = await b.start('shell', 'anna');
  await b.until(id, isRunning);
  b.write(anna, 'notes.txt', 'kept');
  deaf = podOf(b)?.uid;
  const degraded = await b.until(id, ({ state }) => state === 'degraded');
  t.regex(degraded.advice ?? '', /Restart it\./);
  t.deepEqual(brief(await b.restart('shell', ['anna'])), [['anna', 'accepted', 'creating', null]]);
  t.like(await b.until(id, isRunning), { reason: null, advice: null, volume: 'bound', address: degraded.address });
  t.deepEqual(b.home(anna), ['notes.txt: kept']);
});

test('restartLab of a failed lab is a new run with the configuration and the files that it has', async (t) => {
  const b = await labBench(t);
  const worker = await b.worker();
  await b.upload('shell');
  const id = await b.start('shell', 'anna');
  const first = await b.until(id, isRunning);
  b.write(anna, 'notes.txt', 'kept');
  // As when it was not repaired in time.
  await worker.end();
  await b.cluster.deletePods((await b.cluster.get(first.instance_id)) ?? t.fail());
  await b.store.query(sql.unsafe`
    update instances set state = 'failed', reason = 'deadline', admitted = false, settled_generation = generation where instance_id = ${id}`);
  const restart = await b.restart('shell');
  t.deepEqual(brief(restart), [['anna', 'accepted', 'queued', null]]);
  await b.worker();
  const again = await b.until(id, isRunning);
  t.not(again.run_id, first.run_id);
  t.is(again.config_revision, first.config_revision);
  t.deepEqual(b.home(anna), ['notes.txt: kept']);
});

test('restartLab of a failed lab waits while another lab of the student has its place', async (t) => {
  const b = await labBench(t);
  await b.store.query(
    sql.unsafe`insert into resource_quotas (scope, subject, max_active_labs) values ('student', 'anna', 1)`,
  );
  for (const lab of ['shell', 'other']) await b.upload(lab);
  const id = await b.start('shell', 'anna');
  await b.store.query(sql.unsafe`
    update instances set state = 'failed', reason = 'deadline', admitted = false, settled_generation = generation where instance_id = ${id}`);
  await b.start('other', 'anna');
  t.deepEqual(brief(await b.restart('shell')), [['anna', 'accepted', 'waiting_quota', 'quota']]);
});

test('restartLab begins nothing for labs that start, that do not run or that are not there', async (t) => {
  const b = await labBench(t);
  await b.upload('shell');
  await b.deploy({ lab_id: 'shell', student_ids: ['anna', 'ben'] });
  await b.stop('shell', 'ben');
  const first = await b.restart('shell', ['anna', 'ben', 'carl']);
  t.deepEqual(brief(first), [
    ['anna', 'already_starting', 'queued', null],
    ['ben', 'refused', 'stopping', 'not_running'],
    ['carl', 'unknown', null, null],
  ]);
  t.deepEqual(
    first.results.map(({ advice }) => advice),
    [null, 'The lab is not running. Start it instead.', null],
  );
  t.not(first.finished_at, null);
  await b.worker();
  const [id, other] = first.results.map(({ instance_id }) => instance_id ?? '');
  await b.until(id ?? '', isRunning);
  await b.until(other ?? '', ({ state }) => state === 'stopped');
  t.deepEqual(brief(await b.restart('shell', ['ben'])), [['ben', 'refused', 'stopped', 'not_running']]);
  t.like(await b.send('POST', '/restart', { lab_id: 'never' }), { status: 404 });
});

test('restartLab answers already_starting while a restart is under way, and both lead to one new pod', async (t) => {
  const b = await labBench(t);
  const worker = await b.worker();
  await b.upload('shell');
  const id = await b.start('shell', 'anna');
  const { generation } = await b.until(id, isRunning);
  await worker.end();
  const results = [await b.restart('shell'), await b.restart('shell', ['anna'])];
  t.deepEqual(results.flatMap(brief), [
    ['anna', 'accepted', 'creating', null],
    ['anna', 'already_starting', 'creating', null],
  ]);
  await b.worker();
  t.is((await b.until(id, isRunning)).generation, generation + 1);
});
