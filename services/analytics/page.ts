// A page of a list in the order of a key: one row more than asked for tells whether there is a next one.
import { problems } from '../../generated/analytics/problems.ts';

/** `rows`: at most `limit` and one more. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  shown: (row: Row) => Item,
  cursorAfter: (last: Row) => string,
): { items: Item[]; next_cursor: string | null } {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { items: page.map(shown), next_cursor: last === undefined ? null : cursorAfter(last) };
}

export const foreignCursor = problems.invalidRequest({
  detail: 'The cursor does not belong to this query.',
  errors: [{ parameter: 'cursor', rule: 'cursor', message: 'must be the next_cursor of a page of the same query' }],
});
