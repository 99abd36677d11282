// The worker's decisions after a refusal and after a probe.
import test from 'ava';
import { desiredOf } from '../../test/fixtures/labs/instance-model.ts';
import { at, up, wait, why } from '../../test/fixtures/labs/plan-cases.ts';
import { afterProbe, afterRefusal } from './plan.ts';
import type { DesiredInstance } from './step.ts';
import { move } from './step.ts';

test('afterRefusal retries or fails as if the reason had been observed', (t) => {
  const creating = desiredOf({ state: 'creating' });
  t.deepEqual(afterRefusal(creating, why('quota'), at(9)), [{ do: 'note', why: why('quota') }, wait(15_000)]);
  t.deepEqual(afterRefusal(creating, why('config'), at(0)), [{ do: 'fail', why: why('config') }]);
  t.deepEqual(afterRefusal(desiredOf({ state: 'running' }), why('config'), at(0)), [
    { do: 'note', why: why('config') },
    wait(15_000),
  ]);
});

const refused = { reason: 'ssh_probe', detail: 'connection refused' } as const;
const after = (changes: Partial<DesiredInstance>, refusedMs: number, seconds = 10) =>
  afterProbe(desiredOf(changes), refused, up, { now: at(seconds), refusedMs });

test('afterProbe is silent about a port that is not open yet, and retries until the deadline of the start', (t) => {
  t.deepEqual(after({ state: 'creating' }, 0), [wait(1_000)]);
  t.deepEqual(after({ state: 'creating' }, 19_000, 299), [wait(1_000)]);
  t.deepEqual(after({ state: 'creating' }, 0, 300), [
    { do: 'fail', why: refused },
    { do: 'clear', observed: up },
  ]);
});

test('afterProbe replaces pods that do not answer for long, unless a user has logged in', (t) => {
  t.deepEqual(after({ state: 'creating' }, 20_000), [{ do: 'clear', observed: up }, wait(1_000)]);
  t.deepEqual(after({ state: 'degraded' }, 20_000), [{ do: 'note', why: refused }, wait(1_000)]);
});

test('afterProbe keeps the reason of a lab under repair while its port opens, and fails with that of the last try', (t) => {
  const restarts = { state: 'degraded', reason: 'restart' } as const;
  t.deepEqual(after(restarts, 19_000), [wait(1_000)]);
  t.deepEqual(after({ ...restarts, reason: 'ssh_probe' }, 30_000), [wait(1_000)]);
  t.deepEqual(after(restarts, 0, 600), [
    { do: 'fail', why: refused },
    { do: 'clear', observed: up },
  ]);
});

test('afterProbe reports at once what a lab reached, and degrades a running lab', (t) => {
  const reported = { reason: 'isolation_probe', detail: 'reached 10.0.0.1' } as const;
  const reached = (changes: Partial<DesiredInstance>) =>
    afterProbe(desiredOf(changes), reported, up, { now: at(10), refusedMs: 0 });
  t.deepEqual(reached({ state: 'creating' }), [{ do: 'note', why: reported }, wait(1_000)]);
  t.deepEqual(reached({ state: 'creating', reason: reported.reason }), [wait(1_000)]);
  t.deepEqual(reached({ state: 'running' }), [move({ from: 'running', to: 'degraded' }, reported), wait(1_000)]);
});

test('afterProbe repeats a probe that could not be completed, and reports that alone and only when it goes on', (t) => {
  const incomplete = { reason: 'probe_incomplete', detail: 'it did not reach the lab itself in time' } as const;
  const incompleteFor = (refusedMs: number, changes: Partial<DesiredInstance>, seconds = 10) =>
    afterProbe(desiredOf(changes), incomplete, up, { now: at(seconds), refusedMs });
  const noted = { do: 'note', why: incomplete };
  for (const state of ['creating', 'degraded', 'running'] as const) {
    t.deepEqual(incompleteFor(0, { state }), [wait(1_000)], state);
    t.deepEqual(incompleteFor(20_000, { state }), [noted, wait(1_000)], state);
    t.deepEqual(incompleteFor(25_000, { state, reason: incomplete.reason }), [wait(1_000)], state);
  }
  t.deepEqual(incompleteFor(20_000, { state: 'creating' }, 300), [
    { do: 'fail', why: incomplete },
    { do: 'clear', observed: up },
  ]);
});
