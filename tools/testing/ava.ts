// One run of ava: its output is shown as it comes and kept, and it ends, whatever its tests leave behind.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

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
};

/** Far beyond a whole run on a slow machine: a run that hangs should say where, not hang whoever waits for it. */
const longestRunMs = 45 * 60_000;
const lastWordsMs = 10_000;

export async function ava({ root, env, files, signal, withinMs = longestRunMs }: AvaOptions): Promise<AvaRun> {
  const command = path.join(root, 'node_modules', '.bin', 'ava');
  const color = process.stdout.isTTY ? ['--color'] : ['--no-color'];
  const child = spawn(process.execPath, [command, ...color, ...files], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  let output = '';
  for (const [from, to] of [[child.stdout, process.stdout] as const, [child.stderr, process.stderr] as const])
    from.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      to.write(text);
    });
  const drained = new Promise<void>((resolve) => child.once('close', () => resolve()));
  // Not `close`: what a test left behind may hold the output open for ever.
  const exited = new Promise<number>((resolve) => child.once('exit', (status) => resolve(status ?? 1)));
  let cutShort = false;
  const limit = setTimeout(() => {
    cutShort = true;
    console.error(`\nGiven up after ${withinMs / 60_000} minutes. What was still running:`);
    child.kill('SIGINT'); // ava tells which tests are pending
    setTimeout(() => child.kill('SIGKILL'), lastWordsMs).unref();
  }, withinMs);
  const pass = () => child.kill('SIGTERM');
  signal.addEventListener('abort', pass);
  const code = await exited;
  clearTimeout(limit);
  signal.removeEventListener('abort', pass);
  await Promise.race([drained, pause(1000, undefined, { ref: false })]);
  child.stdout.destroy();
  child.stderr.destroy();
  return { code: cutShort ? 1 : code, output, cutShort };
}
