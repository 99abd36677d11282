// The changes that a dry run lists, for the tests beside it.
import type { JobChange, JobId } from '../../../generated/analytics/types.ts';
import type { Bench } from '../../test/fixtures/analytics/analytics.ts';
import type { Caller } from '../caller.ts';

type Asked = Parameters<Bench['handlers']['listJobChanges']>[0]['query'];
export type ChangesQuery = Partial<Omit<Asked, 'limit' | 'cursor' | 'fields'>>;

export const listed = (
  b: Bench,
  caller: Caller,
  id: JobId,
  query: ChangesQuery = {},
  page: { limit: number; cursor?: string } = { limit: 1_000 },
) =>
  b.handlers.listJobChanges({ ...b.facts, caller, path: { id }, query: { period_type: 'month', ...query, ...page } });

/** The changes of all pages. */
export async function changesOf(
  b: Bench,
  caller: Caller,
  id: JobId,
  query: ChangesQuery = {},
  limit = 1_000,
): Promise<readonly JobChange[]> {
  const items: JobChange[] = [];
  for (let next: string | null | undefined; next !== null; ) {
    const reply = await listed(b, caller, id, query, { limit, ...(next === undefined ? {} : { cursor: next }) });
    if (reply.status !== 200) throw new Error(JSON.stringify(reply));
    items.push(...reply.body.items);
    next = reply.body.next_cursor;
  }
  return items;
}
