// The revision that a run packs rows under before their merge. A row of the database says which run that is, and guards them until the merge (decision 564).
import type { DealerId } from '../../../../generated/analytics/types.ts';
import type { Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import type { JobRow } from '../port.ts';
import type { Staged } from './port.ts';

/** The lease lets no other run begin one meanwhile. What lost runs of the dealer have packed goes first. */
export async function beginRevision(tx: Tx, { dealer_id }: JobRow, { fence }: Staged): Promise<number> {
  await forgetUnpublished(tx, dealer_id, fence);
  return await tx.oneFirst(sql.type(row<{ revision: number }>())`
    insert into unpublished_revisions (dealer_id, revision, fence)
    select dealer_id, revision + 1, ${fence} from dealers where dealer_id = ${dealer_id} returning revision`);
}

/** What the transaction packs cannot be removed before it ends. */
export async function holdRevision(tx: Tx, { dealer_id }: JobRow, { fence }: Staged): Promise<void> {
  const held = sql.unsafe`select from unpublished_revisions where dealer_id = ${dealer_id} and fence = ${fence} for key share`;
  if (!(await tx.exists(held))) throw new RowsForgotten(dealer_id);
}

/** In the transaction of the merge, which publishes what is packed under this revision. */
export async function endRevision(tx: Tx, { dealer_id }: JobRow, { fence }: Staged, revision: number): Promise<void> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from unpublished_revisions where dealer_id = ${dealer_id} and fence = ${fence} and revision = ${revision}`);
  if (rowCount !== 1) throw new RowsForgotten(dealer_id);
}

/** What this run of the dealer's lease and earlier ones have packed without a merge. */
export async function forgetUnpublished(tx: Tx, dealer_id: DealerId, fence: number): Promise<void> {
  await tx.query(sql.unsafe`select forget_unpublished(${dealer_id}, ${fence})`);
}

/** The lease had ended for a while, and another process took the run for lost. */
class RowsForgotten extends Error {
  override readonly name = 'RowsForgotten';

  constructor(dealer_id: DealerId) {
    super(`the rows that were packed for dealer ${dealer_id} were removed before their merge`);
  }
}
