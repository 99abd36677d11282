// Reads what the cluster shows of an instance: is it up, what is wrong, where does ssh go.
import type { Observed, ObservedFailure, ObservedRole } from '../../../adapters/cluster/port.ts';
import type { KnownReason } from '../deadlines.ts';

export type Address = { readonly host: string; readonly port: number };

export type Problem = { readonly reason: KnownReason; readonly detail: string } & Pick<
  ObservedFailure,
  'isFinal' | 'isInProgress'
>;

type Planned = {
  readonly generation: number;
  readonly fingerprint: string;
  readonly hasVolume: boolean;
  readonly sshRoles: readonly string[];
};

/** Everything is there as planned, runs, and has its addresses. */
export const isUp = (observed: Observed, planned: Planned): boolean =>
  isAsPlanned(observed, planned) &&
  observed.roles.every(({ phase }) => phase === 'running') &&
  planned.sshRoles.every((role) => observed.roles.some((each) => each.role === role && each.ssh !== null));

/** Whether `apply` has something to do: also make a pod again that ended for good. */
export const needsApply = (observed: Observed | null, planned: Planned): boolean =>
  observed === null || !isAsPlanned(observed, planned) || observed.roles.some(({ phase }) => phase === 'failed');

const isAsPlanned = (observed: Observed, { generation, fingerprint, hasVolume }: Planned): boolean =>
  observed.complete &&
  (observed.volume !== null || !hasVolume) &&
  observed.generation === generation &&
  observed.fingerprint === fingerprint;

/**
 * The address of the first role with sshd, the one that `ssh_port` names (decision 217). Only an instance that is up
 * has one.
 */
export function addressOf(observed: Observed, sshRoles: readonly string[]): Address {
  const { host, port } = observed.roles.find(({ role }) => role === sshRoles[0])?.ssh ?? { host: '', port: 0 };
  return { host, port };
}

/** The worst that a role has; null when all is well or in progress. */
export function problemOf(observed: Observed | null): Problem | null {
  const problems = (observed?.roles ?? []).flatMap((each) => problemIn(each) ?? []);
  return problems.sort((a, b) => (toleranceMs(a.reason) ?? 1e9) - (toleranceMs(b.reason) ?? 1e9))[0] ?? null;
}

function problemIn({ phase, role, failure }: ObservedRole): Problem | null {
  if (failure) {
    const detail = role === '' ? failure.detail : `${role}: ${failure.detail}`;
    const { isFinal, isInProgress } = failure;
    return { reason: failure.kind, detail, ...(isFinal && { isFinal }), ...(isInProgress && { isInProgress }) };
  }
  return phase === 'failed' ? { reason: 'crash', detail: role } : null;
}

/** Seconds that a start waits for a failure to pass by itself; null: until its deadline. */
export const toleranceMs = (reason: KnownReason): number | null => patiences[reason] ?? null;

const patiences: Readonly<Partial<Record<KnownReason, number>>> = {
  config: 0,
  init_script: 0,
  no_node_port: 0,
  // A registry may hiccup, a crash may be a race, a node may be starting.
  image_pull: 30,
  crash: 30,
  out_of_memory: 30,
  unschedulable: 60,
  volume: 60,
};
