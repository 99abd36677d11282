// What runs is logged in to now and then: a lab that refuses logins is reported as degraded.
import test from 'ava';
import type { Probes } from '../../../adapters/ssh/port.ts';
import { eventually } from '../../test/fixtures/eventually.ts';
import { labBench } from '../../test/fixtures/labs/infra-with-worker.ts';

test('a running lab that refuses logins is degraded with its reason, and runs again once it accepts them', async (t) => {
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
      'The lab is running, but logins fail: Connection closed. Restart it. If it happens again, the image may not start its SSH server: try it outside of the platform. Start files of a student are not the reason: a student who cannot get past them logs in as `plain` (in a group `plain-` and the login name) with the same password, and corrects them.',
  });
  isDeaf = false;
  t.like(await b.until(id, ({ state }) => state === 'running'), { reason: null, advice: null, volume: 'bound' });
  t.deepEqual(b.home('lab-shell-student-anna'), ['notes.txt: kept']);
});

test('one failed login of several does not change a running lab', async (t) => {
  const b = await labBench(t);
  let logins = 0;
  let toFail = 0;
  const probes: Probes = {
    async login(target, signal) {
      logins++;
      if (toFail > 0 && toFail-- > 0) return { kind: 'refused', reason: 'ssh_probe', detail: 'it timed out' };
      return await b.deps().probes.login(target, signal);
    },
  };
  await b.worker({ probes }, { checkMs: 200 });
  await b.upload('shell');
  const id = await b.start('shell', 'anna');
  await b.until(id, ({ state }) => state === 'running');
  const states = async () => (await b.published('lab.status')).map(({ state }) => state);
  const before = await states();
  toFail = 1;
  const failed = logins;
  await eventually(
    async () => logins,
    (count) => count >= failed + 4,
  );
  t.deepEqual([toFail, await states()], [0, before]);
});
