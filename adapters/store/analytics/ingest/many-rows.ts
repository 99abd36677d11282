// How PostgreSQL plans a transaction that inserts many rows and reads them again.
import type { Tx } from '../../database.ts';
import { sql } from '../../query.ts';

/**
 * The statistics know nothing of the rows that this transaction inserts. What is planned for one of them sorts a million on disk, so sums
 * and names are hashed: a fifth of the time of the merge or more. A sort that remains is priced out of all proportion, which would start the
 * JIT compiler where PostgreSQL has one.
 */
export async function planForManyRows(tx: Tx): Promise<void> {
  await tx.query(sql.unsafe`set local statement_timeout = '30min'`);
  await tx.query(sql.unsafe`set local work_mem = '64MB'`);
  await tx.query(sql.unsafe`set local enable_sort = off`);
  await tx.query(sql.unsafe`set local jit = off`);
  // A statement whose process was killed would run on, and the next run of the job wait for it.
  await tx.query(sql.unsafe`set local client_connection_check_interval = '500ms'`);
}
