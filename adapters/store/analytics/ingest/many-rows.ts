// How PostgreSQL plans a transaction that inserts many rows and reads them again.
import type { Tx } from '../../database.ts';
import { sql } from '../../query.ts';

/**
 * The statistics know nothing of the rows that this transaction inserts. What is planned for one of them sorts a
 * million on disk, so sums and names are hashed: a fifth of the time of the merge or more. Nor may a join search all
 * rows of one side for each of the other, which looks cheapest where one row is expected: minutes for a few thousand. A
 * lateral join, which has no other plan, is written only where an index finds its rows. A sort that remains is priced
 * out of all proportion, which would start the JIT compiler where PostgreSQL has one.
 */
export async function planForManyRows(tx: Tx): Promise<void> {
  await tx.query(sql.unsafe`
    select ${sql.join(
      Object.entries(settings).map(([name, value]) => sql.fragment`set_config(${name}, ${value}, true)`),
      sql.fragment`, `,
    )}`);
}

const settings = {
  statement_timeout: '30min',
  work_mem: '64MB',
  enable_sort: 'off',
  enable_nestloop: 'off',
  jit: 'off',
  // A statement whose process was killed would run on, and the next run of the job wait for it.
  client_connection_check_interval: '500ms',
};
