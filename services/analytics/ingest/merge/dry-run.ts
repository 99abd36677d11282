// The end of a dry run: what it would replace is compared, and the sums of its rows are kept.
import type { Findings, Staged } from '../../../../adapters/store/analytics/ingest/port.ts';
import type { Tx } from '../../../../adapters/store/port.ts';
import { planHasNoRoom } from '../../subscriptions/upload-plan.ts';
import { announceResult, refuse } from '../ingest-end.ts';
import type { Run } from '../ingest-pass.ts';
import { MergeRefused, refusable } from './merged.ts';

/** `staged` is null for a correction. */
export async function endDryRun(run: Run, staged: Staged | null, findings: Findings): Promise<void> {
  const { job, lease, work, failpoints } = run;
  const refused = await refusable(() =>
    work.longTransaction(job, lease, (tx) => compareAndEnd(run, tx, staged, findings)),
  );
  if (refused !== undefined) return await refuse(run, findings, refused.refusal, refused.replacement);
  await failpoints.reach('ingest', 6);
}

async function compareAndEnd(run: Run, tx: Tx, staged: Staged | null, findings: Findings): Promise<undefined> {
  const { job, jobs, revisions } = run;
  const replaces = await revisions.findReplaced(tx, job);
  const replacement = await revisions.compareComing(tx, job, staged);
  // How many rows a correction has is known only now; those of a file were counted while it was read.
  const beyond = staged === null ? await revisions.beyondPlan(tx, job, replacement.after.rows) : null;
  if (beyond !== null) throw new MergeRefused(planHasNoRoom(beyond), replacement);
  await jobs.recordPreview(tx, job, staged);
  const result = { ...findings, status: 'succeeded' as const, problem: null, replaces, replacement, revision: null };
  await announceResult(run, tx, result, await jobs.finish(tx, job, result));
}
