// What killed processes left in the folder of uploads in progress. A request removes its own folder by itself.
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Longer than any upload may take by its contract. */
const leftMs = 2 * 60 * 60 * 1000;

/**
 * Removes folders that nothing was written to for two hours; returns how many. Of several processes sharing the folder
 * each may do it.
 */
export async function sweepSpool(dir: string, now: Date): Promise<number> {
  const names = await readdir(dir).catch(() => []);
  const left = await Promise.all(names.map((name) => isLeft(path.join(dir, name), now)));
  const removed = names.filter((_, index) => left[index]);
  for (const name of removed) await rm(path.join(dir, name), { recursive: true, force: true });
  return removed.length;
}

/** The newest change of a folder or of anything directly in it counts: a long upload only grows its file. */
async function isLeft(folder: string, now: Date): Promise<boolean> {
  const inside = await readdir(folder).catch(() => []);
  const changes = [folder, ...inside.map((name) => path.join(folder, name))].map((each) =>
    stat(each).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    ),
  );
  return Math.max(...(await Promise.all(changes))) < now.getTime() - leftMs;
}
