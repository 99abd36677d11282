// Admitting jobs that delete a period or revert a revision. Decisions 172 and 173.
import { createHash } from 'node:crypto';
import type { JobId, PeriodType } from '../../../generated/analytics/types.ts';
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import type {
  Corrections,
  DeletionAdmission,
  NewDeletion,
  NewReversal,
  ReversalAdmission,
  SliceDates,
} from './port.ts';
import { dates, replacedRevision, storedOn } from './slices.ts';
import { fullQuota, lockAdmissions } from './uploads.ts';

type Correction = (NewDeletion | NewReversal) & SliceDates;
type Queued = Extract<ReversalAdmission, { kind: 'queued' }>;
type Busy = Extract<ReversalAdmission, { kind: 'busy' }>;

export const corrections = (store: Store): Corrections => ({
  admitDeletion: (deletion, quota) =>
    withScope(store, { dealers: [deletion.dealer_id] }, async (tx): Promise<DeletionAdmission> => {
      await lockAdmissions(tx, deletion.dealer_id);
      const refused = (await fullQuota(tx, deletion.dealer_id, quota)) ?? (await whyNotDeleted(tx, deletion));
      return refused ?? (await admitted(tx, deletion, { reverts: null, confirm: deletion.confirm }));
    }),

  admitReversal: (reversal, quota) =>
    withScope(store, { dealers: [reversal.dealer_id] }, async (tx): Promise<ReversalAdmission> => {
      await lockAdmissions(tx, reversal.dealer_id);
      const full = await fullQuota(tx, reversal.dealer_id, quota);
      if (full !== null) return full;
      const target = await sliceOf(tx, reversal);
      if (target === null) return { kind: 'nothing' };
      const refused =
        (await busy(tx, target)) ??
        (target.superseded_by === null ? null : ({ kind: 'superseded', current: target.superseded_by } as const));
      return refused ?? (await admitted(tx, { ...reversal, ...target }, { reverts: reversal.revision, confirm: null }));
    }),
});

async function whyNotDeleted(tx: Tx, deletion: NewDeletion): Promise<Exclude<DeletionAdmission, Queued> | null> {
  const waiting = await busy(tx, deletion);
  if (waiting !== null) return waiting;
  const { any, cut } = await storedOn(tx, deletion);
  const current = await replacedRevision(tx, deletion);
  if (!any || current === null) return { kind: 'nothing' };
  if (cut !== null) return { kind: 'cut', stored: cut };
  if (deletion.dry_run || deletion.confirm === current) return null;
  return { kind: deletion.confirm === null ? 'unconfirmed' : 'superseded', current };
}

/** Its result is not known yet, so no caller can have meant to change it. */
async function busy(tx: Tx, { dealer_id, from, to }: SliceDates): Promise<Busy | null> {
  const job_id = await tx.maybeOneFirst(sql.type(row<{ job_id: JobId }>())`
    select job_id from upload_jobs
    where dealer_id = ${dealer_id} and finished_at is null and not dry_run
      and daterange(period_start, period_end, '[]') && ${dates(from, to)}
    order by created_at limit 1`);
  return job_id === null ? null : { kind: 'busy', job_id };
}

type Target = SliceDates & { readonly superseded_by: number | null };

const sliceOf = (tx: Tx, { dealer_id, revision }: NewReversal): Promise<Target | null> =>
  tx.maybeOne(sql.type(row<Target & { period_type: PeriodType }>())`
    select dealer_id, period, period_type, period_start as "from", period_end as "to",
      superseded_by
    from slices where dealer_id = ${dealer_id} and revision = ${revision}`);

/** A reversal names a revision, a deletion the one whose loss it accepts. */
type Revisions = { readonly reverts: number | null; readonly confirm: number | null };

async function admitted(tx: Tx, job: Correction, { reverts, confirm }: Revisions): Promise<Queued> {
  const kind = reverts === null ? 'deletion' : 'reversal';
  const { job_id, dealer_id, principal, period, period_type, from, to, dry_run, requestId } = job;
  await tx.query(sql.unsafe`
    insert into upload_jobs (dealer_id, job_id, kind, reverts, principal, period, period_type, period_start, period_end, bytes_total,
      content_sha256, options, dry_run, request_id, traceparent, created_at)
    values (${dealer_id}, ${job_id}, ${kind}, ${reverts}, ${principal}, ${period}, ${period_type}, ${from}::date, ${to}::date, 0,
      ${emptyContent}, ${sql.jsonb({ on_error: 'refuse', confirm })}, ${dry_run}, ${requestId}, ${job.traceparent ?? null}, clock_timestamp())`);
  await tx.query(sql.unsafe`
    insert into audit_events (dealer_id, principal, action, subject, request_id, details)
    values (${dealer_id}, ${principal}, ${`${kind}.admitted`}, ${job_id}, ${requestId},
      ${sql.jsonb({ period, dry_run, ...(reverts === null ? { confirm } : { reverts }) })})`);
  return { kind: 'queued', job: { job_id, status: 'queued' } };
}

const emptyContent = createHash('sha256').digest('hex');
