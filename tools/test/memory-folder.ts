// Where servers of tests keep what need not outlast them: in memory, where there is enough. Each new database is a
// thousand new files, and on a disk their making is the most that PostgreSQL does in a test run.
import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, statfsSync, symlinkSync } from 'node:fs';
import path from 'node:path';

export type Memory = { readonly home: string; readonly leastBytes: number };

/** What four test files at a time use is a tenth of it. Containers often have 64 MB there: they take the disk. */
export const memory: Memory = { home: '/dev/shm', leastBytes: 4 * 1024 ** 3 };

const prefix = 'covenant-test-';
const server = 'postgres';

/** From here on, the folder of PostgreSQL below `dir` lies in memory, if there is room. Ends with `removeFolder`. */
export function keepInMemory(dir: string, { home, leastBytes } = memory): void {
  if (!existsSync(home) || freeBytes(home) < leastBytes) return;
  const folder = path.join(home, prefix + path.basename(dir));
  // Passable, since PostgreSQL may run as another user; what is below is closed.
  mkdirSync(path.join(folder, server), { recursive: true, mode: 0o711 });
  symlinkSync(dir, path.join(folder, 'of'));
  symlinkSync(path.join(folder, server), path.join(dir, server));
}

const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Removes the folder, and before it what it keeps in memory. */
export function removeFolder(dir: string, { home } = memory): void {
  const options = { recursive: true, force: true, maxRetries: 5, retryDelay: 200 };
  rmSync(path.join(home, prefix + path.basename(dir)), options);
  rmSync(dir, options);
}

/** Removes what is in memory for folders that someone removed by hand. */
export function sweepMemory({ home } = memory): void {
  if (!existsSync(home)) return;
  for (const name of readdirSync(home).filter((each) => each.startsWith(prefix)))
    if (!existsSync(ownerOf(path.join(home, name)))) rmSync(path.join(home, name), { recursive: true, force: true });
}

/** Itself while it is being made. */
function ownerOf(folder: string): string {
  try {
    return readlinkSync(path.join(folder, 'of'));
  } catch {
    return folder;
  }
}
