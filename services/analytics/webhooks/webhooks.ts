// Webhooks of the caller (decisions 125, 188, 189). Their deliveries: webhook-deliveries.ts; sending: deliver.ts.
import type { WebhookDeliveries, WebhookRow, WebhookSecrets, Webhooks } from '../../../adapters/store/webhooks/port.ts';
import type { Receivers, UrlRefusal } from '../../../adapters/webhooks/port.ts';
import { webhookId } from '../../../generated/analytics/ids.ts';
import { problems } from '../../../generated/analytics/server.ts';
import type { Webhook } from '../../../generated/analytics/types.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Ids } from '../../lib/ids.ts';
import type { KeyRing } from '../../lib/key-ring.ts';
import { serializeDates } from '../../lib/serialize-dates.ts';
import { by, type Handlers } from '../caller.ts';
import { rotateSecret, sealSecret } from './secrets.ts';
import { noneLeft, type SpendDeliveries } from './spent-deliveries.ts';

type Deps = {
  readonly webhookStore: Webhooks;
  readonly webhookDeliveries: WebhookDeliveries;
  readonly webhookSecrets: WebhookSecrets;
  readonly receivers: Pick<Receivers, 'check' | 'ports'>;
  readonly keys: KeyRing;
  readonly spendDeliveries: SpendDeliveries;
  readonly clock: Clock;
  readonly ids: Ids;
};

const mostOfCaller = 250;

/** The cost of a test in what its caller may have sent: it needs nothing that has happened. */
const costOfTest = 10;

export const webhooks = (deps: Deps) => {
  const { webhookStore, webhookDeliveries, webhookSecrets, receivers, keys, spendDeliveries, clock, ids } = deps;
  return {
    async listWebhooks({ caller, page: { after = '', limit } }) {
      const rows = await webhookStore.list(caller.subject, { after, limit });
      return { status: 200, rows: rows.map(shownWebhook), key: ({ webhook_id }) => webhook_id };
    },

    async createWebhook({ caller, body: { secret, ...terms }, requestId }) {
      const refusal = await receivers.check(terms.url);
      if (refusal !== null) return refusedUrl(terms.url, refusalOf(refusal, receivers));
      const webhook_id = webhookId(ids.uuid());
      const webhook = { ...terms, webhook_id, secret_sealed: sealSecret(keys, webhook_id, secret) };
      const created = await webhookStore.create(webhook, mostOfCaller, by(caller, requestId));
      if (created === 'full')
        return problems.businessRule({ detail: `You already have ${mostOfCaller} webhooks. Delete one first.` });
      return { status: 201, body: shownWebhook(created), headers: { Location: `/webhooks/${webhook_id}` } };
    },

    async getWebhook({ caller, path: { webhook_id } }) {
      const found = await webhookStore.find(caller.subject, webhook_id);
      return found === null ? noSuchWebhook() : { status: 200, ...revised(found) };
    },

    async replaceWebhook({ caller, path: { webhook_id }, body, ifMatch, requestId }) {
      const found = await webhookStore.find(caller.subject, webhook_id);
      if (found === null) return noSuchWebhook();
      if (!ifMatch(String(found.version))) return changedMeanwhile();
      const refusal = await receivers.check(body.url);
      if (refusal !== null) return refusedUrl(body.url, refusalOf(refusal, receivers));
      const changed = await webhookStore.replace(webhook_id, body, found.version, by(caller, requestId));
      return changed === 'changed' ? changedMeanwhile() : { status: 200, ...revised(changed) };
    },

    async deleteWebhook({ caller, path: { webhook_id }, requestId }) {
      const found = await webhookStore.find(caller.subject, webhook_id);
      const isDeleted = found !== null && (await webhookStore.delete(webhook_id, by(caller, requestId)));
      return isDeleted ? { status: 204 } : noSuchWebhook();
    },

    async rotateWebhookSecret({ caller, path: { webhook_id }, body: { secret, keep_previous_s }, requestId }) {
      if ((await webhookStore.find(caller.subject, webhook_id)) === null) return noSuchWebhook();
      const next = { webhook_id, secret, keepPreviousS: keep_previous_s };
      const changed = await rotateSecret(webhookSecrets, keys, next, by(caller, requestId));
      return changed === null ? noSuchWebhook() : { status: 200, body: shownWebhook(changed) };
    },

    async sendTestEvent({ caller, path: { webhook_id } }) {
      const found = await webhookStore.find(caller.subject, webhook_id);
      if (found === null) return noSuchWebhook();
      if (!found.enabled) return isDisabled();
      const { allowed, retryAfterS } = await spendDeliveries(caller, costOfTest);
      if (!allowed) return noneLeft(retryAfterS);
      const added = await webhookDeliveries.createTest(webhook_id, {
        message_id: ids.uuid(),
        occurred_at: clock.now(),
      });
      const location = `/webhooks/${webhook_id}/deliveries/${added.delivery_id}`;
      return { status: 201, body: serializeDates(added), headers: { Location: location } };
    },
  } satisfies Pick<
    Handlers,
    | 'listWebhooks'
    | 'createWebhook'
    | 'getWebhook'
    | 'replaceWebhook'
    | 'deleteWebhook'
    | 'rotateWebhookSecret'
    | 'sendTestEvent'
  >;
};

export const noSuchWebhook = () => problems.notFound({ detail: 'You have no webhook with this id.' });

export const isDisabled = () => problems.conflict({ detail: 'The webhook is disabled. Enable it first.' });

const changedMeanwhile = () => problems.preconditionFailed({ detail: 'The webhook has changed. Fetch it again.' });

const refusalOf = (refusal: UrlRefusal, { ports }: Pick<Receivers, 'ports'>): string =>
  refusal === 'port' ? `must have one of the ports ${ports.join(', ')}` : refusals[refusal];

const refusals: Readonly<Record<Exclude<UrlRefusal, 'port'>, string>> = {
  'not https': 'must begin with https://',
  credentials: 'must not contain a user name or a password',
  'private address': 'must have a host with public addresses only',
};

const refusedUrl = (value: string, message: string) =>
  problems.businessRule({
    detail: `url ${message}.`,
    errors: [{ pointer: '/url', value, rule: 'receiver', message }],
  });

const shownWebhook = ({ version: _, ...webhook }: WebhookRow): Webhook => serializeDates(webhook);

const revised = (row: WebhookRow) => ({ body: shownWebhook(row), revision: String(row.version) });
