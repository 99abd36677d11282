// The sums of a revision's packed sales.
import type { Packing, Share } from '../../../../adapters/store/analytics/ingest/port.ts';
import type { JobRow } from '../../../../adapters/store/analytics/port.ts';
import type { Tx } from '../../../../adapters/store/port.ts';

/** Called while a file is merged, with the part of it that is. */
export type MergeProgress = (part: number) => Promise<void>;

/** The part of the time until all rows are packed; the rest are their sums. */
export const rowsShare = 0.6;

type Revision = Pick<JobRow, 'dealer_id'> & { readonly revision: number };

export async function packSums(
  packing: Packing,
  tx: Tx,
  revision: Revision,
  shares: readonly (Share | null)[],
): Promise<void> {
  const common = await packing.getCommon(tx, revision);
  for (const share of shares) await packing.packBrandSums(tx, revision, common, share);
  await packing.packRegionSums(tx, revision, common);
}
