// Questions that come while others are being answered.
import test from 'ava';
import { batched } from './batch.ts';

/** Answers when it is let go, in the order of the questions. */
function reader() {
  const asked: (readonly string[])[] = [];
  const waiting: PromiseWithResolvers<Record<string, number>>[] = [];
  const ask = batched<number>((keys) => {
    asked.push(keys);
    const answer = Promise.withResolvers<Record<string, number>>();
    waiting.push(answer);
    return answer.promise;
  });
  return { ask, asked, waiting };
}

const settled = () => new Promise(setImmediate);

test('batched asks together what came while a statement was under way, and never puts it into that one', async (t) => {
  const { ask, asked, waiting } = reader();
  const first = ask(['a']);
  await settled();
  const rest = [ask(['b']), ask(['c', 'b']), ask(['a'])];
  await settled();
  t.deepEqual(asked, [['a']]);
  waiting[0]?.resolve({ a: 1 });
  t.deepEqual(await first, { a: 1 });
  await settled();
  t.deepEqual(asked, [['a'], ['b', 'c', 'a']]);
  waiting[1]?.resolve({ a: 2, b: 3 });
  for (const each of await Promise.all(rest)) t.deepEqual(each, { a: 2, b: 3 });
});

test('batched passes a failure to those who asked, and asks again for the next', async (t) => {
  const { ask, asked, waiting } = reader();
  const first = ask(['a']);
  await settled();
  const next = ask(['b']);
  waiting[0]?.reject(new Error('away'));
  await t.throwsAsync(first, { message: 'away' });
  await settled();
  waiting[1]?.resolve({ b: 1 });
  t.deepEqual([await next, asked], [{ b: 1 }, [['a'], ['b']]]);
});
