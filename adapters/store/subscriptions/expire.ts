// Expires subscriptions whose end has passed.
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import type { EndedSubscription, SubscriptionExpiry } from './port.ts';

export const subscriptionExpiry = (store: Store): SubscriptionExpiry => ({
  transaction: (work) => withScope(store, { dealers: 'every' }, work),

  async expire(tx: Tx, now, from, limit) {
    const ended = await tx.any(sql.type(row<EndedSubscription>())`
        update subscriptions s set status = 'expired', changed_at = clock_timestamp(), version = version + 1
        from (
          select dealer_id, status from subscriptions
          where expires_at <= ${sql.timestamp(now)} and status = any(${sql.array([...from], 'text')})
          order by dealer_id limit ${limit} for update skip locked) before
        where s.dealer_id = before.dealer_id
        returning s.dealer_id, s.plan, before.status as previous_status, s.expires_at`);
    for (const each of ended) {
      await tx.query(sql.unsafe`
          insert into audit_events (dealer_id, action, subject, details)
          values (${each.dealer_id}, 'subscription.expired', ${each.dealer_id}, ${sql.jsonb({ previous_status: each.previous_status })})`);
    }
    return ended;
  },
});
