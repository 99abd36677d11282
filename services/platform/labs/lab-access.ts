// How students log in to their labs, and new passwords for them. The infrastructure computes them and writes the audit
// log; the platform keeps nothing (decision 16).
import type { Instances } from '../../../adapters/store/platform/port.ts';
import { problems } from '../../../generated/platform/problems.ts';
import type { LabAccess } from '../../../generated/platform/types.ts';
import { notRunning } from '../../labs/not-running.ts';
import type { Ids } from '../../lib/ids.ts';
import type { Caller, Handlers } from '../caller.ts';
import type { Infra } from '../infrastructure/infra.ts';
import { noSuchLab } from './labs.ts';

type Deps = {
  readonly instances: Pick<Instances, 'own'>;
  readonly infra: Pick<Infra, 'access' | 'rotate'>;
  readonly ids: Pick<Ids, 'uuid'>;
};

export const labAccess = ({ instances, infra, ids }: Deps) => {
  const own = async ({ user: { student_id } }: Caller, lab_id: string) => {
    const instance = student_id === null ? null : await instances.own(lab_id, student_id);
    return instance === null || student_id === null ? null : { instance, student_id };
  };
  return {
    async getLabAccess({ caller, path: { id }, signal, traceparent }) {
      const found = await own(caller, id);
      if (found === null) return noSuchLab();
      const access = await infra.access(found.instance.instance_id, found.student_id, {
        signal,
        traceparent,
        user_id: caller.user.user_id,
      });
      if (access.kind === 'missing') return noSuchLab();
      // Its own word and not our copy, which may be a minute old.
      if (access.kind === 'not running') return problems.conflict({ detail: access.detail });
      return { status: 200, body: shownAccess(access.value) };
    },

    async rotateLabAccess({ caller, path: { id }, signal, traceparent }) {
      const found = await own(caller, id);
      if (found === null) return noSuchLab();
      const { instance, student_id } = found;
      if (instance.state !== 'running' && instance.state !== 'degraded')
        return problems.conflict({ detail: notRunning(instance.state) });
      const rotated = await infra.rotate(instance.instance_id, student_id, ids.uuid(), {
        signal,
        traceparent,
        user_id: caller.user.user_id,
      });
      if (rotated.kind === 'missing') return noSuchLab();
      if (rotated.kind === 'not running') return problems.conflict({ detail: rotated.detail });
      const { generation } = rotated.value;
      return {
        status: 202,
        body: { lab_id: id, student_id, credential_generation: generation },
      };
    },
  } satisfies Pick<Handlers, 'getLabAccess' | 'rotateLabAccess'>;
};

type Access = Extract<Awaited<ReturnType<Infra['access']>>, { kind: 'found' }>['value'];

/** Field by field: what the infrastructure may add one day is not for everybody. */
const shownAccess = (access: Access): LabAccess => ({
  student_id: access.student_id,
  ssh_host: access.ssh_host,
  ssh_port: access.ssh_port,
  ssh_user: access.ssh_user,
  ssh_credentials: access.ssh_credentials,
  host_key_fingerprint: access.host_key_fingerprint,
  known_hosts: access.known_hosts,
  endpoints: access.endpoints.map(({ role, ssh_port }) => ({ role, ssh_port })),
});
