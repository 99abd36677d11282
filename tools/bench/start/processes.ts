// What the parts of a start use, from the outside: Linux' own account of each process and of those that descend from
// it.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { statOf } from '../../local/servers/processes/process-stat.ts';
import { readRecord } from '../../local/servers/processes/processes.ts';
import { descendantsOf } from '../../local/servers/processes/watching.ts';

export type Part = { readonly name: string; readonly pids: readonly number[] };

/** The process that keeps the others alive first, then each part that it has written down. */
export function partsOf(dir: string, supervisor: number): readonly Part[] {
  const parts = readdirSync(path.join(dir, 'pids')).flatMap((file) => {
    const pid = readRecord(path.join(dir, 'pids', file))?.pid;
    return pid === undefined ? [] : [{ name: path.basename(file, '.json'), pids: [pid, ...descendantsOf(pid)] }];
  });
  const known = new Set(parts.flatMap(({ pids }) => pids));
  const others = [supervisor, ...descendantsOf(supervisor)].filter((pid) => !known.has(pid));
  return [{ name: 'npm start', pids: others }, ...parts];
}

const ticksPerSecond = 100;

/** The CPU seconds of the processes and of those of their children that have ended. */
export const cpuSecondsOf = ({ pids }: Part): number =>
  sum(pids.map((pid) => sum((statOf(pid) ?? []).slice(11, 15).map(Number)))) / ticksPerSecond;

export type Memory = { readonly processes: number; readonly rssMb: number; readonly pssMb: number };

/** RSS counts what processes share once for each of them, PSS once in all. */
export function memoryOf({ pids }: Part): Memory {
  const files = pids.map(rollupOf);
  const mb = (name: string) =>
    sum(files.map((text) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0))) / 1024;
  return { processes: pids.length, rssMb: mb('Rss'), pssMb: mb('Pss') };
}

function rollupOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  } catch {
    return ''; // it ended meanwhile
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
