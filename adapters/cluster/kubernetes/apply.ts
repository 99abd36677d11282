// Makes an instance's objects equal to its plan.

import { ClusterError, refused } from '../faults.ts';
import { fingerprint, required } from '../labels.ts';
import type { Applied, InstancePlan, RolePlan } from '../port.ts';
import { settled } from '../settled.ts';
import { LAB_UID, ownUidOfRole } from '../uids.ts';
import { ApiError, isConflict, isMissing, refusal } from './api/faults.ts';
import { label } from './labels.ts';
import {
  claimOf,
  type Expectation,
  type ManifestSettings,
  type Owner,
  ownerOf,
  policyOf,
  printOf,
  secretOf,
  serviceOf,
  uidOf,
  withNodePort,
} from './manifests.ts';
import {
  create,
  get,
  isOurs,
  type Manifest,
  type Meta,
  type ObjectKind,
  put,
  type Resource,
  relabel,
  resize,
} from './objects.ts';
import { fingerprintIn, generationOf, isEnding, isWhole } from './observed.ts';
import { type Addresses, podOf } from './pod.ts';
import { awaitGone, find, findWatched, type InstanceResources, isOf, removeAll, type Site } from './site.ts';

const ATTEMPTS = 5;

/**
 * Every write names the version that it was decided on, so a writer that was overtaken reads again, and finds itself
 * stale or done.
 */
export async function apply(site: Site, plan: InstancePlan): Promise<Applied> {
  for (let attempt = 1; ; attempt++) {
    try {
      const watched = attempt === 1 ? findWatched(site, plan.instance_id) : null;
      const found = watched ?? (await find(site, plan.instance_id));
      // What the watches brought may be late, and a name may be taken: then a write finds what it did not expect, and
      // the next attempt asks.
      return await attemptTo(site, plan, found, attempt === 1 ? [] : await unlabelled(site, plan, found.resources));
    } catch (error) {
      const no = refusal(error);
      if (no) return no;
      if (!(isConflict(error) || isMissing(error))) throw error;
      if (attempt === ATTEMPTS)
        throw isConflict(error)
          ? new ClusterError('unavailable', `${plan.name} keeps being changed by others`, error)
          : error;
    }
  }
}

/** A change of the recipe in manifests.ts that running labs shall have raises `made`; it ends none of their pods. */
export const printOfPlan = ({ manifestSettings }: Pick<Site, 'manifestSettings'>, plan: InstancePlan): string => {
  const { closed, nameServers, serviceType } = manifestSettings;
  return fingerprint({ made: 1, plan: required(plan), settings: { closed, nameServers, serviceType } });
};

async function attemptTo(
  site: Site,
  plan: InstancePlan,
  { resources, readers }: InstanceResources,
  others: readonly Resource[],
): Promise<Applied> {
  const known = [...resources, ...others];
  const foreign = known.find(({ meta }) => !belongsTo(meta, site, plan));
  if (foreign) return refused('cluster', `${foreign.kind} ${foreign.meta.name} belongs to another installation`);
  if (known.some((resource) => generationOf(resource) > plan.generation)) return { kind: 'stale' };
  const print = printOfPlan(site, plan);
  if (fingerprintIn(resources) === print && isWhole(resources)) return { kind: 'applied' };
  await removeAll(site, readers);
  const old = known.find((resource) => isOf(resource, 'owner'));
  const open = ownerOf(site.manifestSettings, plan);
  // From here on what exists must not count as complete, nor as made for a plan older than this one.
  const owner = await (old ? put(site, open, old.meta) : create(site, open));
  const made = await make(site, plan, owner.meta, known);
  await removeAll(site, leftovers(known, made));
  await put(site, ownerOf(site.manifestSettings, plan, { fingerprint: print, objects: made }), owner.meta);
  return { kind: 'applied' };
}

/** An operator may have removed the instance's label; two instances of one name are a mistake. */
const belongsTo = (meta: Meta, { manifestSettings }: Site, { instance_id }: InstancePlan): boolean =>
  isOurs(meta, manifestSettings.installation) && (meta.labels[label.instance] ?? instance_id) === instance_id;

type Made = Expectation['objects'];

/**
 * The policy is there before a pod is, and so is what a pod mounts and who it knows by name. The claim comes first: its
 * name is the one that may be taken.
 */
async function make(site: Site, plan: InstancePlan, owner: Owner, known: readonly Resource[]): Promise<Made> {
  const { manifestSettings } = site;
  const [policy, claim] = await settled([
    ensure(site, policyOf(manifestSettings, plan, owner), known),
    plan.roles.some(({ volume }) => volume) ? ensureClaim(site, claimOf(manifestSettings, plan), known) : null,
  ]);
  const [secrets, services] = await settled([
    settled(plan.roles.map((role) => ensure(site, secretOf(manifestSettings, plan, role, owner), known))),
    settled(plan.roles.map((role) => ensureService(site, plan, role, owner, known))),
  ]);
  const addresses: Addresses = new Map(
    services.flatMap((each) => (each ? [[each.role.role, each.service.object.spec?.clusterIP ?? '']] : [])),
  );
  const pods = await settled(
    plan.roles.map((role) =>
      ensurePod(
        site,
        podOf(manifestSettings, plan, role, owner, { addresses, uid: userIn(manifestSettings, plan, role, claim) }),
        known,
      ),
    ),
  );
  const all = [policy, claim, ...secrets, ...services.map((each) => each?.service), ...pods];
  return all.flatMap((resource) =>
    resource ? [{ kind: resource.kind, name: resource.meta.name, print: printOf(resource) }] : [],
  );
}

function userIn(
  { installation, ownUids }: ManifestSettings,
  { instance_id }: InstancePlan,
  role: RolePlan,
  claim: Resource<'claim'> | null,
): number {
  if (role.volume && claim) return uidOf(claim);
  return ownUids ? ownUidOfRole(installation, instance_id, role.role) : LAB_UID;
}

async function ensure(site: Site, manifest: Manifest, known: readonly Resource[]): Promise<Resource> {
  const there = same(manifest, known);
  if (there === undefined) return await create(site, manifest);
  if (there.meta.isTerminating) {
    await awaitGone(site, [there]);
    return await create(site, manifest);
  }
  return printOf(there) === printOf(manifest) ? there : await put(site, manifest, there.meta);
}

async function ensureService(site: Site, plan: InstancePlan, role: RolePlan, owner: Owner, known: readonly Resource[]) {
  const manifest = serviceOf(site.manifestSettings, plan, role, owner);
  const service = manifest && (await ensureFormer(site, manifest, role, known));
  return service && isOf(service, 'service') ? { role, service } : null;
}

/** With the port of the last run where that is free. */
async function ensureFormer(
  site: Site,
  manifest: Manifest<'service'>,
  { formerPort }: RolePlan,
  known: readonly Resource[],
): Promise<Resource> {
  const isNew = same(manifest, known) === undefined && manifest.object.spec?.type === 'NodePort';
  if (formerPort === undefined || !isNew) return await ensure(site, manifest, known);
  try {
    return await create(site, withNodePort(manifest, formerPort));
  } catch (error) {
    if (refusal(error)?.reason !== 'no_node_port') throw error;
    return await ensure(site, manifest, known);
  }
}

/**
 * The one that is there, whichever run made it (decision 17), with the size of the plan where its storage class lets it
 * grow (decision 598).
 */
async function ensureClaim(
  site: Site,
  manifest: Manifest<'claim'>,
  known: readonly Resource[],
): Promise<Resource<'claim'>> {
  const there = same(manifest, known);
  if (there?.meta.isTerminating) throw new ClusterError('unavailable', `claim ${there.meta.name} is being removed`);
  if (there === undefined) return await create(site, manifest);
  if (printOf(there) === printOf(manifest)) return await grown(site, manifest, there);
  // Whose its files are does not change.
  const { annotations: _, ...metadata } = manifest.object.metadata ?? {};
  const labelled = await relabel(site, { ...manifest, object: { ...manifest.object, metadata } }, there.meta);
  return await grown(site, manifest, labelled);
}

/**
 * Only a class with `allowVolumeExpansion` lets it; else the volume keeps its size until it is archived. It never
 * shrinks.
 */
async function grown(site: Site, manifest: Manifest<'claim'>, there: Resource<'claim'>): Promise<Resource<'claim'>> {
  if (!(requestedGi(manifest) > requestedGi(there))) return there;
  try {
    return await resize(site, manifest, there.meta);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 403 || error.status === 422)) return there;
    throw error;
  }
}

const requestedGi = ({ object }: Manifest<'claim'> | Resource<'claim'>): number =>
  Number(/^(\d+)Gi$/.exec(object.spec?.resources?.requests?.storage ?? '')?.[1]);

/** For a restore, before there is anything else of the instance. */
export async function claimFor(site: Site, plan: InstancePlan): Promise<Resource<'claim'>> {
  const there = await get(site, 'claim', plan.name);
  if (there && !belongsTo(there.meta, site, plan))
    throw new ClusterError('refused', `claim ${plan.name} belongs to another installation`);
  return await ensureClaim(site, claimOf(site.manifestSettings, plan), there ? [there] : []);
}

async function ensurePod(site: Site, manifest: Manifest<'pod'>, known: readonly Resource[]): Promise<Resource<'pod'>> {
  const there = same(manifest, known);
  if (there === undefined) return await create(site, manifest);
  if (!isEnding(there) && isMadeFrom(there) === isMadeFrom(manifest))
    return printOf(there) === printOf(manifest) ? there : await relabel(site, manifest, there.meta);
  await removeAll(site, [there]);
  return await create(site, manifest);
}

const isMadeFrom = ({ object }: Manifest<'pod'> | Resource<'pod'>): string | undefined =>
  object.metadata?.annotations?.['covenant.made_from'];

const same = <K extends ObjectKind>(
  { kind, object }: Manifest<K>,
  known: readonly Resource[],
): Resource<K> | undefined =>
  known.find((resource) => resource.kind === kind && resource.meta.name === object.metadata?.name) as
    | Resource<K>
    | undefined;

/** Objects under the names of the plan that lost their labels, or that belong to another owner. */
async function unlabelled(
  site: Site,
  plan: InstancePlan,
  resources: readonly Resource[],
): Promise<readonly Resource[]> {
  const names: readonly (readonly [ObjectKind, string])[] = [
    ...(['owner', 'policy', 'claim'] as const).map((kind) => [kind, plan.name] as const),
    ...plan.roles.flatMap(({ name }) => (['secret', 'service', 'pod'] as const).map((kind) => [kind, name] as const)),
  ];
  const missing = names.filter(
    ([kind, name]) => !resources.some((each) => each.kind === kind && each.meta.name === name),
  );
  const found = await settled(missing.map(([kind, name]) => get(site, kind, name)));
  return found.filter((resource) => resource !== null);
}

/** Objects that an earlier plan made and this one does not have. */
const leftovers = (known: readonly Resource[], made: Made): readonly Resource[] =>
  known.filter(
    ({ kind, meta }) =>
      kind !== 'owner' && kind !== 'claim' && !made.some((each) => each.kind === kind && each.name === meta.name),
  );
