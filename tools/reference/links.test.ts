// Links and numbers of decisions, in a folder of planted pages.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { brokenLinks, unknownDecisions } from './links.ts';

const planted = {
  'README.md':
    '[here](spec/README.md#part) [gone](spec/gone.md) [out](https://example.com) [below](#part)\n\n```sh\n[x](y)\n```\n',
  'spec/README.md': '[up](../README.md) [decision 5](decisions/) and decision 6\n',
  'spec/decisions/005-sales-files.md': '---\nstatus: accepted\n---\n# 5. What is a file?\n',
  'services/upload.ts': '// Decisions 5, 7 and 8.\n',
};

test('lint-pages names a broken link and a decision that does not exist', (t) => {
  const root = mkdtempSync(path.join(tmpdir(), 'covenant-links-'));
  t.teardown(() => rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries(planted)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  t.deepEqual(brokenLinks(root), ['README.md: there is no spec/gone.md']);
  t.deepEqual(unknownDecisions(root), [
    'services/upload.ts: there is no decision 7 in spec/decisions/',
    'services/upload.ts: there is no decision 8 in spec/decisions/',
    'spec/README.md: there is no decision 6 in spec/decisions/',
  ]);
});
