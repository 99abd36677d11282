// What the npm commands promise before anything of the project runs.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';

const root = path.join(import.meta.dirname, '../..');

test('the project runs on the Node that its lock file names', (t) => {
  t.is(execFileSync(path.join(root, 'node_modules/.bin/node'), ['-v'], { encoding: 'utf8' }).trim(), 'v26.10.0');
});

/**
 * In which folders packages are installed for a purpose, the first time and the second, on a checkout whose npm only
 * writes down where it was called.
 */
function installed(t: ExecutionContext, purpose: string): readonly [string[], string[]] {
  const checkout = mkdtempSync(path.join(os.tmpdir(), 'bootstrap-'));
  t.teardown(() => rmSync(checkout, { recursive: true, force: true }));
  mkdirSync(path.join(checkout, 'tools/bootstrap'), { recursive: true });
  for (const name of ['bootstrap.mjs', 'bootstrap/debian.mjs', 'bootstrap/stamp.mjs'])
    copyFileSync(path.join(root, 'tools', name), path.join(checkout, 'tools', name));
  mkdirSync(path.join(checkout, 'tools/generator/policies'), { recursive: true });
  for (const folder of ['.', 'tools', 'tools/generator/policies'])
    writeFileSync(path.join(checkout, folder, 'package-lock.json'), '{}');
  const calls = path.join(checkout, 'calls');
  const npm = path.join(checkout, 'npm.cjs');
  writeFileSync(
    npm,
    `const fs = require('node:fs'), cwd = process.cwd();
fs.appendFileSync(${JSON.stringify(calls)}, cwd + '\\n');
fs.mkdirSync(cwd + '/node_modules/.bin', { recursive: true });
fs.symlinkSync(${JSON.stringify(process.execPath)}, cwd + '/node_modules/.bin/node');`,
  );
  const run = () => {
    writeFileSync(calls, '');
    const env = { ...process.env, npm_execpath: npm };
    execFileSync(process.execPath, ['tools/bootstrap.mjs', purpose], { cwd: checkout, env, stdio: 'ignore' });
    const folders = readFileSync(calls, 'utf8').trim().split('\n').filter(Boolean);
    return folders.map((each) => path.relative(checkout, each) || '.');
  };
  return [run(), run()];
}

test('npm waits once for the packages of generator and linters, and only for commands that use them', (t) => {
  for (const purpose of ['review', 'mock', 'conformance']) t.deepEqual(installed(t, purpose), [['.'], []], purpose);
  t.deepEqual(installed(t, 'generate'), [['.', 'tools', 'tools/generator/policies'], []]);
});
