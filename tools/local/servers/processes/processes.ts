// Our processes of the operating system: starting one, knowing it again later, ending it with all its children.
// What keeps them alive is next door in supervise.ts.
import { spawn } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../failure.ts';
import { isEnded, statOf } from './process-stat.ts';
import type { Exit, Program, Running } from './program.ts';
import { launchThread } from './threads.ts';
import { descendantsOf, workingIn } from './watching.ts';

export type { Exit, Program, Running } from './program.ts';

type PidRecord = { readonly pid: number; readonly started: string };

const logRotateBytes = 16 * 1024 * 1024;

/**
 * Starts a program in a separate process group, so that a terminal's Ctrl-C reaches only us and we stop in order; with
 * `threads`, one that may be a thread as one.
 */
export async function launch(program: Program, dir: string, threads = false): Promise<Running> {
  const [command, ...args] = program.command;
  const file = findProgram(command);
  if (file === undefined) throw Failure.missingProgram(program.name, command, program.package ?? command);
  const logFile = logFileOf(dir, program.name);
  mkdirSync(path.dirname(logFile), { recursive: true });
  rotate(logFile);
  const log = openSync(logFile, 'a', 0o600);
  if (threads && program.mayBeThread) {
    closeSync(log);
    return launchThread(program, logFile);
  }
  const child = spawn(file, args, {
    detached: true,
    stdio: ['ignore', log, log],
    env: program.env ?? process.env,
    cwd: program.cwd ?? dir,
  });
  closeSync(log);
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: 127, signal: null }));
  });
  if (child.pid === undefined) throw Failure.notStarted(program.name, file);
  remember(dir, program.name, child.pid);
  const { pid } = child;
  return {
    pid,
    logFile,
    signal: (signal) => void killGroup(pid, signal),
    exited: exited.then(async (exit) => {
      await endGroup(pid);
      forget(dir, program.name, pid);
      return exit;
    }),
  };
}

/** What the leader left of its group: nothing of it is worth waiting for politely. */
async function endGroup(pid: number): Promise<void> {
  for (let round = 0; round < 200 && killGroup(pid, 'SIGKILL') && groupLives(pid); round++) await pause(10);
}

/** A group can be signalled as long as one of its dead has not been collected, which is not our business. */
function groupLives(group: number): boolean {
  return readdirSync('/proc').some((name) => {
    const fields = /^\d+$/.test(name) ? statOf(Number(name)) : undefined;
    return fields !== undefined && !isEnded(fields) && Number(fields[2]) === group;
  });
}

/**
 * Asks politely, then insists; returns when the whole group is gone, and of what is not asked at all its helpers in
 * other groups, too.
 */
export async function end(running: Running, signal: NodeJS.Signals, timeoutMs = 20_000): Promise<void> {
  const isOwn = running.pid === process.pid;
  const family = signal === 'SIGKILL' && !isOwn ? await killDescendants(running.pid) : [];
  running.signal(signal);
  const late = setTimeout(() => running.signal('SIGKILL'), timeoutMs);
  await running.exited;
  clearTimeout(late);
  // Erlang gives each program that it runs a separate group: such a one would end by itself, but a moment later.
  await endAll(() => family.filter(isSame).map(({ pid }) => pid));
}

/**
 * A part and its family stand still first, so that none of them starts another process between this reading and the
 * end, which would then have no parent to be found by: a broker that is ended while it boots may just be starting a
 * second Erlang. While their parents stand still, no other program can get these pids.
 */
async function killDescendants(pid: number): Promise<readonly PidRecord[]> {
  const family = (await stoppedDescendantsOf(pid)).map(recordOf);
  for (const each of family) sendSignal(each.pid, 'SIGKILL');
  return family;
}

async function stoppedDescendantsOf(pid: number): Promise<readonly number[]> {
  for (let [round, still] = [0, 0]; ; round++) {
    const descendants = descendantsOf(pid);
    const running = [pid, ...descendants].filter((each) => !isStopped(each));
    still = running.length === 0 ? still + 1 : 0;
    // Twice, since a process that was just being started is not among those that the first reading found.
    if (still === 2 || round === 200) return descendants;
    for (const each of running) sendSignal(each, 'SIGSTOP');
    await pause(1);
  }
}

/** By a signal or by a debugger. */
function isStopped(pid: number): boolean {
  const fields = statOf(pid);
  return fields === undefined || isEnded(fields) || fields[0] === 'T' || fields[0] === 't';
}

/** Ends what an earlier run left behind when it was killed. A pid that another program got since is left alone. */
export async function endLeftovers(dir: string): Promise<readonly string[]> {
  const folder = pidFolder(dir);
  const ended = await Promise.all(
    readdirSafely(folder).map(async (file) => {
      const record = readRecord(path.join(folder, file));
      const alive = record !== undefined && isSame(record);
      if (alive) await endByRecord(record);
      rmSync(path.join(folder, file), { force: true });
      return alive ? path.basename(file, '.json') : undefined;
    }),
  );
  return ended.filter((name) => name !== undefined).sort();
}

async function endByRecord(record: PidRecord): Promise<void> {
  for (const [signal, rounds] of [['SIGTERM', 100] as const, ['SIGKILL', 50] as const]) {
    killGroup(record.pid, signal);
    // It may stand still, where the run was killed while it ended its parts.
    killGroup(record.pid, 'SIGCONT');
    for (let round = 0; round < rounds && isSame(record); round++) await pause(50);
  }
}

/** A pid alone may name another program by now; with its start time it cannot. */
export const isSame = (record: PidRecord): boolean => startTime(record.pid) === record.started;

export const recordOf = (pid: number): PidRecord => ({ pid, started: startTime(pid) ?? '' });

export function readRecord(file: string): PidRecord | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('started' in value)) return undefined;
    return typeof value.pid === 'number' && typeof value.started === 'string' && value.started !== ''
      ? { pid: value.pid, started: value.started }
      : undefined;
  } catch {
    return undefined;
  }
}

function startTime(pid: number): string | undefined {
  const fields = statOf(pid);
  return fields === undefined || isEnded(fields) ? undefined : fields[19];
}

/** False when the group is already gone. */
export function killGroup(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** Ends these processes and all that descend from them at once, whatever group or session they have made themselves. */
export function killFamilies(pids: readonly number[]): void {
  for (const pid of [...descendantsOf(...pids), ...pids]) sendSignal(pid, 'SIGKILL');
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended meanwhile.
  }
}

/** Ends the processes that work in a folder and were left by the one that started them; returns when they are gone. */
export const endStrays = (program: string, folder: string): Promise<void> => endAll(() => workingIn(program, folder));

/** Until none is left; for ten seconds at most. */
async function endAll(living: () => readonly number[]): Promise<void> {
  for (let round = 0; round < 500; round++) {
    const pids = living();
    if (pids.length === 0) return;
    killFamilies(pids);
    await pause(20);
  }
}

/** The processes that `launch` wrote down and that still live. */
export function launchedIn(dir: string): readonly number[] {
  return readdirSafely(pidFolder(dir)).flatMap((file) => {
    const record = readRecord(path.join(pidFolder(dir), file));
    return record !== undefined && isSame(record) ? [record.pid] : [];
  });
}

export function findProgram(name: string): string | undefined {
  const folders = name.includes('/') ? [''] : (process.env.PATH ?? '').split(path.delimiter);
  const files = folders.map((folder) => (folder === '' ? name : path.join(folder, name)));
  return files.find((file) => {
    const found = statSync(file, { throwIfNoEntry: false });
    return found?.isFile() === true && (found.mode & 0o111) !== 0;
  });
}

export const logFileOf = (dir: string, name: string) => path.join(dir, 'log', `${name}.log`);

/** The last lines of a log, for the sentence that says why a part failed. */
export function lastLines(file: string, count: number): readonly string[] {
  try {
    const text = readFileSync(file, 'utf8').slice(-16_384);
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(-count);
  } catch {
    return [];
  }
}

function rotate(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > logRotateBytes) renameSync(file, `${file}.1`);
}

const pidFolder = (dir: string) => path.join(dir, 'pids');

/**
 * So that the next run can end it when this one is killed before it does; hence without a moment between start and
 * record.
 */
export function remember(dir: string, name: string, pid: number): void {
  mkdirSync(pidFolder(dir), { recursive: true });
  writeFileSync(path.join(pidFolder(dir), `${name}.json`), JSON.stringify(recordOf(pid)));
}

function forget(dir: string, name: string, pid: number): void {
  const file = path.join(pidFolder(dir), `${name}.json`);
  if (readRecord(file)?.pid === pid || readRecord(file) === undefined) rmSync(file, { force: true });
}

function readdirSafely(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((file) => file.endsWith('.json'));
  } catch {
    return [];
  }
}
