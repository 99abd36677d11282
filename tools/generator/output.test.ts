import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { differences, write } from './output.ts';

test('the output names a changed, a missing and a stray file, and replaces them without touching others', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'output-'));
  t.teardown(() => rmSync(root, { recursive: true }));
  const files = new Map([
    ['made/a.ts', 'a\n'],
    ['made/deep/b.ts', 'b\n'],
    ['made/c.ts', 'c\n'],
  ]);
  const output = { root, folders: ['made'], files };
  write(output);
  t.deepEqual(differences(output), []);
  writeFileSync(join(root, 'made/a.ts'), 'a\r\n');
  rmSync(join(root, 'made/deep/b.ts'));
  writeFileSync(join(root, 'made/deep/stray.ts'), '');
  writeFileSync(join(root, 'outside.ts'), '');
  utimesSync(join(root, 'made/c.ts'), 1, 1);
  t.deepEqual(differences(output), [
    'made/a.ts differs',
    'made/deep/b.ts differs',
    'made/deep/stray.ts is made by nothing',
  ]);
  write(output);
  t.deepEqual(differences(output), []);
  t.deepEqual(
    [readFileSync(join(root, 'made/a.ts'), 'utf8'), statSync(join(root, 'made/c.ts')).mtimeMs],
    ['a\n', 1000],
  );
});
