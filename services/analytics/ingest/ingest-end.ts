// How a job ends: with its message, and when it is refused with its problem.

import type { Findings, JobResult } from '../../../adapters/store/analytics/ingest/port.ts';
import type { JobRow, StoredReplacement } from '../../../adapters/store/analytics/port.ts';
import type { Tx } from '../../../adapters/store/port.ts';
import { messages } from '../../../generated/analytics/messages.ts';
import type { IngestJobFinished } from '../../../generated/analytics/payloads.ts';
import { registry } from '../../../generated/analytics/problems.ts';
import { type ProblemReply as AnyProblemReply, problemBody } from '../../../generated/runtime/problem.ts';
import type { Enqueue } from '../../lib/messages/outbox.ts';
import type { Run } from './ingest-pass.ts';
import type { Merged } from './merge/merged.ts';

/** Ends the job without a change of data. */
export async function refuse(
  run: Run,
  findings: Findings,
  refusal: AnyProblemReply,
  replacement: StoredReplacement | null = null,
): Promise<void> {
  const { job, lease, work, jobs, revisions, report, failpoints } = run;
  const problem = problemBody(refusal, registry, job.request_id ?? job.job_id);
  await failpoints.reach('ingest', 7);
  await work.transaction(job, lease, async (tx) => {
    const replaces = await revisions.findReplaced(tx, job);
    const result = { ...findings, status: 'failed' as const, problem, replaces, replacement, revision: null };
    await announceResult(run, tx, result, await jobs.finish(tx, job, result));
  });
  report.uploadFinished({ outcome: refusal.problem.slug, job_id: job.job_id, errors: findings.error_count });
}

/** Ends the job that was not merged, and reports the one that was. */
export async function conclude(run: Run, findings: Findings, merged: Merged): Promise<void> {
  const { report, job } = run;
  if (merged.kind === 'refused') await refuse(run, findings, merged.refusal, merged.replacement);
  else report.uploadFinished({ outcome: 'succeeded', job_id: job.job_id, revision: merged.revision });
}

/** The message leaves with the transaction that ends the job, or not at all. */
export async function announceResult(
  { job, enqueue, failpoints }: Run,
  tx: Tx,
  { status, revision, problem, rows, error_count }: JobResult,
  finished_at: Date,
): Promise<void> {
  const counts = { rows_accepted: rows.accepted, rows_rejected: rows.rejected, error_count };
  await announceEnd(enqueue, tx, job, {
    ...counts,
    status,
    revision,
    problem_type: problem?.type ?? null,
    finished_at,
  });
  await failpoints.reach('ingest', 5);
}

/** What the worker found until then is in the row. */
export function announceCancelled(
  enqueue: Enqueue,
  tx: Tx,
  job: JobRow & { readonly finished_at: Date },
): Promise<void> {
  const { rows_accepted, rows_rejected, error_count, finished_at } = job;
  const counts = { rows_accepted, rows_rejected, error_count };
  const ended = { status: 'cancelled', revision: null, problem_type: null, finished_at } as const;
  return announceEnd(enqueue, tx, job, { ...counts, ...ended });
}

type End = Pick<
  IngestJobFinished,
  'status' | 'revision' | 'rows_accepted' | 'rows_rejected' | 'error_count' | 'problem_type'
> & { readonly finished_at: Date };

async function announceEnd(enqueue: Enqueue, tx: Tx, job: JobRow, end: End): Promise<void> {
  const { job_id, kind, dealer_id, period, period_type, dry_run, traceparent } = job;
  const finished_at = end.finished_at.toISOString();
  const payload = { job_id, kind, dealer_id, period, period_type, dry_run, ...end, finished_at };
  const traced = traceparent === null ? {} : { traceparent };
  await enqueue(tx, (meta) => messages.ingestJobFinished(payload, meta), { aggregate: job_id, ...traced });
  if (end.revision === null) return;
  const { from, to } = job;
  const revised = { dealer_id, revision: end.revision, cause: kind, job_id, from, to, revised_at: finished_at };
  await enqueue(tx, (meta) => messages.indicesRevised(revised, meta), { aggregate: `indices:${dealer_id}`, ...traced });
}
