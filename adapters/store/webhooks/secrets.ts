// Sealed secrets of webhooks, for sealing them with another key.
import type { Store } from '../database.ts';
import { bytes, row, sql } from '../query.ts';
import type { SealedSecrets, WebhookSecrets } from './port.ts';

export const webhookSecrets = (store: Store): WebhookSecrets => ({
  sealedOtherwise: (prefix, { after, limit }) =>
    store.any(sql.type(row<SealedSecrets>())`
      select webhook_id, secret_sealed, case when previous_secret_until > clock_timestamp() then previous_secret_sealed end as "previous_secret_sealed"
      from webhooks
      where webhook_id::text > ${after}
        and (substring(secret_sealed for ${prefix.length}) <> ${bytes(prefix)} or substring(previous_secret_sealed for ${prefix.length}) <> ${bytes(prefix)})
      order by webhook_id limit ${limit}`),

  async reseal(before, after) {
    const previous = after.previous_secret_sealed;
    await store.query(sql.unsafe`
      update webhooks set secret_sealed = ${bytes(after.secret_sealed)},
        previous_secret_sealed = ${previous === null ? null : bytes(previous)},
        previous_secret_until = ${previous === null ? sql.fragment`null` : sql.fragment`previous_secret_until`}
      where webhook_id = ${before.webhook_id} and secret_sealed = ${bytes(before.secret_sealed)}
        and ${before.previous_secret_sealed === null ? sql.fragment`coalesce(previous_secret_until, clock_timestamp()) <= clock_timestamp()` : sql.fragment`previous_secret_sealed = ${bytes(before.previous_secret_sealed)}`}`);
  },
});
