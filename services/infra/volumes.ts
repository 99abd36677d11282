// listVolumes, and restoreVolume: the request that a lab should run with the files of an earlier run.
import { deploymentId } from '../../generated/infra/ids.ts';
import { problems } from '../../generated/infra/problems.ts';
import { saveInstance } from '../labs/change.ts';
import type { Lab } from '../labs/config/lab.ts';
import { ownerOf } from '../labs/names.ts';
import { serializeDates } from '../lib/serialize-dates.ts';
import { admissionOf, type DesiredRun, startInstance } from './admission.ts';
import type { Handlers } from './caller.ts';
import type { InfraDeps } from './deps.ts';
import { requesterOf } from './requester.ts';

export const volumes = (deps: InfraDeps) => {
  const save = saveInstance(deps);
  return {
    async listVolumes({ query: { volume }, page }) {
      const found = await deps.claims.list({ volume, ...page });
      const rows = found.map((claim) => ({
        name: claim.name,
        volume: claim.volume,
        instance_id: claim.known ? claim.instance_id : null,
        lab_id: claim.lab_id,
        student_id: claim.student_id,
        group_id: claim.group_id,
        size: claim.storage_gib === null ? null : `${claim.storage_gib}Gi`,
        seen_at: claim.seen_at.toISOString(),
        reason: claim.quarantined,
      }));
      return { status: 200, rows, key: (_, index) => found[index]?.place ?? '' };
    },

    async restoreVolume({ caller, headers, body: { instance_id, run_id }, requestId, traceparent }) {
      const deployment_id = deploymentId(deps.ids.uuid());
      const request = { requester: requesterOf(caller, headers), requestId, traceparent, deployment_id };
      return await deps.store.transaction(async (tx) => {
        await deps.quotas.lock(tx);
        const row = await deps.instances.lock(tx, instance_id);
        if (row === null) return problems.notFound({ detail: 'The instance does not exist.' });
        if (row.desired === 'running' ? row.state !== 'failed' : row.state === 'stopping')
          return problems.conflict({ detail: `The instance is ${row.state}. Delete it before you restore it.` });
        const archive = await deps.runs.archive(tx, row.instance_id, run_id);
        if (archive === null) return problems.notFound({ detail: 'The run has no archive.' });
        const config = await deps.configs.find(row.lab_id, row.config_revision, tx);
        if (config === null) return problems.notFound({ detail: 'The instance does not exist.' });
        const lab = config.config as Lab;
        await deps.deployments.add(tx, {
          deployment_id,
          kind: 'deploy',
          lab_id: row.lab_id,
          config_revision: config.revision,
          deployment_mode: row.deployment_mode,
          course_id: lab.course_id,
          requested_by: request.requester.actor,
        });
        const members = (await deps.members.of(tx, row.instance_id)).map(({ student_id }) => student_id);
        const desired: DesiredRun = {
          lab,
          config,
          owner: ownerOf(row),
          members,
          restores: archive.run_id,
          fresh: false,
          action: 'lab.start',
        };
        const admission = await admissionOf(deps, save, tx, [{ ...row, course_id: lab.course_id }]);
        const answer = await startInstance(admission, tx, request, desired, row);
        return { status: 202, body: serializeDates(await deps.deployments.answer(tx, deployment_id, [answer])) };
      });
    },
  } satisfies Pick<Handlers, 'listVolumes' | 'restoreVolume'>;
};
