// Reads listed objects as the instances that they make up; pure but for the facts of each pod.
import type { InstanceId } from '../../../generated/lab/messages.ts';
import { parseInitFailure } from '../init-failure.ts';
import { groupedByInstance, identityOf } from '../labels.ts';
import type { FailureReason, InstancePlan, Observed, ObservedRole, ObservedVolume } from '../port.ts';
import { RETRIES } from './bodies.ts';
import type { PodFacts } from './facts.ts';
import { label } from './labels.ts';
import { type Container, objectOf, type Resource } from './listing.ts';
import { relaysOf } from './network/ports.ts';
import type { Desired } from './pods.ts';

const ENDED_BY_SIGTERM = 143;

/** What a record says of the plan that it stands for. */
type Expectation = {
  readonly objects: readonly Desired[];
  readonly roles: readonly { readonly role: string; readonly ssh: boolean }[];
};

export const expectationOf = (plan: InstancePlan, objects: readonly Desired[]): Expectation => ({
  objects: objects.map(({ name, print }) => ({ name, print })),
  roles: plan.roles.map(({ role, ssh }) => ({ role, ssh })),
});

const expected = (record: Resource | undefined): Expectation | null => {
  const text = record?.labels[label.expects];
  return text === undefined ? null : (JSON.parse(text) as Expectation);
};

/** Everything that the record expects is there, made from what it says, and running. */
export function isWhole(resources: readonly Resource[]): boolean {
  const records = resources.filter(({ kind }) => kind === 'record');
  const expectation = records.length === 1 ? expected(records[0]) : null;
  if (expectation === null) return false;
  const others = resources.filter(({ kind }) => kind !== 'record' && kind !== 'claim');
  return (
    others.length === expectation.objects.length &&
    expectation.objects.every(({ name, print }) =>
      others.some(
        (resource) =>
          resource.name === name &&
          (resource.labels[label.print] ?? '') === print &&
          (resource.what !== 'container' || resource.state === 'running'),
      ),
    )
  );
}

export const byInstance = (resources: readonly Resource[]): ReadonlyMap<InstanceId, readonly Resource[]> =>
  groupedByInstance(resources, ({ labels }) => labels);

type Ask = (container: Container) => Promise<PodFacts>;

export async function observedOf(resources: readonly Resource[], ask: Ask, sshHost: string): Promise<Observed> {
  const newest = [...resources].sort((a, b) => generationOf(b) - generationOf(a))[0];
  if (newest === undefined) throw new Error('an instance without objects is not observed');
  const records = resources.filter(({ kind }) => kind === 'record');
  const record = records.length === 1 ? records[0] : undefined;
  const claim = resources.filter(({ kind }) => kind === 'claim').at(-1);
  return {
    ...identityOf(newest.labels),
    fingerprint: record?.labels[label.print] ?? '',
    complete: isWhole(resources),
    roles: await rolesOf(resources, record, ask, sshHost),
    volume: claim ? volumeOf(claim) : null,
    // Engines list in any order.
    objects: resources
      .filter((resource) => resource !== claim)
      .map(objectOf)
      .sort((a, b) => (`${a.kind} ${a.name}` < `${b.kind} ${b.name}` ? -1 : 1)),
  };
}

const generationOf = ({ labels }: Resource): number => Number(labels[label.generation] ?? 0);

const volumeOf = (claim: Resource): ObservedVolume => ({ ...objectOf(claim), phase: 'bound' });

async function rolesOf(
  resources: readonly Resource[],
  record: Resource | undefined,
  ask: Ask,
  host: string,
): Promise<readonly ObservedRole[]> {
  const pods = resources.filter((resource): resource is Container => resource.kind === 'pod');
  const relay = resources.find((resource) => resource.kind === 'relay');
  const ports = relay?.what === 'container' && relay.state === 'running' ? relaysOf(relay.labels) : {};
  const names = new Set([
    ...(expected(record)?.roles.map(({ role }) => role) ?? []),
    ...pods.map(({ labels }) => labels[label.role] ?? ''),
  ]);
  return await Promise.all(
    [...names].map(async (role) => {
      const pod = pods.find(({ labels }) => labels[label.role] === role);
      const port = ports[role]?.published;
      const facts = pod && (await ask(pod));
      const ssh = port === undefined ? null : { host, port };
      return { role, restarts: facts?.restarts ?? 0, ssh, ...phaseOf(facts) };
    }),
  );
}

export function phaseOf(facts: PodFacts | undefined): Pick<ObservedRole, 'phase' | 'failure'> {
  if (facts === undefined || facts.state === 'created') return { phase: 'pending', failure: null };
  if (facts.state === 'removing' || facts.state === 'stopping') return { phase: 'terminating', failure: null };
  if (facts.state === 'running' || facts.state === 'paused' || facts.state === 'restarting') {
    const { outcome } = facts;
    if (outcome === 'ready') return { phase: 'running', failure: null };
    if (outcome !== 'none') return failed(...parseInitFailure(outcome.failed));
    const failure = facts.isOutOfMemory ? { ...outOfMemory(facts), isInProgress: true as const } : null;
    return { phase: 'starting', failure };
  }
  if (wasStopped(facts)) return failed('restart', 'its containers were stopped');
  if (facts.isOutOfMemory) return { phase: 'failed', failure: outOfMemory(facts) };
  return failed('crash', `it exited with code ${facts.exitCode} after ${facts.restarts} restarts`);
}

/**
 * From outside: the engine makes a pod that failed by itself run again until the last retry, and sshd ends well when it
 * is asked to.
 */
const wasStopped = ({ exitCode, isOutOfMemory, restarts, outcome }: PodFacts): boolean =>
  !isOutOfMemory && restarts < RETRIES && (exitCode === ENDED_BY_SIGTERM || (exitCode === 0 && outcome === 'ready'));

const outOfMemory = ({ restarts }: PodFacts) =>
  ({ kind: 'out_of_memory', detail: `it was restarted ${restarts} ${restarts === 1 ? 'time' : 'times'}` }) as const;

const failed = (kind: FailureReason, detail: string) => ({ phase: 'failed', failure: { kind, detail } }) as const;
