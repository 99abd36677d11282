// What was sent to the caller's webhooks, what receivers answered, and sending it again (decisions 188, 581).
import type { WebhookDeliveries, Webhooks } from '../../../adapters/store/webhooks/port.ts';
import { deliveryId } from '../../../generated/analytics/ids.ts';
import { problems } from '../../../generated/analytics/server.ts';
import { foreignCursor } from '../../../generated/runtime/reply/page.ts';
import { serializeDates } from '../../lib/serialize-dates.ts';
import type { Handlers } from '../caller.ts';
import { permits } from './event-permission.ts';
import { replaySince } from './replay-since.ts';
import { eventBody } from './signature.ts';
import { chargeOf, noneLeft, type SpendDeliveries } from './spent-deliveries.ts';
import { isDisabled, noSuchWebhook } from './webhooks.ts';

type Deps = {
  readonly webhookStore: Pick<Webhooks, 'find'>;
  readonly webhookDeliveries: WebhookDeliveries;
  /** Takes so many deliveries from what the caller may have sent. */
  readonly spendDeliveries: SpendDeliveries;
};

const shownAttempts = 20;

export const deliveries = ({ webhookStore, webhookDeliveries, spendDeliveries }: Deps) =>
  ({
    async listWebhookDeliveries({ caller, path: { webhook_id }, query: { status }, page }) {
      if ((await webhookStore.find(caller.subject, webhook_id)) === null) return noSuchWebhook();
      const { after: before, limit } = page;
      if (before !== undefined && !deliveryId.accepts(before)) return foreignCursor;
      const rows = await webhookDeliveries.list(webhook_id, { status, before, limit });
      return { status: 200, rows: rows.map(serializeDates), key: ({ delivery_id }) => delivery_id };
    },

    async getWebhookDelivery({ caller, path: { webhook_id, delivery_id } }) {
      if ((await webhookStore.find(caller.subject, webhook_id)) === null) return noSuchWebhook();
      const found = await webhookDeliveries.find(webhook_id, delivery_id, shownAttempts);
      if (found === null) return noSuchDelivery();
      const { data, attempts, principal, grants, job_principal, ...delivery } = found;
      const isShown = permits({ principal, grants }, { event: delivery.event, data, job_principal });
      const request_body = isShown ? eventBody({ ...delivery, data }) : null;
      return {
        status: 200,
        body: { ...serializeDates(delivery), request_body, attempts: attempts.map(serializeDates) },
      };
    },

    async replayWebhookDelivery({ caller, path: { webhook_id, delivery_id } }) {
      const webhook = await webhookStore.find(caller.subject, webhook_id);
      if (webhook === null) return noSuchWebhook();
      if (!webhook.enabled) return isDisabled();
      const { allowed, retryAfterS } = await spendDeliveries(caller, 1);
      if (!allowed) return noneLeft(retryAfterS);
      const again = await webhookDeliveries.replay(webhook_id, delivery_id);
      if (again === null) return noSuchDelivery();
      return again.status === 'waiting' ? { status: 200, body: serializeDates(again) } : sentAgainOften();
    },

    async replayWebhookDeliveries({ caller, path: { webhook_id }, body: { since, status }, signal }) {
      const webhook = await webhookStore.find(caller.subject, webhook_id);
      if (webhook === null) return noSuchWebhook();
      if (!webhook.enabled) return isDisabled();
      const { charge, retryAfterS } = chargeOf(caller, spendDeliveries);
      const request = { webhook_id, since: new Date(since), status };
      const { replayed, next_since } = await replaySince(webhookDeliveries, request, charge, signal);
      if (replayed === 0 && next_since !== null) return noneLeft(retryAfterS());
      return { status: 200, body: serializeDates({ replayed, next_since }) };
    },
  }) satisfies Pick<
    Handlers,
    'listWebhookDeliveries' | 'getWebhookDelivery' | 'replayWebhookDelivery' | 'replayWebhookDeliveries'
  >;

const sentAgainOften = () =>
  problems.conflict({ detail: 'This delivery has been sent again 10 times, which is the most.' });

const noSuchDelivery = () => problems.notFound({ detail: 'The webhook has no delivery with this id.' });
