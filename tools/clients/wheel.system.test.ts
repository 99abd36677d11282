// Both Python packages as wheels, built as `npm run package` does. Installed and run they are by `npm run test:peers --
// python-client python-messages`. Where hatchling is missing, the log says so and nothing is tried.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { buildPython } from './python/build-python.ts';
import { buildPythonMessages } from './python-messages/build-python-messages.ts';

const root = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);

/**
 * What an installed wheel says of itself: its version, the packages that it needs, and whether its types are for
 * others.
 */
const reading = `import json, sys, importlib.metadata as metadata
sys.path[:] = [sys.argv[1]]
found = metadata.distribution(sys.argv[2])
files = [str(file) for file in found.files]
typed = [file for file in files if file.endswith('py.typed')]
print(json.dumps([found.version, found.requires, typed, sum(file.endswith('.py') for file in files) > 5]))`;

const packages = [
  {
    name: 'covenant',
    build: buildPython,
    needs: ['httpx<0.29,>=0.27', "websockets<18,>=15; extra == 'live'"],
    typed: ['covenant/py.typed'],
  },
  {
    name: 'covenant-messages',
    build: buildPythonMessages,
    needs: ['aio-pika>=9.4', "typing-extensions>=4.0; python_version < '3.11'"],
    typed: ['covenant_messages/py.typed'],
  },
] as const;

for (const { name, build, needs, typed } of packages)
  test(`the wheel of ${name} has modules that compile, its types and what it needs`, async (t) => {
    t.timeout(120_000);
    const folder = mkdtempSync(path.join(tmpdir(), 'wheel-'));
    t.teardown(() => rmSync(folder, { recursive: true }));
    const { version, wheel } = await build({ root, folder });
    if ('missing' in wheel) {
      t.log(`not tried: ${wheel.missing}`);
      return t.pass();
    }
    t.is(path.basename(wheel.file), `${name.replace('-', '_')}-${version}-py3-none-any.whl`);
    const site = path.join(folder, 'site');
    await run('python3', ['-m', 'zipfile', '-e', wheel.file, site]);
    await run('python3', ['-m', 'compileall', '-q', site]);
    const { stdout } = await run('python3', ['-c', reading, site, name]);
    t.deepEqual(JSON.parse(stdout), [version, needs, typed, true]);
  });

test('a package that is named and has no wheel ends with exit code 1 and the reason', async (t) => {
  t.timeout(60_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'no-wheel-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const main = path.join(import.meta.dirname, 'main.ts');
  // No folder of the PATH has a python3.
  const ran = run(process.execPath, [main, '--out', folder, 'python-messages'], { env: { PATH: folder } });
  const { code, stderr } = await t.throwsAsync<Error & { readonly code: number; readonly stderr: string }>(ran);
  t.is(code, 1);
  t.regex(stderr, /^covenant-messages .* No wheel was built, because python3 is not on this machine\.$/m);
});
