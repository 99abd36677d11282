import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { fullFolders } from './full-folders.ts';

test('npm run check names each folder with more than 25 files that are written by hand', (t) => {
  const root = mkdtempSync(path.join(tmpdir(), 'folders-'));
  t.teardown(() => rmSync(root, { recursive: true }));
  const sizes = {
    'services/small': 25,
    'services/full': 26,
    'services/full/inside': 25,
    'spec/pages': 27,
    'spec/decisions': 26,
    'adapters/store/sql': 26,
    'tools/fixtures/generated/tiny': 26,
    'tools/node_modules/some': 26,
    'run/log': 26,
  };
  for (const [folder, count] of Object.entries(sizes)) {
    mkdirSync(path.join(root, folder), { recursive: true });
    for (let n = 0; n < count; n += 1) writeFileSync(path.join(root, folder, `${n}.ts`), '');
  }
  t.deepEqual(fullFolders(root), [
    { folder: 'spec/pages', count: 27 },
    { folder: 'services/full', count: 26 },
  ]);
});
