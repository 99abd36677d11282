// Benchmark "judges": how long the review of two commits takes, and the conformance run of the analytics contract against a whole installation.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Bench } from './bench.ts';
import { goalLine, median, table } from './figures.ts';
import { installed } from './installation.ts';

const root = path.join(import.meta.dirname, '../..');
const reviewRounds = 3;

export const judges: Bench = {
  name: 'judges',
  async run({ dir, print, signal }) {
    const bases = ['HEAD~1', 'HEAD~20'].filter(exists);
    const reviews: [string, number, number][] = [];
    for (const base of bases) {
      const rounds: Taken[] = [];
      for (let round = 0; round < reviewRounds; round++)
        rounds.push(
          await timed(['tools/judges/review/main.ts', '--base', base, '--head', 'HEAD', '--format', 'json'], signal),
        );
      reviews.push([
        base,
        median(rounds.map(({ seconds }) => seconds)),
        median(rounds.map(({ cpuSeconds }) => cpuSeconds)),
      ]);
    }
    print(table(['review of HEAD against', 's', 'CPU s'], reviews));
    for (const [base, measured] of reviews)
      print(goalLine({ what: `review against ${base}, s`, measured, sign: '<', goal: 3 }));
    if (reviews.length === 0) print('No review is timed: there is no commit before this one.');

    const run = path.join(dir, 'run');
    print('\nBringing up an installation for the conformance run ...');
    await using installation = await installed(run, signal);
    const endpoints = ['--endpoints', installation.endpoints];
    const measured = await timed(['tools/judges/conformance/main.ts', '--target', 'analytics', ...endpoints], signal);
    print(
      goalLine({
        what: 'conformance of the analytics contract at its usual depth, s',
        measured: measured.seconds,
        sign: '<',
        goal: 60,
      }),
    );
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
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  const seconds = (performance.now() - started) / 1000;
  if (code !== 0 && code !== 1) throw new Error(`${args.join(' ')} ended with ${code}: ${errors}`);
  if (code === 1 && !args.includes('json')) console.log(`It found something:\n${output.slice(0, 2_000)}`);
  const cpu = errors.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
  return { seconds, cpuSeconds: cpu.reduce((sum, each) => sum + each, 0) };
}
