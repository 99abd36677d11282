// listDeployments and getDeployment: accepted calls, with the present state of what they were about.
import { deploymentId } from '../../generated/infra/ids.ts';
import { problems } from '../../generated/infra/problems.ts';
import type { Deployment } from '../../generated/infra/types.ts';
import { foreignCursor } from '../../generated/runtime/reply/page.ts';
import { serializeDates } from '../lib/serialize-dates.ts';
import type { Handlers } from './caller.ts';
import type { InfraDeps } from './deps.ts';

export const deployments = ({ deployments: stored }: Pick<InfraDeps, 'deployments'>) =>
  ({
    async listDeployments({ query: { lab_id }, page }) {
      if (page.after !== undefined && !isKey(page.after)) return foreignCursor;
      const found = await stored.list({ lab_id, ...page });
      return { status: 200, rows: found.map(serializeDates), key: keyOf };
    },

    async getDeployment({ path: { id } }) {
      const found = await stored.get(id);
      if (found === null) return problems.notFound({ detail: 'The deployment does not exist.' });
      const body = serializeDates(found);
      return { status: 200, body, revision: JSON.stringify([body.finished_at, body.results]) };
    },
  }) satisfies Pick<Handlers, 'listDeployments' | 'getDeployment'>;

const keyOf = ({ created_at, deployment_id }: Deployment): string => JSON.stringify([created_at, deployment_id]);

/** PostgreSQL reads no other text as the instant and the UUID of a key. */
function isKey(after: string): boolean {
  const [, at = '', id] = /^\["([12]\d{3}-[0-9T:.-]+Z)","([^"]+)"\]$/.exec(after) ?? [];
  return !Number.isNaN(Date.parse(at)) && deploymentId.accepts(id);
}
