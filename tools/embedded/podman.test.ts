import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { containers } from '../../adapters/cluster/containers/containers.ts';
import { engine } from '../../adapters/cluster/containers/engine.ts';
import { inLab, mustSee, planOf, until } from '../../adapters/cluster/containers/for-tests.ts';
import { atEnd } from './for-tests.ts';
import { openPlace } from './place.ts';
import { podman, podmanObstacle } from './podman.ts';
import { removeStorage } from './podman-storage.ts';
import { supervise } from './supervise.ts';
import { testFolder } from './test-folder.ts';

async function system(t: ExecutionContext) {
  const obstacle = podmanObstacle();
  if (obstacle !== null) {
    t.log(`runs no labs here: ${obstacle}`);
    t.pass();
    return null;
  }
  const dir = await testFolder();
  const storage = path.join(dir, 'labs');
  atEnd(async () => removeStorage(storage));
  const start = async () => {
    const watch = { dir, progress: () => undefined, signal: new AbortController().signal };
    const part = await supervise(() => podman(openPlace(dir, true)), watch);
    atEnd(() => part.stop());
    return part;
  };
  return { start, storage };
}

const mountsBelow = (folder: string) =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .filter((line) => line.includes(` ${folder}/`));

test('labs outlive a killed engine, are stopped with it when it is asked to end, and come back with their files', async (t) => {
  const s = await system(t);
  if (!s) return;
  const part = await s.start();
  const { socketPath, installation, image } = part.facts;
  await using cluster = containers({ socketPath, installation, toolsImage: image });
  const plan = planOf(image, 'anna');
  t.deepEqual(await cluster.apply(plan), { kind: 'applied' });
  await inLab(cluster, plan, 'echo kept > notes.txt');
  const before = await mustSee(cluster, plan.instanceId);

  const killed = part.pid()!;
  process.kill(killed, 'SIGKILL');
  await until('another process', async () => (part.pid() ?? killed) !== killed || undefined);
  const after = await until(
    'the engine',
    async () => (await cluster.seen(plan.instanceId).catch(() => null)) ?? undefined,
  );
  t.deepEqual(after.objects, before.objects);
  t.true(after.complete);
  t.is(await inLab(cluster, plan, 'cat notes.txt'), 'kept');

  await part.stop();
  await t.throwsAsync(() => cluster.ping(), { message: /unavailable/ });
  t.deepEqual(mountsBelow(s.storage), []);

  const again = await s.start();
  t.deepEqual(again.facts, part.facts);
  using api = engine(socketPath);
  t.deepEqual(await api.call('GET', '/containers/json'), []);
  t.false((await mustSee(cluster, plan.instanceId)).complete);
  t.deepEqual(await cluster.apply(plan), { kind: 'applied' });
  t.is(await inLab(cluster, plan, 'cat notes.txt'), 'kept');

  process.kill(-again.pid()!, 'SIGKILL');
  await again.stop();
  removeStorage(s.storage);
  t.deepEqual([existsSync(s.storage), mountsBelow(s.storage)], [false, []]);
});
