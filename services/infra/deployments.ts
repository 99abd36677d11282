// listDeployments and getDeployment: accepted calls, with the present state of what they were about.
import { problems } from '../../generated/infra/problems.ts';
import type { Deployment } from '../../generated/infra/types.ts';
import { onWire } from '../lib/on-wire.ts';
import type { Handlers } from './caller.ts';
import type { InfraDeps } from './deps.ts';

export const deployments = ({ deployments: kept }: Pick<InfraDeps, 'deployments'>) =>
  ({
    async listDeployments({ query: { lab_id }, page }) {
      const found = await kept.list({ lab_id, ...page });
      const key = ({ created_at, deployment_id }: Deployment) => JSON.stringify([created_at, deployment_id]);
      return { status: 200, rows: found.map(onWire), key };
    },

    async getDeployment({ path: { id } }) {
      const found = await kept.get(id);
      if (found === null) return problems.notFound({ detail: 'The deployment does not exist.' });
      const body = onWire(found);
      return { status: 200, body, revision: JSON.stringify([body.finished_at, body.results]) };
    },
  }) satisfies Pick<Handlers, 'listDeployments' | 'getDeployment'>;
