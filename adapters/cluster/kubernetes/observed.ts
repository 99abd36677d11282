// Reads objects as the instances that they make up; pure.
import type { V1ContainerStatus } from '@kubernetes/client-node';
import type { InstanceId } from '../../../generated/lab/messages.ts';
import { isLoaded, isUnknown, notLoaded } from '../images.ts';
import { parseInitFailure } from '../init-failure.ts';
import { fingerprint, groupedByInstance, identityOf } from '../labels.ts';
import type {
  FailureReason,
  Observed,
  ObservedFailure,
  ObservedObject,
  ObservedRole,
  ObservedVolume,
} from '../port.ts';
import { annotation, label } from './labels.ts';
import { type Expectation, printOf } from './manifests.ts';
import type { Resource } from './objects.ts';
import { isOf } from './site.ts';

export const byInstance = (resources: readonly Resource[]): ReadonlyMap<InstanceId, readonly Resource[]> =>
  groupedByInstance(resources, ({ meta }) => meta.labels);

export const generationOf = ({ meta }: Resource): number => Number(meta.labels[label.generation] ?? 0);

const expectationOf = (owner: Resource<'owner'> | undefined): Expectation | null => {
  try {
    return JSON.parse(owner?.object.data?.expectation ?? 'null') as Expectation | null;
  } catch {
    return null; // no longer ours; the next `apply` creates it again
  }
};

const ownerIn = (resources: readonly Resource[]): Resource<'owner'> | undefined =>
  resources.find((resource) => isOf(resource, 'owner'));

/** Empty while a plan is being applied. */
export const fingerprintIn = (resources: readonly Resource[]): string =>
  ownerIn(resources)?.meta.annotations[annotation.fingerprint] ?? '';

/** Everything that the owner expects is there as it was made, and nothing else. */
export function isWhole(resources: readonly Resource[]): boolean {
  const expected = expectationOf(ownerIn(resources))?.objects ?? [];
  if (fingerprintIn(resources) === '' || resources.some(isEnding)) return false;
  const others = resources.filter(({ kind }) => kind !== 'owner' && kind !== 'claim');
  return (
    others.length === expected.filter(({ kind }) => kind !== 'claim').length &&
    expected.every(({ kind, name, print }) =>
      resources.some(
        (resource) => resource.kind === kind && resource.meta.name === name && printOf(resource) === print,
      ),
    )
  );
}

/** A pod that has ended stays as it is; the next `apply` makes another. */
export const isEnding = (resource: Resource): boolean =>
  resource.meta.isTerminating ||
  (isOf(resource, 'pod') && /Failed|Succeeded/.test(resource.object.status?.phase ?? ''));

/** `fetching`: names of pods whose image is being pulled. */
export function observedOf(
  resources: readonly Resource[],
  sshHost: string,
  fetching: ReadonlySet<string> = new Set(),
): Observed {
  const newest = [...resources].sort((a, b) => generationOf(b) - generationOf(a))[0];
  if (newest === undefined) throw new Error('an instance without objects is not observed');
  const claim = resources.find((resource) => isOf(resource, 'claim'));
  return {
    ...identityOf(newest.meta.labels),
    fingerprint: fingerprintIn(resources),
    complete: isWhole(resources),
    roles: rolesOf(resources, sshHost, fetching),
    volume: claim ? volumeOf(claim) : null,
    objects: resources.filter((resource) => resource !== claim).map(objectOf),
  };
}

const objectOf = ({ kind, meta }: Resource): ObservedObject => ({
  kind,
  name: meta.name,
  uid: meta.uid,
  version: meta.version,
});

function volumeOf(claim: Resource<'claim'>): ObservedVolume {
  const isBound = claim.object.status?.phase === 'Bound';
  return { ...objectOf(claim), phase: claim.meta.isTerminating ? 'terminating' : isBound ? 'bound' : 'pending' };
}

function rolesOf(
  resources: readonly Resource[],
  sshHost: string,
  fetching: ReadonlySet<string>,
): readonly ObservedRole[] {
  const pods = resources.filter((resource) => isOf(resource, 'pod'));
  const roleOf = (resource: Resource): string => resource.meta.labels[label.role] ?? '';
  const roles = new Set([
    ...(expectationOf(ownerIn(resources))?.roles ?? []).map(({ role }) => role),
    ...pods.map(roleOf),
  ]);
  return [...roles].map((role) => {
    const pod = pods.find((each) => roleOf(each) === role);
    const service = resources.find((resource) => isOf(resource, 'service') && roleOf(resource) === role) as
      | Resource<'service'>
      | undefined;
    const restarts = pod?.object.status?.containerStatuses?.[0]?.restartCount ?? 0;
    return { role, restarts, ssh: sshOf(service, sshHost), ...phaseOf(pod, fetching.has(pod?.meta.name ?? '')) };
  });
}

function sshOf(service: Resource<'service'> | undefined, sshHost: string): ObservedRole['ssh'] {
  const port = service?.object.spec?.ports?.find(({ name }) => name === 'ssh');
  if (service === undefined || port === undefined) return null;
  if (service.object.spec?.type !== 'LoadBalancer')
    return port.nodePort ? { host: sshHost, port: port.nodePort } : null;
  const outside = service.object.status?.loadBalancer?.ingress?.[0];
  const host = outside?.hostname ?? outside?.ip;
  return host ? { host, port: port.port } : null;
}

/** Whether a step may follow from a change; none follows from a pod that is scheduled, or gets its address. */
export const isNews = (before: Resource, after: Resource): boolean =>
  before.meta.isTerminating !== after.meta.isTerminating ||
  fingerprint([printOf(before), shownBy(before)]) !== fingerprint([printOf(after), shownBy(after)]);

function shownBy(resource: Resource): unknown {
  if (isOf(resource, 'service')) return sshOf(resource, '');
  if (!isOf(resource, 'pod')) return resource.meta.annotations[annotation.fingerprint];
  const { phase, failure } = phaseOf(resource);
  return { failure, phase: phase === 'starting' ? 'pending' : phase };
}

type Phase = Pick<ObservedRole, 'phase' | 'failure'>;

/** `isFetching`: pulls.ts says so. */
export function phaseOf(pod: Resource<'pod'> | undefined, isFetching = false): Phase {
  if (pod === undefined) return { phase: 'pending', failure: null };
  if (pod.meta.isTerminating) return { phase: 'terminating', failure: null };
  const { phase, reason, message, conditions = [], containerStatuses = [] } = pod.object.status ?? {};
  if (phase === 'Failed' || phase === 'Succeeded') return failed('evicted', message ?? reason ?? 'the node stopped it');
  const [container] = containerStatuses;
  if (container && isFetching && isBeingMade(pod)) return { phase: 'starting', failure: inProgress(container.image) };
  if (container) return containerPhase(container);
  const scheduled = conditions.find(({ type }) => type === 'PodScheduled');
  if (scheduled?.status !== 'False' || scheduled.reason !== 'Unschedulable') return { phase: 'pending', failure: null };
  const text = scheduled.message ?? '';
  const kind = /persistentvolumeclaim|volume node affinity|unbound/i.test(text) ? 'volume' : 'unschedulable';
  return { phase: 'pending', failure: { kind, detail: text } };
}

function containerPhase({ image = '', ready, state = {}, lastState = {} }: V1ContainerStatus): Phase {
  if (state.running && ready) return { phase: 'running', failure: null };
  const ended = state.terminated ?? lastState.terminated;
  const init = /^FAILED:(.*)/m.exec(ended?.message ?? '')?.[1];
  if (init !== undefined) return failed(...parseInitFailure(init));
  if (state.running) return { phase: 'starting', failure: null };
  const { reason = '', message } = state.waiting ?? {};
  if (/^(ErrImage|ImagePull|ImageInspect|RegistryUnavailable)/.test(reason)) return noImage(image, message ?? reason);
  if (/^(InvalidImageName|CreateContainer|RunContainerError|PreCreateHook|PreStart)/.test(reason))
    return failed('config', message ?? reason);
  if (reason === 'CrashLoopBackOff') return ended ? crashed(ended) : failed('crash', message ?? reason);
  return { phase: 'starting', failure: null };
}

const crashed = ({ reason, exitCode }: { reason?: string; exitCode: number }): Phase =>
  reason === 'OOMKilled' ? failed('out_of_memory', reason) : failed('crash', `it exited with code ${exitCode}`);

/** The kubelet's word for all that comes before its first try to start the container. */
export const isBeingMade = ({ object }: Resource<'pod'>): boolean =>
  object.status?.containerStatuses?.[0]?.state?.waiting?.reason === 'ContainerCreating';

const inProgress = (image: string): ObservedFailure => ({
  kind: 'image_pull',
  detail: `${image} is being fetched`,
  isInProgress: true,
});

function noImage(image: string, text: string): Phase {
  const detail = isLoaded(image) ? notLoaded(image, 'the node') : named(image, text);
  const isFinal = isLoaded(image) || isUnknown(text);
  return { phase: 'failed', failure: { kind: 'image_pull', detail, ...(isFinal && { isFinal: true }) } };
}

const named = (image: string, text: string): string => (text.includes(image) ? text : `${image}: ${text}`);

const failed = (kind: FailureReason, detail: string): Phase => ({ phase: 'failed', failure: { kind, detail } });
