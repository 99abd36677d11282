import test from 'ava';
import { keptAnswers } from './kept-answers.ts';

const body = (bytes: number) => Buffer.alloc(bytes);

test('keptAnswers drops the answers used longest ago beyond its limit of bytes, each counted with its packed form', (t) => {
  const kept = keptAnswers(10_300);
  for (const tag of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) kept.keep(tag, body(62));
  t.truthy(kept.get('a'));
  kept.keep('i', body(62));
  t.deepEqual(
    [...'abcdefghi'].filter((tag) => kept.get(tag) !== undefined),
    [...'acdefghi'],
  );
  kept.keep('a', body(10));
  kept.keep('j', body(52));
  t.deepEqual(
    [...'acj'].map((tag) => kept.get(tag)?.byteLength),
    [10, 62, 52],
  );
});

test('keptAnswers keeps no answer that takes an eighth of its limit', (t) => {
  const kept = keptAnswers(10_300);
  kept.keep('a', body(132));
  t.is(kept.get('a'), undefined);
});
