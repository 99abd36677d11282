// Webhooks of all principals, for administrators (decision 583).
import type { Webhooks } from '../../../adapters/store/webhooks/port.ts';
import { problems } from '../../../generated/analytics/server.ts';
import { serializeDates } from '../../lib/serialize-dates.ts';
import { by, type Handlers } from '../caller.ts';

type Deps = { readonly webhookStore: Pick<Webhooks, 'listAll' | 'delete'> };

export const installationWebhooks = ({ webhookStore }: Deps) =>
  ({
    async listInstallationWebhooks({ query: { principal }, page: { after = '', limit } }) {
      const rows = await webhookStore.listAll(principal, { after, limit });
      return { status: 200, rows: rows.map(serializeDates), key: ({ webhook_id }) => webhook_id };
    },

    async deleteInstallationWebhook({ caller, path: { webhook_id }, requestId }) {
      const isDeleted = await webhookStore.delete(webhook_id, by(caller, requestId));
      return isDeleted ? { status: 204 } : problems.notFound({ detail: 'There is no webhook with this id.' });
    },
  }) satisfies Pick<Handlers, 'listInstallationWebhooks' | 'deleteInstallationWebhook'>;
