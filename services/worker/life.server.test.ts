// The whole life of labs, by HTTP and messages, on real servers and a cluster in memory.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { Cluster, Observed } from '../../adapters/cluster/port.ts';
import type { ProbeReason, Probes } from '../../adapters/ssh/port.ts';
import { sql } from '../../adapters/store/query.ts';
import type { Access } from '../../generated/infra/types.ts';
import { withClient } from '../../tools/local/servers/postgres.ts';
import { systemClock } from '../lib/clock.ts';
import type { Report, ReportFields } from '../lib/report.ts';
import { eventually } from '../test/fixtures/eventually.ts';
import { labBench, shell } from '../test/fixtures/labs/infra-with-worker.ts';
import { silent } from '../test/fixtures/labs/lab-worker.ts';
import { targetOf } from '../test/fixtures/labs/ssh-target.ts';
import { drain } from '../test/fixtures/relay.ts';

const anna = 'lab-shell-student-anna';

/** A report of which one event is kept. */
function listening(to: keyof Report) {
  const reported: ReportFields[] = [];
  const report = new Proxy(silent, {
    get: (all, event: keyof Report) => (event === to ? (fields: ReportFields) => reported.push(fields) : all[event]),
  });
  return { report, reported };
}

/** The state may be over before it can be read: the memory cluster repairs within milliseconds. Its message stays. */
const degraded = (b: Pick<Awaited<ReturnType<typeof labBench>>, 'published'>) =>
  eventually(
    () => b.published('lab.status'),
    (messages) => messages.some(({ state }) => state === 'degraded'),
  );

/** A clock that stands still: on a busy machine a few tries take longer than logins may be refused. */
const stillClock = () => {
  const now = new Date();
  return { ...systemClock, now: () => now };
};

test('a lab is deployed, runs, is deleted, and leaves one archive and no object', async (t) => {
  const b = await labBench(t);
  b.relay();
  await b.worker();
  await b.upload('shell');
  const id = await b.start('shell', 'anna');
  const running = await b.until(id, ({ state }) => state === 'running');
  t.like(running, { volume: 'bound', generation: 1, reason: null, archive: null });
  t.like(running.address, { ssh_host: '127.0.0.1', ssh_port: 30_000 });
  b.write(anna, 'notes.txt', 'kept');
  const { deployment_id } = await b.stop('shell', 'anna');
  const stopped = await b.until(id, ({ state }) => state === 'stopped');
  t.like(stopped, { volume: 'released', generation: 2, address: null });
  t.like(stopped.archive, { object: `${anna}.tar.gz`, entries: 2 });
  t.deepEqual(b.objects(), []);
  t.deepEqual(await b.archived(anna), ['notes.txt: kept']);
  const { body } = await b.send('GET', `/deployments/${deployment_id}`);
  t.not((body as { finished_at: string | null }).finished_at, null);
  t.deepEqual(
    (await b.published('lab.status')).map(({ state, volume }) => `${state} ${volume}`),
    [
      ...['queued none', 'creating none', 'creating bound', 'running bound', 'stopping bound', 'stopping archiving'],
      ...['stopping archived', 'stopping released', 'stopped released'],
    ],
  );
});

test('a lab that is started again has the port of its last run', async (t) => {
  const b = await labBench(t);
  b.relay();
  await b.worker();
  await b.upload('shell');
  const portOf = async (student: string) => {
    const id = await b.start('shell', student);
    const { address } = await b.until(id, ({ state }) => state === 'running');
    return { id, port: address?.ssh_port };
  };
  const [first, second] = [await portOf('anna'), await portOf('ben')];
  t.deepEqual([first.port, second.port], [30_000, 30_001]);
  for (const [student, { id }] of [
    ['anna', first],
    ['ben', second],
  ] as const) {
    await b.stop('shell', student);
    await b.until(id, ({ state }) => state === 'stopped');
  }
  // The cluster would give the lowest one that is free.
  t.is((await portOf('ben')).port, 30_001);
  t.is((await portOf('anna')).port, 30_000);
});

test('the access to a lab is published to its student alone, with a working password that is stored nowhere', async (t) => {
  const b = await labBench(t);
  await b.worker();
  await b.upload('shell');
  const id = await b.start('shell', 'anna');
  await b.until(id, ({ state }) => state === 'running');
  const access = await b.access(id, 'anna');
  const [notice] = await b.published('student.notifications');
  const { ssh_credentials, endpoints, ...shown } = access;
  const { lab_id, instance_id, run_id, generation, ...rest } = notice ?? {};
  t.deepEqual(rest, shown, 'the message in the outbox says the same, without the password');
  t.deepEqual([lab_id, instance_id, generation, endpoints], ['shell', id, 1, [{ role: 'main', ssh_port: 30_000 }]]);
  t.is(typeof run_id, 'string');
  const { ssh_host: host, ssh_port: port, ssh_user: user, known_hosts: knownHosts } = access;
  t.regex(knownHosts, /^\[127\.0\.0\.1\]:30000 ssh-ed25519 [A-Za-z0-9+/]+$/);
  const target = { host, port, user, knownHosts, closed: [] };
  const login = (password: string) => b.deps().probes.login({ ...target, password }, AbortSignal.timeout(60_000));
  t.deepEqual(await login(ssh_credentials), { kind: 'in' });
  t.like(await login('guess'), { kind: 'refused', reason: 'ssh_probe' });
  const dump = execFileSync('pg_dump', [b.database.ownerUrl], { encoding: 'utf8' });
  t.false(dump.includes(ssh_credentials), 'no dump has the password');
  b.relay();
  const [message] = await drain(b.broker, 'student.notifications', 1);
  t.is(JSON.parse(message?.body ?? '{}').ssh_credentials, ssh_credentials);
});

test('a lab runs once a probe has failed to reach the lab beside it, and the log names that lab', async (t) => {
  const b = await labBench(t);
  const tried: (readonly string[])[] = [];
  let isOpen = true;
  const probes: Probes = {
    async login(target, signal) {
      tried.push(target.closed);
      if (!isOpen || target.closed.length === 0) return await b.deps().probes.login(target, signal);
      const detail = `${target.closed[0]} was reached from inside`;
      return { kind: 'refused', reason: 'isolation_probe', detail };
    },
  };
  const { report, reported: shown } = listening('labClosed');
  await b.worker({ probes, report });
  await b.upload('shell');
  const first = await b.start('shell', 'anna');
  await b.until(first, ({ state }) => state === 'running');
  const second = await b.start('shell', 'ben');
  const open = await b.until(second, ({ state, reason }) => state === 'running' || reason === 'isolation_probe');
  t.like(open, { state: 'creating', reason: 'isolation_probe' });
  t.regex(open.advice ?? '', /lab-shell-student-anna:22 was reached from inside/);
  isOpen = false;
  await b.until(second, ({ state }) => state === 'running');
  t.deepEqual([...new Set(tried.map((closed) => closed.join(' ')))], ['', `${anna}:22`]);
  t.deepEqual(shown, [{ instance_id: second, neighbour: `${anna}:22`, closed: `${anna}:22` }]);
});

test('a lab whose port opens after its pod is ready starts without an alarm', async (t) => {
  const b = await labBench(t);
  let tries = 0;
  const probes: Probes = {
    login: async (target, signal) =>
      ++tries <= 3
        ? { kind: 'refused', reason: 'ssh_probe', detail: 'Connection refused' }
        : b.deps().probes.login(target, signal),
  };
  const { report, reported } = listening('labReasonChanged');
  await b.worker({ probes, report, clock: stillClock() });
  await b.upload('shell');
  const id = await b.start('shell', 'anna');
  await b.until(id, ({ state }) => state === 'running');
  t.true(tries > 3);
  t.deepEqual(
    (await b.published('lab.status')).filter(({ reason }) => reason !== null),
    [],
  );
  t.deepEqual(reported, []);
});

test('a lab whose first probe could not be completed starts without an alarm, and one role beside a breach hides none', async (t) => {
  const b = await labBench(t);
  const reasons: ProbeReason[][] = [['probe_incomplete'], ['probe_incomplete', 'isolation_probe']];
  const probes: Probes = {
    async login(target, signal) {
      const [reason] = reasons[0] ?? [];
      if (reason === undefined) return await b.deps().probes.login(target, signal);
      reasons[0]?.shift();
      if (reasons[0]?.length === 0) reasons.shift();
      return { kind: 'refused', reason, detail: 'as ordered' };
    },
  };
  await b.worker({ probes, clock: stillClock() });
  await b.upload('shell');
  const id = await b.start('shell', 'anna');
  await b.until(id, ({ state }) => state === 'running');
  t.deepEqual(
    (await b.published('lab.status')).flatMap(({ reason }) => reason ?? []),
    ['isolation_probe'],
  );
});

test('a lab that refuses logins until its deadline fails, and reports it then', async (t) => {
  const b = await labBench(t);
  let laterMs = 0;
  const clock = { ...systemClock, now: () => new Date(Date.now() + laterMs) };
  const probes: Probes = {
    async login() {
      // The deadline passes meanwhile.
      laterMs = 301_000;
      return { kind: 'refused', reason: 'ssh_probe', detail: 'Connection refused' };
    },
  };
  await b.worker({ probes, clock });
  await b.upload('shell');
  const id = await b.start('shell', 'anna');
  const failed = await b.until(id, ({ state }) => state === 'failed');
  t.is(failed.reason, 'ssh_probe');
  t.regex(failed.advice ?? '', /logins fail: Connection refused\. Restart it/);
  await b.until(id, () => !b.objects().some((each) => each.startsWith('pod ')));
  t.deepEqual(
    (await b.published('lab.status')).filter(({ state, reason }) => state !== 'failed' && reason !== null),
    [],
  );
});

test('a cluster that reports late or not at all ends no lab, and starts, stops and files stay as they are', async (t) => {
  const b = await labBench(t);
  const before = new Map<string, Observed | null>();
  // Always what was so one round ago.
  const cluster: Cluster = {
    ...b.cluster,
    async watched(instance_id) {
      const shown = before.get(instance_id);
      before.set(instance_id, await b.cluster.get(instance_id));
      return shown;
    },
  };
  await b.worker({ cluster });
  await b.upload('shell');
  for (const round of [1, 2]) {
    const id = await b.start('shell', 'anna');
    await b.until(id, ({ state }) => state === 'running');
    b.write(anna, `${round}.txt`, 'kept');
    await b.stop('shell', 'anna');
    t.like(await b.until(id, ({ state }) => state === 'stopped'), { volume: 'released' });
    t.deepEqual(b.objects(), []);
  }
  t.deepEqual(await b.archived(anna), ['1.txt: kept', '2.txt: kept']);
  t.deepEqual(
    (await b.published('lab.status')).filter(({ state, reason }) => state === 'degraded' || reason !== null),
    [],
  );
});

test('a second start brings the files back, from the archive or from the claim that was kept', async (t) => {
  const b = await labBench(t);
  await b.worker();
  for (const [lab, days] of [
    ['shell', 0],
    ['kept', 7],
  ] as const) {
    const name = `lab-${lab}-student-anna`;
    await b.upload(lab, shell(lab, `keep_days: ${days}\n`));
    const id = await b.start(lab, 'anna');
    const first = await b.until(id, ({ state }) => state === 'running');
    b.write(name, 'one.txt', '1');
    await b.stop(lab, 'anna');
    const stopped = await b.until(id, ({ state }) => state === 'stopped');
    t.is(stopped.volume, days === 0 ? 'released' : 'bound');
    t.is(stopped.keep_until === null, days === 0);
    await b.start(lab, 'anna');
    const second = await b.until(id, ({ state }) => state === 'running');
    t.deepEqual(b.home(name), ['one.txt: 1']);
    t.not(second.run_id, first.run_id);
    t.is(second.address?.host_key_fingerprint, first.address?.host_key_fingerprint);
  }
});

test('the audit log has starts, stops, archives, restores and removals of volumes, each with the owner of the lab', async (t) => {
  const b = await labBench(t);
  await b.worker();
  await b.upload('shell', shell('shell'));
  const id = await b.start('shell', 'anna');
  await b.until(id, ({ state }) => state === 'running');
  b.write('lab-shell-student-anna', 'one.txt', '1');
  await b.stop('shell', 'anna');
  await b.until(id, ({ state }) => state === 'stopped');
  await b.start('shell', 'anna');
  await b.until(id, ({ state }) => state === 'running');
  let rows: readonly unknown[] = [];
  await withClient(b.database.ownerUrl, async (client) => {
    rows = (
      await client.query(`
        select action, actor, actor_kind, service, outcome, lab_id, instance_id, student_id, group_id, details->>'object' as key,
          details->>'reason' as reason
        from audit_logs order by id`)
    ).rows;
  });
  const about = { outcome: 'done', lab_id: 'shell', instance_id: id, student_id: 'anna', group_id: null };
  const platform = { actor: 'covenant-platform', actor_kind: 'service', service: 'covenant-platform' };
  const worker = { actor: 'worker', actor_kind: 'system', service: 'worker' };
  const key = 'lab-shell-student-anna.tar.gz';
  const asked = (action: string) => ({ action, ...platform, ...about, key: null, reason: null });
  const done = (action: string, reason: string) => ({ action, ...worker, ...about, key, reason });
  t.deepEqual(rows, [
    asked('lab.start'),
    asked('lab.stop'),
    done('volume.archive', 'stop'),
    done('volume.remove', 'stop'),
    asked('lab.start'),
    done('volume.restore', 'start'),
  ]);
});

test('restoreVolume brings a named run back, and archives the present files first', async (t) => {
  const b = await labBench(t);
  await b.worker();
  await b.upload('shell', shell('shell', 'keep_days: 7\n'));
  const id = await b.start('shell', 'anna');
  await b.until(id, ({ state }) => state === 'running');
  t.is((await b.send('POST', '/restore', { instance_id: id })).status, 409);
  await b.stop('shell', 'anna');
  await b.until(id, ({ state }) => state === 'stopped');
  t.is((await b.send('POST', '/restore', { instance_id: id })).status, 404, 'nothing was archived yet');
  await b.upload('shell', shell('shell'));
  await b.start('shell', 'anna');
  const first = await b.until(id, ({ state }) => state === 'running');
  b.write(anna, 'old.txt', '1');
  await b.stop('shell', 'anna');
  await b.until(id, ({ state }) => state === 'stopped');
  await b.upload('shell', shell('shell', 'keep_days: 7\n'));
  await b.start('shell', 'anna', { restore: 'none' });
  const second = await b.until(id, ({ state }) => state === 'running');
  t.deepEqual(b.home(anna), []);
  b.write(anna, 'new.txt', '2');
  await b.stop('shell', 'anna');
  t.is((await b.until(id, ({ state }) => state === 'stopped')).volume, 'bound');
  await b.restore({ instance_id: id, run_id: first.run_id });
  const third = await b.until(id, ({ state }) => state === 'running');
  t.deepEqual(b.home(anna), ['old.txt: 1']);
  t.is<unknown, unknown>(third.archive?.run_id, second.run_id, 'what was there is an archive of the run before');
  t.deepEqual(await b.archived(anna, third.archive?.version_id), ['new.txt: 2']);
});

test('an image that is not available fails the lab with a reason, leaves no object, and the next start tries again', async (t) => {
  const b = await labBench(t);
  await b.worker();
  await b.upload('shell');
  const image = 'registry.example/intro/labs/shell:v1.0';
  b.world.happens.failImage(image, 'config', 'no such image');
  const id = await b.start('shell', 'anna');
  const failed = await b.until(id, ({ state }) => state === 'failed');
  t.like(failed, { reason: 'config', address: null, deadline_at: null });
  t.regex(failed.advice ?? '', /no such image.* start the lab again\.$/);
  await b.until(id, () => b.objects().every((each) => each.startsWith('claim')));
  t.deepEqual(
    (await b.published('teacher.notifications')).map(({ kind, student_id }) => [kind, student_id]),
    [['lab_failed', 'anna']],
  );
  b.world.happens.mend(image);
  await b.start('shell', 'anna');
  t.like(await b.until(id, ({ state }) => state === 'running'), { reason: null, generation: 2 });
});

test('members of a group have separate logins, and a member who joins later is notified alone', async (t) => {
  const b = await labBench(t);
  await b.worker();
  await b.upload('net', shell('net', `course_id: ${randomUUID()}\ndeployment_mode: per_group\n`));
  const deploy = async (...students: string[]) => {
    const groups = [{ group_id: 'red', student_ids: students }];
    return (await b.deploy({ lab_id: 'net', student_ids: students, groups })).results[0]?.instance_id ?? '';
  };
  const id = await deploy('anna', 'ben');
  await b.until(id, ({ state }) => state === 'running');
  const [one, two] = [await b.access(id, 'anna'), await b.access(id, 'ben')];
  t.deepEqual([one.ssh_user, two.ssh_user], ['anna', 'ben']);
  t.not(one.ssh_credentials, two.ssh_credentials);
  await deploy('anna', 'carl');
  await eventually(
    () => b.published('student.notifications'),
    (notices) => notices.length === 3,
  );
  t.deepEqual(
    (await b.published('student.notifications')).map(({ student_id }) => student_id),
    ['anna', 'ben', 'carl'],
  );
  t.is((await b.access(id, 'anna')).ssh_credentials, one.ssh_credentials);
  t.is((await b.send('GET', `/instances/${id}/access?student_id=ben`)).status, 404);
  const secret = b.world.all().find(({ kind }) => kind === 'secret');
  t.deepEqual(
    secret?.passwd?.split('\n').map((line) => line.split(':')[0]),
    ['anna', 'plain-anna', 'carl', 'plain-carl', 'lab-probe', ''],
  );
  await deploy('anna', 'ben');
  await b.until(id, ({ members }) => members.some((member) => String(member) === 'ben'));
  t.is((await b.access(id, 'anna')).ssh_credentials, one.ssh_credentials);
  t.not((await b.access(id, 'ben')).ssh_credentials, two.ssh_credentials, 'who comes back has a new password');
});

test('a replaced password opens the lab without a restart, and the previous one does not', async (t) => {
  const b = await labBench(t);
  await b.worker();
  await b.upload('shell');
  const id = await b.start('shell', 'anna');
  await b.until(id, ({ state }) => state === 'running');
  const before = await b.access(id, 'anna');
  const pod = () => b.world.all().find(({ kind }) => kind === 'pod')?.uid;
  const uid = pod();
  const rotated = await b.send('POST', `/instances/${id}/access/rotate`, { student_id: 'anna' });
  t.like(rotated, { status: 202, body: { student_id: 'anna', credential_generation: 2 } });
  await eventually(
    () => b.published('student.notifications'),
    (notices) => notices.length === 2,
  );
  const after = await b.access(id, 'anna');
  const login = (found: Access) => b.deps().probes.login(targetOf(found), AbortSignal.timeout(60_000));
  t.deepEqual(await login(after), { kind: 'in' });
  t.like(await login(before), { kind: 'refused', detail: 'permission denied' });
  t.is(pod(), uid);
  t.is((await b.instance(id)).state, 'running');
});

test('a lab that waits for room runs when another one has stopped', async (t) => {
  const b = await labBench(t);
  await b.worker();
  await b.store.query(sql.unsafe`update resource_quotas set max_students = 1 where scope = 'installation'`);
  await b.upload('shell');
  const [one, two] = [await b.start('shell', 'anna'), await b.start('shell', 'ben')];
  await b.until(one, ({ state }) => state === 'running');
  t.like(await b.instance(two), { state: 'waiting_quota', reason: 'quota' });
  await b.stop('shell', 'anna');
  t.like(await b.until(two, ({ state }) => state === 'running'), { reason: null });
});

test('a lab that finds its room taken when it has stopped reports what it waits for', async (t) => {
  const b = await labBench(t);
  const room = (students: number) =>
    b.store.query(sql.unsafe`update resource_quotas set max_students = ${students} where scope = 'installation'`);
  await room(2);
  await b.upload('shell');
  const [one, two] = [await b.start('shell', 'anna'), await b.start('shell', 'ben')];
  await b.stop('shell', 'anna');
  await room(1);
  t.is(await b.start('shell', 'anna'), one);
  t.is((await b.instance(one)).state, 'stopping');
  await b.worker();
  const { reason, advice } = await b.until(one, ({ state }) => state === 'waiting_quota');
  t.deepEqual(
    [reason, advice],
    [
      'quota',
      'There is no capacity for the lab yet: the installation may have 1 students with a lab. It starts by itself when there is, within an hour. Stop labs that are not needed, or ask an administrator for more capacity.',
    ],
  );
  await b.until(two, ({ state }) => state === 'running');
  await b.stop('shell', 'ben');
  t.like(await b.until(one, ({ state }) => state === 'running'), { reason: null });
});

test('free room goes to the lab that was started first, not to the next start', async (t) => {
  const b = await labBench(t);
  const room = (students: number) =>
    b.store.query(sql.unsafe`update resource_quotas set max_students = ${students} where scope = 'installation'`);
  await room(1);
  await b.upload('shell');
  const ids = [await b.start('shell', 'anna'), await b.start('shell', 'ben')];
  await room(2);
  ids.push(await b.start('shell', 'cleo'));
  const states = await Promise.all(ids.map(async (id) => (await b.instance(id)).state));
  t.deepEqual(states, ['queued', 'waiting_quota', 'waiting_quota']);
  await b.worker();
  await b.until(ids[1] ?? '', ({ state }) => state === 'running');
});

test('a run keeps the images that its tags named when it began, and the next run uses the newer ones', async (t) => {
  const b = await labBench(t);
  let now = 'a';
  const pin = async (image: string) => ({ kind: 'pinned', image: image.replace(':v1.0', `@sha256:${now}`) }) as const;
  await b.worker({ cluster: { ...b.cluster, pin } });
  const images = () => b.world.all().flatMap(({ kind, role }) => (kind === 'pod' && role ? [role.image] : []));
  const [first, second] = ['registry.example/intro/labs/shell@sha256:a', 'registry.example/intro/labs/shell@sha256:b'];
  await b.upload('shell');
  const id = await b.start('shell', 'anna');
  await b.until(id, ({ state }) => state === 'running');
  t.deepEqual(images(), [first]);
  now = 'b';
  const pod = b.world.all().find(({ kind }) => kind === 'pod');
  b.world.change(pod!, { ended: { kind: 'evicted', detail: 'the node was full' } });
  await degraded(b);
  await b.until(id, ({ state }) => state === 'running');
  t.deepEqual(images(), [first], 'what is repaired is what it was');
  await b.stop('shell', 'anna');
  await b.until(id, ({ state }) => state === 'stopped');
  await b.start('shell', 'anna');
  await b.until(id, ({ state }) => state === 'running');
  t.deepEqual(images(), [second]);
});

test('a lab with an unknown image fails before anything of it is made', async (t) => {
  const b = await labBench(t);
  const pin = async () => ({ kind: 'refused', reason: 'image_pull', detail: 'nobody has it', isFinal: true }) as const;
  await b.worker({ cluster: { ...b.cluster, pin } });
  await b.upload('shell');
  const id = await b.start('shell', 'anna');
  const { reason, advice } = await b.until(id, ({ state }) => state === 'failed');
  t.deepEqual(
    [reason, advice?.split('.')[0]],
    ['image_pull', 'The image of the lab could not be pulled: nobody has it'],
  );
  t.deepEqual(b.objects(), []);
});

test('a lab whose pod ended is repaired under the same address, and its student is not notified again', async (t) => {
  const b = await labBench(t);
  await b.worker();
  await b.upload('shell');
  const id = await b.start('shell', 'anna');
  const before = await b.until(id, ({ state }) => state === 'running');
  const pod = b.world.all().find(({ kind }) => kind === 'pod');
  b.world.change(pod!, { ended: { kind: 'evicted', detail: 'the node was full' } });
  await degraded(b);
  const after = await b.until(id, ({ state }) => state === 'running');
  t.deepEqual(after.address, before.address);
  t.is((await b.published('student.notifications')).length, 1);
});
