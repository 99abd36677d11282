// A real login of every member through every address, and what no lab may reach (decision 13).
import type { Observed } from '../../../adapters/cluster/port.ts';
import type { Probed } from '../../../adapters/ssh/port.ts';
import type { WorkFacts } from '../../../adapters/store/labs/upkeep/port.ts';
import { hostKeyOf, knownHosts as knownHostsOf } from '../../labs/host-key.ts';
import { sshUser } from '../../labs/names.ts';
import { password } from '../../labs/passwords.ts';
import type { WorkerDeps } from '../deps.ts';

type Deps = Pick<WorkerDeps, 'cluster' | 'probes' | 'keys' | 'closed' | 'report'>;

type Logins = Pick<Deps, 'probes' | 'keys'>;

/** The first member, through every address, and nothing else: what a student would notice first. */
export async function checkInstance(
  deps: Logins,
  facts: WorkFacts,
  observed: Observed,
  signal: AbortSignal,
): Promise<Probed> {
  const probed = await loginAll(deps, { ...facts, members: facts.members.slice(0, 1) }, observed, [], signal);
  return probed.find(({ kind }) => kind === 'refused') ?? { kind: 'in' };
}

/** All at once; the first refusal is reported. What is closed, and a lab beside this one, is tried once for each role. */
export async function probeInstance(
  { cluster, probes, keys, closed: always, report }: Deps,
  facts: WorkFacts,
  observed: Observed,
  signal: AbortSignal,
): Promise<Probed> {
  const { instance_id } = facts.row;
  const neighbour = await cluster.isolationTarget(instance_id);
  const closed = neighbour === null ? always : [...always, neighbour];
  const probed = await loginAll({ probes, keys }, facts, observed, closed, signal);
  const refused = probed.find(({ kind }) => kind === 'refused');
  if (refused !== undefined) return refused;
  if (closed.length > 0 && probed.length > 0)
    report.labClosed({ instance_id, neighbour: neighbour ?? 'none runs', closed: closed.join(' ') });
  return { kind: 'in' };
}

/** What is closed is tried by the first member alone. */
function loginAll(
  { probes, keys }: Logins,
  { row: { instance_id, deployment_mode, host_key_id }, members }: WorkFacts,
  observed: Observed,
  closed: readonly string[],
  signal: AbortSignal,
): Promise<readonly Probed[]> {
  const addresses = observed.roles.flatMap(({ ssh }) => ssh ?? []);
  const knownHosts = knownHostsOf(addresses, hostKeyOf(keys, instance_id, host_key_id ?? keys.currentKeyId).publicKey);
  return Promise.all(
    addresses.flatMap(({ host, port }) =>
      members.map(({ student_id: member, generation, key_id }, n) => {
        const secret = password(keys, { instance_id, member, generation, key_id });
        const user = sshUser(deployment_mode, member);
        return probes.login(
          { host, port, user, password: secret.reveal(), knownHosts, closed: n === 0 ? closed : [] },
          signal,
        );
      }),
    ),
  );
}
