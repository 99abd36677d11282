// Whether a file that is being read has more rows by now than the dealer's plan has room for. Decision 572.
import type { BeyondPlan } from '../../../adapters/store/analytics/ingest/port.ts';

/** A smaller file is read before the database has answered. */
const leastRows = 10_000;

/** More rows than any file has: what the plan says of them shows how many it has room for. */
const tooMany = 2 ** 40;

/** Called again and again with the rows that were accepted so far; null: they fit. `room` asks the plan. */
export function planRoom(room: (rows: number) => Promise<BeyondPlan | null>) {
  let most: number | undefined;
  return async (rows: number): Promise<BeyondPlan | null> => {
    if (rows < leastRows) return null;
    most ??= mostRows(await room(tooMany));
    if (rows <= most) return null;
    const beyond = await room(rows);
    if (beyond === null) most = undefined; // the plan was changed meanwhile
    return beyond;
  };
}

/** A file of as many rows as it replaces always fits (decision 153). */
function mostRows(beyond: BeyondPlan | null): number {
  if (beyond === null) return Number.POSITIVE_INFINITY;
  const kept = beyond.needed - tooMany;
  return Math.max(beyond.limit, beyond.used) - kept;
}
