// Deletes periods and reverts revisions: admits the jobs that do it (decisions 172, 173).
import type { Corrections, DeletionAdmission, Grants, ReversalAdmission } from '../../adapters/store/analytics/port.ts';
import type { Subscriptions } from '../../adapters/store/subscriptions/port.ts';
import { problems } from '../../generated/analytics/server.ts';
import type { JobId } from '../../generated/analytics/types.ts';
import type { Clock } from '../lib/clock.ts';
import type { Ids } from '../lib/ids.ts';
import type { Report } from '../lib/report.ts';
import type { Caller, Handlers } from './caller.ts';
import { formatRange } from './indices/period.ts';
import { invalidPeriod, uploadPeriod } from './upload-period.ts';
import { planIsFull, planOf } from './upload-plan.ts';
import { refusedByGrant } from './upload-right.ts';

type Deps = {
  readonly corrections: Corrections;
  readonly grants: Grants;
  readonly subscriptions: Subscriptions;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly report: Report;
};

export const corrections = (deps: Deps) =>
  ({
    async deletePeriod({ caller, body, requestId, traceparent }) {
      const { dealer_id: dealerId, dry_run: dryRun } = body;
      const refused = await refusedByGrant(deps, caller, dealerId);
      if (refused !== null) return refused;
      const period = uploadPeriod(body.period);
      if (period === undefined) return invalidPeriod(body.period);
      const { refusal, quota } = await planOf(deps, dealerId, dryRun);
      if (refusal !== null) return refusal;
      const name = formatRange(period.range);
      const slice = { dealerId, period: name, periodType: period.type, from: period.from, to: period.to };
      const by = correctionBy(deps.ids, caller, { requestId, traceparent });
      const deletion = { ...slice, ...by, dryRun, confirm: body.confirm ?? null };
      const admission = await deps.corrections.admitDeletion(deletion, quota);
      if (admission.kind === 'nothing') return problems.conflict({ detail: `No sales are stored for ${name}.` });
      if (admission.kind === 'cut') return cutting(name, admission.stored);
      if (admission.kind === 'unconfirmed') return unconfirmed(name, admission.current);
      if (admission.kind === 'superseded')
        return problems.conflict({
          detail: `The current revision of ${name} is ${admission.current}, but confirm is ${body.confirm}. Check again what would be deleted.`,
        });
      return admission.kind === 'full'
        ? planIsFull(quota?.limit ?? 0, admission.used)
        : accepted(deps, dealerId, admission);
    },

    async revertRevision({ caller, body, requestId, traceparent }) {
      const { dealer_id: dealerId, revision, dry_run: dryRun } = body;
      const refused = await refusedByGrant(deps, caller, dealerId);
      if (refused !== null) return refused;
      const { refusal, quota } = await planOf(deps, dealerId, dryRun);
      if (refusal !== null) return refusal;
      const by = correctionBy(deps.ids, caller, { requestId, traceparent });
      const admission = await deps.corrections.admitReversal({ dealerId, ...by, dryRun, revision }, quota);
      if (admission.kind === 'nothing')
        return problems.notFound({ detail: `${dealerId} has no revision ${revision}.` });
      if (admission.kind === 'superseded')
        return problems.conflict({
          detail: `Revision ${revision} is no longer current: revision ${admission.current} has replaced some of its dates.`,
        });
      return admission.kind === 'full'
        ? planIsFull(quota?.limit ?? 0, admission.used)
        : accepted(deps, dealerId, admission);
    },
  }) satisfies Pick<Handlers, 'deletePeriod' | 'revertRevision'>;

type Origin = { readonly requestId: string; readonly traceparent: string | undefined };

const correctionBy = (ids: Ids, { subject }: Caller, origin: Origin) => ({
  jobId: ids.uuid() as JobId,
  principal: subject,
  ...origin,
});

function accepted(
  { report }: Deps,
  dealerId: string,
  admission: Extract<ReversalAdmission, { kind: 'queued' | 'busy' }>,
) {
  if (admission.kind === 'busy')
    return problems.conflict({
      detail: `Job ${admission.jobId} for some of these dates is still in progress. Try again when it has finished.`,
    });
  const { jobId, status } = admission.job;
  report.uploadAccepted({ job_id: jobId, dealer_id: dealerId, bytes: 0 });
  return { status: 202 as const, body: { job_id: jobId, status } };
}

const cutting = (name: string, { period, periodType }: Extract<DeletionAdmission, { kind: 'cut' }>['stored']) =>
  problems.granularityConflict({
    detail: `${name} splits a ${periodType} of the stored slice ${period}. Delete whole ${periodType}s.`,
    stored_period: period,
    stored_period_type: periodType,
  });

const unconfirmed = (name: string, confirm: number) =>
  problems.confirmationRequired({
    detail: `This would delete all sales of ${name}. To delete them, send the request again with confirm=${confirm}. To see what would be deleted, use dry_run.`,
    lost_share: 1,
    allowed_share: 0.2,
    confirm,
  });
