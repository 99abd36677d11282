// listDeployments and getDeployment: accepted calls, with the present state of what they were about.
import type { DeploymentFacts } from '../../adapters/store/labs/port.ts';
import { problems } from '../../generated/infra/problems.ts';
import type { Deployment } from '../../generated/infra/types.ts';
import type { Handlers } from './caller.ts';
import type { InfraDeps } from './deps.ts';

export const deployments = ({ deployments: kept }: Pick<InfraDeps, 'deployments'>) =>
  ({
    async listDeployments({ query: { lab_id }, page }) {
      const found = await kept.list({ labId: lab_id, ...page });
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
  deployment_id: deployment.deploymentId,
  kind: deployment.kind,
  lab_id: deployment.labId,
  config_revision: deployment.configRevision,
  deployment_mode: deployment.deploymentMode,
  course_id: deployment.courseId,
  created_at: deployment.createdAt.toISOString(),
  finished_at: deployment.finishedAt?.toISOString() ?? null,
  results: results.map(({ studentId, groupId, outcome, instanceId, state, reason, advice }) => ({
    student_id: studentId,
    group_id: groupId,
    outcome,
    instance_id: instanceId,
    state,
    reason,
    advice,
  })),
});
