// What the cluster in memory has beyond the shared cases: it can be slow, full, without events or with incomplete
// lists, and workers die at each of its steps.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import test from 'ava';
import { hostKey } from '../../../services/labs/host-key.ts';
import { memoryProbes } from '../../ssh/memory.ts';
import { tarEnd } from '../../tar/header.ts';
import { writeEntry } from '../../tar/write.ts';
import { awkwardTree, fileIn, smallTree } from '../awkward-tree.ts';
import { passwordOf } from '../cluster-cases.fixture.ts';
import { ClusterError } from '../faults.ts';
import type { Cluster, InstancePlan, Observed } from '../port.ts';
import { Killed } from './fault-injection.ts';
import { memorySite, planOf, verify } from './harness.fixture.ts';
import { memory } from './memory.ts';
import { testControls } from './test-controls.ts';
import { memoryWorld } from './world.ts';

const applied = { kind: 'applied' } as const;
const whole = [
  'claim lab-demo-student-anna',
  'pod lab-demo-student-anna',
  'policy lab-demo-student-anna',
  'record lab-demo-student-anna',
  'secret lab-demo-student-anna',
  'service lab-demo-student-anna',
];

async function mustSee(cluster: Cluster, { instance_id }: InstancePlan): Promise<Observed> {
  const observed = await cluster.get(instance_id);
  if (!observed) throw new Error('nothing is there');
  return observed;
}

/** Everything that a worker does with one instance, and what must be so whenever it stops in the middle. */
async function life(cluster: Cluster, plan: InstancePlan): Promise<void> {
  await cluster.writeVolume(plan, Readable.from([smallTree('notes.txt', 'kept')]));
  await cluster.apply(plan);
  await cluster.apply({ ...plan, generation: 2, internet: true });
  await cluster.deletePods(await mustSee(cluster, plan));
}

test('apply and deletePods repair what a worker left that died at any step', async (t) => {
  const plan = planOf('anna');
  const measured = memorySite();
  await life(measured.cluster, plan);
  const steps = measured.world.happens.writes();
  t.true(steps > 15);
  for (let step = 1; step <= steps; step++)
    for (const when of ['before', 'after'] as const) {
      const { world, cluster, controls: own } = memorySite();
      world.happens.killAt(step, when);
      await t.throwsAsync(life(cluster, plan), { instanceOf: Killed });
      await t.throwsAsync(cluster.list(), { instanceOf: Killed });
      const next = memory(world, 'one');
      t.deepEqual(await next.apply({ ...plan, generation: 3 }), applied);
      t.deepEqual(own.objects(), whole);
      t.true((await mustSee(next, plan)).complete);
      t.is(await next.deletePods(await mustSee(next, plan)), 'gone');
      t.deepEqual(own.objects(), ['claim lab-demo-student-anna']);
    }
});

test('apply makes no second object after a lost answer or beside a faster rival', async (t) => {
  const plan = planOf('anna');
  for (const operation of ['create', 'change', 'remove', 'list'] as const) {
    const { world, cluster, controls: own } = memorySite();
    for (const how of ['committed-then-timeout', 'conflict', 'unavailable'] as const) {
      world.happens.failNext(operation, how);
      const tries = async (work: () => Promise<unknown>) => {
        for (let n = 0; n < 3; n++) {
          const done = await work().catch((error) => {
            if (!(error instanceof ClusterError) && (error as Error).name !== 'Conflict') throw error;
            return null;
          });
          if (done !== null) return done;
        }
        return null;
      };
      t.deepEqual(await tries(() => cluster.apply(plan)), applied, `${operation} ${how}`);
      t.deepEqual(await tries(() => cluster.apply({ ...plan, generation: 2, internet: true })), applied);
      t.deepEqual(own.objects(), whole);
      const cleared = await tries(async () => cluster.deletePods(await mustSee(cluster, plan)));
      if (cleared !== 'gone') t.is(await tries(async () => cluster.deletePods(await mustSee(cluster, plan))), 'gone');
      world.happens.forget();
      t.is(await cluster.removeVolume((await mustSee(cluster, plan)).volume!), 'gone');
    }
  }
});

test('apply waits for an object that is being deleted', async (t) => {
  const { clock, world, cluster } = memorySite({ terminationMs: 5_000 });
  const plan = planOf('anna');
  await cluster.apply(plan);
  const clearing = cluster.deletePods(await mustSee(cluster, plan));
  await new Promise(setImmediate);
  await clock.advance(1_000);
  t.is((await mustSee(cluster, plan)).roles[0]?.phase, 'terminating');
  const again = memory(world, 'one').apply({ ...plan, generation: 2 });
  for (let n = 0; n < 30; n++) await clock.advance(1_000);
  t.deepEqual(await again, applied);
  t.true(['gone', 'changed'].includes(await clearing));
  const repaired = cluster.apply({ ...plan, generation: 2 });
  for (let n = 0; n < 30; n++) await clock.advance(1_000);
  t.deepEqual(await repaired, applied);
  t.true((await mustSee(cluster, plan)).complete);
});

test('watch loses events without notice', async (t) => {
  const { world, cluster } = memorySite();
  const end = new AbortController();
  let woken = 0;
  const watching = cluster.watch(() => woken++, end.signal);
  await cluster.apply(planOf('anna'));
  await new Promise(setImmediate);
  t.true(woken > 0);
  world.happens.losesWatch();
  woken = 0;
  await cluster.apply(planOf('ben'));
  await new Promise(setImmediate);
  t.is(woken, 0);
  end.abort();
  await watching;
});

test('apply gives no port twice, and reports when none is left', async (t) => {
  const { cluster } = memorySite({ ports: { first: 30_000, last: 30_002 } });
  const plans = ['anna', 'ben', 'carl', 'dora'].map((name) => planOf(name));
  for (const plan of plans.slice(0, 3)) t.deepEqual(await cluster.apply(plan), applied);
  const ports = [...(await cluster.list()).values()].map(({ roles }) => roles[0]?.ssh?.port).sort();
  t.deepEqual(ports, [30_000, 30_001, 30_002]);
  const detail = 'all ports from 30000 to 30002 are taken';
  t.deepEqual(await cluster.apply(plans[3]!), { kind: 'refused', reason: 'no_node_port', detail });
  await cluster.deletePods(await mustSee(cluster, plans[1]!));
  t.deepEqual(await cluster.apply(plans[3]!), applied);
  t.is((await mustSee(cluster, plans[3]!)).roles[0]?.ssh?.port, 30_001);
});

test('the probes check password, host key, pod, and a policy that may be late', async (t) => {
  const { clock, world, cluster } = memorySite({ startMs: 500, policyMs: 2_000 });
  const plan = planOf('anna');
  await cluster.apply(plan);
  const { ssh } = (await mustSee(cluster, plan)).roles[0]!;
  const probes = memoryProbes(world, verify);
  const { signal } = new AbortController();
  const knownHosts = `${ssh!.host} ${hostKey(Buffer.alloc(32, 7)).publicKey}`;
  const target = { ...ssh!, user: 'student', password: passwordOf('student'), knownHosts, closed: ['10.0.0.1:22'] };
  const answers = async (change: Partial<typeof target> = {}) => {
    const probed = await probes.login({ ...target, ...change }, signal);
    return probed.kind === 'in' ? 'in' : `${probed.reason}: ${probed.detail}`;
  };
  t.is(await answers(), 'ssh_probe: no server listens');
  await clock.advance(500);
  t.is(await answers({ password: 'x' }), 'ssh_probe: permission denied');
  t.is(await answers({ user: 'root' }), 'ssh_probe: permission denied');
  t.is(await answers({ knownHosts: `${ssh!.host} x` }), 'ssh_probe: the host key has changed');
  t.is(await answers({ port: 1 }), 'ssh_probe: no server listens');
  t.is(await answers(), 'isolation_probe: the network policy is not in effect yet');
  await clock.advance(1_500);
  t.is(await answers(), 'in');
});

test('writeVolume refuses a stream that leads out of the volume', async (t) => {
  const { cluster, controls: own } = memorySite();
  const plan = planOf('anna');
  await cluster.apply(plan);
  own.writeFile(plan.instance_id, 'notes.txt', 'first');
  own.writeFile(plan.instance_id, 'notes.txt', 'second');
  own.writeFile(plan.instance_id, 'ä.txt', '');
  t.deepEqual(own.files(plan.instance_id), { 'notes.txt': 'second', 'ä.txt': '' });
  await cluster.deletePods(await mustSee(cluster, plan));
  t.is(fileIn(await buffer(await cluster.readVolume(plan.instance_id)), 'notes.txt'), 'second');
  const entry = { kind: 'file', mode: 0o644, uid: 0, gid: 0, modified: 0, target: '', pieces: [], size: 0 } as const;
  for (const bad of [
    { ...entry, name: '../evil' },
    { ...entry, name: 'a/../../evil' },
    { ...entry, name: 'x', kind: 'hardlink', target: '../../etc/passwd' } as const,
  ])
    await t.throwsAsync(cluster.writeVolume(plan, Readable.from([Buffer.concat([writeEntry(bad), tarEnd])])), {
      message: 'cluster: refused (a name leads out of the volume)',
    });
  await t.throwsAsync(cluster.writeVolume(plan, Readable.from([awkwardTree().subarray(0, 9_000)])), {
    message: /ends in the middle/,
  });
  t.deepEqual(own.files(plan.instance_id), { 'notes.txt': 'second', 'ä.txt': '' });
});

test('list observes a thousand instances in a moment', async (t) => {
  const world = memoryWorld({ clock: memorySite().clock });
  const cluster = memory(world, 'one');
  for (let n = 0; n < 1_000; n++) await cluster.apply(planOf(`s${n}`));
  const before = performance.now();
  const all = await cluster.list();
  t.is(all.size, 1_000);
  t.log(`${Math.round(performance.now() - before)} ms`);
  t.is(testControls(world, 'one').objects().length, 6_000);
  t.is((await memory(world, 'two').list()).size, 0);
});
