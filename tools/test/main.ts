// `npm test`: the static checks, then every test file on one set of real servers, which end with the run whatever happens.
// Arguments are passed on to ava (`npm test -- services/kit`); then only the files that they name run, without the checks.
import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { keepCompiled } from '../command-line/compile-cache.ts';
import { answerHelp } from '../command-line/options.ts';
import { type EngineOnDemand, engineOnDemand } from '../embedded/engine-on-demand.ts';
import { type Parts, startParts } from '../embedded/parts.ts';
import { printFailure } from '../embedded/progress.ts';
import { testFolder } from '../embedded/test-folder.ts';
import { type AvaRun, ava } from './ava.ts';
import { failedFiles } from './failed-files.ts';
import { finished } from './finished.ts';
import { postWatchman } from './reaper.ts';

const usage = `Usage: npm test [-- FILE ...]

Without files: npm run check, then every test, on servers of its own (some 15 minutes on two cores). With files, such as
services/kit/leases.test.ts or 'tools/**/*.test.ts': those alone, without the checks; options of ava may stand beside them.

  FAULTS=all                    more kills, from fixed seeds and a random one; npm run test:faults asks for them alone
  COVENANT_TEST_ENGINE=docker   labs of the tests on this machine's Docker instead of a Podman of their own`;

answerHelp(usage);
const root = path.join(import.meta.dirname, '../..');
keepCompiled(path.join(root, 'run'));
/** A file that fails under a busy machine is asked once more, alone; that it was is said. More than these are no accident. */
const mostTriedAgain = 5;
const named = process.argv.slice(2);
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort(signal));

process.exitCode = await run().catch((error: unknown) => {
  if (!stopping.signal.aborted) printFailure(error);
  return 1;
});

async function run(): Promise<number> {
  if (named.length === 0) {
    const checked = await finished(
      spawn(process.execPath, ['tools/check/main.ts'], { cwd: root, stdio: 'inherit' }),
      stopping.signal,
    );
    if (checked !== 0) return checked;
  }
  const dir = await testFolder();
  const watchman = postWatchman();
  let parts: Parts | undefined;
  let labs: EngineOnDemand | undefined;
  try {
    parts = await startParts({ dir, durable: false, signal: stopping.signal });
    labs = await engineOnDemand(dir);
    if (named.length === 0) labs.begin();
    return await runTests(dir, parts, labs);
  } finally {
    await labs?.stop();
    await parts?.stop();
    forget(dir);
    watchman.dismiss();
  }
}

/** What cannot be removed now is removed by the next run; it changes nothing of what the tests found. */
function forget(dir: string): void {
  try {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  } catch (error) {
    console.error(`${dir} is still there: ${error}`);
  }
}

async function runTests(dir: string, parts: Parts, labs: EngineOnDemand): Promise<number> {
  const facts = path.join(dir, 'parts.json');
  writeFileSync(facts, JSON.stringify(parts.facts), { mode: 0o600 });
  const env = { ...process.env, COVENANT_PARTS: facts, COVENANT_ENGINE: labs.url };
  const first = await ava({ root, env, files: named, signal: stopping.signal });
  const files = failedFiles(first.output, root);
  if (first.code === 0 || !isWorthAnotherTry(first, files)) return first.code;
  console.log(`\nTried once more, alone: ${files.join(', ')}`);
  const second = await ava({ root, env, files, signal: stopping.signal });
  if (second.code === 0) console.log(`\nPassed at the second try: ${files.join(', ')}`);
  return second.code;
}

/** The fault matrix looks for what happens rarely: there a second try would hide what was found. */
function isWorthAnotherTry(first: AvaRun, files: readonly string[]): boolean {
  if (process.env.FAULTS === 'all' || stopping.signal.aborted || first.cutShort) return false;
  return files.length > 0 && files.length <= mostTriedAgain;
}
