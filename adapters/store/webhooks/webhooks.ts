// Webhooks of principals. Each change leaves an audit event.
import { audit } from '../administration/audit.ts';
import type { By } from '../administration/port.ts';
import type { Store, Tx } from '../database.ts';
import { bytes, row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import { from, giveUp, to } from './delivery-moves.ts';
import type { DisabledReason, OwnedWebhook, WebhookId, WebhookRow, Webhooks } from './port.ts';

export const storedWebhooks = (store: Store): Webhooks => ({
  listAll: (principal, { after, limit }) =>
    store.any(sql.type(row<OwnedWebhook>())`
      select principal, ${shownColumns} from webhooks
      where (${principal ?? null}::text is null or principal = ${principal ?? null}) and webhook_id::text > ${after}
      order by webhook_id limit ${limit}`),

  list: (principal, { after, limit }) =>
    store.any(sql.type(row<WebhookRow>())`
      select ${webhookColumns} from webhooks where principal = ${principal} and webhook_id::text > ${after}
      order by webhook_id limit ${limit}`),

  find: (principal, webhook_id) =>
    store.maybeOne(sql.type(row<WebhookRow>())`
      select ${webhookColumns} from webhooks where principal = ${principal} and webhook_id = ${webhook_id}`),

  create: ({ webhook_id, url, events, description, enabled, secret_sealed }, most, by) =>
    changing(store, async (tx) => {
      // Two at once could be one too many.
      await tx.query(sql.unsafe`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${by.principal}`}, 0))`);
      const count = await tx.oneFirst(
        sql.type(row<{ count: number }>())`select count(*) from webhooks where principal = ${by.principal}`,
      );
      if (count >= most) return 'full';
      const created = await tx.one(sql.type(row<WebhookRow>())`
        insert into webhooks (webhook_id, principal, url, events, description, enabled, disabled_reason, disabled_at, secret_sealed)
        values (${webhook_id}, ${by.principal}, ${url}, ${texts(events)}, ${description}, ${enabled}, ${enabled ? null : 'owner'},
          case when not ${enabled} then ${nowMs} end, ${bytes(secret_sealed)})
        returning ${webhookColumns}`);
      await auditWebhook(tx, 'created', webhook_id, by, [...events]);
      return created;
    }),

  replace: (webhook_id, { url, events, description, enabled }, version, by) =>
    changing(store, async (tx) => {
      const reason = enabled ? sql.fragment`null` : sql.fragment`coalesce(disabled_reason, 'owner')`;
      const at = enabled ? sql.fragment`null` : sql.fragment`coalesce(disabled_at, ${nowMs})`;
      const changed = await tx.maybeOne(sql.type(row<WebhookRow>())`
        update webhooks set url = ${url}, events = ${texts(events)}, description = ${description}, enabled = ${enabled},
          disabled_reason = ${reason}, disabled_at = ${at}, version = default
        where webhook_id = ${webhook_id} and version = ${version} returning ${webhookColumns}`);
      if (changed === null) return 'changed';
      if (!enabled) await failWaiting(tx, webhook_id);
      await auditWebhook(tx, 'replaced', webhook_id, by, [...events]);
      return changed;
    }),

  delete: (webhook_id, by) =>
    changing(store, async (tx) => {
      const { rowCount } = await tx.query(sql.unsafe`delete from webhooks where webhook_id = ${webhook_id}`);
      if (rowCount > 0) await auditWebhook(tx, 'deleted', webhook_id, by, []);
      return rowCount > 0;
    }),
});

/** An audit event about no dealer needs the scope of every dealer. */
export const changing = <T>(store: Store, work: (tx: Tx) => Promise<T>) => withScope(store, { dealers: 'every' }, work);

export const auditWebhook = (tx: Tx, what: string, webhook_id: WebhookId, by: By, events: readonly string[]) =>
  audit(tx, `webhook.${what}`, null, webhook_id, by, { events: [...events] });

/** Replayed when the webhook is enabled again. */
export const failWaiting = (tx: Pick<Tx, 'query'>, webhook_id: WebhookId) =>
  tx.query(sql.unsafe`
    update webhook_deliveries set ${to(giveUp)}, reason = ${'webhook_disabled'}, finished_at = clock_timestamp(), next_attempt_at = null
    where webhook_id = ${webhook_id} and ${from(giveUp)}
      and exists (select from webhooks w where w.webhook_id = ${webhook_id} and not w.enabled)`);

export const disableWebhook = (tx: Tx, webhook_id: WebhookId, reason: DisabledReason) =>
  tx.maybeOne(sql.type(row<{ principal: string; disabled_at: Date }>())`
    update webhooks set enabled = false, disabled_reason = ${reason}, disabled_at = ${nowMs}, version = default
    where webhook_id = ${webhook_id} and enabled returning principal, disabled_at`);

export const nowMs = sql.fragment`date_trunc('milliseconds', clock_timestamp())`;

const texts = (values: readonly string[]) => sql.array([...values], 'text');

const shownColumns = sql.fragment`webhook_id, url, events, description, enabled, disabled_reason, disabled_at,
  case when previous_secret_until > clock_timestamp() then previous_secret_until end as "previous_secret_until", created_at`;

export const webhookColumns = sql.fragment`${shownColumns}, version`;
