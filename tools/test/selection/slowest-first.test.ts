// Which test files begin first.
import { existsSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { bySlowness, slowest } from './slowest-first.ts';

const root = path.join(import.meta.dirname, '../../..');

test('the slowest begin in their order, all others after them in theirs', (t) => {
  const files = ['b.test.ts', slowest[1], 'a.test.ts', slowest[0]].map((file) => path.join(root, file));
  t.deepEqual(
    files.toSorted(bySlowness(root)).map((file) => path.relative(root, file)),
    [slowest[0], slowest[1], 'b.test.ts', 'a.test.ts'],
  );
});

test('each of the slowest is there', (t) => {
  t.deepEqual(
    slowest.filter((file) => !existsSync(path.join(root, file))),
    [],
  );
});
