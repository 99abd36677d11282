// A large file is packed and added up before its merge, by several connections at once; the merge only publishes what is there. Decision 564.
import type { Store, Tx } from '../../database.ts';
import type { Lease } from '../../port.ts';
import { row, sql } from '../../query.ts';
import { enterScope } from '../../scope.ts';
import type { JobRow } from '../port.ts';
import { stagingName } from '../staging.ts';
import { grantOf, holding, uploadScope } from './job-scope.ts';
import { planForManyRows } from './many-rows.ts';
import { packStaged, rowsShare, storedSales } from './packed-sales.ts';
import { type Share, sharesOf } from './packed-shares.ts';
import { commonOf, packBrandSums, packRegionSums } from './packed-sums.ts';
import type { Merging, Staged } from './port.ts';
import { sideBySide } from './side-by-side.ts';
import type { Pages } from './staged-sales.ts';
import { beginRevision, holdRevision } from './unpublished-revision.ts';

/** Runs the work in a separate transaction, if the lease of the run is still held. */
type Within = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** `connections`: transactions at once. Each keeps a processor of the database busy. */
type Packing = { readonly accepted: number; readonly rowsAtOnce: number; readonly connections: number };

type Refused<Refusal> = { readonly kind: 'forbidden'; readonly refusal: Refusal };

/** How many sales are packed, or why their merge would be refused. Null: the file is small enough for its merge to pack. */
export function packsAhead(rowsAtOnce: number) {
  let running = 0;
  return async <Refusal>(
    store: Store,
    job: JobRow,
    lease: Lease,
    staged: Staged,
    { findings, refusalOf, merged = async () => {} }: Merging<Refusal>,
  ): Promise<number | Refused<Refusal> | null> => {
    const { accepted } = findings.rows;
    if (accepted <= rowsAtOnce) return null;
    const grant = await holding(store, job, lease, (tx) => grantOf(tx, job));
    const refusal = refusalOf(grant);
    if (refusal !== null) return { kind: 'forbidden', refusal };
    const within: Within = (work) =>
      holding(store, job, lease, async (tx) => {
        await enterScope(tx, uploadScope(job, grant));
        return await work(tx);
      });
    // A second large file at the same time leaves connections to everything else.
    const connections = running === 0 ? 2 : 1;
    running++;
    try {
      return await packAhead(within, job, staged, { accepted, rowsAtOnce, connections }, merged);
    } finally {
      running--;
    }
  };
}

/** Returns how many sales there are, under the revision that the merge will publish: no slice has it yet, so no read finds them. */
async function packAhead(
  within: Within,
  job: JobRow,
  staged: Staged,
  { accepted, rowsAtOnce, connections }: Packing,
  progressed: (part: number) => Promise<void>,
): Promise<number> {
  const { dealer_id } = job;
  const revision = await within((tx) => beginRevision(tx, job, staged));
  const packing: Within = (work) =>
    within(async (tx) => {
      await holdRevision(tx, job, staged);
      await planForManyRows(tx);
      return await work(tx);
    });
  const count = Math.max(connections, Math.ceil(accepted / rowsAtOnce));
  const parts = await within((tx) => partsOf(tx, job, staged, count));
  const pack = (pages: Pages | undefined) => packing((tx) => packStaged(tx, job, { staged, revision }, pages));
  const packed = await sideBySide(connections, parts, pack, (part) => progressed(part * rowsShare));
  const common = await packing((tx) => commonOf(tx, { dealer_id, revision }));
  const shares = await packing((tx) => sharesOf(tx, storedSales(dealer_id, revision), rowsAtOnce));
  const add = (share: Share) => packing((tx) => packBrandSums(tx, { dealer_id, revision }, common, share));
  await sideBySide(connections, shares, add, (part) => progressed(rowsShare + part * (1 - rowsShare)));
  await packing((tx) => packRegionSums(tx, { dealer_id, revision }, common));
  return packed.reduce((sum, rows) => sum + rows, 0);
}

/** Vehicles are counted over the whole file. */
async function partsOf(
  tx: Tx,
  { job_id }: JobRow,
  { form, fence }: Staged,
  count: number,
): Promise<readonly (Pages | undefined)[]> {
  if (form === 'vehicles') return [undefined];
  const pages = await tx.oneFirst(sql.type(row<{ pages: number }>())`
    select pg_relation_size(${`staging.${stagingName(job_id, fence)}`}::regclass) / current_setting('block_size')::bigint as pages`);
  const atOnce = Math.max(1, Math.ceil(pages / count));
  return Array.from({ length: Math.ceil(pages / atOnce) }, (_, n) => [n * atOnce, (n + 1) * atOnce] as const);
}
