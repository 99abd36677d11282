// What `npm start` and `npm test` promise before anything of the project runs.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import test from 'ava';

const root = path.join(import.meta.dirname, '..');

test('the project runs on the Node that its lock file names', (t) => {
  t.is(execFileSync(path.join(root, 'node_modules/.bin/node'), ['-v'], { encoding: 'utf8' }).trim(), 'v26.10.0');
});
