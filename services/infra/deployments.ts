// listDeployments and getDeployment: accepted calls, with the present state of what they were about.
import type { DeploymentFacts } from '../../adapters/store/labs/port.ts';
import { problems } from '../../generated/infra/problems.ts';
import type { Deployment } from '../../generated/infra/types.ts';
import { cursorsOf } from '../lib/cursor.ts';
import type { Handlers } from './caller.ts';
import type { InfraDeps } from './deps.ts';

export const deployments = ({ deployments: kept }: Pick<InfraDeps, 'deployments'>) =>
  ({
    async listDeployments({ query: { lab_id, limit, cursor } }) {
      const cursors = cursorsOf('listDeployments', { lab_id });
      const after = cursor === undefined ? undefined : cursors.read(cursor);
      if (after === null) return foreignCursor;
      const found = await kept.list({ labId: lab_id, limit: limit + 1, after });
      const last = found.length > limit ? found[limit - 1]?.deployment : undefined;
      const next = last && cursors.write(JSON.stringify([last.createdAt.toISOString(), last.deploymentId]));
      return { status: 200, body: { items: found.slice(0, limit).map(shownDeployment), next_cursor: next ?? null } };
    },

    async getDeployment({ path: { id } }) {
      const found = await kept.get(id);
      if (found === null) return problems.notFound({ detail: 'The deployment does not exist.' });
      const body = shownDeployment(found);
      return { status: 200, body, revision: JSON.stringify([body.finished_at, body.results]) };
    },
  }) satisfies Pick<Handlers, 'listDeployments' | 'getDeployment'>;

export const foreignCursor = problems.invalidRequest({
  detail: 'The cursor does not belong to this query.',
  errors: [
    { parameter: 'cursor', rule: 'cursor', message: 'does not belong to this query; start again without a cursor' },
  ],
});

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
