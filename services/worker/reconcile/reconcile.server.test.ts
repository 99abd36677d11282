// How often one reconciling asks: each observation costs the engine more than the database, and with a class that
// starts it is what they wait for.
import test from 'ava';
import type { Cluster, InstancePlan } from '../../../adapters/cluster/port.ts';
import type { InstanceId } from '../../../adapters/store/labs/port.ts';
import { labBench } from '../../test/fixtures/labs/infra-with-worker.ts';
import { reconcile } from './reconcile.ts';

const never = new AbortController().signal;

async function counted(t: Parameters<typeof labBench>[0], apply?: Cluster['apply']) {
  const b = await labBench(t);
  await b.upload('shell');
  const id = (await b.start('shell', 'anna')) as InstanceId;
  const counts = { rounds: 0, reads: 0, apply: 0 };
  const { cluster } = b;
  const counting = {
    ...cluster,
    get: (instance_id: InstanceId) => {
      counts.reads += 1;
      return cluster.get(instance_id);
    },
    apply: (plan: InstancePlan) => {
      counts.apply += 1;
      return (apply ?? cluster.apply)(plan);
    },
  };
  const deps = b.deps({ cluster: counting });
  const rounds = () => {
    counts.rounds += 1;
  };
  return { b, id, counts, go: () => reconcile(deps, id, never, rounds) };
}

test('reconcile observes the cluster twice in a start: before it makes something, and after', async (t) => {
  const { b, id, counts, go } = await counted(t);
  t.deepEqual(await go(), { kind: 'equal' });
  t.deepEqual(counts, { rounds: 2, reads: 2, apply: 1 });
  t.is((await b.instance(id)).state, 'running');
  t.deepEqual(await go(), { kind: 'equal' });
  t.deepEqual(counts, { rounds: 3, reads: 3, apply: 1 });
});

test('reconcile waits for what is not up at its second observation', async (t) => {
  const { b, id, counts, go } = await counted(t);
  b.world.happens.delayStart(60_000);
  t.deepEqual(await go(), { kind: 'later', ms: 100 });
  t.deepEqual(counts, { rounds: 2, reads: 2, apply: 1 });
  t.is((await b.instance(id)).state, 'creating');
});

test('reconcile pauses before it makes again what was gone as soon as it was made', async (t) => {
  const { counts, go } = await counted(t, async () => ({ kind: 'applied' }));
  t.deepEqual(await go(), { kind: 'later', ms: 100 });
  t.deepEqual(counts, { rounds: 2, reads: 2, apply: 2 });
});

test('reconcile asks nothing of a cluster that reports its objects while a lab starts, however long it waits', async (t) => {
  const b = await labBench(t);
  await b.upload('shell');
  const id = (await b.start('shell', 'anna')) as InstanceId;
  let asked = 0;
  const cluster: Cluster = {
    ...b.cluster,
    watched: (instance_id) => b.cluster.get(instance_id),
    get: (instance_id) => {
      asked += 1;
      return b.cluster.get(instance_id);
    },
  };
  const deps = b.deps({ cluster });
  b.world.happens.delayStart(60_000);
  for (let n = 0; n < 20; n++) t.is((await reconcile(deps, id, never)).kind, 'later');
  t.is(asked, 0);
  // It calls when something changes.
  t.deepEqual(await reconcile(deps, id, never), { kind: 'later', ms: 5_000 });
});
