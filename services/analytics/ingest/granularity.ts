// An upload by months over a slice that is stored by quarters: refused, since neither could be added up.
import type { JobRow, StoredSlice } from '../../../adapters/store/analytics/port.ts';
import { type ProblemReply, problems } from '../../../generated/analytics/problems.ts';

export const granularityConflict = (
  { period, period_type }: Pick<JobRow, 'period' | 'period_type'>,
  stored: StoredSlice,
): ProblemReply<'granularity-conflict'> =>
  problems.granularityConflict({
    detail: `${period} by ${period_type} overlaps the stored slice ${stored.period} by ${stored.period_type}. Upload it by ${stored.period_type}, or for a period that covers all of ${stored.period}.`,
    stored_period: stored.period,
    stored_period_type: stored.period_type,
  });
