// The transactions of a job: under its lease, and in the scope of its dealer or of its uploader.
import type { Store, Tx } from '../../database.ts';
import { holdUnclaimed } from '../../leases.ts';
import type { Lease } from '../../port.ts';
import { enterScope, withScope } from '../../scope.ts';
import type { JobRow } from '../port.ts';
import { whileUnfinished } from './cancelled-statements.ts';
import { planForManyRows } from './many-rows.ts';
import type { IngestTransactions } from './port.ts';

export const ingestTransactions = (store: Store): IngestTransactions => ({
  transaction: (job, lease, work) => fenced(store, job, lease, work),

  longTransaction: (job, lease, work) =>
    fenced(whileUnfinished(store, job), job, lease, async (tx) => {
      await planForManyRows(tx);
      return await work(tx);
    }),

  read: ({ dealer_id }, work) => withScope(store, { dealers: [dealer_id] }, work),

  confine: (tx: Tx, { dealer_id }, { brand_ids, region_ids }) =>
    enterScope(tx, { dealers: [dealer_id], brands: brand_ids, regions: region_ids }),
});

export const fenced = <T>(
  store: Store,
  { dealer_id }: Pick<JobRow, 'dealer_id'>,
  lease: Lease,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  store.transaction(async (tx) => {
    await holdUnclaimed(tx, lease);
    await enterScope(tx, { dealers: [dealer_id] });
    return await work(tx);
  });
