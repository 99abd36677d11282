// A job becomes the current revision of its slice: one transaction decides, stores, ends the job and announces it.
// A merge that is refused, also once it is stored, ends without a change.
import type { BeyondPlan, Findings, Staged } from '../../../../adapters/store/analytics/ingest/port.ts';
import type { JobKind, StoredReplacement } from '../../../../adapters/store/analytics/port.ts';
import type { Tx } from '../../../../adapters/store/port.ts';
import { planHasNoRoom } from '../../subscriptions/upload-plan.ts';
import { granularityConflict } from '../granularity.ts';
import { announceResult } from '../ingest-end.ts';
import { copiedShare, type Run } from '../ingest-pass.ts';
import { permitted, unconfirmed } from '../replacement.ts';
import { type UploadOperation, uploadRefusal } from '../upload-right.ts';
import { type Merged, MergeRefused, refusable } from './merged.ts';
import { deleteUnpublished, packAhead } from './pack-ahead.ts';
import { type MergeProgress, packSums, rowsShare } from './sums.ts';

/**
 * Replaces the slice by the rows of the staging table. Those of a large file are packed before, where no read finds
 * them.
 */
export const mergeFile = (run: Run, staged: Staged, findings: Findings): Promise<Merged> =>
  refusable(async () => {
    await deleteUnpublished(run);
    const progress = progressOf(run, findings);
    const isLarge = findings.rows.accepted > run.packing.mostRows;
    const ahead = isLarge ? await packAhead(run, staged, await uploadGrant(run), findings.rows, progress) : null;
    return await revise(run, findings, staged, (tx, revision) =>
      ahead === null ? packSmall(run, tx, revision, staged, progress) : publish(run, tx, revision, ahead),
    );
  });

/** Deletes the period, or brings back what a revision replaced. */
export const mergeCorrection = (run: Run, findings: Findings): Promise<Merged> =>
  refusable(async () => {
    await deleteUnpublished(run);
    return await revise(run, findings, null, async (tx, revision) => {
      const { job, packing } = run;
      if (job.reverts === null) return 0;
      const rows = await packing.packReverted(tx, job, revision);
      const packed = { dealer_id: job.dealer_id, revision };
      await packSums(packing, tx, packed, await packing.listShares(tx, packed));
      return rows;
    });
  });

/** Stores the sales and their sums under a revision, and returns how many sales there are. */
type Pack = (tx: Tx, revision: number) => Promise<number>;

const revise = (run: Run, findings: Findings, staged: Staged | null, pack: Pack): Promise<Merged> =>
  run.work.longTransaction(run.job, run.lease, async (tx) => {
    const { job, jobs, revisions, forecasts } = run;
    await run.work.confine(tx, job, await permittedGrant(run, tx));
    const revision = await revisions.next(tx, job);
    const conflict = staged === null ? null : await revisions.findConflict(tx, job);
    if (conflict !== null) throw new MergeRefused(granularityConflict(job, conflict));
    const replaces = await revisions.findReplaced(tx, job);
    const rows = await pack(tx, revision);
    const replacement = await revisions.comparePacked(tx, job, revision);
    refuseBeyondPlan(await revisions.beyondPlan(tx, job, rows));
    refuseUnconfirmed(run, findings, replacement, replaces);
    if (staged !== null) requireAllRows(findings, rows, replacement);
    await revisions.replaceSlice(tx, job, { revision, rows, replacedRows: replacement.before.rows, staged });
    const result = { ...findings, status: 'succeeded' as const, problem: null, replaces, replacement, revision };
    const finished_at = await jobs.finish(tx, job, result);
    await forecasts.create(tx, job.dealer_id, revision);
    await announceResult(run, tx, result, finished_at);
    return { kind: 'merged', revision };
  });

const operations: Readonly<Record<JobKind, UploadOperation>> = {
  upload: 'uploadFile',
  deletion: 'deletePeriod',
  reversal: 'revertRevision',
};

/** The right may have ended since the job was admitted. */
async function permittedGrant({ job, jobs }: Run, tx: Tx) {
  const grant = await jobs.findGrant(tx, job);
  const refusal = uploadRefusal(grant, operations[job.kind]);
  if (refusal !== null) throw new MergeRefused(refusal);
  if (grant === undefined) throw new Error('a right to upload is that of a grant');
  return grant;
}

const uploadGrant = (run: Run) => run.work.transaction(run.job, run.lease, (tx) => permittedGrant(run, tx));

function refuseBeyondPlan(beyond: BeyondPlan | null): void {
  if (beyond !== null) throw new MergeRefused(planHasNoRoom(beyond));
}

/** A reversal names what it removes; it was checked when it was admitted, and nothing comes between. */
function refuseUnconfirmed(
  { job }: Run,
  { rows }: Findings,
  replacement: StoredReplacement,
  replaces: number | null,
): void {
  if (job.kind === 'reversal' || permitted(job, rows, replacement, replaces)) return;
  throw new MergeRefused(unconfirmed(job, rows, replacement, replaces), replacement);
}

/** What is stored counts: rows that were packed ahead are committed long before, and their sums are made of them. */
function requireAllRows({ rows, vehicles = null }: Findings, packed: number, { after }: StoredReplacement): void {
  const [arrived, sent] = vehicles === null ? [after.rows, rows.accepted] : [after.units, vehicles.sold];
  if (arrived !== sent || packed !== after.rows) throw new Error(`${arrived} of ${sent} rows were merged`);
}

async function publish({ job, lease, unpublished }: Run, tx: Tx, revision: number, rows: number): Promise<number> {
  await unpublished.publish(tx, job, lease, revision);
  return rows;
}

async function packSmall(
  { job, packing }: Run,
  tx: Tx,
  revision: number,
  staged: Staged,
  progress: MergeProgress,
): Promise<number> {
  const rows = await packing.packStaged(tx, job, revision, staged, null);
  await progress(rowsShare);
  await packSums(packing, tx, { dealer_id: job.dealer_id, revision }, [null]);
  await progress(1);
  return rows;
}

/** The names remain after the rows and sums. */
const progressOf =
  ({ job, lease, jobs, stop }: Run, { bytes_done, rows }: Findings): MergeProgress =>
  async (part) => {
    stop.throwIfAborted();
    const progress = copiedShare + Math.floor(18 * part);
    await jobs.advance(job, lease, { status: 'merging', bytes_done, rows, progress });
  };
