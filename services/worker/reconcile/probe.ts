// Real logins through every address, and what no lab may reach (decisions 13 and 589).
import type { Observed } from '../../../adapters/cluster/port.ts';
import type { Probed, ProbeReason, Target } from '../../../adapters/ssh/port.ts';
import type { WorkFacts } from '../../../adapters/store/labs/upkeep/port.ts';
import { hostKeyOf, knownHosts } from '../../labs/host-key.ts';
import { probeUser, sshUser } from '../../labs/names.ts';
import { type Credential, password, probeCredential } from '../../labs/passwords.ts';
import type { WorkerDeps } from '../deps.ts';

type Deps = Pick<WorkerDeps, 'cluster' | 'probes' | 'keys' | 'closed' | 'report'>;

/** The password of the first member, at every address: what a student would notice first. */
export const checkInstance = (
  { probes, keys }: Pick<Deps, 'probes' | 'keys'>,
  facts: WorkFacts,
  observed: Observed,
  signal: AbortSignal,
): Promise<Probed> =>
  loginAll(probes, memberTargets(keys, { ...facts, members: facts.members.slice(0, 1) }, observed), signal);

/**
 * The platform's own account carries out a command, and tries once for each role what is closed and a lab beside this
 * one. Of the members the passwords are tried, and no more: what their start files do is no reason to fail a lab.
 */
export async function probeInstance(
  { cluster, probes, keys, closed: always, report }: Deps,
  facts: WorkFacts,
  observed: Observed,
  signal: AbortSignal,
): Promise<Probed> {
  const { instance_id } = facts.row;
  const neighbour = await cluster.isolationTarget(instance_id);
  const closed = neighbour === null ? always : [...always, neighbour];
  const own = targets(keys, facts, observed, {
    user: probeUser,
    credential: probeCredential(instance_id, keyIdOf(keys, facts)),
    closed,
  });
  const probed = await loginAll(probes, [...own, ...memberTargets(keys, facts, observed)], signal);
  if (probed.kind === 'in' && closed.length > 0 && own.length > 0)
    report.labClosed({ instance_id, neighbour: neighbour ?? 'none runs', closed: closed.join(' ') });
  return probed;
}

/** What is worst for a lab is reported before what says nothing about it. */
const reasons: readonly ProbeReason[] = ['isolation_probe', 'ssh_probe', 'probe_incomplete'];

/** All at once; the worst refusal is reported. */
async function loginAll(probes: Deps['probes'], logins: readonly Target[], signal: AbortSignal): Promise<Probed> {
  const probed = await Promise.all(logins.map((target) => probes.login(target, signal)));
  const refusals = probed.flatMap((each) => (each.kind === 'refused' ? [each] : []));
  const refusal = refusals.toSorted((a, b) => reasons.indexOf(a.reason) - reasons.indexOf(b.reason))[0];
  return refusal ?? { kind: 'in' };
}

const memberTargets = (keys: Deps['keys'], facts: WorkFacts, observed: Observed): readonly Target[] =>
  facts.members.flatMap(({ student_id: member, generation, key_id }) =>
    targets(keys, facts, observed, {
      user: sshUser(facts.row.deployment_mode, member),
      credential: { instance_id: facts.row.instance_id, member, generation, key_id },
      closed: [],
      isPasswordOnly: true,
    }),
  );

type Login = Pick<Target, 'user' | 'closed' | 'isPasswordOnly'> & { readonly credential: Credential };

/** One for each address. */
function targets(
  keys: Deps['keys'],
  facts: WorkFacts,
  observed: Observed,
  { credential, ...login }: Login,
): readonly Target[] {
  const addresses = observed.roles.flatMap(({ ssh }) => ssh ?? []);
  const { publicKey } = hostKeyOf(keys, facts.row.instance_id, keyIdOf(keys, facts));
  return addresses.map(({ host, port }) => ({
    ...login,
    host,
    port,
    password: password(keys, credential).reveal(),
    knownHosts: knownHosts(addresses, publicKey),
  }));
}

const keyIdOf = (keys: Deps['keys'], { row }: WorkFacts): string => row.host_key_id ?? keys.currentKeyId;
