// What an attempt to deliver needs to know, and what it comes to.
import type { Store, Tx } from '../database.ts';
import { sql } from '../query.ts';
import { withScope } from '../scope.ts';
import type { WebhookAttempts } from './port.ts';
import { recordAttempts } from './recorded-attempts.ts';
import { listTargets } from './targets.ts';
import { disableWebhook, failWaiting } from './webhooks.ts';

export const webhookAttempts = (store: Store): WebhookAttempts => ({
  listTargets: (webhook_ids) => listTargets(store, webhook_ids),
  transaction: (work) => withScope(store, { dealers: 'every' }, work),
  record: (recorded, tx: Tx = store) => recordAttempts(tx, recorded),

  isReached: (tx: Tx, webhook_id, since) =>
    tx.exists(sql.unsafe`
      select 1 from webhook_deliveries
      where webhook_id = ${webhook_id} and status = 'delivered' and finished_at >= ${sql.timestamp(since)}`),

  disable: (tx: Tx, webhook_id, reason) => disableWebhook(tx, webhook_id, reason),

  async failDisabled(webhook_id, tx: Tx = store) {
    await failWaiting(tx, webhook_id);
  },
});
