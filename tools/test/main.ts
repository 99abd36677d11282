// `npm test`: the static checks, then the tests of the product on one set of real servers, which end with the run
// whatever happens.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { keepCompiled } from '../command-line/compile-cache.ts';
import { answerHelp } from '../command-line/options.ts';
import { printFailure } from '../local/servers/progress.ts';
import { ava } from './ava.ts';
import { finished } from './finished.ts';
import { testFolder } from './folder.ts';
import { keepInMemory, removeFolder } from './memory-folder.ts';
import { bundlePrograms } from './programs.ts';
import { startReaper } from './reaper.ts';
import { cpuMsSoFar, type FileSeconds, readSeconds, reportSeconds } from './seconds.ts';
import { chooseTests } from './selection/selection.ts';
import { serversOnDemand } from './servers-on-demand.ts';
import { shareThreads } from './threads/sharing.ts';

const usage = `Usage: npm test [-- --fast | --consumers | --judges | FILE ...]

Without arguments: npm run check, then the tests of the product, on servers of its own (about 12 minutes on two cores).

  --fast       npm run check, the tests that need no server, and those that your change touches (some 90 seconds)
  --consumers  the tests of what consumers get: pages in a browser, installed packages, the command line; also
               npm run test:consumers
  --judges     the tests of the judges: review, conformance, mock, mutations, peers; also npm run test:judges
  FILE ...     those files, such as services/lib/work/leases.test.ts or 'tools/**/*.test.ts', without the checks; only
               the servers that they use are started; options of ava may stand beside them

  FAULTS=all                    more kills, from fixed seeds and a random one, and more requests; npm run test:faults
                                asks for those alone
  COVENANT_TEST_ENGINE=docker   labs of the tests on this machine's Docker instead of a Podman of their own`;

answerHelp(usage);
/**
 * Random requests for each part of an operation beside openapi-backend, whose comparison is a tenth of all pure tests
 * otherwise.
 */
const fewerDraws = { FAST_CHECK_RUNS: process.env.FAST_CHECK_RUNS ?? '10' };
const root = path.join(import.meta.dirname, '../..');
keepCompiled(path.join(root, 'run'));
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort(signal));

process.exitCode = await run().catch((error: unknown) => {
  if (!stopping.signal.aborted) printFailure(error);
  return 1;
});

async function run(): Promise<number> {
  const began = performance.now();
  const { files, isChecked, isWhole, leftOut } = chooseTests(root, process.argv.slice(2));
  const dir = await testFolder();
  keepInMemory(dir);
  const reaper = startReaper();
  const servers = await serversOnDemand(dir, stopping.signal);
  let report: (() => string) | undefined;
  try {
    const started = isWhole ? servers.startAll() : Promise.resolve();
    const bundled = isWhole || files.some((file) => file.includes('*')) ? bundles() : Promise.resolve({});
    bundled.catch(() => undefined);
    started.catch(() => undefined); // it is awaited below
    if (isChecked && (await check()) !== 0) return 1;
    await started;
    const programs = await bundled;
    const record = path.join(dir, 'seconds.jsonl');
    const env = {
      ...process.env,
      COVENANT_TEST_SERVERS: servers.url,
      COVENANT_TEST_FOLDER: dir,
      COVENANT_TEST_SECONDS: record,
      ...programs,
      ...(isChecked && !isWhole ? fewerDraws : {}),
    };
    const { code } = await ava({
      root,
      env,
      files: isChecked ? shareThreads(root, files, path.join(dir, 'threads')) : files,
      signal: stopping.signal,
    });
    const [all, tookMs] = [readSeconds(root, record), performance.now() - began];
    if (isChecked || isWhole) report = () => secondsOf(all, tookMs);
    if (leftOut.length > 0) console.log(`Also affected, but run only by the full npm test: ${leftOut.join(' ')}`);
    return code;
  } finally {
    await servers.stop();
    forget(dir);
    reaper.dismiss();
    // After the servers have ended: until then their time is not counted.
    if (report !== undefined) console.log(report());
  }
}

/** For a run of many files: they are worth some thirty starts of a role. */
async function bundles(): Promise<NodeJS.ProcessEnv> {
  return { COVENANT_TEST_PROGRAMS: await bundlePrograms(root, path.join(root, 'run/programs')) };
}

function check(): Promise<number> {
  const child = spawn(process.execPath, ['tools/check/main.ts'], { cwd: root, stdio: 'inherit' });
  return finished(child, stopping.signal);
}

function secondsOf(all: readonly FileSeconds[], tookMs: number): string {
  const list = path.join('run', 'test-seconds.txt');
  mkdirSync(path.join(root, 'run'), { recursive: true });
  return reportSeconds(all, { tookMs, cpuMs: cpuMsSoFar() }, { root, list });
}

/** What cannot be removed now is removed by the next run; it changes nothing of what the tests found. */
function forget(dir: string): void {
  try {
    removeFolder(dir);
  } catch (error) {
    console.error(`${dir} is still there: ${error}`);
  }
}
