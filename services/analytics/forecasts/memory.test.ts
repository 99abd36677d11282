// What is computed once, and how much of it is kept.
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
  const kept = memory<object, { readonly refusal: string }>(1_000);
  const { calls, compute } = counted({ a: 1 });
  t.deepEqual(await Promise.all([kept.of('k', compute), kept.of('k', compute)]), [{ a: 1 }, { a: 1 }]);
  t.deepEqual(await kept.of('k', compute), { a: 1 });
  t.is(calls.made, 1);
  await kept.of('another', compute);
  t.is(calls.made, 2);
});

test('memory keeps neither a refusal nor a failure, and gives a failure to all callers that wait', async (t) => {
  const kept = memory<object, { readonly refusal: string }>(1_000);
  const none = counted({ refusal: 'busy' });
  t.deepEqual(
    [await kept.of('k', none.compute), await kept.of('k', none.compute)],
    [{ refusal: 'busy' }, { refusal: 'busy' }],
  );
  t.is(none.calls.made, 2);
  const fails = () => Promise.reject(new Error('no room'));
  const both = [kept.of('k', fails), kept.of('k', fails)];
  for (const each of both) await t.throwsAsync(each, { message: 'no room' });
  t.deepEqual(await kept.of('k', counted({ a: 1 }).compute), { a: 1 });
});

test('memory keeps what was used last, within its limit of bytes', async (t) => {
  const one = { text: 'x'.repeat(100) };
  const bytes = (1 + JSON.stringify(one).length) * 4;
  const kept = memory<object, { readonly refusal: string }>(2 * bytes);
  const { calls, compute } = counted(one);
  for (const key of ['a', 'b', 'a', 'c']) await kept.of(key, compute);
  t.is(calls.made, 3);
  await kept.of('a', compute);
  t.is(calls.made, 3, 'a was used after b');
  await kept.of('b', compute);
  t.is(calls.made, 4, 'b had to leave');
  const large = counted({ text: 'x'.repeat(1_000) });
  await kept.of('large', large.compute);
  await kept.of('large', large.compute);
  t.is(large.calls.made, 2, 'what is larger than all bytes is not kept');
  await kept.of('b', compute);
  t.is(calls.made, 4, 'and drives nothing out');
});
