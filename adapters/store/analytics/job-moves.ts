// How the status of a job changes: a move that the contract's table lacks does not compile.
import type { jobStatusTable } from '../../../generated/analytics/states.ts';
import type { JobStatus } from '../../../generated/analytics/types.ts';
import type { MoveOf } from '../../../generated/runtime/states.ts';
import { sql } from '../query.ts';

export type JobMove = MoveOf<typeof jobStatusTable.moves>;
type Entered = Exclude<JobStatus, typeof jobStatusTable.initial>;

/** Dry runs succeed without a merge, and a job that was given up may not have got beyond the queue. */
const moves: {
  readonly [To in Entered]: Extract<JobMove, { readonly to: To }> & { readonly from: readonly string[] };
} = {
  validating: { from: ['queued'], to: 'validating' },
  loading: { from: ['validating'], to: 'loading' },
  merging: { from: ['validating', 'loading'], to: 'merging' },
  succeeded: { from: ['validating', 'loading', 'merging'], to: 'succeeded' },
  failed: { from: ['queued', 'validating', 'loading', 'merging'], to: 'failed' },
  cancelled: { from: ['queued', 'validating', 'loading', 'merging'], to: 'cancelled' },
};

/**
 * The status afterwards: `to` where the job may move there, else what it is. Of a job that ends without a move the
 * table refuses the end.
 */
export const transition = (to: Entered) => sql.fragment`
  case when status = any(${sql.array([...moves[to].from], 'text')}) then ${to} else status end`;
