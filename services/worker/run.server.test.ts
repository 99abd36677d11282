// How many instances a worker works on at a time, and what does not count among them.

import test from 'ava';
import type { Probes } from '../../adapters/ssh/port.ts';
import { labBench } from '../test/fixtures/labs/infra-with-worker.ts';

test('a worker starts other labs while it waits for a login', async (t) => {
  const b = await labBench(t);
  const [tried, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let logins = 0;
  const probes: Probes = {
    async login(target, signal) {
      if (++logins === 1) {
        tried.resolve();
        await answered.promise;
      }
      return await b.deps().probes.login(target, signal);
    },
  };
  t.teardown(() => answered.resolve());
  await b.worker({ probes }, { parallel: 1 });
  await b.upload('shell');
  const anna = await b.start('shell', 'anna');
  await tried.promise;
  const ben = await b.start('shell', 'ben');
  await b.until(ben, ({ state }) => state === 'running');
  t.is((await b.instance(anna)).state, 'creating');
  answered.resolve();
  t.like(await b.until(anna, ({ state }) => state === 'running'), { reason: null });
});
