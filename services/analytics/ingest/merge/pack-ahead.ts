// A large file is packed and added up before its merge, by several connections at once; the merge only publishes what
// is there. Decision 564.
import type { GrantRow } from '../../../../adapters/store/analytics/access/port.ts';
import type { Counts, Pages, Share, Staged } from '../../../../adapters/store/analytics/ingest/port.ts';
import type { Tx } from '../../../../adapters/store/port.ts';
import { sideBySide } from '../../../lib/work/side-by-side.ts';
import type { Run } from '../ingest-pass.ts';
import { type MergeProgress, rowsShare } from './sums.ts';

/** Deletes what this run and earlier ones of the dealer have packed for merges that did not happen. */
export async function deleteUnpublished({ job, lease, work, unpublished }: Run): Promise<void> {
  while (await work.transaction(job, lease, (tx) => unpublished.delete(tx, job, lease)));
}

/** Returns how many sales are packed under the revision that the merge will publish. */
export async function packAhead(
  run: Run,
  staged: Staged,
  grant: GrantRow,
  rows: Counts,
  progress: MergeProgress,
): Promise<number> {
  const { job, packers } = run;
  packers.add(job.job_id);
  try {
    return await packParts(run, staged, grant, rows, progress);
  } finally {
    packers.delete(job.job_id);
  }
}

async function packParts(
  run: Run,
  staged: Staged,
  grant: GrantRow,
  { accepted }: Counts,
  progress: MergeProgress,
): Promise<number> {
  const { job, lease, work, packing, unpublished } = run;
  const confined = <T>(step: (tx: Tx) => Promise<T>) =>
    work.longTransaction(job, lease, async (tx) => {
      await work.confine(tx, job, grant);
      return await step(tx);
    });
  const held = <T>(step: (tx: Tx) => Promise<T>) =>
    confined(async (tx) => {
      await unpublished.hold(tx, job, lease);
      return await step(tx);
    });
  // Each transaction keeps a processor of the database busy. A second large file at the same time leaves connections to
  // everything else.
  const connections = run.packers.size > 1 ? 1 : 2;
  const count = Math.max(connections, Math.ceil(accepted / packing.mostRows));
  const [revision, parts] = await confined(
    async (tx) => [await unpublished.create(tx, job, lease), await packing.listPages(tx, job, staged, count)] as const,
  );
  const packed = { dealer_id: job.dealer_id, revision };
  const pack = (pages: Pages) => held((tx) => packing.packStaged(tx, job, revision, staged, pages));
  const rows = await sideBySide(connections, parts, pack, (part) => progress(part * rowsShare));
  const [common, shares] = await held(
    async (tx) => [await packing.getCommon(tx, packed), await packing.listShares(tx, packed)] as const,
  );
  const add = (share: Share) => held((tx) => packing.packBrandSums(tx, packed, common, share));
  await sideBySide(connections, shares, add, (part) => progress(rowsShare + part * (1 - rowsShare)));
  await held((tx) => packing.packRegionSums(tx, packed, common));
  return rows.reduce((sum, each) => sum + each, 0);
}
