// Adds the deliveries of a message to webhooks, in the transaction that puts it into the outbox.
import type { Tx } from '../database.ts';
import type { Outbox } from '../messages/port.ts';
import { sql } from '../query.ts';

/** A webhook that is disabled gets deliveries that have failed, which its owner may replay. */
export const withWebhooks = (outbox: Pick<Outbox, 'add'>): Pick<Outbox, 'add'> => ({
  async add(tx: Tx, message, aggregate) {
    await outbox.add(tx, message, aggregate);
    const { dealer_id, principal } = message.body as { readonly dealer_id?: string; readonly principal?: string };
    const owners =
      dealer_id === undefined
        ? sql.fragment`select ${principal ?? ''}::text as principal`
        : sql.fragment`select principal from dealer_grants where dealer_id = ${dealer_id}`;
    const line = dealer_id === undefined ? `principal:${principal}` : `dealer:${dealer_id}`;
    // Sequences are drawn before commits: without the lock a later one of the same line could be visible, and sent,
    // first.
    await tx.query(sql.unsafe`select pg_advisory_xact_lock(hashtextextended(${`webhook_deliveries ${line}`}, 0))`);
    await tx.query(sql.unsafe`
      with added as (
        insert into webhook_deliveries (webhook_id, message_id, event, aggregate, data, occurred_at, status, reason, next_attempt_at, finished_at)
        select webhook_id, ${message.id}, ${message.routingKey}, ${line},
          ${JSON.stringify(message.body)}::jsonb, ${String(message.headers.occurred_at)}::timestamptz,
          case when enabled then 'waiting' else 'failed' end, case when not enabled then 'webhook_disabled' end,
          case when enabled then clock_timestamp() end, case when not enabled then clock_timestamp() end
        from webhooks join (${owners}) owner using (principal)
        where ${message.routingKey} = any(events)
        returning 1
      )
      select pg_notify('webhooks', '') from added limit 1`);
  },
});
