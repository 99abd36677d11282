// The side of webhooks that delivers: what an attempt needs to know, and what it comes to.
import type { Store } from '../database.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import { claimDeliveries, until } from './claims.ts';
import type { Target, WebhookWork } from './port.ts';
import { recordAttempts } from './recorded-attempts.ts';
import { disableWebhook, failWaiting } from './webhooks.ts';

export const webhookWork = (store: Store): WebhookWork => ({
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

  targets: (webhook_ids) =>
    withScope(store, { dealers: 'every' }, (tx) =>
      tx.any(sql.type(row<Target>())`
        select webhook_id, principal, url, enabled, secret_sealed,
          case when previous_secret_until > clock_timestamp() then previous_secret_sealed end as "previous_secret_sealed", ${grantsOfOwner}
        from webhooks w where webhook_id = any(${sql.array([...webhook_ids], 'uuid')})`),
    ),

  async failDisabled(webhook_id) {
    await failWaiting(store, webhook_id);
  },

  record: (recorded) => recordAttempts(store, recorded),

  recordLast: (recorded, { webhook_id, reason, since }, announce) =>
    withScope(store, { dealers: 'every' }, async (tx) => {
      await recordAttempts(tx, [recorded]);
      const reached =
        since !== null &&
        (await tx.exists(sql.unsafe`
          select 1 from webhook_deliveries where webhook_id = ${webhook_id} and status = 'delivered' and finished_at >= ${sql.timestamp(since)}`));
      const disabled = reached ? null : await disableWebhook(tx, webhook_id, reason);
      if (disabled === null) return false;
      await failWaiting(tx, webhook_id);
      await announce(tx, disabled);
      return true;
    }),
});

/** Of the webhook `w`. */
export const grantsOfOwner = sql.fragment`
  (select coalesce(jsonb_agg(jsonb_build_object('dealer_id', dealer_id, 'brand_ids', brand_ids, 'region_ids', region_ids, 'roles', roles)), '[]')
   from dealer_grants g where g.principal = w.principal) as "grants"`;
