// How a job ends: with its message, and when it is refused with its problem.
import type { Findings, IngestWork, Replacement } from '../../adapters/store/analytics/port.ts';
import { messages } from '../../generated/analytics/messages.ts';
import { registry } from '../../generated/analytics/problems.ts';
import { type ProblemReply as AnyProblemReply, problemBase, problemBody } from '../../generated/runtime/problem.ts';
import type { Run } from './ingest-pass.ts';

export async function refuse(
  run: Run,
  findings: Findings,
  refusal: AnyProblemReply,
  replacement: Replacement | null = null,
): Promise<void> {
  const { job, lease, work, report, failpoints } = run;
  const problem = problemBody(refusal, registry, job.requestId ?? job.jobId);
  const { replaces } = await work.previewMerge(job);
  await failpoints.reach('ingest', 7);
  await work.end(
    job,
    lease,
    { ...findings, status: 'failed', problem, replaces, replacement },
    announcing(run, findings, refusal.problem.slug),
  );
  report.uploadFinished({ outcome: refusal.problem.slug, job_id: job.jobId, errors: findings.errorCount });
}

/** The message leaves with the transaction that ends the job, or not at all. */
export function announcing({ job, enqueue, failpoints }: Run, { rows, errorCount }: Findings, problem: string | null) {
  return async (...[tx, { revision, finishedAt }]: Parameters<Parameters<IngestWork['end']>[3]>): Promise<void> => {
    const payload = {
      job_id: job.jobId,
      kind: job.kind,
      dealer_id: job.dealerId,
      period: job.period,
      period_type: job.periodType,
      status: problem === null ? ('succeeded' as const) : ('failed' as const),
      dry_run: job.dryRun,
      revision,
      rows_accepted: rows.accepted,
      rows_rejected: rows.rejected,
      error_count: errorCount,
      problem_type: problem === null ? null : `${problemBase}${problem}`,
      finished_at: finishedAt.toISOString(),
    };
    await enqueue(tx, (meta) => messages.ingestJobFinished(payload, meta), {
      aggregate: job.jobId,
      ...(job.traceparent === null ? {} : { traceparent: job.traceparent }),
    });
    await failpoints.reach('ingest', 5);
  };
}
