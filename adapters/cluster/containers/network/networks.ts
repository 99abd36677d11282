// The networks of an instance, and the one from which all relays are reached.
import { randomUUID } from 'node:crypto';
import type { Labels } from '../../labels.ts';
import type { InstancePlan } from '../../port.ts';
import type { Body } from '../bodies.ts';
import type { Flavour } from '../engine/engine.ts';
import { isConflict, isMissing, isSubnetTaken, NoRoom } from '../engine/faults.ts';
import { label, labelsOf, nameOf } from '../labels.ts';
import { listNetworks, type Resource } from '../listing.ts';
import type { Site } from '../site.ts';
import { openNetwork, policyNetwork } from './network-bodies.ts';
import { candidates } from './subnets.ts';

const SUBNET = 'covenant.subnet';

type Made = { readonly name: string; readonly subnet: string };
type Build = (flavour: Flavour, name: string, subnet: string, labels: Labels) => [string, Body];

export const ensurePolicy = (site: Site, plan: InstancePlan, resources: readonly Resource[]): Promise<Made> =>
  ensure(site, plan, resources, 'policy', policyNetwork);

export const ensureInternet = (site: Site, plan: InstancePlan, resources: readonly Resource[]): Promise<Made> =>
  ensure(site, plan, resources, 'internet', openNetwork);

async function ensure(
  site: Site,
  plan: InstancePlan,
  resources: readonly Resource[],
  kind: 'policy' | 'internet',
  build: Build,
): Promise<Made> {
  const known = resources.find((resource) => resource.kind === kind);
  if (known) return await theOldest(site, { name: known.name, subnet: known.labels[SUBNET] ?? '' });
  const name = nameOf(site.installation, plan.name, kind, plan.generation);
  return await create(site, name, candidates(site.subnets, 28, randomUUID()), build, (subnet) =>
    labelsOf(site.installation, plan, kind, { [label.uid]: randomUUID(), [SUBNET]: subnet }),
  );
}

/** Made when the first relay needs it; goes with the last one (`deletePods`). */
export async function ensureAccess(site: Site): Promise<string> {
  const name = accessName(site);
  const found = await listNetworks(site.engine, { name: [name] });
  if (found.some(({ Name }) => Name === name)) return (await theOldest(site, { name, subnet: '' })).name;
  try {
    const labels = (subnet: string) => ({ app: 'lab', [label.installation]: site.installation, [SUBNET]: subnet });
    await create(site, name, candidates(site.accessSubnets, 22, randomUUID()), openNetwork, labels);
  } catch (error) {
    if (!isConflict(error)) throw error; // another start was faster
  }
  return name;
}

export const accessName = (site: Site): string => nameOf(site.installation, 'access');

async function create(
  site: Site,
  name: string,
  subnets: Iterable<string>,
  build: Build,
  labels: (subnet: string) => Labels,
): Promise<Made> {
  const flavour = await site.engine.flavour();
  for (const subnet of subnets) {
    const [path, body] = build(flavour, name, subnet, labels(subnet));
    try {
      await site.engine.call('POST', path, { body });
      return await theOldest(site, { name, subnet });
    } catch (error) {
      if (!isSubnetTaken(error)) throw error;
    }
  }
  throw new NoRoom('refused', `all subnets for ${name} are in use`);
}

/**
 * Docker lets two who ask at the same moment each have a network of one name. Both see both, and keep the one that was
 * first.
 */
async function theOldest(site: Site, made: Made): Promise<Made> {
  if ((await site.engine.flavour()) === 'podman') return made;
  const all = await listNetworks(site.engine, { name: [made.name] });
  const [first, ...others] = all
    .filter(({ Name }) => Name === made.name)
    .sort((a, b) => Date.parse(a.Created) - Date.parse(b.Created) || (a.Id < b.Id ? -1 : 1));
  for (const { Id } of others)
    await site.engine.call('DELETE', `/networks/${Id}`).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  return { name: made.name, subnet: first?.Labels?.[SUBNET] ?? made.subnet };
}
