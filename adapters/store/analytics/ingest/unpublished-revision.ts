// The revision that a run packs rows under before their merge. A row of the database names the run, and guards them
// until the merge (decision 564).
import type { DealerId } from '../../../../generated/analytics/types.ts';
import type { Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import type { UnpublishedRevisions } from './port.ts';

/** `atOnce`: packed rows that one statement deletes. */
export const unpublishedRevisions = (atOnce: number): UnpublishedRevisions => ({
  // No other run begins one meanwhile, since it would have to hold the lease.
  create: (tx: Tx, { dealer_id }, { fence }) =>
    tx.oneFirst(sql.type(row<{ revision: number }>())`
      insert into unpublished_revisions (dealer_id, revision, fence)
      select dealer_id, revision + 1, ${fence} from dealers where dealer_id = ${dealer_id} returning revision`),

  async hold(tx: Tx, { dealer_id }, { fence }) {
    const own = sql.unsafe`select from unpublished_revisions where dealer_id = ${dealer_id} and fence = ${fence} for key share`;
    if (!(await tx.exists(own))) throw new UnpublishedRowsDeleted(dealer_id);
  },

  async publish(tx: Tx, { dealer_id }, { fence }, revision) {
    const { rowCount } = await tx.query(sql.unsafe`
      delete from unpublished_revisions where dealer_id = ${dealer_id} and fence = ${fence} and revision = ${revision}`);
    if (rowCount !== 1) throw new UnpublishedRowsDeleted(dealer_id);
  },

  // The transaction holds the lease, so that no other run packs under the same revision meanwhile.
  delete: (tx: Tx, { dealer_id }, { fence }) =>
    tx.oneFirst(sql.type(row<{ left: boolean }>())`
      select delete_unpublished(${dealer_id}, ${fence}, ${atOnce}) as "left"`),
});

/** A run that has the lease now has deleted them. */
class UnpublishedRowsDeleted extends Error {
  override readonly name = 'UnpublishedRowsDeleted';

  constructor(dealer_id: DealerId) {
    super(`the rows that were packed for dealer ${dealer_id} were deleted before their merge`);
  }
}
