import test from 'ava';
import { manualClock } from '../clock.ts';
import { runLoop } from './loop.ts';

const settle = async () => {
  for (let i = 0; i < 20; i++) await new Promise(setImmediate);
};

test('runLoop repeats the work at once, after its own pause, or after everyMs', async (t) => {
  const clock = manualClock();
  const stop = new AbortController();
  const pauses = [0, 100, undefined, 5_000];
  let rounds = 0;
  const work = async () => pauses[rounds++] ?? 1_000;
  const running = runLoop({ work, everyMs: 1_000, signal: stop.signal, clock });
  const counts: number[] = [];
  for (const ms of [0, 99, 1, 999, 1, 1_000]) {
    await clock.advance(ms);
    await settle();
    counts.push(rounds);
  }
  stop.abort();
  await running;
  t.deepEqual(counts, [2, 2, 3, 3, 4, 5]);
});

test('runLoop reports a failed round and goes on, but not what fails because of the signal', async (t) => {
  const clock = manualClock();
  const stop = new AbortController();
  const failures: unknown[] = [];
  let rounds = 0;
  const work = async (): Promise<void> => {
    rounds += 1;
    if (rounds === 2) stop.abort();
    throw new Error(`round ${rounds}`);
  };
  const failed = (error: unknown) => failures.push(String(error));
  const running = runLoop({ work, everyMs: 1_000, signal: stop.signal, clock, failed });
  await settle();
  await clock.advance(1_000);
  await running;
  t.deepEqual([rounds, failures], [2, ['Error: round 1']]);
});

test('runLoop remembers a notification that comes during a round, and closes its listener', async (t) => {
  const clock = manualClock();
  const stop = new AbortController();
  let wake = () => {};
  let closed = false;
  let rounds = 0;
  const listen = (call: () => void) => {
    wake = call;
    return {
      async close() {
        closed = true;
      },
    };
  };
  const work = async (): Promise<void> => {
    rounds += 1;
    if (rounds === 1) wake();
  };
  const running = runLoop({ work, everyMs: 60_000, signal: stop.signal, clock, listen });
  await settle();
  t.is(rounds, 2);
  wake();
  await settle();
  t.is(rounds, 3);
  stop.abort();
  await running;
  t.true(closed);
});
