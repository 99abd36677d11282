// How many rows of a dealer are current, against what its plan includes (decision 153).
import type { Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import type { SliceDates } from '../port.ts';
import { currentSales } from '../slices.ts';
import type { BeyondPlan } from './port.ts';

type Stored = { readonly limit: number | null; readonly used: number };

/**
 * Whether so many rows in place of what these dates hold would be more than the plan includes. What makes the dealer's
 * rows fewer always fits. Under the lock of the dealer nothing changes in between.
 */
export async function beyondPlan(tx: Tx, slice: SliceDates, rows: number): Promise<BeyondPlan | null> {
  const stored = await tx.maybeOne(sql.type(row<Stored>())`
    select d.rows_stored as used, (
      select min((l ->> 'limit')::bigint) from jsonb_array_elements(p.limits) l where l ->> 'name' = 'rows_stored') as "limit"
    from dealers d join subscriptions s using (dealer_id) join plans p using (plan) where d.dealer_id = ${slice.dealer_id}`);
  if (stored === null || stored.limit === null || stored.used + rows <= stored.limit) return null;
  const replaced = await currentRows(tx, slice);
  const needed = stored.used - replaced + rows;
  return needed > stored.limit && rows > replaced ? { limit: stored.limit, used: stored.used, needed } : null;
}

const currentRows = (tx: Tx, slice: SliceDates): Promise<number> =>
  tx.oneFirst(sql.type(row<{ count: number }>())`
    select coalesce(sum(u.row_count), 0)::bigint as count ${currentSales(slice, 'brand_region', ['row_count'])}`);
