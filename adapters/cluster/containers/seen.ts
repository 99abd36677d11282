// Reads listed objects as the instances that they make up; pure but for the facts of each pod.
import type { InstanceId } from '../../../generated/lab/messages.ts';
import { identityOf } from '../labels.ts';
import type { FailureReason, InstancePlan, Observed, RoleSeen, VolumeSeen } from '../port.ts';
import { parseInitFailure } from '../told.ts';
import { RETRIES } from './bodies.ts';
import type { PodFacts } from './facts.ts';
import { label } from './labels.ts';
import { type Container, objectOf, type Thing } from './listing.ts';
import type { Wanted } from './pods.ts';
import { relaysOf } from './ports.ts';

const ENDED_BY_SIGTERM = 143;

/** What a record says of the plan that it stands for. */
type Expectation = {
  readonly objects: readonly Wanted[];
  readonly roles: readonly { readonly role: string; readonly ssh: boolean }[];
};

export const expectationOf = (plan: InstancePlan, objects: readonly Wanted[]): Expectation => ({
  objects: objects.map(({ name, print }) => ({ name, print })),
  roles: plan.roles.map(({ role, ssh }) => ({ role, ssh })),
});

const expected = (record: Thing | undefined): Expectation | null => {
  const text = record?.labels[label.expects];
  return text === undefined ? null : (JSON.parse(text) as Expectation);
};

/** Everything that the record expects is there, made from what it says, and running. */
export function isWhole(things: readonly Thing[]): boolean {
  const records = things.filter(({ kind }) => kind === 'record');
  const wanted = records.length === 1 ? expected(records[0]) : null;
  if (wanted === null) return false;
  const others = things.filter(({ kind }) => kind !== 'record' && kind !== 'claim');
  return (
    others.length === wanted.objects.length &&
    wanted.objects.every(({ name, print }) =>
      others.some(
        (thing) =>
          thing.name === name &&
          (thing.labels[label.print] ?? '') === print &&
          (thing.what !== 'container' || thing.state === 'running'),
      ),
    )
  );
}

export function byInstance(things: readonly Thing[]): ReadonlyMap<InstanceId, readonly Thing[]> {
  // The network of the relays belongs to no instance.
  return Map.groupBy(
    things.filter(({ labels }) => labels[label.instance]),
    ({ labels }) => labels[label.instance] as InstanceId,
  );
}

type Ask = (container: Container) => Promise<PodFacts>;

export async function seenOf(things: readonly Thing[], ask: Ask, sshHost: string): Promise<Observed> {
  const newest = [...things].sort((a, b) => generationOf(b) - generationOf(a))[0];
  if (newest === undefined) throw new Error('an instance without objects is not seen');
  const records = things.filter(({ kind }) => kind === 'record');
  const record = records.length === 1 ? records[0] : undefined;
  const claim = things.filter(({ kind }) => kind === 'claim').at(-1);
  return {
    ...identityOf(newest.labels),
    fingerprint: record?.labels[label.print] ?? '',
    complete: isWhole(things),
    roles: await rolesOf(things, record, ask, sshHost),
    volume: claim ? volumeOf(claim) : null,
    // Engines list in any order.
    objects: things
      .filter((thing) => thing !== claim)
      .map(objectOf)
      .sort((a, b) => (`${a.kind} ${a.name}` < `${b.kind} ${b.name}` ? -1 : 1)),
  };
}

const generationOf = ({ labels }: Thing): number => Number(labels[label.generation] ?? 0);

const volumeOf = (claim: Thing): VolumeSeen => ({ ...objectOf(claim), phase: 'bound' });

async function rolesOf(
  things: readonly Thing[],
  record: Thing | undefined,
  ask: Ask,
  host: string,
): Promise<readonly RoleSeen[]> {
  const pods = things.filter((thing): thing is Container => thing.kind === 'pod');
  const relay = things.find((thing) => thing.kind === 'relay');
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

export function phaseOf(facts: PodFacts | undefined): Pick<RoleSeen, 'phase' | 'trouble'> {
  if (facts === undefined || facts.state === 'created') return { phase: 'pending', trouble: null };
  if (facts.state === 'removing' || facts.state === 'stopping') return { phase: 'terminating', trouble: null };
  if (facts.state === 'running' || facts.state === 'paused' || facts.state === 'restarting') {
    const { outcome } = facts;
    if (outcome === 'ready') return { phase: 'running', trouble: null };
    if (outcome !== 'none') return failed(...parseInitFailure(outcome.failed));
    const trouble = facts.isOutOfMemory ? { ...outOfMemory(facts), isUnderWay: true as const } : null;
    return { phase: 'starting', trouble };
  }
  if (wasStopped(facts)) return failed('restart', 'its containers were stopped');
  if (facts.isOutOfMemory) return { phase: 'failed', trouble: outOfMemory(facts) };
  return failed('crash', `it exited with code ${facts.exitCode} after ${facts.restarts} restarts`);
}

/** From outside: the engine makes a pod that failed by itself run again until the last retry, and sshd ends well when it is asked to. */
const wasStopped = ({ exitCode, isOutOfMemory, restarts, outcome }: PodFacts): boolean =>
  !isOutOfMemory && restarts < RETRIES && (exitCode === ENDED_BY_SIGTERM || (exitCode === 0 && outcome === 'ready'));

const outOfMemory = ({ restarts }: PodFacts) =>
  ({ kind: 'out_of_memory', detail: `it was restarted ${restarts} ${restarts === 1 ? 'time' : 'times'}` }) as const;

const failed = (kind: FailureReason, detail: string) => ({ phase: 'failed', trouble: { kind, detail } }) as const;
