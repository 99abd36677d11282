// The log of the database: its server copies each finished segment into a spool, and from there it is shipped to the
// backups.
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileEntry } from './file-list.ts';
import { bytesOf, type Repository } from './repository.ts';

export const spoolOf = (dir: string) => path.join(dir, 'postgres', 'archive');

/**
 * Beyond this the disk of the database itself would fill: what cannot be shipped is dropped, and the next base backup
 * begins again.
 */
const mostSpoolBytes = 1024 ** 3;

/** Ships what the spool holds, in order. Two that do it at once write the same files. */
export async function shipWal(spool: string, repository: Repository): Promise<number> {
  if (!existsSync(spool)) return 0;
  let shipped = 0;
  for (const name of await segmentsIn(spool)) {
    const file = path.join(spool, name);
    if (!repository.has(`wal/${name}`)) {
      const archivedAt = (await stat(file).catch(() => undefined))?.mtime;
      const content = await contentOf(file);
      if (content === undefined || archivedAt === undefined) continue; // the other one has shipped it
      // A restore reads from this time up to when the log reaches; it may be shipped much later.
      await repository.write(`wal/${name}`, chunksOf(content), archivedAt);
      shipped += 1;
    }
    await rm(file, { force: true });
  }
  return shipped;
}

const segmentsIn = async (spool: string) => (await readdir(spool)).filter((name) => !name.endsWith('.part')).sort();

async function contentOf(file: string): Promise<Buffer | undefined> {
  const bytes = await bytesOf(fileEntry(file, ''));
  return bytes.length === 0 ? undefined : bytes.subarray(4 + bytes.readUInt32BE(0));
}

async function* chunksOf(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

/** Says how many segments were dropped. */
export async function dropOverflow(spool: string): Promise<number> {
  if (!existsSync(spool)) return 0;
  const names = await segmentsIn(spool);
  const sizes = await Promise.all(names.map((name) => stat(path.join(spool, name)).then(({ size }) => size)));
  if (sizes.reduce((sum, size) => sum + size, 0) <= mostSpoolBytes) return 0;
  for (const name of names) await rm(path.join(spool, name), { force: true });
  return names.length;
}

/** The time up to which shipped segments have the log, in milliseconds since 1970; 0: none is shipped. */
export async function logReachesTo(repository: Repository): Promise<number> {
  const names = await repository.list('wal');
  return Math.max(0, ...(await Promise.all(names.map((name) => repository.writtenAt(`wal/${name}`)))));
}

/** A segment's place in the log, whatever the timeline; null of the other files that the server archives. */
export const placeOf = (name: string): string | null => (/^[0-9A-F]{24}$/.test(name) ? name.slice(8) : null);

/** Lays the segments down where the recovery finds them. */
export async function writeSegments(repository: Repository, names: readonly string[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of names)
    await writeFile(path.join(folder, name), await bytesOf(repository.read(`wal/${name}`)), { mode: 0o600 });
}
