// What a lab that waits costs the API server, by the server's own count.
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { site } from './harness.ts';
import { listed } from './request-count.ts';
import { silentRegistry } from './silent-registry.ts';

test('a lab that waits costs the API server the same however long and however often it is looked at', async (t) => {
  const own = await site(t);
  const registry = await silentRegistry(t);
  t.teardown(() => registry.close());
  const end = new AbortController();
  const watching = own.cluster.watch(() => undefined, end.signal);
  t.teardown(async () => {
    end.abort();
    await watching;
  });
  const plan = own.plan('anna', { roles: [{ image: `${registry.address}/covenant/labs/absent:v1.0` }] });
  const watched = async () => await own.cluster.watched?.(plan.instance_id);
  while ((await watched()) === undefined) await pause(100);
  t.is(await watched(), null);
  t.deepEqual(await own.cluster.apply(plan), { kind: 'applied' });
  // What was written is there before any event.
  t.like(await watched(), { complete: true, generation: plan.generation });
  while ((await watched())?.roles[0]?.failure?.isInProgress !== true) await pause(100);
  const before = await listed();
  for (let n = 0; n < 200; n++) {
    t.not(await watched(), null);
    await pause(50);
  }
  const cost = (await listed()) - before;
  // Whether an image is still being fetched is asked each time that the pod's age has doubled. Before, 200 looks were
  // 1,400 lists.
  t.true(cost <= 20, `${cost} lists for 200 looks`);
  t.log(`${cost} lists for 200 looks`);
  const observed = await own.cluster.get(plan.instance_id);
  t.is(observed && (await own.cluster.deletePods(observed)), 'gone');
  t.deepEqual((await watched())?.objects, []);
});
