// getAccess and rotateAccess: how a member logs in. The password is computed for the answer and stored nowhere
// (decision 16).
import { problems } from '../../generated/infra/problems.ts';
import { saveInstance } from '../labs/change.ts';
import { knownHosts } from '../labs/host-key.ts';
import { sshUser } from '../labs/names.ts';
import { notRunning } from '../labs/not-running.ts';
import { password } from '../labs/passwords.ts';
import { nextGeneration } from '../labs/stop.ts';
import type { Handlers } from './caller.ts';
import type { InfraDeps } from './deps.ts';
import { requesterOf } from './requester.ts';

export const access = (deps: InfraDeps) => {
  const save = saveInstance(deps);
  return {
    async getAccess({ caller, headers, path: { id }, query: { student_id }, requestId, traceparent }) {
      return await deps.store.transaction(async (tx) => {
        const row = await deps.instances.lock(tx, id);
        const member =
          row && (await deps.members.of(tx, row.instance_id)).find((each) => each.student_id === student_id);
        if (!row || !member)
          return problems.notFound({ detail: 'The instance does not exist, or the student is not a member of it.' });
        const { lab_id, instance_id } = row;
        const reached = reachable(row);
        const entry = { lab_id, instance_id, student_id, requestId, traceparent, ...requesterOf(caller, headers) };
        const outcome = reached === null ? 'refused' : 'done';
        await deps.audit.add(tx, { ...entry, action: 'access.read', outcome });
        if (reached === null) return problems.conflict({ detail: notRunning(row.state) });
        const { first, endpoints, host_public_key, host_key_fingerprint } = reached;
        const { generation, key_id } = member;
        const secret = password(deps.keys, { instance_id, member: student_id, generation, key_id });
        return {
          status: 200,
          body: {
            student_id,
            ssh_host: first.host,
            ssh_port: first.port,
            ssh_user: sshUser(row.deployment_mode, student_id),
            ssh_credentials: secret.reveal(),
            host_key_fingerprint,
            known_hosts: knownHosts(endpoints, host_public_key),
            endpoints: endpoints.map(({ role, port }) => ({ role, ssh_port: port })),
          },
        };
      });
    },

    async rotateAccess({ caller, headers, path: { id }, body: { student_id }, requestId, traceparent }) {
      return await deps.store.transaction(async (tx) => {
        const row = await deps.instances.lock(tx, id);
        const generation = row && (await deps.members.rotate(tx, row.instance_id, student_id, deps.keys.currentKeyId));
        if (!row || generation === null)
          return problems.notFound({ detail: 'The instance does not exist, or the student is not a member of it.' });
        // A request like any other: work for the old password is dropped.
        const desired = { ...row, generation: await nextGeneration(deps, tx, row) };
        const { lab_id, instance_id } = await save(tx, desired, { traceparent });
        await deps.audit.add(tx, {
          ...requesterOf(caller, headers),
          action: 'access.rotate',
          lab_id,
          instance_id,
          student_id,
          requestId,
          traceparent,
          details: { generation },
        });
        return {
          status: 202,
          body: { instance_id, student_id, credential_generation: generation },
        };
      });
    },
  } satisfies Pick<Handlers, 'getAccess' | 'rotateAccess'>;
};

type Row = NonNullable<Awaited<ReturnType<InfraDeps['instances']['lock']>>>;

/** Where a lab that is up can be reached, and by which host key it is known; null while it cannot. */
function reachable({ state, endpoints, host_public_key, host_key_fingerprint }: Row) {
  const [first] = endpoints;
  const isUp = state === 'running' || state === 'degraded';
  if (!isUp || first === undefined || host_public_key === null || host_key_fingerprint === null) return null;
  return { first, endpoints, host_public_key, host_key_fingerprint };
}
