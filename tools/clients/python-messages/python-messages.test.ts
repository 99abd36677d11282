// The sources of the Python package; `npm run test:peers -- python-messages` installs and runs it.
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { definitions } from '../messages/runtime/definitions.ts';
import { buildPythonMessages } from './build-python-messages.ts';

const root = path.join(import.meta.dirname, '../../..');

test('the Python package has every message of the contracts, and its page the program', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'python-messages-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const { sources, wheel } = await buildPythonMessages({ root, folder });
  if ('missing' in wheel) t.regex(wheel.missing, /^No wheel was built, because python3 .+\.$/);
  const code = globSync('covenant_messages/*.py', { cwd: sources }).map((file) =>
    readFileSync(path.join(sources, file), 'utf8'),
  );
  const names = code.flatMap((each) => [...each.matchAll(/Definition\(\n {4}name="([^"]+)"/g)].map(([, name]) => name));
  t.deepEqual(names.toSorted(), Object.keys(definitions).toSorted());
  const program = readFileSync(path.join(import.meta.dirname, 'program.py'), 'utf8').trim();
  t.true(readFileSync(path.join(sources, 'README.md'), 'utf8').includes(program));
});
