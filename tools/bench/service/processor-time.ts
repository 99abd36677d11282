// Processor time and memory of processes of a running installation, by Linux' account of them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const usPerTick = 10_000;

/** Microseconds of the part that the installation started under this name. */
export const partUs = (run: string, part: string): number => ownUs(pidOf(run, part));

/** Microseconds of the PostgreSQL connections to one database that are open. */
export function databaseUs(run: string, database: string): number {
  const postmaster = pidOf(run, 'postgres');
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === postmaster && titleOf(pid).split(' ')[2] === database)
    .reduce((sum, pid) => sum + ownUs(pid), 0);
}

/** Microseconds of a PostgreSQL server: of what runs, and of the connections that have ended. */
export function serverUs(postmaster: number): number {
  const running = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === postmaster);
  const fields = fieldsOf(postmaster);
  const ended = (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * usPerTick;
  return running.reduce((sum, name) => sum + ownUs(Number(name)), ended + ownUs(postmaster));
}

export const pidOf = (run: string, part: string): number =>
  (JSON.parse(readFileSync(path.join(run, 'pids', `${part}.json`), 'utf8')) as { readonly pid: number }).pid;

/** What follows the name, which may contain spaces. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function fieldsOf(pid: number): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return []; // it has ended
  }
}

const parentOf = (pid: number): number => Number(fieldsOf(pid)[1]);

export function ownUs(pid: number): number {
  const fields = fieldsOf(pid);
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * usPerTick;
}

/** The memory of one process, pages that it shares counted in part. https://docs.kernel.org/filesystems/proc.html */
export const memoryKb = (pid: number): number =>
  Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]);

/** What one process has in memory now, or 0 when it has ended. https://docs.kernel.org/filesystems/proc.html */
export function residentMb(pid: number, what: 'VmRSS' | 'RssAnon'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
