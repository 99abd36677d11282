// What is an engine's own: objects, repair, roles, ports.
import { createServer, type Server } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { clusterOn } from '../../../../tools/test/lab-engine.ts';
import type { Observed } from '../../port.ts';
import { containers } from '../containers.ts';
import { nameOf } from '../labels.ts';
import { list } from '../listing.ts';
import { applied, kindsOf, stopped, system } from './labs.fixture.ts';
import { addressOf, inLab, loginOf, mustSee, planOf, ssh, until } from './login.fixture.ts';

// One after the other: an engine starts containers slowly on a busy machine, and the tests' own deadlines would count
// the waiting.
test.serial(
  'a lab is logged in to, keeps its files over a restart, and leaves nothing when it is cleared and its volume removed',
  async (t) => {
    const s = await system(t);
    if (!s) return;
    const { cluster, api, installation } = s;
    const plan = s.plan('anna');
    t.deepEqual(await cluster.apply(plan), applied);
    t.is(
      await inLab(cluster, plan, 'echo kept > notes.txt; id -un; id -g; tty >/dev/null || echo no tty'),
      'student\n10001\nno tty',
    );
    const observed = await until('READY', async () => {
      const now = await mustSee(cluster, plan.instance_id);
      return now.roles[0]?.phase === 'running' ? now : undefined;
    });
    t.true(observed.complete);
    t.is(observed.fingerprint, cluster.fingerprint(plan));
    t.deepEqual(kindsOf(observed), ['pod', 'policy', 'record', 'relay', 'secret']);
    t.deepEqual([...(await cluster.list())], [[plan.instance_id, observed]]);

    const pod = observed.objects.find(({ kind }) => kind === 'pod')!;
    await api.call('POST', `/containers/${pod.uid}/restart`, { query: { t: '5' } });
    t.is(await inLab(cluster, plan, 'cat notes.txt'), 'kept');
    t.is((await ssh(await addressOf(cluster, plan), 'tty', { tty: true })).out.trim(), '/dev/pts/0');
    t.is((await ssh(await addressOf(cluster, plan), 'true', { password: 'wrong' })).code, 5);

    const rest = await stopped(cluster, plan);
    t.deepEqual([rest.objects, rest.roles, rest.complete], [[], [], false]);
    t.is(rest.volume?.phase, 'bound');
    t.is(await cluster.removeVolume(rest.volume!), 'gone');
    t.is(await cluster.removeVolume(rest.volume!), 'gone');
    t.is(await cluster.get(plan.instance_id), null);
    t.deepEqual(await list(api, installation, { helpers: true }), []);
  },
);

test.serial(
  'roles of one instance reach each other by name; the one without ssh has no address outside and no secret',
  async (t) => {
    const s = await system(t);
    if (!s) return;
    const { cluster } = s;
    const serve = {
      name: 'serve',
      run: 'ls /etc/lab-secret > seen; nohup socat TCP-LISTEN:5432,fork EXEC:"cat seen" >/dev/null 2>&1 &',
      always: true,
      timeoutS: 10,
    };
    const plan = s.plan('anna', {
      roles: [{ role: 'web' }, { role: 'db', ssh: false, volume: false, ports: [5432], initScripts: [serve] }],
    });
    t.deepEqual(await cluster.apply(plan), applied);
    const wakeUp = await until(
      'the database',
      async () => (await inLab(cluster, plan, 'timeout 2 cat < /dev/tcp/db/5432', 'web')) || undefined,
    );
    t.deepEqual(wakeUp.split('\n'), ['environment', 'init', 'init.list']);
    const { roles } = await mustSee(cluster, plan.instance_id);
    t.deepEqual(
      roles.map(({ role, ssh: address }) => [role, address === null]),
      [
        ['web', false],
        ['db', true],
      ],
    );
  },
);

test.serial('apply of the same plan again, or twice at once, changes nothing', async (t) => {
  const s = await system(t);
  if (!s) return;
  const { cluster } = s;
  const plan = s.plan('anna');
  const another = clusterOn(s); // as in a second worker
  t.teardown(() => another[Symbol.asyncDispose]());
  t.deepEqual(await Promise.all([cluster.apply(plan), another.apply(plan), cluster.apply(plan)]), [
    applied,
    applied,
    applied,
  ]);
  t.deepEqual(await cluster.apply(plan), applied);
  const before = await mustSee(cluster, plan.instance_id);
  t.deepEqual(kindsOf(before), ['pod', 'policy', 'record', 'relay', 'secret']);
  t.deepEqual(await cluster.apply(plan), applied);
  t.deepEqual((await mustSee(cluster, plan.instance_id)).objects, before.objects);
});

test.serial('apply repairs missing and stopped objects in place', async (t) => {
  const s = await system(t);
  if (!s) return;
  const { cluster, api, installation } = s;
  const plan = s.plan('anna');
  await cluster.apply(plan);
  await inLab(cluster, plan, 'echo kept > notes.txt');
  const address = await addressOf(cluster, plan);
  await api.call('DELETE', `/containers/${nameOf(installation, plan.name)}`, { query: { force: 'true' } });
  await api.call('POST', `/containers/${nameOf(installation, plan.name, 'relay')}/stop`, { query: { t: '1' } });
  const broken = await mustSee(cluster, plan.instance_id);
  t.deepEqual(
    [broken.complete, broken.roles],
    [false, [{ role: '', phase: 'pending', failure: null, restarts: 0, ssh: null }]],
  );
  t.deepEqual(await cluster.apply(plan), applied);
  t.true((await mustSee(cluster, plan.instance_id)).complete);
  t.is(await inLab(cluster, plan, 'cat notes.txt'), 'kept');
  t.deepEqual(await addressOf(cluster, plan), address);
});

test.serial('apply changes passwords and members without a restart', async (t) => {
  const s = await system(t);
  if (!s) return;
  const { cluster } = s;
  const plan = s.plan('anna', { logins: [loginOf('anna'), loginOf('ben')] });
  await cluster.apply(plan);
  const before = await mustSee(cluster, plan.instance_id);
  const target = await addressOf(cluster, plan);
  const hello = (user: string, password?: string) =>
    ssh(target, 'echo $USER; whoami', { user, ...(password !== undefined && { password }) });
  await until('a login', async () => ((await hello('anna')).code === 0 ? true : undefined));
  t.is((await hello('ben')).out, 'ben\nstudent\n');
  t.deepEqual(await cluster.apply({ ...plan, logins: [loginOf('anna', 'another'), loginOf('cleo')] }), applied);
  t.deepEqual(
    await Promise.all(
      [hello('anna'), hello('anna', 'another'), hello('ben'), hello('cleo')].map(async (ran) => (await ran).code),
    ),
    [5, 0, 5, 0],
  );
  const after = await mustSee(cluster, plan.instance_id);
  const lasting = ({ objects }: Observed) => objects.filter(({ kind }) => kind !== 'record');
  t.deepEqual(lasting(after), lasting(before));
  t.not(after.fingerprint, before.fingerprint);
});

test.serial('apply ignores an older plan, and deletePods what a newer one replaced', async (t) => {
  const s = await system(t);
  if (!s) return;
  const { cluster } = s;
  const plan = s.plan('anna');
  await cluster.apply(plan);
  const old = await mustSee(cluster, plan.instance_id);
  t.deepEqual(await cluster.apply({ ...plan, generation: 2 }), applied);
  const now = await until('the lab that runs', async () => {
    const observed = await mustSee(cluster, plan.instance_id);
    return observed.roles.every(({ phase }) => phase === 'running') ? observed : undefined;
  });
  t.is(now.generation, 2);
  t.deepEqual(await cluster.apply(plan), { kind: 'stale' });
  t.is(await cluster.deletePods(old), 'changed');
  t.deepEqual(await cluster.get(plan.instance_id), now);
  const { volume } = await stopped(cluster, plan);
  t.is(await cluster.removeVolume({ ...volume!, uid: 'another' }), 'changed');
  t.deepEqual(await cluster.apply({ ...plan, generation: 3 }), applied);
  t.deepEqual((await mustSee(cluster, plan.instance_id)).volume, volume);
});

test.serial('get and apply name the reason of what will not come up', async (t) => {
  const s = await system(t);
  if (!s) return;
  const { cluster, api, installation } = s;
  const missing = s.plan('anna', { roles: [{ image: 'localhost/nobody/labs/nothing:v1.0' }] });
  t.like(await cluster.apply(missing), { kind: 'refused', reason: 'image_pull', isFinal: true });
  t.like(await cluster.pin('localhost/nobody/labs/nothing:v1.0'), {
    kind: 'refused',
    reason: 'image_pull',
    isFinal: true,
  });
  const pinned = await cluster.pin(s.image);
  t.regex(pinned.kind === 'pinned' ? pinned.image : '', /^sha256:[0-9a-f]{64}$/, 'no registry has it, so its own id');
  const script = { name: 'prepare.sh', run: 'echo oh no >&2; exit 3', always: false, timeoutS: 10 };
  const failing = s.plan('ben', { roles: [{ initScripts: [{ ...script, name: 'fine', run: 'true' }, script] }] });
  t.deepEqual(await cluster.apply(failing), applied);
  const failure = await until(
    'the failure',
    async () => (await mustSee(cluster, failing.instance_id)).roles[0]?.failure ?? undefined,
  );
  t.deepEqual(failure, { kind: 'init_script', detail: 'prepare.sh exited with code 3: oh no' });
  const onePort = containers({ ...s, toolsImage: s.image, ports: { first: 29_999, last: 29_999 } });
  t.deepEqual(await onePort.apply(s.plan('cleo')), applied);
  t.like(await onePort.apply(s.plan('dora')), { kind: 'refused', reason: 'no_node_port' });
  await onePort[Symbol.asyncDispose]();
  for (const observed of (await cluster.list()).values()) {
    t.is(await cluster.deletePods(observed), 'gone');
    if (observed.volume) await cluster.removeVolume(observed.volume);
  }
  t.deepEqual(await list(api, installation, { helpers: true }), []);
});

/** A busy machine may hold the next port as well. */
async function heldAboveFree(t: ExecutionContext): Promise<number | undefined> {
  const held = await listenOn(0);
  const port = (held?.address() as { port: number } | undefined)?.port ?? 0;
  const below = held && (await listenOn(port - 1));
  below?.close();
  if (below) t.teardown(() => held.close());
  else held?.close();
  return below ? port : undefined;
}

const listenOn = (port: number): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

test.serial('apply skips a port that another program holds', async (t) => {
  const s = await system(t);
  if (!s) return;
  const port = await until('a held port above a free one', () => heldAboveFree(t));
  const cluster = containers({ ...s, toolsImage: s.image, ports: { first: port - 1, last: port } });
  t.teardown(() => cluster[Symbol.asyncDispose]());
  const plan = s.plan('anna');
  t.deepEqual(await cluster.apply(plan), applied);
  t.is((await addressOf(cluster, plan)).port, port - 1);
});

test.serial('watch reports a container that died, and a dead sshd restarts', async (t) => {
  const s = await system(t);
  if (!s) return;
  const { cluster } = s;
  const plan = s.plan('anna');
  const over = new AbortController();
  const woken: string[] = [];
  const watching = cluster.watch((id) => woken.push(id), over.signal);
  await cluster.apply(plan);
  await inLab(cluster, plan, 'true');
  woken.length = 0;
  await ssh(await addressOf(cluster, plan), 'kill -9 -1');
  await until('a hint', async () => woken[0]);
  t.deepEqual([...new Set(woken)], [plan.instance_id]);
  t.is(await inLab(cluster, plan, 'echo again'), 'again');
  over.abort();
  await watching;
});

test.serial('list throws while the engine is unavailable', async (t) => {
  const cluster = containers({ socketPath: '/nonexistent/engine.sock', installation: 'x', toolsImage: 'none' });
  const id = planOf('none', 'anna').instance_id;
  for (const call of [() => cluster.ping(), () => cluster.list(), () => cluster.get(id), () => cluster.readVolume(id)])
    t.like(await t.throwsAsync(call), { kind: 'unavailable', dependency: 'cluster' });
});
