// Benchmark "judges": how long the review of two commits takes, and the conformance run of the analytics contract against a whole installation.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import { goalLine, median, table } from './figures.ts';

const root = path.join(import.meta.dirname, '../..');
const reviewRounds = 3;
const startSeconds = 300;

export const judges: Bench = {
  name: 'judges',
  async run({ dir, say, signal }) {
    const bases = ['HEAD~1', 'HEAD~20'].filter(exists);
    const reviews: [string, number, number][] = [];
    for (const base of bases) {
      const rounds: Taken[] = [];
      for (let round = 0; round < reviewRounds; round++)
        rounds.push(
          await timed(['tools/review/main.ts', '--base', base, '--head', 'HEAD', '--format', 'json'], signal),
        );
      reviews.push([
        base,
        median(rounds.map(({ seconds }) => seconds)),
        median(rounds.map(({ cpuSeconds }) => cpuSeconds)),
      ]);
    }
    say(table(['review of HEAD against', 's', 'CPU s'], reviews));
    for (const [base, measured] of reviews)
      say(goalLine({ what: `review against ${base}, s`, measured, sign: '<', goal: 3 }));
    if (reviews.length === 0) say('No review is timed: there is no commit before this one.');

    const run = path.join(dir, 'run');
    say('\nBringing up an installation for the conformance run ...');
    const installation = start(run);
    try {
      await ready(installation, path.join(run, 'endpoints.json'), signal);
      const endpoints = ['--endpoints', path.join(run, 'endpoints.json')];
      const measured = await timed(['tools/conformance/main.ts', '--target', 'analytics', ...endpoints], signal);
      say(
        goalLine({
          what: 'conformance of the analytics contract at its usual depth, s',
          measured: measured.seconds,
          sign: '<',
          goal: 60,
        }),
      );
    } finally {
      await stopped(installation);
    }
  },
};

function exists(commit: string): boolean {
  try {
    execFileSync('git', ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`], { cwd: root, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

type Taken = { readonly seconds: number; readonly cpuSeconds: number };

/** From the start of the command to its end, with the CPU time of all that it started, which bash counts. Findings are no failure of the bench; they are shown. */
async function timed(args: readonly string[], signal: AbortSignal): Promise<Taken> {
  const started = performance.now();
  const command = ['-c', 'TIMEFORMAT="%U %S"; time "$@"', 'bash', process.execPath, ...args];
  const child = spawn('bash', command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], signal });
  const [said, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  const seconds = (performance.now() - started) / 1000;
  if (code !== 0 && code !== 1) throw new Error(`${args.join(' ')} ended with ${code}: ${errors}`);
  if (code === 1 && !args.includes('json')) console.log(`It found something:\n${said.slice(0, 2_000)}`);
  const cpu = errors.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
  return { seconds, cpuSeconds: cpu.reduce((sum, each) => sum + each, 0) };
}

const start = (run: string): ChildProcess =>
  spawn(process.execPath, ['tools/dev.ts', '--engine', 'memory'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, COVENANT_RUN: run },
  });

async function ready(installation: ChildProcess, endpoints: string, signal: AbortSignal): Promise<void> {
  for (
    const deadline = performance.now() + startSeconds * 1000;
    !existsSync(endpoints);
    await pause(200, undefined, { signal })
  ) {
    if (installation.exitCode !== null)
      throw new Error(`The installation ended with ${installation.exitCode} before it was ready.`);
    if (performance.now() > deadline) throw new Error(`The installation was not ready within ${startSeconds} s.`);
  }
}

async function stopped(installation: ChildProcess): Promise<void> {
  if (installation.exitCode !== null || installation.signalCode !== null) return;
  const ended = once(installation, 'exit');
  installation.kill('SIGINT');
  const late = pause(60_000, 'late', { ref: false });
  if ((await Promise.race([ended, late])) === 'late') installation.kill('SIGKILL');
}
