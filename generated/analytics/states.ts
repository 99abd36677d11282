// Generated from spec/analytics/openapi.yaml by npm run generate; do not edit.
import type { StateTable } from '../runtime/states.ts';
import type { JobStatus, SubscriptionStatus, WebhookDeliveryStatus } from './types.ts';

export { canMove, isFinal } from '../runtime/states.ts';

/** The status of a job. No values will be added. - `queued`: accepted, not started yet. - `validating`: every row of the file is being checked. - `loading`: the rows are being copied into the database. - `merging`: the rows replace those of the same dealer and period. - `succeeded`: all reads show the new revision; a dry run has its report. - `failed`: nothing was stored; `errors` and `problem` say why. - `cancelled`: ended by a caller; nothing was stored. */
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

/** The status of a subscription. No values will be added. - `trialing`: a trial, with the limits of its plan. - `active`: paid; everything works. - `past_due`: a payment is late; everything still works. - `expired`: you cannot upload or forecast, but you can read your data for 30 more days. - `cancelled`: as `expired`, from the day on which it was cancelled. */
export const subscriptionStatusTable = {
  initial: 'trialing',
  moves: {
    trialing: ['active', 'expired', 'cancelled'],
    active: ['past_due', 'expired', 'cancelled'],
    past_due: ['active', 'expired', 'cancelled'],
    expired: ['active'],
    cancelled: ['active'],
  },
  final: [],
} as const satisfies StateTable<SubscriptionStatus>;

/** The status of a delivery. A replay makes it `waiting` again. - `waiting`: for its first or next attempt. - `delivered`: the receiver answered 2xx. - `failed`: all attempts failed, or the webhook is disabled. - `withheld`: your grants no longer include the dealer, or you have no grant at all. */
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
