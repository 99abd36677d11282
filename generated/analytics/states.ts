// Generated from spec/analytics/openapi.yaml by npm run generate; do not edit.
import type { StateTable } from '../runtime/states.ts';
import type { JobStatus, SubscriptionStatus } from './types.ts';

export { canMove, isFinal } from '../runtime/states.ts';

/** Closed. Drawn by the table beside it. */
export const jobStatusTable = {
  initial: 'queued',
  moves: {
    queued: ['validating', 'cancelled'],
    validating: ['loading', 'merging', 'succeeded', 'failed', 'cancelled'],
    loading: ['merging', 'failed', 'cancelled'],
    merging: ['succeeded', 'failed'],
    succeeded: [],
    failed: [],
    cancelled: [],
  },
  final: ['succeeded', 'failed', 'cancelled'],
} as const satisfies StateTable<JobStatus>;

/** Closed. `past_due` warns; `expired` and `cancelled` refuse uploads and forecasts, and allow reading for 30 days more. */
export const subscriptionStatusTable = {
  initial: 'trialing',
  moves: {
    trialing: ['active', 'expired', 'cancelled'],
    active: ['past_due', 'expired', 'cancelled'],
    past_due: ['active', 'expired', 'cancelled'],
    expired: ['active'],
    cancelled: [],
  },
  final: ['cancelled'],
} as const satisfies StateTable<SubscriptionStatus>;
