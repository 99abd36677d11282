// Files that survive a kill or a power cut: a name shows either the old content or the whole new one.
import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Names with this end are unfinished; anyone who loads the folder removes them. */
const UNFINISHED = '.tmp';

/** The rename is the moment from which the content holds. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}${UNFINISHED}`;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(file));
}

/** Makes new and removed names in the folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Every JSON document of the folder; clears away unfinished ones. */
export async function readDocuments<T>(folder: string): Promise<T[]> {
  const names = await readdir(folder);
  await Promise.all(names.filter((n) => n.endsWith(UNFINISHED)).map((n) => rm(path.join(folder, n), { force: true })));
  const whole = names.filter((n) => n.endsWith('.json'));
  const documents: T[] = [];
  // In batches: an open file each, and the limit of open files may be 1,024.
  for (let i = 0; i < whole.length; i += 64)
    documents.push(...(await Promise.all(whole.slice(i, i + 64).map((n) => readDocument<T>(path.join(folder, n))))));
  return documents;
}

export async function readDocument<T>(file: string): Promise<T> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new Error(`The file ${file} is damaged. Restore it, or move it away to start without it.`, { cause });
  }
}
