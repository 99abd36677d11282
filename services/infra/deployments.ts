// listDeployments and getDeployment: accepted calls, with the present state of what they were about.
import type { DeploymentFacts } from '../../adapters/store/labs/port.ts';
import { problems } from '../../generated/infra/problems.ts';
import type { Deployment } from '../../generated/infra/types.ts';
import type { Handlers } from './caller.ts';
import type { InfraDeps } from './deps.ts';

export const deployments = ({ deployments: kept }: Pick<InfraDeps, 'deployments'>) =>
  ({
    async listDeployments({ query: { lab_id }, page }) {
      const found = await kept.list({ lab_id, ...page });
      const key = ({ created_at, deployment_id }: Deployment) => JSON.stringify([created_at, deployment_id]);
      return { status: 200, rows: found.map(shownDeployment), key };
    },

    async getDeployment({ path: { id } }) {
      const found = await kept.get(id);
      if (found === null) return problems.notFound({ detail: 'The deployment does not exist.' });
      const body = shownDeployment(found);
      return { status: 200, body, revision: JSON.stringify([body.finished_at, body.results]) };
    },
  }) satisfies Pick<Handlers, 'listDeployments' | 'getDeployment'>;

export const shownDeployment = ({ deployment, results }: DeploymentFacts): Deployment => ({
  deployment_id: deployment.deployment_id,
  kind: deployment.kind,
  lab_id: deployment.lab_id,
  config_revision: deployment.config_revision,
  deployment_mode: deployment.deployment_mode,
  course_id: deployment.course_id,
  created_at: deployment.created_at.toISOString(),
  finished_at: deployment.finished_at?.toISOString() ?? null,
  results: results.map(({ student_id, group_id, outcome, instance_id, state, reason, advice }) => ({
    student_id,
    group_id,
    outcome,
    instance_id,
    state,
    reason,
    advice,
  })),
});
