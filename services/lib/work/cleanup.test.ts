// Housekeeping: every cleanup task is completed, one that fails does not affect the others, and only one process runs
// it.
import { setImmediate as tick } from 'node:timers/promises';
import test from 'ava';
import type { Lease, Leases } from '../../../adapters/store/port.ts';
import { manualClock } from '../clock.ts';
import { runCleanup } from './cleanup.ts';

function oneLease(): Leases {
  let holder: string | undefined;
  return {
    claim: async (name, by) => {
      if (holder !== undefined && holder !== by) return null;
      holder = by;
      return { name, holder: by, fence: 1 } as Lease;
    },
    renew: async () => true,
    release: async () => {
      holder = undefined;
    },
    hold: async () => {},
  };
}

test('runCleanup completes each task, repeats it after the pause, and goes on when one fails', async (t) => {
  const clock = manualClock();
  const stop = new AbortController();
  const left = [3, 2, 0, 1, 0];
  const failures: unknown[] = [];
  const tasks = [
    { name: 'broken', work: () => Promise.reject(new Error('no')) },
    { name: 'sweep', work: async () => left.shift() ?? 0 },
  ];
  const options = { name: 'x', leases: oneLease(), holder: 'a', tasks, everyMs: 1000, clock };
  const running = runCleanup(
    {
      ...options,
      done: (name, count) => failures.push([name, count]),
      failed: (name) => failures.push([name, 'failed']),
    },
    stop.signal,
  );
  for (let i = 0; i < 20; i++) await tick();
  t.deepEqual(failures, [
    ['broken', 'failed'],
    ['sweep', 5],
  ]);
  await clock.advance(1000);
  for (let i = 0; i < 20; i++) await tick();
  stop.abort();
  await running;
  t.deepEqual(failures.slice(2), [
    ['broken', 'failed'],
    ['sweep', 1],
  ]);
});

test('runCleanup works in one of two processes, the one with the lease', async (t) => {
  const clock = manualClock();
  const stop = new AbortController();
  const leases = oneLease();
  const worked: string[] = [];
  const pause = Promise.withResolvers<void>();
  const work = (holder: string) => async () => {
    worked.push(holder);
    await pause.promise;
    return 0;
  };
  const keeper = (holder: string) =>
    runCleanup(
      {
        name: 'x',
        leases,
        holder,
        everyMs: 1000,
        clock,
        tasks: [{ name: 'c', work: work(holder) }],
      },
      stop.signal,
    );
  const both = [keeper('a'), keeper('b')];
  for (let i = 0; i < 20; i++) await tick();
  t.deepEqual(worked, ['a']);
  pause.resolve();
  stop.abort();
  await Promise.all(both);
});
