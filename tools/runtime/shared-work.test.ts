// What is done once for all who wait for it, and ended when no one does.
import test from 'ava';
import { sharedWork } from './shared-work.ts';

/** Work that ends when the test says so. */
function counted() {
  const shared = sharedWork<string>();
  const begun: { readonly signal: AbortSignal; readonly end: PromiseWithResolvers<string> }[] = [];
  const run = (key: string, caller = new AbortController()) =>
    shared.run(key, caller.signal, (signal) => {
      const end = Promise.withResolvers<string>();
      begun.push({ signal, end });
      return end.promise;
    });
  return { run, begun };
}

test('equal work is done once for all who wait, and again for who comes after its end', async (t) => {
  const { run, begun } = counted();
  const waiting = [run('a'), run('a'), run('b'), run('a')];
  t.is(begun.length, 2);
  begun[0]?.end.resolve('of a');
  begun[1]?.end.resolve('of b');
  t.deepEqual(await Promise.all(waiting), ['of a', 'of a', 'of b', 'of a']);
  const again = run('a');
  begun[2]?.end.resolve('second');
  t.is(await again, 'second');
});

test('a failure reaches all who wait, and is not remembered', async (t) => {
  const { run, begun } = counted();
  const waiting = [run('a'), run('a')];
  begun[0]?.end.reject(new Error('away'));
  for (const each of waiting) await t.throwsAsync(each, { message: 'away' });
  const again = run('a');
  begun[1]?.end.resolve('there');
  t.is(await again, 'there');
});

test('work goes on while one waits, and ends with the last; who comes then begins it again', async (t) => {
  const { run, begun } = counted();
  const [first, second] = [new AbortController(), new AbortController()];
  const waiting = [run('a', first), run('a', second)];
  first.abort(new Error('the first has gone'));
  await t.throwsAsync(waiting[0] as Promise<string>, { message: 'the first has gone' });
  t.false(begun[0]?.signal.aborted);
  second.abort(new Error('the second has gone'));
  await t.throwsAsync(waiting[1] as Promise<string>, { message: 'the second has gone' });
  t.is((begun[0]?.signal.reason as Error).message, 'the second has gone');
  const again = run('a');
  begun[0]?.end.reject(new Error('ended'));
  begun[1]?.end.resolve('anew');
  t.is(await again, 'anew');
  t.is(begun.length, 2);
  t.false(begun[1]?.signal.aborted, 'what has ended is not aborted');
});

test('work of callers that have gone does not begin', async (t) => {
  const { run, begun } = counted();
  const caller = new AbortController();
  caller.abort(new Error('gone before'));
  await t.throwsAsync(run('a', caller), { message: 'gone before' });
  t.is(begun.length, 0);
});
