// Which test files begin first.
import { existsSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { bySlowness, slowest } from './slowest-first.ts';

const root = path.join(import.meta.dirname, '../../..');

test('the slowest files begin in their order, and all others after them in theirs', (t) => {
  const files = ['b.test.ts', slowest[1], 'a.test.ts', slowest[0]].map((file) => path.join(root, file));
  t.deepEqual(
    files.toSorted(bySlowness(root)).map((file) => path.relative(root, file)),
    [slowest[0], slowest[1], 'b.test.ts', 'a.test.ts'],
  );
});

test('each file in the list of the slowest exists', (t) => {
  t.deepEqual(
    slowest.filter((file) => !existsSync(path.join(root, file))),
    [],
  );
});
