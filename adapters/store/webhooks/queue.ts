// Deliveries that wait, as a queue of lines.
import type { Store } from '../database.ts';
import { sql } from '../query.ts';
import { claimDeliveries, until } from './claims.ts';
import type { WebhookQueue } from './port.ts';

export const webhookQueue = (store: Store): WebhookQueue => ({
  claim: (claim) => claimDeliveries(store, claim),

  async renew(by, leaseMs) {
    const { rowCount } = await store.query(sql.unsafe`
      update webhook_deliveries set claimed_until = ${until(leaseMs)} where claimed_by = ${by} and status = 'waiting'`);
    return rowCount > 0;
  },

  async release(by, dueInMs = 0) {
    await store.query(sql.unsafe`
      update webhook_deliveries set claimed_by = null, claimed_until = null,
        next_attempt_at = case when ${dueInMs} > 0 then greatest(next_attempt_at, ${until(dueInMs)}) else next_attempt_at end
      where claimed_by = ${by} and status = 'waiting'`);
  },
});
