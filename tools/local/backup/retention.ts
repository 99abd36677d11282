// Which backups are kept: the newest ones, as far as they are not too old; the newest of all always.
import type { Manifest } from './manifest.ts';
import { pruneObjects } from './object-copies.ts';
import { type Repository, removeDrafts } from './repository.ts';
import { placeOf } from './wal.ts';

export type Retention = { readonly keep: number; readonly keepDays: number };
export const defaultRetention: Retention = { keep: 7, keepDays: 30 };

const dayMs = 86_400_000;

/** The backups to remove. `all` is sorted, the oldest first. */
export function expired(all: readonly Manifest[], { keep, keepDays }: Retention, now: number): readonly Manifest[] {
  return all.filter((manifest, at) => {
    const newer = all.length - 1 - at;
    return newer > 0 && (newer >= keep || now - Date.parse(manifest.ended_at) > keepDays * dayMs);
  });
}

/**
 * Removes them, and what of the log and of the buckets only they needed. A manifest goes first: what is left of a
 * backup then does not count.
 */
export async function prune(
  repository: Repository,
  all: readonly Manifest[],
  retention: Retention,
  now: number,
): Promise<readonly string[]> {
  const old = expired(all, retention, now);
  for (const { id } of old) {
    await repository.remove(`base/${id}/manifest`);
    await repository.remove(`base/${id}`);
  }
  const kept = all.filter((manifest) => !old.includes(manifest));
  const [oldest] = kept;
  if (oldest === undefined) return [];
  const from = placeOf(oldest.first_segment) ?? '';
  for (const name of await repository.list('wal')) {
    const place = placeOf(name.slice(0, 24));
    if (place !== null && place < from) await repository.remove(`wal/${name}`);
  }
  // What an interrupted backup left.
  for (const id of await repository.list('base'))
    if (!repository.has(`base/${id}/manifest`) && id < (kept.at(-1)?.id ?? '')) await repository.remove(`base/${id}`);
  const versions = new Set(kept.flatMap((manifest) => manifest.versions));
  await pruneObjects(repository, versions, Date.parse(oldest.started_at));
  await removeDrafts(repository.folder, now - dayMs);
  return old.map(({ id }) => id);
}
