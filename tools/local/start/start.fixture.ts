// Starts of the whole system for tests, as a terminal makes them: a separate process group, and a Ctrl-C reaches all of
// it.
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import type { ExecutionContext } from 'ava';
import { findProgram, killFamilies } from '../servers/processes/processes.ts';

export type Start = {
  readonly pid: number;
  readonly child: ChildProcess;
  /** What it has printed so far, errors included. */
  output(): string;
  /** The output once it holds this. Refused when the start ends first, or after three minutes. */
  prints(pattern: RegExp): Promise<string>;
  /** As the terminal sends it: to every process of the foreground. */
  signal(signal: NodeJS.Signals): void;
  /** Its exit code; null when a signal ended it. Refused when it still runs after two minutes. */
  ended(): Promise<number | null>;
};

type Around = { readonly cwd: string; readonly env: NodeJS.ProcessEnv };

const printsWithinMs = 400_000;
const endsWithinMs = 240_000;

/** Whatever still runs when the test is over is ended, with all that lives in `folder`. */
export function begin(
  t: Pick<ExecutionContext, 'teardown'>,
  [file, ...args]: readonly [string, ...string[]],
  { cwd, env }: Around,
  folder: string,
): Start {
  // When this test is killed, no one else would end a group that no terminal knows.
  const command = ['--pdeathsig', 'INT', file, ...args];
  const child = spawn(findProgram('setpriv') ?? 'setpriv', command, {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const listeners = new Set<() => void>();
  let output = '';
  let isOver = false;
  const collect = (chunk: Buffer | string) => {
    output += chunk;
    for (const listen of listeners) listen();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  child.once('close', () => {
    isOver = true;
    collect('');
  });
  const until = <T>(what: string, withinMs: number, check: () => T | undefined): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const give = (word: string) => reject(new Error(`${word} (waited for ${what}):\n${output}`));
    const late = setTimeout(() => give(`Not within ${withinMs / 1000} s`), withinMs);
    const listen = () => {
      const found = check();
      if (found !== undefined) resolve(found);
      else if (isOver) give('It ended first');
    };
    listeners.add(listen);
    listen();
    return promise.finally(() => {
      clearTimeout(late);
      listeners.delete(listen);
    });
  };
  const start: Start = {
    pid: child.pid ?? 0,
    child,
    output: () => output,
    prints: (pattern) => until(String(pattern), printsWithinMs, () => (pattern.test(output) ? output : undefined)),
    signal: (signal) => void (isOver || process.kill(-(child.pid ?? 0), signal)),
    ended: async () => {
      await until('its end', endsWithinMs, () => isOver || undefined);
      return child.exitCode;
    },
  };
  t.teardown(() => killFamilies(livingIn(folder)));
  return start;
}

/**
 * The processes whose working folder, command or environment names a folder: all of a start, whichever processes are
 * their parents by now.
 */
export function livingIn(folder: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(Number)
    .filter((pid) =>
      [cwdOf(pid), textOf(pid, 'cmdline'), textOf(pid, 'environ')].some((text) => text.includes(folder)),
    );
}

/** The same with names, for a message that says what was left. */
export const commandsIn = (folder: string): readonly string[] =>
  livingIn(folder).map((pid) => `${pid} ${textOf(pid, 'cmdline').replaceAll('\0', ' ')}`);

const cwdOf = (pid: number) => orNothing(() => readlinkSync(`/proc/${pid}/cwd`));
const textOf = (pid: number, file: string) => orNothing(() => readFileSync(`/proc/${pid}/${file}`, 'latin1'));

function orNothing(read: () => string): string {
  try {
    return read();
  } catch {
    return ''; // it ended meanwhile
  }
}

/** What `launch` wrote down of a part that runs. */
export function partPid(dir: string, name: string): number {
  const record = JSON.parse(readFileSync(path.join(dir, 'pids', `${name}.json`), 'utf8')) as { readonly pid: number };
  return record.pid;
}
