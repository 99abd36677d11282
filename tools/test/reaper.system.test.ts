// A test run that is killed, or cut off, leaves no server: programs stand in for the run, for ava and for the server
// that a test file has started.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { isAlive } from '../local/servers/processes/watching.ts';

const module = (file: string) => JSON.stringify(pathToFileURL(path.join(import.meta.dirname, file)).href);

/** Starts a server in a separate folder, as a test file does, and then hangs. */
const toyAva = `
(async () => {
  const { testFolder } = await import(${module('./folder.ts')});
  const { launch } = await import(${module('../local/servers/processes/processes.ts')});
  const dir = await testFolder();
  const { pid } = await launch({ name: 'toy', command: ['sleep', '600'] }, dir);
  console.log(JSON.stringify({ ava: process.pid, server: pid, dir }));
})();
setInterval(() => {}, 1e6);`;

const toyRun = (root: string) => `
import { ava } from ${module('ava.ts')};
import { startReaper } from ${module('reaper.ts')};
const reaper = startReaper();
await ava({ root: ${JSON.stringify(root)}, env: process.env, files: [], signal: new AbortController().signal });
reaper.dismiss();`;

type Facts = { readonly ava: number; readonly server: number; readonly dir: string };

async function begun(t: ExecutionContext): Promise<Facts & { readonly run: ChildProcess }> {
  t.timeout(120_000);
  const root = mkdtempSync(path.join(tmpdir(), 'covenant-run-'));
  t.teardown(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(path.join(root, 'node_modules', '.bin'), { recursive: true });
  writeFileSync(path.join(root, 'node_modules', '.bin', 'ava'), toyAva);
  const run = spawn(process.execPath, ['--input-type=module', '--eval', toyRun(root)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => run.kill('SIGKILL'));
  const [line] = await once(createInterface(run.stdout), 'line');
  return { ...(JSON.parse(line) as Facts), run };
}

/** The test's own time limit is the limit. */
async function untilNothingIsLeft({ ava, server, dir }: Facts): Promise<void> {
  while (isAlive(ava) || isAlive(server) || existsSync(dir)) await pause(50);
}

test('a killed run ends its tests and their servers', async (t) => {
  const all = await begun(t);
  t.true(isAlive(all.server));
  all.run.kill('SIGKILL');
  await untilNothingIsLeft(all);
  t.pass();
});

test('a run whose tests are killed ends only when their servers have', async (t) => {
  const all = await begun(t);
  t.true(isAlive(all.server));
  process.kill(all.ava, 'SIGKILL');
  await once(all.run, 'exit');
  t.deepEqual([isAlive(all.server), existsSync(all.dir)], [false, false]);
});
