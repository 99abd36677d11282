// How a job ends: with its message, and when it is refused with its problem.
import type { Findings, IngestWork, StoredReplacement } from '../../../adapters/store/analytics/port.ts';
import { messages } from '../../../generated/analytics/messages.ts';
import { registry } from '../../../generated/analytics/problems.ts';
import { type ProblemReply as AnyProblemReply, problemBase, problemBody } from '../../../generated/runtime/problem.ts';
import type { Run } from './ingest-pass.ts';

export async function refuse(
  run: Run,
  findings: Findings,
  refusal: AnyProblemReply,
  replacement: StoredReplacement | null = null,
): Promise<void> {
  const { job, lease, work, report, failpoints } = run;
  const problem = problemBody(refusal, registry, job.request_id ?? job.job_id);
  const { replaces } = await work.previewMerge(job);
  await failpoints.reach('ingest', 7);
  await work.end(
    job,
    lease,
    { ...findings, status: 'failed', problem, replaces, replacement },
    announcing(run, findings, refusal.problem.slug),
  );
  report.uploadFinished({ outcome: refusal.problem.slug, job_id: job.job_id, errors: findings.error_count });
}

/** The message leaves with the transaction that ends the job, or not at all. */
export function announcing({ job, enqueue, failpoints }: Run, { rows, error_count }: Findings, problem: string | null) {
  return async (...[tx, { revision, finished_at }]: Parameters<Parameters<IngestWork['end']>[3]>): Promise<void> => {
    const payload = {
      job_id: job.job_id,
      kind: job.kind,
      dealer_id: job.dealer_id,
      period: job.period,
      period_type: job.period_type,
      status: problem === null ? ('succeeded' as const) : ('failed' as const),
      dry_run: job.dry_run,
      revision,
      rows_accepted: rows.accepted,
      rows_rejected: rows.rejected,
      error_count,
      problem_type: problem === null ? null : `${problemBase}${problem}`,
      finished_at: finished_at.toISOString(),
    };
    await enqueue(tx, (meta) => messages.ingestJobFinished(payload, meta), {
      aggregate: job.job_id,
      ...(job.traceparent === null ? {} : { traceparent: job.traceparent }),
    });
    await failpoints.reach('ingest', 5);
  };
}
