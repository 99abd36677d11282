// Who waits, who runs, and who is refused.
import test from 'ava';
import { Busy, fairSemaphore } from './fair-semaphore.ts';

/** Work that ends when the test ends it; records who began, in this order. */
function stage(concurrency: number, mostWaiting: number) {
  const semaphore = fairSemaphore(concurrency, mostWaiting);
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const dropped: string[] = [];
  const enter = (key: string, name: string) =>
    semaphore
      .run(key, () => {
        began.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      })
      .catch((error: unknown) => {
        if (!(error instanceof Busy)) throw error;
        dropped.push(name);
      });
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  const endOne = async () => {
    ends.shift()?.();
    await settle();
  };
  return { enter, began, dropped, endOne, settle };
}

test('fairSemaphore limits how many run at once, and serves keys in turn however many calls of one wait', async (t) => {
  const { enter, began, endOne, settle } = stage(2, 10);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void enter('a', name);
  void enter('b', 'b1');
  void enter('c', 'c1');
  void enter('b', 'b2');
  await settle();
  t.deepEqual(began, ['a1', 'a2']);
  for (let n = 0; n < 8; n++) await endOne();
  t.deepEqual(began, ['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5']);
  void enter('a', 'a6');
  void enter('a', 'a7');
  void enter('a', 'a8');
  await settle();
  t.deepEqual(began.slice(8), ['a6', 'a7'], 'both places are free again');
});

test('fairSemaphore refuses the last call of the longest queue when too many wait, and never a call that waits alone', async (t) => {
  const { enter, began, dropped, endOne, settle } = stage(1, 4);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) void enter('a', name);
  await settle();
  t.deepEqual(dropped, ['a6']);
  for (const name of ['b1', 'c1', 'd1', 'e1']) void enter(name, name);
  for (let n = 0; n < 10; n++) await endOne();
  t.deepEqual(dropped, ['a6', 'a5', 'a4', 'a3', 'e1'], 'four who wait alone are not fewer for a fifth');
  t.deepEqual(began, ['a1', 'a2', 'b1', 'c1', 'd1']);
});

test('fairSemaphore gives the room of failed work to the next call', async (t) => {
  const semaphore = fairSemaphore(1, 10);
  const failing = semaphore.run('a', () => Promise.reject(new Error('broken')));
  const after = semaphore.run('a', async () => 'ran');
  await t.throwsAsync(failing, { message: 'broken' });
  t.is(await after, 'ran');
});

test('fairSemaphore forgets a call whose caller has gone, and runs it neither then nor later', async (t) => {
  const semaphore = fairSemaphore(1, 2);
  const first = Promise.withResolvers<void>();
  const began: string[] = [];
  const enter = (name: string, caller = new AbortController()) =>
    semaphore.run(name, () => first.promise.then(() => void began.push(name)), caller.signal);
  const caller = new AbortController();
  const running = enter('a');
  const gone = [enter('b', caller), enter('b', caller)];
  caller.abort(new Error('gone'));
  for (const each of gone) await t.throwsAsync(each, { message: 'gone' });
  const waiting = [enter('c'), enter('d')];
  await t.throwsAsync(enter('e', caller), { message: 'gone' });
  first.resolve();
  await Promise.all([running, ...waiting]);
  t.deepEqual(began, ['a', 'c', 'd'], 'their room is free for others');
  await t.throwsAsync(enter('f', caller), { message: 'gone' });
});
