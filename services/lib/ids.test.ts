// Ids, time and failpoints.
import test from 'ava';
import { manualClock } from './clock.ts';
import { failpoints, noFailpoints, parseFailpoints } from './failpoints.ts';
import { ids, nameId } from './ids.ts';

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('ids differ and sort by age within a process, also within a millisecond and when the clock is set back', async (t) => {
  const clock = manualClock('2026-11-21T08:00:00Z');
  let back = 0;
  const made = ids({ ...clock, now: () => new Date(clock.now().getTime() - back) });
  const all = Array.from({ length: 10_000 }, () => made.uuid());
  await clock.advance(100);
  all.push(made.uuid());
  back = 60_000;
  all.push(made.uuid());
  t.deepEqual(all.toSorted(), all);
  t.is(new Set(all).size, all.length);
  t.true(all.every((id) => form.test(id)));
  t.is(Number.parseInt(all[0]!.replace('-', '').slice(0, 12), 16), Date.parse('2026-11-21T08:00:00Z'));
});

test('nameId depends on its parts and their borders', (t) => {
  t.is(nameId('a', 'b'), nameId('a', 'b'));
  t.not(nameId('a', 'b'), nameId('ab', ''));
  t.regex(nameId('a'), /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('manualClock wakes waiting callers in order, also those that wait again', async (t) => {
  const clock = manualClock();
  const woken: string[] = [];
  const every = async (name: string, ms: number) => {
    for (;;) {
      await clock.wait(ms);
      woken.push(`${name}${clock.monotonicMs()}`);
    }
  };
  void every('a', 10);
  void every('b', 15);
  await clock.advance(30);
  t.deepEqual(woken, ['a10', 'b15', 'a20', 'b30', 'a30']);
  const stop = new AbortController();
  const waiting = clock.wait(10, stop.signal);
  stop.abort(new Error('enough'));
  await t.throwsAsync(waiting, { message: 'enough' });
});

test('failpoints act at their step only', async (t) => {
  t.deepEqual(parseFailpoints('create-lab:3:exit,merge:1:throw'), [
    { name: 'create-lab', step: 3, action: 'exit' },
    { name: 'merge', step: 1, action: 'throw' },
  ]);
  for (const bad of ['create-lab', 'create-lab:x:exit', 'create-lab:1:explode', ':1:exit'])
    t.throws(() => parseFailpoints(bad));
  const points = failpoints(parseFailpoints('merge:1:throw'));
  await points.reach('merge', 2);
  await points.reach('other', 1);
  await t.throwsAsync(points.reach('merge', 1), { message: 'failpoint merge:1' });
  t.is(failpoints([]), noFailpoints);
});
