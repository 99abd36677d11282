// The worker's decisions after a refusal and after a probe. After a look: to-run.test.ts, to-stop.test.ts.
import test from 'ava';
import { wantedOf } from './model-for-tests.ts';
import { afterProbe, afterRefusal, type Wanted } from './plan.ts';
import { at, up, wait, why } from './plan-cases-for-tests.ts';

test('what apply refuses is waited for or given up, as if it had been seen', (t) => {
  const creating = wantedOf({ state: 'creating' });
  t.deepEqual(afterRefusal(creating, why('quota'), at(9)), [{ do: 'note', why: why('quota') }, wait(15_000)]);
  t.deepEqual(afterRefusal(creating, why('config'), at(0)), [{ do: 'fail', why: why('config') }]);
  t.deepEqual(afterRefusal(wantedOf({ state: 'running' }), why('config'), at(0)), [
    { do: 'note', why: why('config') },
    wait(15_000),
  ]);
});

test('a probe that is not answered is told and made again; a running lab is degraded by it', (t) => {
  const told = { reason: 'isolation_probe', detail: 'reached 10.0.0.1' } as const;
  t.deepEqual(afterProbe(wantedOf({ state: 'creating' }), told, up), [{ do: 'note', why: told }, wait(1_000)]);
  t.deepEqual(afterProbe(wantedOf({ state: 'creating', reason: told.reason, attempts: 9 }), told, up), [wait(1_000)]);
  t.deepEqual(afterProbe(wantedOf({ state: 'running' }), told, up), [
    { do: 'move', state: 'degraded', why: told },
    wait(1_000),
  ]);
});

test('pods that do not answer for long are made anew, as long as nobody has been in them', (t) => {
  const told = { reason: 'ssh_probe', detail: 'connection refused' } as const;
  const after = (changes: Partial<Wanted>) => afterProbe(wantedOf({ reason: told.reason, ...changes }), told, up);
  t.deepEqual(after({ state: 'creating', attempts: 8 }), [wait(1_000)]);
  t.deepEqual(after({ state: 'creating', attempts: 9 }), [{ do: 'clear', seen: up }, wait(1_000)]);
  t.deepEqual(after({ state: 'creating', attempts: 10 }), [wait(1_000)]);
  t.deepEqual(after({ state: 'creating', attempts: 19 }), [{ do: 'clear', seen: up }, wait(1_000)]);
  t.deepEqual(after({ state: 'creating', attempts: 9, reason: null }), [{ do: 'note', why: told }, wait(1_000)]);
  t.deepEqual(after({ state: 'degraded', attempts: 9 }), [wait(1_000)]);
});
