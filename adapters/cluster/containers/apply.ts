// Makes an instance's objects equal to its plan.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { packFiles } from '../../tar/write.ts';
import { fingerprint, required } from '../labels.ts';
import type { Applied, InstancePlan, RolePlan } from '../port.ts';
import { secretFiles } from '../secret.ts';
import { settled } from '../settled.ts';
import { type PodParts, type Surroundings, secretFolder, userOf } from './bodies.ts';
import { EngineError, isAddressTaken, isConflict, isMissing, NoRoom } from './engine/faults.ts';
import { Pulling } from './engine/pull.ts';
import { refusal } from './engine/refusals.ts';
import { label, nameOf } from './labels.ts';
import { type Container, list, listVolumes, type Resource, type Volume } from './listing.ts';
import { ensureAccess, ensureInternet, ensurePolicy } from './network/networks.ts';
import { expectationOf, isWhole } from './observed.ts';
import { ownerOf, uidOf } from './owner.ts';
import { type Desired, ensurePod, ensureRelay, podNames } from './pods.ts';
import { createVolume, remove, removeAll, type Site } from './site.ts';

/** Another worker may be at the same instance, or may have died halfway: then the objects are read again. */
export async function apply(site: Site, plan: InstancePlan): Promise<Applied> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptTo(site, plan);
    } catch (error) {
      if (error instanceof Pulling) return { kind: 'waiting', reason: 'image_pull', detail: error.detail };
      const again = attempt < 6 && (isConflict(error) || isMissing(error));
      const refused = refusal(error);
      if (refused && !(again && (isConflict(error) || refused.reason === 'cluster'))) return refused;
      if (!again) throw error;
      if (attempt > 1 && isAddressTaken(error)) await takeDown(site, plan);
      await pause(100 * attempt * (1 + Math.random()));
    }
  }
}

/**
 * Containers and networks, which are created again elsewhere: an address that a killed engine assigned cannot be used
 * again. Files and secrets stay.
 */
async function takeDown(site: Site, plan: InstancePlan): Promise<void> {
  const resources = await list(site.engine, site.installation, { instance: plan.instance_id });
  if (resources.some(({ labels }) => Number(labels[label.generation]) > plan.generation)) return;
  await removeAll(
    site,
    resources.filter(({ what }) => what !== 'volume'),
  );
}

export const printOf = (plan: InstancePlan): string => fingerprint({ made: 1, plan: required(plan) });

async function attemptTo(site: Site, plan: InstancePlan): Promise<Applied> {
  const resources = await list(site.engine, site.installation, { name: plan.name });
  const other = resources.find(({ labels }) => labels[label.instance] !== plan.instance_id);
  if (other) throw new EngineError(400, `${plan.name} is another instance (${other.labels[label.instance]})`);
  if (resources.some(({ labels }) => Number(labels[label.generation]) > plan.generation)) return { kind: 'stale' };
  const print = printOf(plan);
  const records = resources.filter(({ kind }) => kind === 'record');
  const isApplied = records.length === 1 && records[0]?.labels[label.print] === print;
  if (isApplied && isWhole(resources)) return { kind: 'applied' };
  // From here on what exists must not count as complete, nor as made for a plan older than this one.
  if (resources.some(({ kind }) => kind === 'pod') && !isApplied) await openRecord(site, plan, records);
  // Their addresses are needed by those that come.
  await removeAll(site, unplanned(site, plan, resources));
  const desired = await make(site, plan, resources);
  await removeAll(site, leftovers(resources, desired));
  await closeRecord(site, plan, print, expectationOf(plan, desired));
  return { kind: 'applied' };
}

async function openRecord(site: Site, plan: InstancePlan, old: readonly Resource[]): Promise<void> {
  const name = nameOf(site.installation, plan.name, 'record', plan.generation, 'open');
  const { name: made } = await createVolume(site, name, plan, 'record', { [label.print]: '' });
  await settled(old.filter((record) => record.name !== made).map((record) => remove(site, record)));
}

/** The new one before the old go: in between there are two, which counts as unfinished. */
async function closeRecord(site: Site, plan: InstancePlan, print: string, expectation: object): Promise<void> {
  const expects = JSON.stringify(expectation);
  const name = nameOf(site.installation, plan.name, 'record', plan.generation, print.slice(0, 8));
  const create = () => createVolume(site, name, plan, 'record', { [label.print]: print, [label.expects]: expects });
  const made = await create();
  if (made.labels[label.expects] !== expects) {
    // These objects were made from the same plan, before a part of it was repaired.
    await remove(site, made);
    await create();
  }
  const now = await listVolumes(site.engine, site.installation, { instance: plan.instance_id });
  await settled(
    now
      .filter((resource) => resource.kind === 'record' && resource.name !== name)
      .map((record) => remove(site, record)),
  );
}

/**
 * Networks and volumes first, then the relay, which takes in the secrets, and the pods beside it, which start when it
 * has them.
 */
async function make(site: Site, plan: InstancePlan, resources: readonly Resource[]): Promise<readonly Desired[]> {
  const around = await site.surroundings();
  requireRoom(around, plan);
  const images = await imagesOf(site, plan);
  const [access, policy, internet, claim, secrets] = await settled([
    ensureAccess(site),
    ensurePolicy(site, plan, resources),
    plan.internet ? ensureInternet(site, plan, resources) : null,
    plan.roles.some(({ volume }) => volume) ? ensureClaim(site, plan, resources) : null,
    ensureSecrets(site, plan, resources),
  ]);
  const uids = new Map(
    await Promise.all(plan.roles.map(async (role) => [role, await userIn(site, plan, role, claim)] as const)),
  );
  const claimName = claim?.name ?? null;
  const parts: PodParts = { policy: policy.name, subnet: policy.subnet, claim: claimName, uids, secrets, images };
  const context = { site, around, plan, resources, parts };
  const filled = Promise.withResolvers<void>();
  filled.promise.catch(() => undefined);
  const relay = ensureRelay(context, access, async (made) => {
    await fillSecrets(site, plan, parts, made);
    filled.resolve();
  });
  relay.catch(filled.reject);
  const made = await settled([
    relay.then((each) => [each]),
    ...plan.roles.map((role) => ensurePod(context, role, internet, filled.promise)),
  ]);
  const named = (name: string): Desired => ({ name, print: '' });
  return [
    ...[policy.name, internet?.name, ...secrets.values()].filter((name) => name !== undefined).map(named),
    ...made.flat(),
  ];
}

/** Before anything is created, since an image may not be there yet, or may not do. */
const imagesOf = async (site: Site, { roles }: InstancePlan): Promise<PodParts['images']> =>
  new Map(await settled(roles.map(async (role) => [role, await site.imageFacts(role.image)] as const)));

/** Roles that share the home share its owner; every other role has a separate uid, and so separate kernel limits. */
async function userIn(
  site: Site,
  { instance_id }: InstancePlan,
  role: RolePlan,
  claim: Volume | null,
): Promise<number> {
  if (role.volume && claim) return ownerOf(claim);
  return await uidOf(site, role.volume ? instance_id : `${instance_id} ${role.role}`);
}

/** A limit above all that there is would be accepted, and be none. */
function requireRoom({ memoryBytes }: Surroundings, plan: InstancePlan): void {
  const most = Math.floor(memoryBytes / 1024 / 1024);
  const role = plan.roles.find(({ memoryMi }) => memoryMi > most);
  if (role)
    throw new NoRoom('refused', `${role.name} wants ${role.memoryMi} MiB of memory, and this machine has ${most}`);
}

/**
 * The one that is there, whichever run made it (decision 17), grown to the size of the plan before a pod uses it
 * (decision 598).
 */
export async function ensureClaim(site: Site, plan: InstancePlan, resources: readonly Resource[]): Promise<Volume> {
  const claims = resources.filter((resource): resource is Volume => resource.kind === 'claim');
  // The generation in its name keeps a late delete of an older claim from this one.
  const name = nameOf(site.installation, plan.name, 'claim', plan.generation);
  const claim = claims.at(-1);
  if (claim === undefined) return await createClaim(site, name, plan);
  const { [label.uid]: uid, [label.sizeGi]: sizeGi } = claim.labels;
  if (uid !== undefined && sizeGi !== undefined && !resources.some(({ kind }) => kind === 'pod'))
    await site.disks.grow({ uid, sizeGi: plan.volumeGi });
  return claim;
}

async function createClaim(site: Site, name: string, plan: InstancePlan): Promise<Volume> {
  const owner = await uidOf(site, plan.instance_id);
  const uid = randomUUID();
  const driver = await site.disks.make({ uid, sizeGi: plan.volumeGi, owner });
  const own = {
    [label.uid]: uid,
    [label.owner]: String(owner),
    ...(driver && { [label.sizeGi]: String(plan.volumeGi) }),
  };
  const made = await createVolume(site, name, plan, 'claim', own, driver).catch(async (error: unknown) => {
    await site.disks.remove(uid);
    throw error;
  });
  // Another worker was faster.
  if (made.labels[label.uid] !== uid) await site.disks.remove(uid);
  return made;
}

async function ensureSecrets(
  site: Site,
  plan: InstancePlan,
  resources: readonly Resource[],
): Promise<PodParts['secrets']> {
  const found = plan.roles.map(async (role) => {
    const known = resources.find(({ kind, labels }) => kind === 'secret' && labels[label.role] === role.role);
    const name = nameOf(site.installation, role.name, 'secret', plan.generation);
    return [
      role,
      (known ?? (await createVolume(site, name, plan, 'secret', { [label.role]: role.role }))).name,
    ] as const;
  });
  return new Map(await Promise.all(found));
}

/** Before a pod starts, and again when a password or a member changed, which sshd sees at the next login. */
async function fillSecrets(
  site: Site,
  plan: InstancePlan,
  parts: PodParts,
  relay: Pick<Container, 'id'>,
): Promise<void> {
  for (const role of plan.roles) {
    const files = Object.entries(secretFiles(plan, role));
    const uid = userOf(parts, role);
    const upload = packFiles(files.map(([name, content]) => ({ name, content, mode: 0o400, uid })));
    await site.engine.call('PUT', `/containers/${relay.id}/archive`, { query: { path: secretFolder(role) }, upload });
  }
}

/** Containers of a plan before this one: of another set of roles, or with an open network where it is closed now. */
function unplanned(site: Site, plan: InstancePlan, resources: readonly Resource[]): readonly Resource[] {
  const names = new Set(plan.roles.flatMap(({ name }) => podNames(site, name, plan.internet)));
  const roleOf = ({ labels }: Resource) => labels[label.role];
  const opened = new Set(plan.internet ? [] : resources.filter(({ kind }) => kind === 'net').map(roleOf));
  const isUnplanned = (resource: Resource) => !names.has(resource.name) || opened.has(roleOf(resource));
  return resources.filter((resource) => (resource.kind === 'pod' || resource.kind === 'net') && isUnplanned(resource));
}

/** The networks and secrets on which those stood. */
function leftovers(resources: readonly Resource[], desired: readonly Desired[]): readonly Resource[] {
  const names = new Set(desired.map(({ name }) => name));
  return resources.filter(({ kind, name }) => kind !== 'claim' && kind !== 'record' && !names.has(name));
}
