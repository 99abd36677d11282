// deletePeriod: admits the job that deletes the sales of a period (decision 172).
import type { DeletionAdmission } from '../../../../adapters/store/analytics/port.ts';
import { problems } from '../../../../generated/analytics/server.ts';
import type { Handlers } from '../../caller.ts';
import { formatRange } from '../../indices/period.ts';
import { planIsFull, planOf } from '../../subscriptions/upload-plan.ts';
import { invalidPeriod, uploadPeriod } from '../upload-period.ts';
import { refusedByGrant } from '../upload-right.ts';
import { accepted, type CorrectionDeps, correctionBy } from './corrections.ts';

export const deletePeriod = (deps: CorrectionDeps) =>
  ({
    async deletePeriod({ caller, body, requestId, traceparent }) {
      const { dealer_id, dry_run } = body;
      const refused = await refusedByGrant(deps, caller, dealer_id, 'deletePeriod');
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
  }) satisfies Pick<Handlers, 'deletePeriod'>;

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
