// The worker of uploads: reads a file from the object store, checks it while COPY takes it, and merges it as a new revision (decisions 5 and 6).
// Accepting uploads and answering for jobs: ingest.ts; the one pass over the file: ingest-pass.ts. The next holder of the dealer's lease starts an interrupted run again.
import type { Findings, Spellings, Staged } from '../../../adapters/store/analytics/ingest/port.ts';
import type { JobRow } from '../../../adapters/store/analytics/port.ts';
import { problems } from '../../../generated/analytics/problems.ts';
import type { DealerId } from '../../../generated/analytics/types.ts';
import { dependencyOf, errorOf } from '../../lib/errors.ts';
import { type ClaimQueue, claimQueue } from '../../lib/work/claim-queue.ts';
import { errorList } from '../sales-file/error-list.ts';
import { SalesFile } from '../sales-file/file.ts';
import { type Aliases, displayName, type NameKind } from '../sales-file/normalise.ts';
import { addedColumns } from '../sales-file/rejected-rows-file.ts';
import { report as errorReport } from '../sales-file/report.ts';
import { planRoom } from '../subscriptions/plan-room.ts';
import { planHasNoRoom } from '../subscriptions/upload-plan.ts';
import { runCorrection } from './corrections/correction-run.ts';
import { errorListKey } from './error-list-key.ts';
import { granularityConflict } from './granularity.ts';
import { announcing, refuse } from './ingest-end.ts';
import { copiedShare, type IngestDeps, passThrough, type Run } from './ingest-pass.ts';
import { permitted, unconfirmed } from './replacement.ts';
import { type FileTotals, hasTotals, unconfirmedTotals } from './totals/totals.ts';
import { expectedOf } from './upload-period.ts';
import { type ClaimedJob, uploadTable } from './upload-queue.ts';
import { uploadRefusal } from './upload-right.ts';

/** Runs of a job that ended without a word, after which it is given up: its file may be what kills the worker. */
const mostAttempts = 5;

const backOff = { firstMs: 2_000, longestMs: 60_000 };

/** Works until the signal; then the jobs at hand are left for another worker, which begins them again. */
export const runIngest = (deps: IngestDeps, signal: AbortSignal): Promise<void> => queueOf(deps).run(signal);

/** One job. `failed`: by our fault, and it is given back. */
export async function ingestOnce(deps: IngestDeps, signal: AbortSignal): Promise<'worked' | 'idle' | 'failed'> {
  const table = uploadTable(deps);
  const claim = async (by: string) => {
    const found = await table.claim(by, leaseMsOf(deps));
    return 'dueInMs' in found ? null : found;
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
  return claimQueue({
    table: uploadTable({ ...deps, inHand }),
    work: async (claimed, stop) => {
      const { dealer_id } = claimed.job;
      inHand.add(dealer_id);
      await serve(deps, claimed, stop).finally(() => inHand.delete(dealer_id));
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

async function serve(deps: IngestDeps, { job, lease }: ClaimedJob, stop: AbortSignal): Promise<void> {
  if (job.attempts > 1) deps.report.uploadTakenOver({ job_id: job.job_id, attempts: job.attempts });
  try {
    await runJob({ ...deps, job, lease, stop });
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
  const dealer = await run.work.dealer(job);
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
  await run.work.advance(job, run.lease, { status: 'validating', progress: 1, bytes_done: 0, rows: file.counts });
  await failpoints.reach('ingest', 8);
  try {
    const roomFor = planRoom(run.work, job);
    const { bytes_done, read_as, beyond } = await passThrough(run, file, errors, list, roomFor);
    const totals = beyond === null ? unconfirmedTotals(job, file) : null;
    for (const error of totals?.errors ?? []) errors.add(error);
    await list.end();
    const { counts: rows, vehicles } = file;
    const findings = { rows, vehicles, bytes_done, read_as, errors: errors.first, error_count: errors.count };
    if (beyond !== null) return await refuse(run, findings, planHasNoRoom(beyond, rows.read));
    await conclude(run, file, findings, dealer.region_id, totals);
  } finally {
    list.abandon();
    await clear(run);
    await staging.drop(job.job_id, run.lease.fence).catch(() => {});
  }
}

/** What cannot be deleted now is deleted by a later job. */
const clear = ({ work, job, lease }: Run): Promise<void> => work.clear(job, lease).catch(() => {});

async function conclude(
  run: Run,
  file: SalesFile,
  findings: Findings,
  region_id: Staged['region_id'],
  totals: FileTotals | null,
): Promise<void> {
  const { job, lease, work, failpoints } = run;
  await failpoints.reach('ingest', 3);
  const refused =
    findings.error_count > (totals?.errors.length ?? 0) &&
    (job.on_error === 'refuse' || file.shape === null || file.failed || findings.rows.accepted === 0);
  if (refused) return await refuse(run, findings, badFile(findings, file.gaveUp));
  const added = job.dry_run ? undefined : addedColumns.find((name) => file.given.includes(name));
  if (added !== undefined) return await refuse(run, findings, partOfFile(added, findings));
  if (totals !== null) return await refuse(run, findings, hasTotals(totals));
  const { stored, replaces } = await work.previewMerge(job);
  if (stored !== null) return await refuse(run, findings, granularityConflict(job, stored));
  const beyond = await work.room(job, file.storedRows);
  if (beyond !== null) return await refuse(run, findings, planHasNoRoom(beyond));
  if (file.shape === null) throw new Error('a file without errors has columns');
  const { given: columns, form } = file;
  const staged = { fence: lease.fence, form: form ?? 'sales', columns, spellings: spellingsOf(file), region_id };
  const announce = announcing(run, findings, null);
  if (job.dry_run) {
    const replacement = await work.compare(job, staged);
    const ended = { ...findings, status: 'succeeded' as const, problem: null, replaces, replacement };
    await work.endDryRun(job, lease, staged, ended, announce);
    return await failpoints.reach('ingest', 6);
  }
  const merging = { status: 'merging' as const, bytes_done: findings.bytes_done, rows: findings.rows };
  await work.advance(job, lease, { ...merging, progress: copiedShare });
  await failpoints.reach('ingest', 4);
  const permits = permitted(job, findings.rows);
  const stepped = async (part: number) => {
    run.stop.throwIfAborted();
    await work.advance(job, lease, { ...merging, progress: mergedProgress(part) });
  };
  const merged = await work.merge(job, lease, staged, {
    findings,
    refusalOf: (grant) => uploadRefusal(grant),
    permits,
    announce,
    merged: stepped,
  });
  await failpoints.reach('ingest', 6);
  if (merged.kind === 'forbidden') await refuse(run, findings, merged.refusal);
  else if (merged.kind === 'full') await refuse(run, findings, planHasNoRoom(merged));
  else if (merged.kind === 'conflict') await refuse(run, findings, granularityConflict(job, merged.stored));
  else if (merged.kind === 'unconfirmed') {
    const refusal = unconfirmed(job, findings.rows, merged.replacement, merged.replaces);
    await refuse(run, findings, refusal, merged.replacement);
  } else run.report.uploadFinished({ outcome: 'succeeded', job_id: job.job_id, revision: merged.revision });
}

/** What is left are the names. */
const mergedProgress = (part: number): number => copiedShare + Math.floor(18 * part);

function badFile({ rows, error_count }: Findings, gaveUp: boolean) {
  const some = `${count(rows.rejected)} of ${count(rows.read)} rows ${rows.rejected === 1 ? 'has' : 'have'} errors`;
  const all = `Each of the first ${count(rows.read)} rows has errors; the remaining rows were not read`;
  const found = rows.rejected === 0 ? 'The file cannot be read' : gaveUp ? all : some;
  return problems.badFile({ detail: `${found}. Nothing was stored.`, error_count });
}

/** Decision 191: the rows that were right are not in it, and would be gone from the period. */
const partOfFile = (added: (typeof addedColumns)[number], { error_count }: Findings) =>
  problems.badFile({
    detail: `The file has the column ${added}, so it has only the rejected rows of another file, and an upload replaces the whole period. Nothing was stored. Put the corrected rows into the whole file, without ${addedColumns.join(' and ')}, and upload that.`,
    error_count,
  });

const count = (value: number): string => value.toLocaleString('en');

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
