// services/worker/probe.ts: a real login of every member through every address, and what no lab may reach (decision 13). How: adapters/ssh.
import type { Seen } from '../../adapters/cluster/port.ts';
import type { Probed } from '../../adapters/ssh/port.ts';
import type { WorkFacts } from '../../adapters/store/labs/port.ts';
import type { StudentId } from '../../generated/lab/messages.ts';
import { hostKeyOf } from '../kit/labs/host-key.ts';
import { sshUser } from '../kit/labs/names.ts';
import { password } from '../kit/labs/passwords.ts';
import type { WorkerDeps } from './deps.ts';

type Deps = Pick<WorkerDeps, 'probes' | 'keys' | 'closed'>;

/** All at once; the first refusal is told. What is closed is tried once for each role. */
export async function probeInstance(
  { probes, keys, closed }: Deps,
  { row, members }: WorkFacts,
  seen: Seen,
  signal: AbortSignal,
): Promise<Probed> {
  const { instanceId, deploymentMode, hostKeyId } = row;
  const hostKey = hostKeyOf(keys, instanceId, hostKeyId ?? keys.currentKeyId).publicKey;
  const addresses = seen.roles.flatMap(({ ssh }) => ssh ?? []);
  const probed = await Promise.all(
    addresses.flatMap(({ host, port }) =>
      members.map(({ studentId, generation, keyId }, n) => {
        const member = studentId as StudentId;
        const secret = password(keys, { instanceId, member, generation, keyId });
        const user = sshUser(deploymentMode, member);
        return probes.login(
          { host, port, user, password: secret.reveal(), hostKey, closed: n === 0 ? closed : [] },
          signal,
        );
      }),
    ),
  );
  return probed.find(({ kind }) => kind === 'refused') ?? { kind: 'in' };
}
