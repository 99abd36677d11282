// The worker of jobs without a file: a period is deleted, a revision is reverted.
import type { Findings } from '../../../../adapters/store/analytics/ingest/port.ts';
import { planHasNoRoom } from '../../subscriptions/upload-plan.ts';
import { announcing, refuse } from '../ingest-end.ts';
import { copiedShare, type Run } from '../ingest-pass.ts';
import { permitted, unconfirmed } from '../replacement.ts';
import { uploadRefusal } from '../upload-right.ts';

const none = { read: 0, accepted: 0, rejected: 0 };
const findings: Findings = { rows: none, bytes_done: 0, errors: [], error_count: 0 };

export async function runCorrection(run: Run): Promise<void> {
  const { job, lease, work, report, failpoints } = run;
  await work.advance(job, lease, { status: 'validating', progress: 1, bytes_done: 0, rows: none });
  const announce = announcing(run, findings, null);
  if (job.dry_run) {
    const [{ replaces }, replacement] = [await work.previewMerge(job), await work.compare(job, null)];
    const beyond = await work.room(job, replacement.after.rows);
    if (beyond !== null) return await refuse(run, findings, planHasNoRoom(beyond), replacement);
    const ended = { ...findings, status: 'succeeded' as const, problem: null, replaces, replacement };
    await work.endDryRun(job, lease, null, ended, announce);
    return await failpoints.reach('ingest', 6);
  }
  await work.advance(job, lease, { status: 'merging', progress: copiedShare, bytes_done: 0, rows: none });
  await failpoints.reach('ingest', 4);
  // A reversal names what it removes; both were checked when they were admitted, and nothing comes between.
  const permits = job.kind === 'reversal' ? () => true : permitted(job, none);
  const operation = job.kind === 'reversal' ? 'revertRevision' : 'deletePeriod';
  const refusalOf = (grant: Parameters<typeof uploadRefusal>[0]) => uploadRefusal(grant, operation);
  const merged = await work.correct(job, lease, { findings, refusalOf, permits, announce });
  await failpoints.reach('ingest', 6);
  if (merged.kind === 'forbidden') await refuse(run, findings, merged.refusal);
  else if (merged.kind === 'unconfirmed')
    await refuse(run, findings, unconfirmed(job, none, merged.replacement, merged.replaces), merged.replacement);
  else if (merged.kind === 'full') await refuse(run, findings, planHasNoRoom(merged));
  else if (merged.kind === 'conflict') throw new Error('a correction has no separate grain');
  else report.uploadFinished({ outcome: 'succeeded', job_id: job.job_id, revision: merged.revision });
}
