// One run of ava: its output is shown as it comes and kept, and it ends, whatever its tests leave behind.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { finished } from './finished.ts';
import { endAbandoned } from './folder.ts';
import { withoutThreads } from './threads/sharing.ts';

export type AvaRun = {
  readonly code: number;
  readonly output: string;
  /** Given up since it did not end by itself. */
  readonly cutShort: boolean;
};

export type AvaOptions = {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** None: every file that package.json names. */
  readonly files: readonly string[];
  readonly signal: AbortSignal;
  readonly withinMs?: number;
  /** Where its output is shown. */
  readonly screen?: Screen;
};

export type Screen = { readonly out: (text: string) => void; readonly err: (text: string) => void };

const terminal: Screen = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
};

/** Far beyond a whole run on a slow machine: a run that hangs should say where, not hang anyone who waits for it. */
const longestRunMs = 45 * 60_000;
const lastWordsMs = 10_000;

export async function ava(options: AvaOptions): Promise<AvaRun> {
  const { root, env, files, signal, withinMs = longestRunMs, screen = terminal } = options;
  const command = path.join(root, 'node_modules', '.bin', 'ava');
  const color = process.stdout.isTTY ? ['--color'] : ['--no-color'];
  // Killed, we pass on no signal; the tests would go on, on servers that no one ends.
  const withUs = ['--pdeathsig', 'KILL', process.execPath];
  const child = spawn('setpriv', [...withUs, command, ...color, ...files], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  let output = '';
  for (const [from, show] of [[child.stdout, screen.out] as const, [child.stderr, screen.err] as const])
    from.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      show(withoutThreads(text));
    });
  const drained = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let cutShort = false;
  const limit = setTimeout(() => {
    cutShort = true;
    screen.err(`\nGiven up after ${withinMs / 60_000} minutes. What was still running:\n`);
    child.kill('SIGINT'); // ava prints which tests are pending
    setTimeout(() => child.kill('SIGKILL'), lastWordsMs).unref();
  }, withinMs);
  const code = await finished(child, signal);
  clearTimeout(limit);
  await Promise.race([drained, pause(1000, undefined, { ref: false })]);
  // What came while this process had no time.
  await new Promise((resolve) => setImmediate(resolve));
  child.stdout.destroy();
  child.stderr.destroy();
  // Files that were cut off, by ava or with it, have ended none of their servers.
  await endAbandoned();
  return { code: cutShort ? 1 : code, output, cutShort };
}
