// The revision that a run packs rows under before their merge. A row of the database names the run, and guards them until the merge (decision 564).
import type { DealerId } from '../../../../generated/analytics/types.ts';
import type { Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import type { JobRow } from '../port.ts';
import type { Staged } from './port.ts';

/** Once nothing of earlier runs is left. No other run begins one meanwhile, since it would have to hold the lease. */
export const beginRevision = (tx: Tx, { dealer_id }: JobRow, { fence }: Staged): Promise<number> =>
  tx.oneFirst(sql.type(row<{ revision: number }>())`
    insert into unpublished_revisions (dealer_id, revision, fence)
    select dealer_id, revision + 1, ${fence} from dealers where dealer_id = ${dealer_id} returning revision`);

/** Until the transaction ends, what it packs cannot be deleted. */
export async function holdRevision(tx: Tx, { dealer_id }: JobRow, { fence }: Staged): Promise<void> {
  const held = sql.unsafe`select from unpublished_revisions where dealer_id = ${dealer_id} and fence = ${fence} for key share`;
  if (!(await tx.exists(held))) throw new UnpublishedRowsDeleted(dealer_id);
}

/** In the transaction of the merge, which publishes what is packed under this revision. */
export async function endRevision(tx: Tx, { dealer_id }: JobRow, { fence }: Staged, revision: number): Promise<void> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from unpublished_revisions where dealer_id = ${dealer_id} and fence = ${fence} and revision = ${revision}`);
  if (rowCount !== 1) throw new UnpublishedRowsDeleted(dealer_id);
}

/**
 * What this run of the dealer's lease and earlier ones have packed and not published. `within`: a transaction that holds the lease, so that
 * no other run packs under the same revision meanwhile.
 */
export async function deleteUnpublished(
  within: (work: (tx: Tx) => Promise<boolean>) => Promise<boolean>,
  dealer_id: DealerId,
  fence: number,
  atOnce: number,
): Promise<void> {
  const some = (tx: Tx) =>
    tx.oneFirst(sql.type(row<{ left: boolean }>())`
      select delete_unpublished(${dealer_id}, ${fence}, ${atOnce}) as "left"`);
  while (await within(some));
}

/** By a run that has the lease now. */
class UnpublishedRowsDeleted extends Error {
  override readonly name = 'UnpublishedRowsDeleted';

  constructor(dealer_id: DealerId) {
    super(`the rows that were packed for dealer ${dealer_id} were deleted before their merge`);
  }
}
