// Reads objects as the instances that they make up; pure.
import type { V1ContainerStatus } from '@kubernetes/client-node';
import type { InstanceId } from '../../../generated/lab/messages.ts';
import { isLoaded, isUnknown, notLoaded } from '../images.ts';
import { identityOf } from '../labels.ts';
import type { FailureReason, ObjectSeen, Observed, RoleSeen, TroubleSeen, VolumeSeen } from '../port.ts';
import { parseInitFailure } from '../told.ts';
import { annotation, label } from './labels.ts';
import { type Expectation, printOf } from './manifests.ts';
import type { Thing } from './objects.ts';
import { isOf } from './site.ts';

export const byInstance = (things: readonly Thing[]): ReadonlyMap<InstanceId, readonly Thing[]> =>
  Map.groupBy(
    things.filter(({ meta }) => meta.labels[label.instance]),
    ({ meta }) => meta.labels[label.instance] as InstanceId,
  );

export const generationOf = ({ meta }: Thing): number => Number(meta.labels[label.generation] ?? 0);

const expectationOf = (owner: Thing<'owner'> | undefined): Expectation | null => {
  try {
    return JSON.parse(owner?.object.data?.expectation ?? 'null') as Expectation | null;
  } catch {
    return null; // not ours any more; the next `apply` writes it anew
  }
};

const ownerIn = (things: readonly Thing[]): Thing<'owner'> | undefined => things.find((thing) => isOf(thing, 'owner'));

/** Empty while a plan is being applied. */
export const fingerprintIn = (things: readonly Thing[]): string =>
  ownerIn(things)?.meta.annotations[annotation.fingerprint] ?? '';

/** Everything that the owner expects is there as it was made, and nothing else. */
export function isWhole(things: readonly Thing[]): boolean {
  const expected = expectationOf(ownerIn(things))?.objects ?? [];
  if (fingerprintIn(things) === '' || things.some(isEnding)) return false;
  const others = things.filter(({ kind }) => kind !== 'owner' && kind !== 'claim');
  return (
    others.length === expected.filter(({ kind }) => kind !== 'claim').length &&
    expected.every(({ kind, name, print }) =>
      things.some((thing) => thing.kind === kind && thing.meta.name === name && printOf(thing) === print),
    )
  );
}

/** A pod that has ended stays as it is; the next `apply` makes another. */
export const isEnding = (thing: Thing): boolean =>
  thing.meta.isTerminating || (isOf(thing, 'pod') && /Failed|Succeeded/.test(thing.object.status?.phase ?? ''));

/** `fetching`: names of pods whose image is on its way. */
export function seenOf(things: readonly Thing[], sshHost: string, fetching: ReadonlySet<string> = new Set()): Observed {
  const newest = [...things].sort((a, b) => generationOf(b) - generationOf(a))[0];
  if (newest === undefined) throw new Error('an instance without objects is not seen');
  const claim = things.find((thing) => isOf(thing, 'claim'));
  return {
    ...identityOf(newest.meta.labels),
    fingerprint: fingerprintIn(things),
    complete: isWhole(things),
    roles: rolesOf(things, sshHost, fetching),
    volume: claim ? volumeOf(claim) : null,
    objects: things.filter((thing) => thing !== claim).map(objectOf),
  };
}

const objectOf = ({ kind, meta }: Thing): ObjectSeen => ({
  kind,
  name: meta.name,
  uid: meta.uid,
  version: meta.version,
});

function volumeOf(claim: Thing<'claim'>): VolumeSeen {
  const isBound = claim.object.status?.phase === 'Bound';
  return { ...objectOf(claim), phase: claim.meta.isTerminating ? 'terminating' : isBound ? 'bound' : 'pending' };
}

function rolesOf(things: readonly Thing[], sshHost: string, fetching: ReadonlySet<string>): readonly RoleSeen[] {
  const pods = things.filter((thing) => isOf(thing, 'pod'));
  const roleOf = (thing: Thing): string => thing.meta.labels[label.role] ?? '';
  const roles = new Set([
    ...(expectationOf(ownerIn(things))?.roles ?? []).map(({ role }) => role),
    ...pods.map(roleOf),
  ]);
  return [...roles].map((role) => {
    const pod = pods.find((each) => roleOf(each) === role);
    const service = things.find((thing) => isOf(thing, 'service') && roleOf(thing) === role) as
      | Thing<'service'>
      | undefined;
    const restarts = pod?.object.status?.containerStatuses?.[0]?.restartCount ?? 0;
    return { role, restarts, ssh: sshOf(service, sshHost), ...phaseOf(pod, fetching.has(pod?.meta.name ?? '')) };
  });
}

function sshOf(service: Thing<'service'> | undefined, sshHost: string): RoleSeen['ssh'] {
  const port = service?.object.spec?.ports?.find(({ name }) => name === 'ssh');
  if (service === undefined || port === undefined) return null;
  if (service.object.spec?.type !== 'LoadBalancer')
    return port.nodePort ? { host: sshHost, port: port.nodePort } : null;
  const outside = service.object.status?.loadBalancer?.ingress?.[0];
  const host = outside?.hostname ?? outside?.ip;
  return host ? { host, port: port.port } : null;
}

type Phase = Pick<RoleSeen, 'phase' | 'trouble'>;

/** `isFetching`: pulls.ts says so. */
export function phaseOf(pod: Thing<'pod'> | undefined, isFetching = false): Phase {
  if (pod === undefined) return { phase: 'pending', trouble: null };
  if (pod.meta.isTerminating) return { phase: 'terminating', trouble: null };
  const { phase, reason, message, conditions = [], containerStatuses = [] } = pod.object.status ?? {};
  if (phase === 'Failed' || phase === 'Succeeded') return failed('evicted', message ?? reason ?? 'the node stopped it');
  const [container] = containerStatuses;
  if (container && isFetching && isBeingMade(pod)) return { phase: 'starting', trouble: underWay(container.image) };
  if (container) return containerPhase(container);
  const scheduled = conditions.find(({ type }) => type === 'PodScheduled');
  if (scheduled?.status !== 'False' || scheduled.reason !== 'Unschedulable') return { phase: 'pending', trouble: null };
  const said = scheduled.message ?? '';
  const kind = /persistentvolumeclaim|volume node affinity|unbound/i.test(said) ? 'volume' : 'unschedulable';
  return { phase: 'pending', trouble: { kind, detail: said } };
}

function containerPhase({ image = '', ready, state = {}, lastState = {} }: V1ContainerStatus): Phase {
  if (state.running && ready) return { phase: 'running', trouble: null };
  const ended = state.terminated ?? lastState.terminated;
  const told = /^FAILED:(.*)/m.exec(ended?.message ?? '')?.[1];
  if (told !== undefined) return failed(...parseInitFailure(told));
  if (state.running) return { phase: 'starting', trouble: null };
  const { reason = '', message } = state.waiting ?? {};
  if (/^(ErrImage|ImagePull|ImageInspect|RegistryUnavailable)/.test(reason)) return noImage(image, message ?? reason);
  if (/^(InvalidImageName|CreateContainer|RunContainerError|PreCreateHook|PreStart)/.test(reason))
    return failed('config', message ?? reason);
  if (reason === 'CrashLoopBackOff') return ended ? crashed(ended) : failed('crash', message ?? reason);
  return { phase: 'starting', trouble: null };
}

const crashed = ({ reason, exitCode }: { reason?: string; exitCode: number }): Phase =>
  reason === 'OOMKilled' ? failed('out_of_memory', reason) : failed('crash', `it exited with code ${exitCode}`);

/** The kubelet's word for all that comes before its first try to start the container. */
export const isBeingMade = ({ object }: Thing<'pod'>): boolean =>
  object.status?.containerStatuses?.[0]?.state?.waiting?.reason === 'ContainerCreating';

const underWay = (image: string): TroubleSeen => ({
  kind: 'image_pull',
  detail: `${image} is being fetched`,
  isUnderWay: true,
});

function noImage(image: string, said: string): Phase {
  const detail = isLoaded(image) ? notLoaded(image, 'the node') : named(image, said);
  const isFinal = isLoaded(image) || isUnknown(said);
  return { phase: 'failed', trouble: { kind: 'image_pull', detail, ...(isFinal && { isFinal: true }) } };
}

const named = (image: string, said: string): string => (said.includes(image) ? said : `${image}: ${said}`);

const failed = (kind: FailureReason, detail: string): Phase => ({ phase: 'failed', trouble: { kind, detail } });
