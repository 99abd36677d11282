// Deletes periods and reverts revisions: admits the jobs that do it (decisions 172, 173).
import type {
  Corrections,
  DeletionAdmission,
  Grants,
  ReversalAdmission,
} from '../../../adapters/store/analytics/port.ts';
import type { Subscriptions } from '../../../adapters/store/subscriptions/port.ts';
import { problems } from '../../../generated/analytics/server.ts';
import type { JobId } from '../../../generated/analytics/types.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Ids } from '../../lib/ids.ts';
import type { Report } from '../../lib/report.ts';
import type { Caller, Handlers } from '../caller.ts';
import { formatRange } from '../indices/period.ts';
import { planIsFull, planOf } from '../subscriptions/upload-plan.ts';
import { invalidPeriod, uploadPeriod } from './upload-period.ts';
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
      const { dealer_id, dry_run } = body;
      const refused = await refusedByGrant(deps, caller, dealer_id);
      if (refused !== null) return refused;
      const period = uploadPeriod(body.period);
      if (period === undefined) return invalidPeriod(body.period);
      const { refusal, quota } = await planOf(deps, dealer_id, dry_run);
      if (refusal !== null) return refusal;
      const name = formatRange(period.range);
      const slice = { dealer_id, period: name, period_type: period.type, from: period.from, to: period.to };
      const by = correctionBy(deps.ids, caller, { requestId, traceparent });
      const deletion = { ...slice, ...by, dry_run, confirm: body.confirm ?? null };
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
        : accepted(deps, dealer_id, admission);
    },

    async revertRevision({ caller, body, requestId, traceparent }) {
      const { dealer_id, revision, dry_run } = body;
      const refused = await refusedByGrant(deps, caller, dealer_id);
      if (refused !== null) return refused;
      const { refusal, quota } = await planOf(deps, dealer_id, dry_run);
      if (refusal !== null) return refusal;
      const by = correctionBy(deps.ids, caller, { requestId, traceparent });
      const admission = await deps.corrections.admitReversal({ dealer_id, ...by, dry_run, revision }, quota);
      if (admission.kind === 'nothing')
        return problems.notFound({ detail: `${dealer_id} has no revision ${revision}.` });
      if (admission.kind === 'superseded')
        return problems.conflict({
          detail: `Revision ${revision} is no longer current: revision ${admission.current} has replaced some of its dates.`,
        });
      return admission.kind === 'full'
        ? planIsFull(quota?.limit ?? 0, admission.used)
        : accepted(deps, dealer_id, admission);
    },
  }) satisfies Pick<Handlers, 'deletePeriod' | 'revertRevision'>;

type Origin = { readonly requestId: string; readonly traceparent: string | undefined };

const correctionBy = (ids: Ids, { subject }: Caller, origin: Origin) => ({
  job_id: ids.uuid() as JobId,
  principal: subject,
  ...origin,
});

function accepted(
  { report }: Deps,
  dealer_id: string,
  admission: Extract<ReversalAdmission, { kind: 'queued' | 'busy' }>,
) {
  if (admission.kind === 'busy')
    return problems.conflict({
      detail: `Job ${admission.job_id} for some of these dates is still in progress. Try again when it has finished.`,
    });
  const { job_id, status } = admission.job;
  report.uploadAccepted({ job_id, dealer_id, bytes: 0 });
  return { status: 202 as const, body: { job_id, status } };
}

const cutting = (name: string, { period, period_type }: Extract<DeletionAdmission, { kind: 'cut' }>['stored']) =>
  problems.granularityConflict({
    detail: `${name} splits a ${period_type} of the stored slice ${period}. Delete whole ${period_type}s.`,
    stored_period: period,
    stored_period_type: period_type,
  });

const unconfirmed = (name: string, confirm: number) =>
  problems.confirmationRequired({
    detail: `This would delete all sales of ${name}. To delete them, send the request again with confirm=${confirm}. To see what would be deleted, use dry_run.`,
    lost_share: 1,
    allowed_share: 0.2,
    confirm,
  });
