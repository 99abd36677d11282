// Removes uploaded files that are no longer read, a week after their job has ended or when they have no job at all, and
// old lists of errors.
import type { Objects } from '../../../adapters/objects/port.ts';
import type { Uploads } from '../../../adapters/store/analytics/port.ts';
import { jobId } from '../../../generated/analytics/ids.ts';
import type { Clock } from '../../lib/clock.ts';

type Deps = {
  readonly uploads: Pick<Uploads, 'unfinished'>;
  readonly files: Pick<Objects, 'list' | 'delete'>;
  readonly clock: Clock;
};

/** Long enough to inspect a file that was refused. */
export const uploadRetentionMs = 7 * 24 * 60 * 60 * 1000;
const batch = 500;

/** Decision 115. */
const listRetentionMs = 30 * 24 * 60 * 60 * 1000;

/** The lists of all errors whose time is over; one batch, returns how many. */
export async function forgetErrorLists({ files, clock }: Omit<Deps, 'uploads'>): Promise<number> {
  const before = clock.now().getTime() - listRetentionMs;
  const old: string[] = [];
  for await (const { key, modifiedAt } of files.list('errors/')) {
    if (modifiedAt.getTime() < before) old.push(key);
    if (old.length === batch) break;
  }
  for (const key of old) await files.delete(key);
  return old.length;
}

/** One batch; returns how many were removed, 0 when none is left. */
export async function forgetUploads({ uploads, files, clock }: Deps): Promise<number> {
  const before = clock.now().getTime() - uploadRetentionMs;
  const old: string[] = [];
  for await (const { key, modifiedAt } of files.list('uploads/')) {
    if (modifiedAt.getTime() < before) old.push(key);
    if (old.length === batch) break;
  }
  const open = new Set<string>(await uploads.unfinished(old.map(jobOf).filter(jobId.accepts)));
  const ended = old.filter((key) => !open.has(jobOf(key)));
  for (const key of ended) await files.delete(key);
  return ended.length;
}

/** Keys are `uploads/<dealer>/<job>`. */
const jobOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1);
