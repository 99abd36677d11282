// services/worker/probe.ts: a real login of every member through every address, and what no lab may reach (decision 13). How: adapters/ssh.
import type { Seen } from '../../adapters/cluster/port.ts';
import type { Probed } from '../../adapters/ssh/port.ts';
import type { WorkFacts } from '../../adapters/store/labs/upkeep/port.ts';
import type { StudentId } from '../../generated/lab/messages.ts';
import { hostKeyOf, knownHosts as knownHostsOf } from '../kit/labs/host-key.ts';
import { sshUser } from '../kit/labs/names.ts';
import { password } from '../kit/labs/passwords.ts';
import type { WorkerDeps } from './deps.ts';

type Deps = Pick<WorkerDeps, 'cluster' | 'probes' | 'keys' | 'closed' | 'report'>;

/** All at once; the first refusal is told. What is closed, and a lab beside this one, is tried once for each role. */
export async function probeInstance(
  { cluster, probes, keys, closed: always, report }: Deps,
  { row, members }: WorkFacts,
  seen: Seen,
  signal: AbortSignal,
): Promise<Probed> {
  const { instanceId, deploymentMode, hostKeyId } = row;
  const neighbour = await cluster.neighbour(instanceId);
  const closed = neighbour === null ? always : [...always, neighbour];
  const addresses = seen.roles.flatMap(({ ssh }) => ssh ?? []);
  const knownHosts = knownHostsOf(addresses, hostKeyOf(keys, instanceId, hostKeyId ?? keys.currentKeyId).publicKey);
  const probed = await Promise.all(
    addresses.flatMap(({ host, port }) =>
      members.map(({ studentId, generation, keyId }, n) => {
        const member = studentId as StudentId;
        const secret = password(keys, { instanceId, member, generation, keyId });
        const user = sshUser(deploymentMode, member);
        return probes.login(
          { host, port, user, password: secret.reveal(), knownHosts, closed: n === 0 ? closed : [] },
          signal,
        );
      }),
    ),
  );
  const refused = probed.find(({ kind }) => kind === 'refused');
  if (refused !== undefined) return refused;
  if (closed.length > 0 && probed.length > 0)
    report.labClosed({ instance_id: instanceId, neighbour: neighbour ?? 'none runs', closed: closed.join(' ') });
  return { kind: 'in' };
}
