// The runner ends also when tests do not: toys stand in for ava, since this file runs in it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { ava } from './ava.ts';

function toy(t: ExecutionContext, script: string): string {
  const root = mkdtempSync(path.join(tmpdir(), 'covenant-ava-'));
  t.teardown(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(path.join(root, 'node_modules', '.bin'), { recursive: true });
  writeFileSync(path.join(root, 'node_modules', '.bin', 'ava'), script);
  return root;
}

/** Without a word on the screen: a toy's output would stand in the report of this run. */
const run = (root: string, { withinMs = 60_000, signal = new AbortController().signal } = {}) =>
  ava({ root, env: process.env, files: ['a.test.ts'], signal, withinMs, screen: { out() {}, err() {} } });

test('ava passes on the output and the exit code', async (t) => {
  const root = toy(t, `console.log(process.argv.slice(2).join(' ')); process.exitCode = 3;`);
  const { code, output, cutShort } = await run(root);
  t.deepEqual(
    { code, cutShort, last: output.trim().split(' ').at(-1) },
    { code: 3, cutShort: false, last: 'a.test.ts' },
  );
});

test('ava ends although an orphan holds the output', async (t) => {
  const root = toy(
    t,
    `const { spawn } = require('node:child_process');
     const orphan = spawn('sleep', ['600'], { detached: true, stdio: 'inherit' });
     console.log('orphan', orphan.pid);
     orphan.unref();
     process.exit(0);`,
  );
  const { code, output } = await run(root);
  process.kill(Number(output.trim().split(' ')[1]), 'SIGKILL');
  t.is(code, 0);
});

test('ava cuts a run that does not end, after a SIGINT with the reason, and reports a failure', async (t) => {
  const root = toy(
    t,
    `process.on('SIGINT', () => { console.log('pending'); process.exit(0); }); console.log('up'); setInterval(() => {}, 1e6);`,
  );
  // Again with more time where the toy was not up yet.
  let cut = await run(root, { withinMs: 1_000 });
  for (let withinMs = 2_000; cut.output === ''; withinMs *= 2) cut = await run(root, { withinMs });
  t.deepEqual(cut, { code: 1, cutShort: true, output: 'up\npending\n' });
});

test('ava ends a run that is stopped', async (t) => {
  const root = toy(t, `process.on('SIGTERM', () => process.exit(7)); console.log('up'); setInterval(() => {}, 1e6);`);
  const stop = new AbortController();
  const running = ava({
    ...{ root, env: process.env, files: [], signal: stop.signal },
    screen: { out: () => stop.abort(), err() {} },
  });
  t.deepEqual(await running, { code: 7, cutShort: false, output: 'up\n' });
});
