// What the engine has of this installation, in one shape for containers, networks and volumes.
import type { InstanceId } from '../../../generated/lab/messages.ts';
import type { Labels } from '../labels.ts';
import type { ObservedObject } from '../port.ts';
import type { Engine } from './engine/engine.ts';
import { label, type ObjectKind } from './labels.ts';

export type Container = {
  readonly what: 'container';
  readonly id: string;
  readonly name: string;
  readonly labels: Labels;
  readonly kind: ObjectKind;
  /** In the engine's words: created, running, exited, ... */
  readonly state: string;
  /** Milliseconds, of the engine's clock. */
  readonly createdAt: number;
  /** Host port by the container's. */
  readonly ports: ReadonlyMap<number, number>;
};
export type Network = {
  readonly what: 'network';
  /** In Docker two may have one name. */
  readonly id: string;
  readonly name: string;
  readonly labels: Labels;
  readonly kind: ObjectKind;
};
export type Volume = {
  readonly what: 'volume';
  readonly name: string;
  readonly labels: Labels;
  readonly kind: ObjectKind;
};
export type Resource = Container | Network | Volume;

export type Which = { readonly instance?: InstanceId; readonly name?: string; readonly helpers?: boolean };

/**
 * Everything of the installation, or what is named. Helpers come and go with a reading and are left out unless asked
 * for.
 */
export async function list(engine: Engine, installation: string, which: Which = {}): Promise<readonly Resource[]> {
  const labels = labelsIn(installation, which);
  const selector = asked(labels);
  const query = { filters: JSON.stringify({ label: selector }), all: 'true' };
  const [containers, networks, volumes] = await Promise.all([
    engine.call<RawContainer[]>('GET', '/containers/json', { query }),
    listNetworks(engine, { label: selector }),
    listVolumes(engine, installation, which),
  ]);
  const resources = [
    ...containers.map(containerOf),
    ...networks.map(({ Id, Name, Labels }) => ({ what: 'network', id: Id, name: Name, ...described(Labels) }) as const),
  ].filter((resource) => has(resource, labels) && (which.helpers === true || resource.kind !== 'helper'));
  return [...resources, ...volumes];
}

/** The volumes of `list` alone: a container that starts or ends at the time cannot be inspected. */
export async function listVolumes(engine: Engine, installation: string, which: Which = {}): Promise<readonly Volume[]> {
  const labels = labelsIn(installation, which);
  const query = { filters: JSON.stringify({ label: asked(labels) }) };
  const { Volumes } = await engine.call<{ Volumes: RawNamed[] | null }>('GET', '/volumes', { query });
  return (Volumes ?? [])
    .map(({ Name, Labels }) => ({ what: 'volume', name: Name, ...described(Labels) }) as const)
    .filter((volume) => has(volume, labels));
}

const labelsIn = (installation: string, { instance, name }: Which): Labels => ({
  [label.installation]: installation,
  ...(instance !== undefined && { [label.instance]: instance }),
  ...(name !== undefined && { [label.name]: name }),
});

const asked = (labels: Labels): readonly string[] => Object.entries(labels).map(([key, value]) => `${key}=${value}`);

/** Asked once more, because an engine may read several labels as alternatives. */
const has = (resource: Resource, labels: Labels): boolean =>
  Object.entries(labels).every(([key, value]) => resource.labels[key] === value);

/** Podman's answer in Docker's form inspects every container for each network, and waits for those that start. */
export async function listNetworks(engine: Engine, filters: object): Promise<readonly RawNetwork[]> {
  const query = { filters: JSON.stringify(filters) };
  if ((await engine.flavour()) === 'docker') return await engine.call<RawNetwork[]>('GET', '/networks', { query });
  type Podmans = { readonly name: string; readonly id: string; readonly created: string; readonly labels?: Labels };
  const networks = await engine.call<Podmans[]>('GET', '/libpod/networks/json', { query });
  return networks.map(({ name, id, created, labels }) => ({
    Id: id,
    Name: name,
    Created: created,
    Labels: labels ?? null,
  }));
}

export const uidOf = (resource: Resource): string =>
  resource.what === 'container' ? resource.id : (resource.labels[label.uid] ?? resource.name);

export const objectOf = (resource: Resource): ObservedObject => ({
  kind: resource.kind,
  name: resource.name,
  uid: uidOf(resource),
  // Nothing of a container, network or volume that we planned can change without a new one.
  version: resource.labels[label.generation] ?? '0',
});

type RawNamed = { Name: string; Labels: Labels | null };
export type RawNetwork = RawNamed & { readonly Id: string; readonly Created: string };
type RawContainer = {
  Id: string;
  Names: string[];
  Labels: Labels | null;
  State: string;
  Created: number;
  Ports: { PrivatePort: number; PublicPort?: number }[] | null;
};

const containerOf = ({ Id, Names, Labels, State, Created, Ports }: RawContainer): Container => ({
  what: 'container',
  id: Id,
  name: (Names[0] ?? '').replace(/^\//, ''),
  ...described(Labels),
  state: State,
  createdAt: Created * 1_000,
  ports: new Map(
    (Ports ?? []).flatMap(({ PrivatePort, PublicPort }) => (PublicPort ? [[PrivatePort, PublicPort]] : [])),
  ),
});

/** Empty on what belongs to no such owner (`noLabels`). */
const owners = new Set(['student_id', 'group_id']);

const described = (labels: Labels | null): { labels: Labels; kind: ObjectKind } => ({
  labels: Object.fromEntries(Object.entries(labels ?? {}).filter(([name, value]) => value !== '' || !owners.has(name))),
  kind: (labels?.[label.kind] ?? 'access') as ObjectKind,
});
