// The counters that say whether what a process knows of a caller still holds (decision 295).
import type { Store } from '../../database.ts';
import { batched, type RowsByKey } from '../../statements/batch.ts';

/** By subject; one that is missing has never changed. */
export type AccessRevisions = RowsByKey<number>;

export type ReadRevisions = (subjects: readonly string[]) => Promise<AccessRevisions>;

const statement = 'select json_object_agg(subject, revision) from access_revisions where subject = any($1)';

export const revisionReader = (store: Pick<Store, 'preparedValue'>): ReadRevisions =>
  batched(
    async (subjects) =>
      ((await store.preparedValue('access_revisions', statement, [subjects])) as AccessRevisions | null) ?? {},
  );
