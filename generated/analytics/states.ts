// Generated from spec/analytics/openapi.yaml by npm run generate; do not edit.
import type { StateTable } from '../runtime/states.ts';
import type { JobStatus, SubscriptionStatus, WebhookDeliveryStatus } from './types.ts';

export { canMove, isFinal } from '../runtime/states.ts';

/** The status of a job. No values will be added. */
export const jobStatusTable = {
  initial: 'queued',
  moves: {
    queued: ['validating', 'failed', 'cancelled'],
    validating: ['loading', 'merging', 'succeeded', 'failed', 'cancelled'],
    loading: ['merging', 'succeeded', 'failed', 'cancelled'],
    merging: ['succeeded', 'failed', 'cancelled'],
    succeeded: [],
    failed: [],
    cancelled: [],
  },
  final: ['succeeded', 'failed', 'cancelled'],
} as const satisfies StateTable<JobStatus>;

/** The status of a subscription. With `past_due` everything still works; with `expired` and `cancelled` you cannot upload or forecast, but you can read your data for 30 more days. No values will be added. */
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

/** `waiting`: for its first or next attempt; `delivered`: the receiver answered 2xx; `failed`: all attempts failed, or the webhook is disabled; `withheld`: your grants no longer include the dealer. A replay makes the delivery `waiting` again. */
export const webhookDeliveryStatusTable = {
  initial: 'waiting',
  moves: {
    waiting: ['delivered', 'failed', 'withheld'],
    delivered: ['waiting'],
    failed: ['waiting'],
    withheld: ['waiting'],
  },
  final: [],
} as const satisfies StateTable<WebhookDeliveryStatus>;
