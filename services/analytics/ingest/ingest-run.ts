// The worker of uploads: reads a file from the object store, checks it while COPY takes it, and merges it as a new
// revision (decisions 5 and 6). Accepting uploads and answering for jobs: ingest.ts; the one pass over the file:
// ingest-pass.ts. The next holder of the dealer's lease starts an interrupted run again.
import type { Findings, Spellings, Staged } from '../../../adapters/store/analytics/ingest/port.ts';
import type { JobRow } from '../../../adapters/store/analytics/port.ts';
import { problems } from '../../../generated/analytics/problems.ts';
import type { DealerId, JobId } from '../../../generated/analytics/types.ts';
import { dependencyOf, errorOf } from '../../lib/errors.ts';
import { type ClaimQueue, claimQueue } from '../../lib/work/claim-queue.ts';
import { errorList } from '../sales-file/error-list.ts';
import { SalesFile } from '../sales-file/file.ts';
import { type Aliases, displayName, type NameKind } from '../sales-file/normalise.ts';
import { report as errorReport } from '../sales-file/report.ts';
import { planRoom } from '../subscriptions/plan-room.ts';
import { planHasNoRoom } from '../subscriptions/upload-plan.ts';
import { runCorrection } from './corrections/correction-run.ts';
import { errorListKey } from './error-list-key.ts';
import { fileRefusal } from './file-refusal.ts';
import { granularityConflict } from './granularity.ts';
import { conclude, refuse } from './ingest-end.ts';
import { copiedShare, type IngestDeps, passThrough, type Run } from './ingest-pass.ts';
import { endDryRun } from './merge/dry-run.ts';
import { mergeFile } from './merge/merge.ts';
import { deleteUnpublished } from './merge/pack-ahead.ts';
import { type FileTotals, unconfirmedTotals } from './totals/totals.ts';
import { expectedOf } from './upload-period.ts';
import { type ClaimedJob, uploadTable } from './upload-queue.ts';

/** Runs of a job that ended without a word, after which it is given up: its file may be what kills the worker. */
const mostAttempts = 5;

const backOff = { firstMs: 2_000, longestMs: 60_000 };

/** Works until the signal; then the jobs at hand are left for another worker, which begins them again. */
export const runIngest = (deps: IngestDeps, signal: AbortSignal): Promise<void> => queueOf(deps).run(signal);

/** One job. `failed`: by our fault, and it is given back. */
export async function ingestOnce(deps: IngestDeps, signal: AbortSignal): Promise<'worked' | 'idle' | 'failed'> {
  const table = uploadTable(deps);
  const claim = async (by: string) => {
    const result = await table.claim(by, leaseMsOf(deps));
    return result.kind === 'claimed' ? result.claimed : null;
  };
  const work = async (claimed: ClaimedJob, lost: AbortSignal) => {
    await serve(deps, claimed, AbortSignal.any([signal, lost]));
    return 'worked' as const;
  };
  const worked = await queueOf(deps).workNow(claim, work);
  return worked === null ? 'idle' : (worked.result ?? 'failed');
}

/** A large file of one dealer leaves room for a small one of another. */
const parallel = 2;

const leaseMsOf = ({ leaseMs = 4_000 }: IngestDeps): number => leaseMs;

function queueOf(deps: IngestDeps): ClaimQueue<ClaimedJob> {
  const { holder, clock, report, listen, pollMs } = deps;
  const inHand = new Set<DealerId>();
  const packers = new Set<JobId>();
  return claimQueue({
    table: uploadTable({ ...deps, inHand }),
    work: async (claimed, stop) => {
      const { dealer_id } = claimed.job;
      inHand.add(dealer_id);
      await serve(deps, claimed, stop, packers).finally(() => inHand.delete(dealer_id));
    },
    holder,
    leaseMs: leaseMsOf(deps),
    backOff: deps.backOff ?? backOff,
    clock,
    parallel,
    ...(listen === undefined ? {} : { listen }),
    ...(pollMs === undefined ? {} : { pollMs }),
    failed: (error) => report.dependencyFailed({ dependency: dependencyOf(error, 'ingest'), ...errorOf(error) }),
  });
}

async function serve(
  deps: IngestDeps,
  { job, lease }: ClaimedJob,
  stop: AbortSignal,
  packers = new Set<JobId>(),
): Promise<void> {
  if (job.attempts > 1) deps.report.uploadTakenOver({ job_id: job.job_id, attempts: job.attempts });
  try {
    await runJob({ ...deps, job, lease, stop, packers });
  } catch (error) {
    if (!(error instanceof Error && error.name === 'JobEnded')) throw error;
    // Cancelled: what it has merged was rolled back, and its message was sent with the cancellation.
    deps.report.uploadFinished({ outcome: 'cancelled', job_id: job.job_id });
  }
}

async function runJob(run: Run): Promise<void> {
  const { job, staging, failpoints } = run;
  await failpoints.reach('ingest', 1);
  if (job.attempts > mostAttempts) {
    await clear(run);
    return await refuse(run, noFindings(job), gaveUp);
  }
  if (job.kind !== 'upload') return await runCorrection(run);
  const dealer = await run.work.read(job, (tx) => run.jobs.getDealer(tx, job));
  const list = errorList((lines) => run.files.put(errorListKey(job), lines, { signal: run.stop }));
  const errors = errorReport(list.add);
  const file = new SalesFile({
    form: job.form,
    expected: expectedOf(job, run.clock.now()),
    region: dealer.region_id,
    aliases: aliasesOf(dealer.aliases),
    report: errors,
    emit: true,
  });
  await run.jobs.advance(job, run.lease, { status: 'validating', progress: 1, bytes_done: 0, rows: file.counts });
  await failpoints.reach('ingest', 8);
  let isMerged = false;
  try {
    const roomFor = planRoom((count) => run.work.read(job, (tx) => run.revisions.beyondPlan(tx, job, count)));
    const { bytes_done, read_as, beyond } = await passThrough(run, file, errors, list, roomFor);
    const totals = beyond === null ? unconfirmedTotals(job, file) : null;
    for (const error of totals?.errors ?? []) errors.add(error);
    await list.end();
    const { counts: rows, vehicles } = file;
    const findings = { rows, vehicles, bytes_done, read_as, errors: errors.first, error_count: errors.count };
    if (beyond !== null) return await refuse(run, findings, planHasNoRoom(beyond, rows.read));
    isMerged = await finishFile(run, file, { findings, totals, region_id: dealer.region_id });
  } finally {
    list.abandon();
    if (!isMerged) await clear(run);
    await staging.drop(job.job_id, run.lease.fence).catch(() => {});
  }
}

/** What cannot be deleted now is deleted by a later job. */
const clear = (run: Run): Promise<void> => deleteUnpublished(run).catch(() => {});

/**
 * The file is read and copied; now it is refused, compared or merged. True: it is merged, and nothing is left that was
 * packed for it.
 */
async function finishFile(run: Run, file: SalesFile, input: FileInput): Promise<boolean> {
  const { job, lease, jobs, failpoints } = run;
  const { findings, totals, region_id } = input;
  await failpoints.reach('ingest', 3);
  const refusal = fileRefusal(job, file, findings, totals) ?? (await storeRefusal(run, file.storedRows));
  if (refusal !== null) {
    await refuse(run, findings, refusal);
    return false;
  }
  if (file.shape === null) throw new Error('a file without errors has columns');
  const { given: columns, form } = file;
  const staged = { fence: lease.fence, form: form ?? 'sales', columns, spellings: spellingsOf(file), region_id };
  if (job.dry_run) {
    await endDryRun(run, staged, findings);
    return false;
  }
  const { bytes_done, rows } = findings;
  await jobs.advance(job, lease, { status: 'merging', bytes_done, rows, progress: copiedShare });
  await failpoints.reach('ingest', 4);
  const merged = await mergeFile(run, staged, findings);
  await failpoints.reach('ingest', 6);
  await conclude(run, findings, merged);
  return merged.kind === 'merged';
}

type FileInput = {
  readonly findings: Findings;
  readonly totals: FileTotals | null;
  readonly region_id: Staged['region_id'];
};

/**
 * What a merge would be refused for is found before it, which saves the merge; it decides again under the lock of the
 * dealer.
 */
const storeRefusal = ({ job, work, revisions }: Run, rows: number) =>
  work.read(job, async (tx) => {
    const conflict = await revisions.findConflict(tx, job);
    if (conflict !== null) return granularityConflict(job, conflict);
    const beyond = await revisions.beyondPlan(tx, job, rows);
    return beyond === null ? null : planHasNoRoom(beyond);
  });

const gaveUp = problems.internal({
  detail: `The job failed after ${mostAttempts} attempts.`,
});

const noFindings = (job: JobRow): Findings => ({
  rows: { read: job.rows_read, accepted: job.rows_accepted, rejected: job.rows_rejected },
  bytes_done: job.bytes_done,
  errors: [],
  error_count: 0,
  read_as: null,
  vehicles: null,
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
    names: found.map(({ spelling }) => displayName(spelling.replace(/^'(?=[=+\-@\t\r])/, ''))),
  }));
}
