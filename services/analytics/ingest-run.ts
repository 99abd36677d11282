// The worker of uploads: reads a file from the object store, checks it while COPY takes it, and merges it as a new revision (decisions 5 and 6).
// Accepting uploads and answering for jobs: ingest.ts; the one pass over the file: ingest-pass.ts. A run that is lost is begun anew by whoever gets the dealer's lease next.
import type { DealerId, Findings, JobRow, Spellings, StoredSlice } from '../../adapters/store/analytics/port.ts';
import { type ProblemReply, problems } from '../../generated/analytics/problems.ts';
import { dependencyOf, isUnavailable } from '../lib/errors.ts';
import { holdLease } from '../lib/leases.ts';
import { runLoop } from '../lib/loop.ts';
import { runCorrection } from './correction-run.ts';
import { errorList } from './ingest/error-list.ts';
import { SalesFile } from './ingest/file.ts';
import type { Aliases, NameKind } from './ingest/normalise.ts';
import { displayName } from './ingest/normalise.ts';
import { report as errorReport } from './ingest/report.ts';
import { announcing, refuse } from './ingest-end.ts';
import { copiedShare, type IngestDeps, passThrough, type Run } from './ingest-pass.ts';
import { errorsKey } from './job-errors.ts';
import { permitted, unconfirmed } from './replacement.ts';
import { expectedOf } from './upload-period.ts';
import { planHasNoRoom } from './upload-plan.ts';
import { uploadRefusal } from './upload-right.ts';

/** Runs of a job that ended without a word, after which it is given up: its file may be what kills the worker. */
const mostAttempts = 5;

/** What a round came to. `failed`: by our fault, and nobody else had work. */
type Outcome = 'worked' | 'idle' | 'failed';

/** Dealers whose last turn failed by our fault, and when they have their next one (monotonic). */
type Resting = Map<DealerId, number>;
const restMs = 2_000;

/** Works until the signal; then the job at hand is left for another worker, who begins it anew. */
export function runIngest(deps: IngestDeps, signal: AbortSignal): Promise<void> {
  const pauses = { worked: 0, idle: deps.pollMs ?? 500, failed: restMs };
  const resting: Resting = new Map();
  const work = async () => pauses[await ingestOnce(deps, signal, resting)];
  return runLoop({ work, everyMs: restMs, signal, clock: deps.clock });
}

/**
 * One round: every dealer who waits has one job done, so that a long queue of one holds nobody up for more than a job.
 * Nor does a dealer whose job fails by our fault: it rests, while the others go on.
 */
export async function ingestOnce(
  deps: IngestDeps,
  signal: AbortSignal,
  resting: Resting = new Map(),
): Promise<Outcome> {
  const failed = (error: Error) => {
    if (!signal.aborted) deps.report.dependencyFailed({ dependency: dependencyOf(error, 'ingest'), error });
    return 'failed' as const;
  };
  const dealers = await deps.work.waiting().catch(failed);
  if (dealers === 'failed') return 'failed';
  const outcomes = new Set<Outcome>();
  for (const dealerId of dealers) {
    if (signal.aborted) break;
    if ((resting.get(dealerId) ?? 0) > deps.clock.monotonicMs()) continue;
    const outcome = await serveDealer(deps, dealerId, signal).catch(failed);
    outcomes.add(outcome);
    if (outcome === 'failed') resting.set(dealerId, deps.clock.monotonicMs() + restMs);
    else resting.delete(dealerId);
  }
  return outcomes.has('worked') ? 'worked' : outcomes.has('failed') ? 'failed' : 'idle';
}

/** One job. One worker at a time serves a dealer, so its uploads take effect in the order in which they came. */
async function serveDealer(deps: IngestDeps, dealerId: DealerId, signal: AbortSignal): Promise<Outcome> {
  const { holder, leaseMs: ttlMs = 30_000, clock, work } = deps;
  await using held = await holdLease(deps.leases, `ingest:${dealerId}`, { holder, ttlMs, clock });
  if (held === null) return 'idle';
  const { lease } = held;
  const stop = AbortSignal.any([signal, held.signal]);
  const job = await work.next(dealerId, lease);
  if (job === null) return 'idle';
  if (job.attempts > 1) deps.report.uploadTakenOver({ job_id: job.jobId, attempts: job.attempts });
  await runJob({ ...deps, job, lease, stop }).catch(async (error: Error) => {
    // A shutdown, or a store that is away, says nothing about the job.
    if (stop.aborted || isUnavailable(error)) await work.refundAttempt(job, lease).catch(() => {});
    throw error;
  });
  return 'worked';
}

async function runJob(run: Run): Promise<void> {
  const { job, staging, failpoints } = run;
  await failpoints.reach('ingest', 1);
  if (job.attempts > mostAttempts) return await refuse(run, noFindings(job), gaveUp);
  if (job.kind !== 'upload') return await runCorrection(run);
  const dealer = await run.work.dealer(job.dealerId);
  const list = errorList((lines) => run.files.put(errorsKey(job), lines, { signal: run.stop }));
  const errors = errorReport(list.add);
  const file = new SalesFile({
    expected: expectedOf(job, run.clock.now()),
    region: dealer.regionId,
    aliases: aliasesOf(dealer.aliases),
    report: errors,
    emit: true,
  });
  await run.work.advance(job, run.lease, { status: 'validating', progress: 1, bytesDone: 0, rows: file.counts });
  await failpoints.reach('ingest', 8);
  try {
    const bytesDone = await passThrough(run, file, errors, list);
    await list.end();
    const findings = { rows: file.counts, bytesDone, errors: errors.first, errorCount: errors.count };
    await conclude(run, file, findings, dealer.regionId);
  } finally {
    list.abandon();
    // What can not be dropped now is swept later: the table is of no use to anybody.
    await staging.drop(job.jobId, run.lease.fence).catch(() => {});
  }
}

async function conclude(run: Run, file: SalesFile, findings: Findings, regionId: string): Promise<void> {
  const { job, lease, work, failpoints } = run;
  await failpoints.reach('ingest', 3);
  const refused =
    findings.errorCount > 0 &&
    (job.onError === 'refuse' || file.shape === null || file.failed || findings.rows.accepted === 0);
  if (refused) return await refuse(run, findings, badFile(findings, file.gaveUp));
  const { stored, replaces } = await work.previewMerge(job);
  if (stored !== null) return await refuse(run, findings, conflicting(job, stored));
  const beyond = await work.room(job, findings.rows.accepted);
  if (beyond !== null) return await refuse(run, findings, planHasNoRoom(beyond));
  if (file.shape === null) throw new Error('a file without errors has columns');
  const staged = { fence: lease.fence, columns: file.shape.columns, spellings: spellingsOf(file), regionId };
  const announce = announcing(run, findings, null);
  if (job.dryRun) {
    const replacement = await work.compare(job, staged);
    const ended = { ...findings, status: 'succeeded' as const, problem: null, replaces, replacement };
    return await work.end(job, lease, ended, announce);
  }
  await work.advance(job, lease, {
    status: 'merging',
    progress: copiedShare,
    bytesDone: findings.bytesDone,
    rows: findings.rows,
  });
  await failpoints.reach('ingest', 4);
  const permits = permitted(job, findings.rows);
  const merged = await work.merge(job, lease, staged, { findings, refusalOf: uploadRefusal, permits, announce });
  await failpoints.reach('ingest', 6);
  if (merged.kind === 'forbidden') await refuse(run, findings, merged.refusal);
  else if (merged.kind === 'full') await refuse(run, findings, planHasNoRoom(merged));
  else if (merged.kind === 'conflict') await refuse(run, findings, conflicting(job, merged.stored));
  else if (merged.kind === 'unconfirmed') {
    const refusal = unconfirmed(job, findings.rows, merged.replacement, merged.replaces);
    await refuse(run, findings, refusal, merged.replacement);
  } else run.report.uploadFinished({ outcome: 'succeeded', job_id: job.jobId, revision: merged.revision });
}

function badFile({ rows, errorCount }: Findings, gaveUp: boolean) {
  const some = `${count(rows.rejected)} of ${count(rows.read)} rows have errors`;
  const all = `Each of the first ${count(rows.read)} rows has errors; the remaining rows were not read`;
  const found = rows.rejected === 0 ? 'The file cannot be read' : gaveUp ? all : some;
  return problems.badFile({ detail: `${found}. Nothing was stored.`, error_count: errorCount });
}

const count = (value: number): string => value.toLocaleString('en');

export const conflicting = (
  { period, periodType }: Pick<JobRow, 'period' | 'periodType'>,
  stored: StoredSlice,
): ProblemReply<'granularity-conflict'> =>
  problems.granularityConflict({
    detail: `${period} by ${periodType} overlaps the stored slice ${stored.period} by ${stored.periodType}. Upload it by ${stored.periodType}, or for a period that covers all of ${stored.period}.`,
    stored_period: stored.period,
    stored_period_type: stored.periodType,
  });

const gaveUp = problems.internal({
  detail: `The job failed after ${mostAttempts} attempts.`,
});

const noFindings = (job: JobRow): Findings => ({
  rows: { read: job.rowsRead, accepted: job.rowsAccepted, rejected: job.rowsRejected },
  bytesDone: job.bytesDone,
  errors: [],
  errorCount: 0,
});

const aliasesOf = (rows: readonly (readonly [string, string, string])[]): Aliases =>
  new Map(
    [...Map.groupBy(rows, ([kind]) => kind as NameKind)].map(([kind, same]) => [
      kind,
      new Map(same.map(([, alias, id]) => [alias, id])),
    ]),
  );

function spellingsOf(file: SalesFile): readonly Spellings[] {
  return [...Map.groupBy(file.spellings(), ({ column }) => column)].map(([column, found]) => ({
    column,
    spellings: found.map(({ spelling }) => spelling),
    ids: found.map(({ id }) => id),
    names: found.map(({ spelling }) => displayName(spelling)),
  }));
}
