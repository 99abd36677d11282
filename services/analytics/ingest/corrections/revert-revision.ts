// revertRevision: admits the job that restores what a revision replaced (decision 173).
import { problems } from '../../../../generated/analytics/server.ts';
import type { Handlers } from '../../caller.ts';
import { planIsFull, planOf } from '../../subscriptions/upload-plan.ts';
import { refusedByGrant } from '../upload-right.ts';
import { accepted, type CorrectionDeps, correctionBy } from './corrections.ts';

export const revertRevision = (deps: CorrectionDeps) =>
  ({
    async revertRevision({ caller, body, requestId, traceparent }) {
      const { dealer_id, revision, dry_run } = body;
      const refused = await refusedByGrant(deps, caller, dealer_id, 'revertRevision');
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
  }) satisfies Pick<Handlers, 'revertRevision'>;
