// One start at a time in a folder: who runs it, so that a second start refuses and `npm run stop` finds it.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { frontDoorIn } from './endpoints.ts';
import { Failure } from './failure.ts';
import { killContainers } from './lab-engine/podman-storage.ts';
import { isSame, killFamilies, launchedIn, readRecord, recordOf } from './processes/processes.ts';
import { descendantsOf } from './processes/watching.ts';

const fileIn = (dir: string) => path.join(dir, 'supervisor.json');

/** The process that runs this folder now; a record that a killed one left counts for nothing. */
export function supervisorOf(dir: string): number | undefined {
  const record = readRecord(fileIn(dir));
  return record !== undefined && isSame(record) ? record.pid : undefined;
}

export function claim(dir: string): void {
  mkdirSync(dir, { recursive: true });
  const other = supervisorOf(dir);
  if (other !== undefined && other !== process.pid) throw Failure.alreadyRunning(other, frontDoorIn(dir));
  rmSync(fileIn(dir), { force: true });
  try {
    writeFileSync(fileIn(dir), JSON.stringify(recordOf(process.pid)), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    // Another start wrote it in between.
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw Failure.alreadyRunning(supervisorOf(dir) ?? 0, undefined);
    throw error;
  }
}

export const release = (dir: string) => rmSync(fileIn(dir), { force: true });

/** Everything but the folders of running tests. */
export function forgetData(dir: string): void {
  for (const name of readdirSync(dir))
    if (name !== 'tests' && name !== 'supervisor.json') rmSync(path.join(dir, name), { recursive: true, force: true });
}

const goneWithinMs = 2_000;

/** Nothing else may happen in this process any more. */
function waitSync(isOver: () => boolean, withinMs: number): void {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  for (const deadline = performance.now() + withinMs; !isOver() && performance.now() < deadline; )
    Atomics.wait(cell, 0, 0, 10);
}

/**
 * For the second Ctrl-C and for an end that no one planned: no order, and no waiting except until the killed processes
 * are gone. Only who runs the folder may do it.
 */
export function killAll(dir: string): void {
  if (supervisorOf(dir) !== process.pid) return;
  const roots = [...launchedIn(dir), ...descendantsOf(process.pid)];
  const family = [...new Set(roots.flatMap((pid) => [pid, ...descendantsOf(pid)]))].map(recordOf);
  killFamilies(roots);
  waitSync(() => !family.some(isSame), goneWithinMs);
  killContainers(path.join(dir, 'labs'));
}
