// Sealed secrets of webhooks: changed by their owner, and sealed again with another key.
import type { Store, Tx } from '../database.ts';
import { bytes, row, sql } from '../query.ts';
import type { SealedSecrets, WebhookRow, WebhookSecrets } from './port.ts';
import { auditWebhook, changing, nowMs, webhookColumns } from './webhooks.ts';

export const webhookSecrets = (store: Store): WebhookSecrets => ({
  listSealedOtherwise: (prefix, { after, limit }) =>
    store.any(sql.type(row<SealedSecrets>())`
      select webhook_id, secret_sealed,
        case when previous_secret_until > clock_timestamp() then previous_secret_sealed end as "previous_secret_sealed"
      from webhooks
      where webhook_id::text > ${after} and (substring(secret_sealed for ${prefix.length}) <> ${bytes(prefix)}
        or substring(previous_secret_sealed for ${prefix.length}) <> ${bytes(prefix)})
      order by webhook_id limit ${limit}`),

  async replace(before, after) {
    const previous = after.previous_secret_sealed;
    await store.query(sql.unsafe`
      update webhooks set secret_sealed = ${bytes(after.secret_sealed)},
        previous_secret_sealed = ${previous === null ? null : bytes(previous)},
        previous_secret_until = ${previous === null ? sql.fragment`null` : sql.fragment`previous_secret_until`}
      where webhook_id = ${before.webhook_id} and secret_sealed = ${bytes(before.secret_sealed)}
        and ${isPrevious(before.previous_secret_sealed)}`);
  },

  transaction: (work) => changing(store, work),

  claim: (tx: Tx, webhook_id) =>
    tx.maybeOneFirst(sql.type(row<{ secret_sealed: Uint8Array }>())`
      select secret_sealed from webhooks where webhook_id = ${webhook_id} for update`),

  async rotate(tx: Tx, webhook_id, sealed, keepPreviousS, by) {
    await auditWebhook(tx, 'secret_rotated', webhook_id, by, []);
    const previous =
      keepPreviousS === 0
        ? sql.fragment`previous_secret_sealed = null, previous_secret_until = null`
        : sql.fragment`previous_secret_sealed = secret_sealed, previous_secret_until = ${after(keepPreviousS)}`;
    return await tx.one(sql.type(row<WebhookRow>())`
      update webhooks set ${previous}, secret_sealed = ${bytes(sealed)}, version = default
      where webhook_id = ${webhook_id} returning ${webhookColumns}`);
  },

  async keepPrevious(tx: Tx, webhook_id, keepPreviousS, by) {
    await auditWebhook(tx, 'secret_rotated', webhook_id, by, []);
    const previous =
      keepPreviousS === 0
        ? sql.fragment`previous_secret_sealed = null, previous_secret_until = null`
        : sql.fragment`previous_secret_until = case when previous_secret_until is not null then least(previous_secret_until, ${after(keepPreviousS)}) end`;
    return await tx.one(sql.type(row<WebhookRow>())`
      update webhooks set ${previous} where webhook_id = ${webhook_id} returning ${webhookColumns}`);
  },
});

const after = (seconds: number) => sql.fragment`${nowMs} + ${seconds} * interval '1 second'`;

const isPrevious = (sealed: Uint8Array | null) =>
  sealed === null
    ? sql.fragment`coalesce(previous_secret_until, clock_timestamp()) <= clock_timestamp()`
    : sql.fragment`previous_secret_sealed = ${bytes(sealed)}`;
