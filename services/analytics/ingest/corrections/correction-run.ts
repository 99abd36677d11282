// The worker of jobs without a file: a period is deleted, a revision is reverted.
import type { Findings } from '../../../../adapters/store/analytics/ingest/port.ts';
import { conclude } from '../ingest-end.ts';
import { copiedShare, type Run } from '../ingest-pass.ts';
import { endDryRun } from '../merge/dry-run.ts';
import { mergeCorrection } from '../merge/merge.ts';

const none = { read: 0, accepted: 0, rejected: 0 };
const findings: Findings = { rows: none, bytes_done: 0, errors: [], error_count: 0 };

export async function runCorrection(run: Run): Promise<void> {
  const { job, lease, jobs, failpoints } = run;
  await jobs.advance(job, lease, { status: 'validating', progress: 1, bytes_done: 0, rows: none });
  if (job.dry_run) return await endDryRun(run, null, findings);
  await jobs.advance(job, lease, { status: 'merging', progress: copiedShare, bytes_done: 0, rows: none });
  await failpoints.reach('ingest', 4);
  const merged = await mergeCorrection(run, findings);
  await failpoints.reach('ingest', 6);
  await conclude(run, findings, merged);
}
