// The whole life of a lab, from the teacher's file to the student's login and back, as the platform reports it:
// infrastructure, relay and worker are real, the cluster is in memory.
import test, { type ExecutionContext } from 'ava';
import { WebSocket } from 'ws';
import type { Delta, ServerMessage } from '../../../generated/platform/messages.ts';
import type { LabAccess, LabInstance, RestartAccepted } from '../../../generated/platform/types.ts';
import { withClient } from '../../../tools/local/servers/postgres.ts';
import { eventually } from '../fixtures/eventually.ts';
import { targetOf } from '../fixtures/labs/ssh-target.ts';
import {
  type Arrived,
  arrive,
  brokerOf,
  call,
  labYaml,
  origin,
  stage,
  uploaded,
} from '../fixtures/platform/platform.ts';
import { infraAt, relay, until, worker } from '../fixtures/platform/platform-with-labs.ts';
import { type Running, system } from '../fixtures/system.ts';

async function scene(t: ExecutionContext) {
  const on = await stage(t, await system(t));
  const infra: Running = await on.whole.run(['infra']);
  const { url, sockets, run } = await on.serve(t, {
    infra: infraAt(on, infra),
    broker: brokerOf(t, on),
    answerTimeoutMs: 60_000,
  });
  const users = await Promise.all(['teacher', 'student', 'student'].map((role) => arrive(on, url, role)));
  const [teacher, anna, ben] = users as [Arrived, Arrived, Arrived];
  return { on, infra, url, live: sockets.url, run, teacher, anna, ben };
}

const access = async (url: string, { token }: Arrived, lab: string) => {
  const reply = await call(url, token, 'GET', `/labs/${lab}/access`);
  return { status: reply.status, cache: reply.headers.get('cache-control'), body: (await reply.json()) as LabAccess };
};
const running = (each: LabInstance | undefined) => each?.state === 'running';

test('getLabAccess gives a student the login of a lab, and no other user', async (t) => {
  const { on, url, live, run, teacher, anna, ben } = await scene(t);
  const { probes } = worker(t, on.whole);
  await relay(t, on.whole);
  run();
  const received: ServerMessage[] = [];
  const socket = new WebSocket(live, { headers: { origin, authorization: `Bearer ${anna.token}` } });
  t.teardown(() => socket.terminate());
  socket.on('message', (data) => received.push(JSON.parse(String(data)) as ServerMessage));
  socket.on('open', () => socket.send(JSON.stringify({ type: 'resume', epoch: null, after: null })));
  await uploaded(url, teacher.token, labYaml('life'));
  await call(url, teacher.token, 'POST', '/labs/life/start', { body: { student_ids: [anna.username] } });
  await until(url, teacher.token, 'life', running);
  const reply = await access(url, anna, 'life');
  t.deepEqual([reply.status, reply.cache, reply.body.student_id], [200, 'no-store', anna.username]);
  const target = targetOf(reply.body);
  const { password } = target;
  const login = (secret: string) => probes.login({ ...target, password: secret }, AbortSignal.timeout(60_000));
  t.deepEqual(await login(password), { kind: 'in' });
  t.is((await access(url, ben, 'life')).status, 404);
  t.is((await call(url, teacher.token, 'GET', '/labs/life/access')).status, 404, 'a teacher has no own instance');
  const states = () =>
    received.flatMap((each) => (each.type === 'notice' ? [] : each.instances.map(({ state }) => state)));
  await eventually(
    async () => states(),
    (states) => states.at(-1) === 'running',
  );
  t.false(JSON.stringify(received).includes(password));
  t.true(
    received.every(({ type }) => type !== 'notice'),
    'notices are for teachers',
  );

  const rotated = await call(url, anna.token, 'POST', '/labs/life/access/rotate');
  t.is(rotated.status, 202);
  t.is(rotated.headers.get('location'), '/api/v1/labs/life/instances');
  t.deepEqual((await rotated.json()) as unknown, {
    lab_id: 'life',
    student_id: anna.username,
    credential_generation: 2,
  });
  const fresh = await access(url, anna, 'life');
  t.not(fresh.body.ssh_credentials, password);
  await eventually(
    () => login(fresh.body.ssh_credentials),
    ({ kind }) => kind === 'in',
  );
  t.is((await login(password)).kind, 'refused');

  const stopped = await call(url, teacher.token, 'POST', '/labs/life/stop');
  t.is(stopped.status, 202);
  await until(url, teacher.token, 'life', (each) => each?.state === 'stopped');
  const after = await access(url, anna, 'life');
  t.deepEqual(
    [after.status, after.cache, (after.body as unknown as { detail: string }).detail],
    [
      409,
      'no-store',
      'The lab is stopped. Ask your teacher to start it again. Your files are restored unless the teacher chooses otherwise.',
    ],
  );
  t.is((await call(url, anna.token, 'POST', '/labs/life/access/rotate')).status, 409);
  const lab = (await (await call(url, anna.token, 'GET', '/labs/life')).json()) as { status: string };
  t.is(lab.status, 'stopped');
  await eventually(
    async () => received.findLast((each): each is Delta => each.type === 'delta' && each.labs.length > 0)?.labs,
    (labs) => labs?.[0]?.status === 'stopped',
  );
});

test('restartLab restarts a running lab with one request, and the student keeps the access', async (t) => {
  const { on, url, run, teacher, anna, ben } = await scene(t);
  const { world, probes } = worker(t, on.whole);
  await relay(t, on.whole);
  run();
  await uploaded(url, teacher.token, labYaml('again'));
  await call(url, teacher.token, 'POST', '/labs/again/start', { body: { student_ids: [anna.username] } });
  await until(url, teacher.token, 'again', running);
  const before = await access(url, anna, 'again');
  const pods = () => world.all().flatMap(({ kind, uid }) => (kind === 'pod' ? [uid] : []));
  const [pod] = pods();
  const reply = await call(url, teacher.token, 'POST', '/labs/again/restart', {
    body: { student_ids: [anna.username, ben.username] },
  });
  t.is(reply.status, 202);
  const { results } = (await reply.json()) as RestartAccepted;
  t.deepEqual(
    results.map(({ student_id, outcome, reason }) => [student_id, outcome, reason]),
    [
      [anna.username, 'accepted', null],
      [ben.username, 'refused', 'not_running'],
    ],
  );
  await until(url, teacher.token, 'again', (each) => running(each) && !pods().includes(pod ?? ''));
  t.is(pods().length, 1);
  const after = await eventually(
    () => access(url, anna, 'again'),
    ({ status }) => status === 200,
  );
  t.deepEqual(after, before);
  const { password, ...target } = targetOf(after.body);
  t.deepEqual(await probes.login({ ...target, password }, AbortSignal.timeout(60_000)), { kind: 'in' });
  const rows = (await audited(on.whole.infrastructure.ownerUrl)) as { action: string; actor: string }[];
  t.deepEqual(
    rows.filter(({ action }) => action === 'lab.restart').map(({ actor }) => actor),
    [teacher.id],
  );
});

type AuditRow = Readonly<Record<'id' | 'at' | 'request_id' | 'traceparent', unknown>>;

/** Whole rows but for the time and the id of the request, which only a caller's rows have. */
const audited = async (ownerUrl: string) => {
  const rows: object[] = [];
  await withClient(ownerUrl, async (client) => {
    const found = await client.query<AuditRow>('select * from audit_logs order by id');
    for (const { id: _, at: __, traceparent: ___, request_id, ...row } of found.rows)
      rows.push({ ...row, requested: request_id !== null });
  });
  return rows;
};

const deployers = async (ownerUrl: string) => {
  let found: unknown[] = [];
  await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query('select kind, requested_by from lab_deployments order by created_at');
    found = rows;
  });
  return found;
};

test('the audit logs of a lab name the user and the service of each request, and the reason of the worker', async (t) => {
  const { on, url, run, teacher, anna } = await scene(t);
  worker(t, on.whole);
  await relay(t, on.whole);
  run();
  await uploaded(url, teacher.token, labYaml('logged'));
  const config = await call(url, teacher.token, 'GET', '/labs/logged/config');
  const replaced = await call(url, teacher.token, 'PUT', '/labs/logged/config', {
    body: labYaml('logged', 'description: again\n'),
    headers: { 'content-type': 'application/yaml', 'if-match': config.headers.get('etag') ?? '' },
  });
  t.is(replaced.status, 200);
  const start = () =>
    call(url, teacher.token, 'POST', '/labs/logged/start', { body: { student_ids: [anna.username] } });
  await start();
  const up = await until(url, teacher.token, 'logged', running);
  t.is((await access(url, anna, 'logged')).status, 200);
  t.is((await call(url, anna.token, 'POST', '/labs/logged/access/rotate')).status, 202);
  await call(url, teacher.token, 'POST', '/labs/logged/stop');
  await until(url, teacher.token, 'logged', (each) => each?.state === 'stopped');
  await start();
  await until(url, teacher.token, 'logged', running);

  const about = { outcome: 'done', lab_id: 'logged', instance_id: null, student_id: null, group_id: null };
  const [first, second] = (await on.files.history('logged.yaml')).map(({ versionId }) => versionId).reverse();
  const uploading = { actor: teacher.id, actor_kind: 'user', service: 'platform', requested: true, ...about };
  t.deepEqual(await audited(on.database.ownerUrl), [
    { ...uploading, action: 'lab.upload', details: { revision: 1, object: 'logged.yaml', version: first } },
    { ...uploading, action: 'lab.replace', details: { revision: 2, object: 'logged.yaml', version: second } },
  ]);

  const ofAnna = { ...about, instance_id: up?.instance_id, student_id: anna.username };
  const service = on.provider.clients.platform.id;
  const by = ({ id }: Arrived, action: string, details: object) => ({
    ...{ actor: id, actor_kind: 'user', service, requested: true, ...ofAnna, action, details },
  });
  const rows = (await audited(on.whole.infrastructure.ownerUrl)) as { details: Record<string, unknown> }[];
  const archive = rows.find(({ details }) => 'size_bytes' in details)?.details;
  const { object, version_id, size_bytes } = archive ?? {};
  t.is(object, `lab-logged-student-${anna.username}.tar.gz`);
  const alone = { actor: 'worker', actor_kind: 'system', service: 'worker', requested: false, ...ofAnna };
  const done = (action: string, reason: string, generation: number) => ({
    ...alone,
    action,
    details: { generation, object, version_id, size_bytes, reason },
  });
  t.deepEqual<unknown, unknown>(rows, [
    by(teacher, 'lab.start', { generation: 1 }),
    by(anna, 'access.read', {}),
    by(anna, 'access.rotate', { generation: 2 }),
    by(teacher, 'lab.stop', { generation: 3 }),
    done('volume.archive', 'stop', 3),
    done('volume.remove', 'stop', 3),
    by(teacher, 'lab.start', { generation: 4 }),
    done('volume.restore', 'start', 4),
  ]);
  t.deepEqual(await deployers(on.whole.infrastructure.ownerUrl), [
    { kind: 'deploy', requested_by: teacher.id },
    { kind: 'delete', requested_by: teacher.id },
    { kind: 'deploy', requested_by: teacher.id },
  ]);
});

test('the platform knows every state after the next pull, without a single message', async (t) => {
  const { on, url, run, teacher, anna } = await scene(t);
  worker(t, on.whole);
  const stop = run();
  await uploaded(url, teacher.token, labYaml('silent'));
  const start = () =>
    call(url, teacher.token, 'POST', '/labs/silent/start', { body: { student_ids: [anna.username] } });
  await start();
  // No one carries messages; a repeated start pulls, as each minute does.
  await eventually(
    async () => {
      await start();
      return (await access(url, anna, 'silent')).status;
    },
    (status) => status === 200,
  );
  t.is((await until(url, teacher.token, 'silent', running))?.volume, 'bound');
  await stop();
});

test('getLabAccess answers 503 while the infrastructure is unavailable, and everything else goes on', async (t) => {
  const { on, infra, url, teacher, anna, run } = await scene(t);
  worker(t, on.whole);
  await relay(t, on.whole);
  run();
  await uploaded(url, teacher.token, labYaml('away'));
  await call(url, teacher.token, 'POST', '/labs/away/start', { body: { student_ids: [anna.username] } });
  await infra.end('SIGKILL');
  await until(url, teacher.token, 'away', running);
  const reply = await call(url, anna.token, 'GET', '/labs/away/access');
  t.deepEqual([reply.status, reply.headers.get('retry-after')], [503, '2']);
  t.is((await call(url, anna.token, 'POST', '/labs/away/access/rotate')).status, 503);
  t.is((await call(url, anna.token, 'GET', '/labs/away')).status, 200);
});
