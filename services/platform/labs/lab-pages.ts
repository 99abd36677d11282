// Pages of labs that this process has read, for as long as the revision of their list stays the same (decision 460).
import type { LabQuery, LabScope, Labs } from '../../../adapters/store/platform/port.ts';
import type { Lab } from '../../../generated/platform/types.ts';
import { leastRecentlyUsed } from '../../../generated/runtime/least-recently-used.ts';

type Asked = LabQuery & { readonly scope: LabScope; readonly revision: string };
type Page = {
  readonly revision: string;
  readonly limit: number;
  readonly rows: Promise<readonly Lab[]>;
};

export interface LabPages {
  /** As `Labs.list` gives it. `revision`: read before this call, for the same scope. */
  list(asked: Asked): Promise<readonly Lab[]>;
}

const mostBytes = 8 * 1024 * 1024;

/**
 * A page answers a shorter one, and each one if it reaches the end of the list. Nothing is stale: a change raises the
 * revision in its own transaction, so who has read the same revision as a statement before it would be given the same
 * rows, or those of a later state.
 */
export function labPages(labs: Pick<Labs, 'list'>, limitBytes = mostBytes): LabPages {
  const cache = leastRecentlyUsed<Page>(limitBytes);
  const read = (key: string, { scope, revision, ...query }: Asked): Promise<readonly Lab[]> => {
    const rows = labs.list(scope, query);
    const page: Page = { revision, limit: query.limit, rows };
    cache.set(key, page, 0);
    const settle = (bytes: number): void => {
      if (cache.get(key) !== page) return;
      if (bytes > limitBytes / 8) cache.drop(key);
      else cache.set(key, page, bytes);
    };
    rows.then(
      (found) => settle(sizeOf(found)),
      () => settle(Number.POSITIVE_INFINITY),
    );
    return rows;
  };
  return {
    async list(asked) {
      const { scope, revision, limit, course_id = null, after = '' } = asked;
      const key = JSON.stringify([scope, course_id, after]);
      const page = cache.get(key);
      if (page?.revision !== revision) return read(key, asked);
      const rows = await page.rows;
      if (limit > page.limit && rows.length >= page.limit) return read(key, asked);
      return rows.length > limit ? rows.slice(0, limit) : rows;
    },
  };
}

/** About what the rows take in memory. */
const sizeOf = (rows: readonly Lab[]): number =>
  rows.reduce((sum, { name, description }) => sum + 400 + 2 * (name.length + description.length), 1_000);
