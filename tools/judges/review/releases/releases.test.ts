import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { releasesOf } from './releases.ts';

const root = join(import.meta.dirname, '../../../..');

test('spec/releases.json has what the review finds between the newest releases', async (t) => {
  const found = await releasesOf(root);
  if (found === undefined) return t.pass('The history of this clone does not reach the newest releases.');
  const written: unknown = JSON.parse(readFileSync(join(root, 'spec/releases.json'), 'utf8'));
  t.deepEqual(written, found, 'npm run review -- --releases writes it');
});
