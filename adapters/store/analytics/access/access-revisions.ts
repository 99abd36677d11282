// The counters that say whether what a process knows of a caller still holds (decision 295).
import type { Store } from '../../database.ts';

/** By subject; one that is missing has never changed. */
export type AccessRevisions = Readonly<Record<string, number>>;

export type ReadRevisions = (subjects: readonly string[]) => Promise<AccessRevisions>;

type Batch = { readonly subjects: Set<string>; readonly read: Promise<AccessRevisions> };

/** What is asked while a statement is under way is asked by the next one, together: it begins after each of its requests did, so none sees an older state. */
export function revisionReader(store: Pick<Store, 'preparedValue'>): ReadRevisions {
  let running: Promise<unknown> = Promise.resolve();
  let next: Batch | undefined;
  const begin = (): Batch => {
    const subjects = new Set<string>();
    const read = running.then(() => {
      next = undefined;
      return revisionsOf(store, [...subjects]);
    });
    running = read.catch(() => {});
    return { subjects, read };
  };
  return (asked) => {
    next ??= begin();
    for (const subject of asked) next.subjects.add(subject);
    return next.read;
  };
}

const statement = 'select json_object_agg(subject, revision) from access_revisions where subject = any($1)';

const revisionsOf = async (
  store: Pick<Store, 'preparedValue'>,
  subjects: readonly string[],
): Promise<AccessRevisions> =>
  ((await store.preparedValue('access_revisions', statement, [subjects])) as AccessRevisions | null) ?? {};
