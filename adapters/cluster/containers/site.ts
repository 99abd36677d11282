// One installation on one engine, and the few calls that all of the adapter is made of.
import { randomUUID } from 'node:crypto';
import type { Identity, Labels } from '../labels.ts';
import { settled } from '../settled.ts';
import type { Body, Surroundings } from './bodies.ts';
import type { Disks } from './disks.ts';
import type { Engine } from './engine/engine.ts';
import { EngineError, isMissing } from './engine/faults.ts';
import type { Pull } from './engine/pull.ts';
import type { ImageFacts } from './image.ts';
import { label, labelsOf, noLabels, type ObjectKind } from './labels.ts';
import { type Container, list, type Network, type Resource, type Volume } from './listing.ts';
import type { Ports } from './network/ports.ts';

export type Site = {
  readonly engine: Engine;
  readonly installation: string;
  /** The ranges of the instances' networks, /28 each, and of the network that the relays share, /22. */
  readonly subnets: string;
  readonly accessSubnets: string;
  readonly ports: Ports;
  readonly pull: Pull;
  readonly disks: Disks;
  imageFacts(image: string): Promise<ImageFacts>;
  /** What is known of the engine only by asking it. */
  surroundings(): Promise<Surroundings>;
};

export async function createContainer(site: Site, name: string, body: Body, labels: Labels): Promise<Container> {
  const { Id: id } = await site.engine.call<{ Id: string }>('POST', '/containers/create', {
    query: { name },
    body: { ...body, Labels: { ...noLabels, ...labels } },
  });
  const kind = labels[label.kind] as ObjectKind;
  return { what: 'container', id, name, labels, kind, state: 'created', createdAt: Date.now(), ports: new Map() };
}

export async function createVolume(
  site: Site,
  name: string,
  of: Identity,
  kind: ObjectKind,
  own: Labels = {},
  driver: Readonly<Record<string, string>> | null = null,
): Promise<Volume> {
  const labels = labelsOf(site.installation, of, kind, { [label.uid]: randomUUID(), ...own });
  const body = { Name: name, Labels: labels, ...(driver && { Driver: 'local', DriverOpts: driver }) };
  const made = await site.engine.call<{ Labels: Labels | null }>('POST', '/volumes/create', { body });
  // The engine answers a request for an existing volume with that volume, also when another installation owns it.
  if (made.Labels?.[label.installation] !== site.installation)
    throw new EngineError(409, `volume ${name} already exists and belongs to another installation`);
  return { what: 'volume', name, labels: made.Labels, kind };
}

export async function start(site: Site, container: Pick<Container, 'id'>): Promise<void> {
  await site.engine.call('POST', `/containers/${container.id}/start`);
}

export async function unpause(site: Site, container: Pick<Container, 'id'>): Promise<void> {
  await site.engine.call('POST', `/containers/${container.id}/unpause`);
}

export async function connect(site: Site, network: Pick<Network, 'name'>, id: string, body: Body = {}): Promise<void> {
  await site.engine.call('POST', `/networks/${network.name}/connect`, { body: { Container: id, ...body } });
}

/**
 * Politely, with the volumes that have no name, so that what a student is writing gets to the disk; gone afterwards,
 * also when it was before.
 */
export async function remove({ engine }: Pick<Site, 'engine'>, resource: Resource): Promise<void> {
  if (resource.what === 'container') {
    const path = `/containers/${resource.id}`;
    if (resource.state === 'running') await unlessGone(engine.call('POST', `${path}/stop`, { query: { t: '5' } }));
    await unlessGone(engine.call('DELETE', path, { query: { force: 'true', v: 'true' } }));
  } else {
    const name = resource.what === 'network' ? resource.id : resource.name;
    await unlessGone(engine.call('DELETE', `/${resource.what}s/${encodeURIComponent(name)}`));
  }
}

async function unlessGone(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/**
 * Who stands on others goes first: pods share the network of their `net`, all of them stand in networks and on volumes.
 */
const order: readonly (readonly ObjectKind[])[] = [
  ['pod', 'relay'],
  ['net'],
  ['internet', 'policy', 'secret', 'record'],
];

export async function removeAll(site: Site, resources: readonly Resource[]): Promise<void> {
  for (const kinds of order)
    await settled(resources.filter(({ kind }) => kinds.includes(kind)).map((resource) => remove(site, resource)));
}

/** Volumes included: to take an installation down for good. */
export async function removeInstallation(engine: Engine, installation: string): Promise<void> {
  const resources = await list(engine, installation, { helpers: true });
  const kinds = (type: Resource['what']) => resources.filter(({ what }) => what === type);
  const nets = kinds('container').filter(({ kind }) => kind === 'net');
  const others = kinds('container').filter(({ kind }) => kind !== 'net');
  for (const group of [others, nets, kinds('network'), kinds('volume')])
    await settled(group.map((resource) => remove({ engine }, resource)));
}
