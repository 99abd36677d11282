import test from 'ava';
import { replyCache } from './reply-cache.ts';

const body = (bytes: number) => Buffer.alloc(bytes);

test('replyCache drops the answers used longest ago beyond its limit of bytes, each counted with its packed form', (t) => {
  const cache = replyCache(10_300);
  for (const tag of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) cache.set(tag, body(62));
  t.truthy(cache.get('a'));
  cache.set('i', body(62));
  t.deepEqual(
    [...'abcdefghi'].filter((tag) => cache.get(tag) !== undefined),
    [...'acdefghi'],
  );
  cache.set('a', body(10));
  cache.set('j', body(52));
  t.deepEqual(
    [...'acj'].map((tag) => cache.get(tag)?.byteLength),
    [10, 62, 52],
  );
});

test('replyCache keeps no answer that takes an eighth of its limit', (t) => {
  const cache = replyCache(10_300);
  cache.set('a', body(132));
  t.is(cache.get('a'), undefined);
});
