// Sales and sums of a coming revision, packed in parts that are small enough for one statement each.
import type { Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import { stagingName } from '../staging.ts';
import { packReverted, packStaged, storedSales } from './packed-sales.ts';
import { sharesOf } from './packed-shares.ts';
import { commonOf, packBrandSums, packRegionSums } from './packed-sums.ts';
import type { Packing } from './port.ts';

export const packing = (mostRows: number): Packing => ({
  mostRows,

  async listPages(tx: Tx, { job_id }, { form, fence }, count) {
    if (form === 'vehicles') return [null];
    const pages = await tx.oneFirst(sql.type(row<{ pages: number }>())`
      select pg_relation_size(${`staging.${stagingName(job_id, fence)}`}::regclass) / current_setting('block_size')::bigint as pages`);
    const atOnce = Math.max(1, Math.ceil(pages / count));
    return Array.from({ length: Math.ceil(pages / atOnce) }, (_, n) => [n * atOnce, (n + 1) * atOnce] as const);
  },

  packStaged: (tx: Tx, job, revision, staged, pages) => packStaged(tx, job, { staged, revision }, pages),
  packReverted: (tx: Tx, job, revision) => packReverted(tx, job, revision, mostRows),
  listShares: (tx: Tx, { dealer_id, revision }) => sharesOf(tx, storedSales(dealer_id, revision), mostRows),
  getCommon: (tx: Tx, revision) => commonOf(tx, revision),
  packBrandSums: (tx: Tx, revision, common, share) => packBrandSums(tx, revision, common, share),
  packRegionSums: (tx: Tx, revision, common) => packRegionSums(tx, revision, common),
});
