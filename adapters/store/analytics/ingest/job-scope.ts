// The transactions of a job: under its lease, and in the scope of its dealer or of its uploader.
import type { DealerId } from '../../../../generated/analytics/types.ts';
import type { Store, Tx } from '../../database.ts';
import { holdUnclaimed } from '../../leases.ts';
import type { Lease } from '../../port.ts';
import { enterScope } from '../../scope.ts';
import { grantsOf } from '../access/grants.ts';
import type { GrantRow } from '../access/port.ts';
import type { JobRow } from '../port.ts';

export const holding = <T>(
  store: Store,
  job: { readonly dealer_id: DealerId },
  lease: Lease,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  store.transaction(async (tx) => {
    await holdUnclaimed(tx, lease);
    await enterScope(tx, { dealers: [job.dealer_id] });
    return await work(tx);
  });

export const grantOf = async (tx: Tx, job: JobRow): Promise<GrantRow | undefined> =>
  (await grantsOf(tx, job.principal)).find(({ dealer_id }) => dealer_id === job.dealer_id);

/** Should a narrowed grant ever be let through, row-level security refuses what lies outside of it. */
export const uploadScope = ({ dealer_id }: JobRow, grant: GrantRow | undefined) => ({
  dealers: [dealer_id],
  brands: grant?.brand_ids ?? null,
  regions: grant?.region_ids ?? null,
});
