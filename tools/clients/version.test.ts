import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { lowestAfter, refusalOf, semanticOf } from './version.ts';

test('a change asks for the version that semantic versioning names', (t) => {
  const lowest = (released: string, step: 'major' | 'minor' | 'none') =>
    lowestAfter(semanticOf(released) ?? [0, 0, 0], step).join('.');
  t.deepEqual(
    [lowest('1.4.2', 'major'), lowest('1.4.2', 'minor'), lowest('1.4.2', 'none')],
    ['2.0.0', '1.5.0', '1.4.2'],
  );
  t.deepEqual(
    [lowest('0.4.2', 'major'), lowest('0.4.2', 'minor'), lowest('0.4.2', 'none')],
    ['0.5.0', '0.4.3', '0.4.2'],
  );
});

test('a version that is too low for its change is refused with the one that is needed', (t) => {
  t.deepEqual(
    [
      refusalOf('1.5.0', '1.4.2', 'major'),
      refusalOf('1.4.2', '1.4.2', 'minor'),
      refusalOf('1.4.1', '1.4.2', 'none'),
      refusalOf('1.5', '1.4.2', 'none'),
    ],
    [
      'the contract has breaking changes since 1.4.2: the next version is at least 2.0.0, not 1.5.0',
      'the contract has additive changes since 1.4.2: the next version is at least 1.5.0, not 1.4.2',
      'the contract has no changes since 1.4.2: the next version is at least 1.4.2, not 1.4.1',
      '1.5 is no version such as 1.2.3',
    ],
  );
  t.deepEqual(
    [
      refusalOf('2.0.0', '1.4.2', 'major'),
      refusalOf('1.10.0', '1.9.0', 'minor'),
      refusalOf('1.4.2', '1.4.2', 'none'),
      refusalOf('0.1.0', undefined, 'major'),
    ],
    [undefined, undefined, undefined, undefined],
  );
});

test('command line and message packages have the version of the newest release of the changelog', (t) => {
  const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8');
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const [, released] = /^## (\d\S*):/m.exec(read('CHANGELOG.md')) ?? [];
  t.is(version, released ?? 'none', 'Set version in package.json.');
});
