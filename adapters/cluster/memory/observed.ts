// Objects as the instances that they make up.
import type { Observed, ObservedObject, ObservedRole, ObservedVolume } from '../port.ts';
import type { Stored } from './model.ts';
import type { World } from './world.ts';

export function observedOf(world: World, objects: readonly Stored[]): Observed | null {
  const newest = objects.toSorted((a, b) => b.generation - a.generation)[0];
  if (newest === undefined) return null;
  const record = objects.find(({ kind }) => kind === 'record');
  const claim = objects.find(({ kind }) => kind === 'claim');
  const { instance_id, labels, generation } = newest;
  return {
    instance_id,
    // Without the record only the names of the others are there; those with a role are longer.
    name: record?.instance ?? claim?.name ?? objects.toSorted((a, b) => a.name.length - b.name.length)[0]?.name ?? '',
    labels,
    generation,
    fingerprint: record?.fingerprint ?? '',
    complete: isComplete(objects, record),
    roles: rolesOf(world, objects, record),
    volume: claim ? volumeOf(claim) : null,
    objects: objects.filter((each) => each !== claim).map(objectOf),
  };
}

export const objectOf = ({ kind, name, uid, version }: Stored): ObservedObject => ({ kind, name, uid, version });

const volumeOf = (claim: Stored): ObservedVolume => ({
  ...objectOf(claim),
  phase: claim.goneMs === null ? 'bound' : 'terminating',
});

function isComplete(objects: readonly Stored[], record: Stored | undefined): boolean {
  const { expects = [], generation } = record ?? {};
  const others = objects.filter(({ kind }) => kind !== 'record');
  return (
    record?.goneMs === null &&
    // A claim from when the lab still mounted one belongs to no plan, and is no fault.
    others.filter(({ kind }) => kind !== 'claim').length === expects.filter(({ kind }) => kind !== 'claim').length &&
    expects.every(({ kind, name, print }) =>
      others.some(
        (each) =>
          each.kind === kind &&
          each.name === name &&
          each.print === print &&
          each.generation === generation &&
          each.goneMs === null,
      ),
    )
  );
}

function rolesOf(world: World, objects: readonly Stored[], record: Stored | undefined): readonly ObservedRole[] {
  const pods = objects.filter(({ kind }) => kind === 'pod');
  const expected = record?.expects?.filter(({ kind }) => kind === 'pod') ?? [];
  const missing = expected.filter(({ name }) => !pods.some((pod) => pod.name === name));
  const prefix = record?.instance === undefined ? '' : `${record.instance}-`;
  return [
    ...pods.map((pod) => ({
      role: pod.role?.role ?? '',
      restarts: pod.restarts,
      ...phaseOf(world, pod),
      ssh: addressOf(world, objects, pod),
    })),
    ...missing.map(
      ({ name }): ObservedRole => ({
        role: prefix !== '' && name.startsWith(prefix) ? name.slice(prefix.length) : '',
        phase: 'pending',
        failure: null,
        restarts: 0,
        ssh: null,
      }),
    ),
  ];
}

export function phaseOf(world: World, pod: Stored): Pick<ObservedRole, 'phase' | 'failure'> {
  const failure = world.happens.failureOf(pod.role?.image ?? '');
  if (pod.goneMs !== null) return { phase: 'terminating', failure: null };
  if (pod.ended) return { phase: 'failed', failure: pod.ended };
  if (failure)
    return { phase: failure.kind === 'init_script' || failure.kind === 'crash' ? 'failed' : 'pending', failure };
  const up = world.nowMs() - pod.createdMs >= world.happens.times().startMs;
  return { phase: up ? 'running' : 'starting', failure: null };
}

function addressOf(world: World, objects: readonly Stored[], pod: Stored): ObservedRole['ssh'] {
  const service = objects.find(({ kind, name, goneMs }) => kind === 'service' && name === pod.name && goneMs === null);
  return service?.port == null ? null : { host: world.host, port: service.port };
}
