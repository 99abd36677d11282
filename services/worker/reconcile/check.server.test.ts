// What runs is logged in to now and then: a lab that lets nobody in any more is told as degraded.
import test from 'ava';
import type { Probes } from '../../../adapters/ssh/port.ts';
import { labBench } from '../../test/fixtures/labs/infra-with-worker.ts';

test('a running lab that lets nobody in any more is degraded with its reason, and runs again once it does', async (t) => {
  const b = await labBench(t);
  let isDeaf = false;
  const probes: Probes = {
    async login(target, signal) {
      if (isDeaf) return { kind: 'refused', reason: 'ssh_probe', detail: 'Connection closed' };
      return await b.deps().probes.login(target, signal);
    },
  };
  await b.worker({ probes }, { checkMs: 200 });
  await b.upload('shell');
  const id = await b.start('shell', 'anna');
  await b.until(id, ({ state }) => state === 'running');
  b.write('lab-shell-student-anna', 'notes.txt', 'kept');
  isDeaf = true;
  const degraded = await b.until(id, ({ state }) => state === 'degraded');
  t.like(degraded, {
    reason: 'ssh_probe',
    advice:
      'The lab is running, but logins fail: Connection closed. Restart it. If it happens again, the image may not start its SSH server: try it outside of the platform.',
  });
  isDeaf = false;
  t.like(await b.until(id, ({ state }) => state === 'running'), { reason: null, advice: null, volume: 'bound' });
  t.deepEqual(b.home('lab-shell-student-anna'), ['notes.txt: kept']);
});
