// What is computed once, and how much of it is cached.
import test from 'ava';
import { memory } from './memory.ts';

const counted = (value: object) => {
  const calls = { made: 0 };
  const compute = async () => {
    calls.made += 1;
    return value;
  };
  return { calls, compute };
};

test('memory computes once for concurrent and for later callers', async (t) => {
  const cache = memory<object, { readonly refusal: string }>(1_000);
  const { calls, compute } = counted({ a: 1 });
  t.deepEqual(await Promise.all([cache.of('k', compute), cache.of('k', compute)]), [{ a: 1 }, { a: 1 }]);
  t.deepEqual(await cache.of('k', compute), { a: 1 });
  t.is(calls.made, 1);
  await cache.of('another', compute);
  t.is(calls.made, 2);
});

test('memory keeps neither a refusal nor a failure, and gives a failure to all callers that wait', async (t) => {
  const cache = memory<object, { readonly refusal: string }>(1_000);
  const none = counted({ refusal: 'busy' });
  t.deepEqual(
    [await cache.of('k', none.compute), await cache.of('k', none.compute)],
    [{ refusal: 'busy' }, { refusal: 'busy' }],
  );
  t.is(none.calls.made, 2);
  const fails = () => Promise.reject(new Error('no room'));
  const both = [cache.of('k', fails), cache.of('k', fails)];
  for (const each of both) await t.throwsAsync(each, { message: 'no room' });
  t.deepEqual(await cache.of('k', counted({ a: 1 }).compute), { a: 1 });
});

test('memory keeps what was used last, within its limit of bytes', async (t) => {
  const one = { text: 'x'.repeat(100) };
  const bytes = (1 + JSON.stringify(one).length) * 4;
  const cache = memory<object, { readonly refusal: string }>(2 * bytes);
  const { calls, compute } = counted(one);
  for (const key of ['a', 'b', 'a', 'c']) await cache.of(key, compute);
  t.is(calls.made, 3);
  await cache.of('a', compute);
  t.is(calls.made, 3, 'a was used after b');
  await cache.of('b', compute);
  t.is(calls.made, 4, 'b had to leave');
  const large = counted({ text: 'x'.repeat(1_000) });
  await cache.of('large', large.compute);
  await cache.of('large', large.compute);
  t.is(large.calls.made, 2, 'what is larger than all bytes is not cached');
  await cache.of('b', compute);
  t.is(calls.made, 4, 'and drives nothing out');
});
