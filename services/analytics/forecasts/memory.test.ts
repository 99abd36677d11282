// What is computed once, and how much of it is cached.
import test from 'ava';
import type { Refusable } from '../reads/refusable.ts';
import { memory } from './memory.ts';

const { signal } = new AbortController();

type Result = Refusable<object, string>;

const value = (of: object): Result => ({ kind: 'value', value: of });
const busy: Result = { kind: 'refused', refusal: 'busy' };

const counted = (result: Result) => {
  const calls = { made: 0 };
  const compute = async () => {
    calls.made += 1;
    return result;
  };
  return { calls, compute };
};

test('memory computes once for concurrent and for later callers', async (t) => {
  const cache = memory<object, string>(1_000);
  const { calls, compute } = counted(value({ a: 1 }));
  t.deepEqual(await Promise.all([cache.of('k', signal, compute), cache.of('k', signal, compute)]), [
    value({ a: 1 }),
    value({ a: 1 }),
  ]);
  t.deepEqual(await cache.of('k', signal, compute), value({ a: 1 }));
  t.is(calls.made, 1);
  await cache.of('another', signal, compute);
  t.is(calls.made, 2);
});

test('memory keeps neither a refusal nor a failure, and gives a failure to all callers that wait', async (t) => {
  const cache = memory<object, string>(1_000);
  const none = counted(busy);
  t.deepEqual([await cache.of('k', signal, none.compute), await cache.of('k', signal, none.compute)], [busy, busy]);
  t.is(none.calls.made, 2);
  const fails = () => Promise.reject(new Error('no room'));
  const both = [cache.of('k', signal, fails), cache.of('k', signal, fails)];
  for (const each of both) await t.throwsAsync(each, { message: 'no room' });
  t.deepEqual(await cache.of('k', signal, counted(value({ a: 1 })).compute), value({ a: 1 }));
});

test('memory keeps what was used last, within its limit of bytes', async (t) => {
  const one = { text: 'x'.repeat(100) };
  const bytes = (1 + JSON.stringify(one).length) * 4;
  const cache = memory<object, string>(2 * bytes);
  const { calls, compute } = counted(value(one));
  for (const key of ['a', 'b', 'a', 'c']) await cache.of(key, signal, compute);
  t.is(calls.made, 3);
  await cache.of('a', signal, compute);
  t.is(calls.made, 3, 'a was used after b');
  await cache.of('b', signal, compute);
  t.is(calls.made, 4, 'b had to leave');
  const large = counted(value({ text: 'x'.repeat(1_000) }));
  await cache.of('large', signal, large.compute);
  await cache.of('large', signal, large.compute);
  t.is(large.calls.made, 2, 'what is larger than all bytes is not cached');
  await cache.of('b', signal, compute);
  t.is(calls.made, 4, 'and drives nothing out');
});
