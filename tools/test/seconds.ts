// How long each test file took, and how long it kept a processor busy: read from what record-seconds.ts wrote, said in
// three lines, and kept whole below run/.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** `cpu`: of the file's own thread; its servers and programs are counted with the whole run. */
export type FileSeconds = { readonly file: string; readonly seconds: number; readonly cpu: number };

export type RunTime = { readonly tookMs: number; readonly cpuMs: number };

const named = 20;

/** The slowest first; files relative to `root`. */
export function readSeconds(root: string, record: string): readonly FileSeconds[] {
  if (!existsSync(record)) return [];
  const lines = readFileSync(record, 'utf8').split('\n').filter(Boolean);
  const all = lines.map((line) => JSON.parse(line) as FileSeconds);
  return all
    .map((each) => ({ ...each, file: path.relative(root, each.file) }))
    .sort((one, other) => other.seconds - one.seconds);
}

/** Three lines about a run; the file `list` below `root` names all of them. */
export function reportSeconds(
  all: readonly FileSeconds[],
  { tookMs, cpuMs }: RunTime,
  { root, list }: { readonly root: string; readonly list: string },
): string {
  const column = (seconds: number) => seconds.toFixed(1).padStart(7);
  const lines = all.map(({ file, seconds, cpu }) => `${column(seconds)} ${column(cpu)}  ${file}\n`);
  writeFileSync(path.join(root, list), lines.join(''));
  const most = (of: 'seconds' | 'cpu') =>
    [...all]
      .sort((one, other) => other[of] - one[of])
      .slice(0, named)
      .map((each) => `${each.file} ${each[of].toFixed(0)} s`)
      .join(', ');
  const minutes = (ms: number) => (ms / 60_000).toFixed(1);
  return `${all.length} test files in ${minutes(tookMs)} minutes, with ${minutes(cpuMs)} CPU minutes; the seconds of each, and its CPU seconds, are in ${list}.
The slowest: ${most('seconds')}.
The busiest, without their servers: ${most('cpu')}.`;
}

/**
 * Of this process and of all that it has started and that has ended, as those have of theirs. What ends by itself in
 * the background is missing.
 */
export function cpuMsSoFar(stat = readFileSync('/proc/self/stat', 'utf8')): number {
  const ticks = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 16).map(Number);
  return ticks.reduce((sum, each) => sum + each, 0) * msPerTick;
}

/** USER_HZ, the same on every Linux that Node runs on. */
const msPerTick = 10;
