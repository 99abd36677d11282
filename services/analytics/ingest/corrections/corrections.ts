// What deletePeriod and revertRevision share: both admit a job without a file (decisions 172, 173).

import type { Grants } from '../../../../adapters/store/analytics/access/port.ts';
import type { Corrections, ReversalAdmission } from '../../../../adapters/store/analytics/port.ts';
import type { Subscriptions } from '../../../../adapters/store/subscriptions/port.ts';
import { jobId } from '../../../../generated/analytics/ids.ts';
import { problems } from '../../../../generated/analytics/server.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Ids } from '../../../lib/ids.ts';
import type { Report } from '../../../lib/report.ts';
import type { Caller } from '../../caller.ts';

export type CorrectionDeps = {
  readonly corrections: Corrections;
  readonly grants: Grants;
  readonly subscriptions: Subscriptions;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly report: Report;
};

type Origin = { readonly requestId: string; readonly traceparent: string | undefined };

export const correctionBy = (ids: Ids, { subject }: Caller, origin: Origin) => ({
  job_id: jobId(ids.uuid()),
  principal: subject,
  ...origin,
});

export function accepted(
  { report }: Pick<CorrectionDeps, 'report'>,
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
