// The rows that a merge would store, of a file or of a correction.
import { sql } from '../../query.ts';
import type { JobRow } from '../port.ts';
import { revertedSales } from './packed-sales.ts';
import type { Staged } from './port.ts';
import { stagedSales } from './staged-sales.ts';

export const comingSales = (job: JobRow, staged: Staged | null) =>
  staged === null ? correctedSales(job) : stagedSales(job, staged, null);

/**
 * What a correction puts in the place of its slice: nothing, or the rows that were closed by the revision that it
 * reverts.
 */
const correctedSales = ({ dealer_id, reverts }: JobRow) => sql.fragment`
  select period_type, period_start, brand_id, region_id, model_family_id, channel, condition, units_sold, stock_units, receipts, orders,
    selling_days, revenue, currency
  from ${revertedSales(dealer_id, reverts)} reverted`;
