// Labs in memory, for tests and for machines without an engine: nothing runs, but everything behaves.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { InstanceId } from '../../../generated/lab/messages.ts';
import { TarBroken, tarEnd } from '../../tar/header.ts';
import { plainName, readTar } from '../../tar/read.ts';
import { writeEntry } from '../../tar/write.ts';
import { ClusterError } from '../faults.ts';
import type { Applied, Cluster, InstancePlan, Observed, ObservedVolume } from '../port.ts';
import { type Client, client } from './client.ts';
import type { Draft, Stored } from './model.ts';
import { claimOf, draftsOf, fingerprint } from './objects.ts';
import { observedOf, phaseOf } from './observed.ts';
import { Conflict, Refusal } from './refusals.ts';
import type { World } from './world.ts';

/** One worker's view of a world, which only workers of one installation share. */
export function memory(world: World, installation: string): Cluster {
  const server = client(world, installation);
  return {
    engine: 'memory',
    fingerprint,
    async list() {
      const groups = Map.groupBy(await server.list(), ({ instance_id }) => instance_id);
      return new Map(
        [...groups].flatMap(([id, objects]) => {
          const observed = observedOf(world, objects);
          return observed ? [[id, observed] as const] : [];
        }),
      );
    },
    get: async (instance_id) => observedOf(world, await server.list(instance_id)),
    isolationTarget: async (instance_id) => neighbourOf(world, installation, instance_id),
    // No registry in memory, and so no digest.
    pin: async (image) => ({ kind: 'pinned', image }),
    apply: (plan) => apply(world, server, plan),
    deletePods: (observed) => clear(world, server, observed),
    readVolume: (instance_id) => inTerms(readVolume(server, instance_id)),
    writeVolume: (plan, tar) => inTerms(writeVolume(server, plan, tar)),
    removeVolume: (volume) => removeVolume(world, server, volume),
    measureVolume: ({ instance_id }) => server.measure(instance_id),
    showNotice: ({ instance_id }, notice) => server.showNotice(instance_id, notice),
    watch: (wake, signal) => watch(world, server, wake, signal),
    ping: () => server.ping(),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** By its name, since nothing in memory has an address inside. */
function neighbourOf(world: World, installation: string, instance_id: InstanceId): string | null {
  const other = world
    .all(installation)
    .filter((each) => each.kind === 'pod' && each.instance_id !== instance_id)
    .find((pod) => pod.role?.ssh === true && phaseOf(world, pod).phase === 'running');
  return other ? `${other.name}:22` : null;
}

/** A rival was faster: that passes by itself. */
async function inTerms<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Conflict ? new ClusterError('unavailable', error.message) : error;
  }
}

const attempts = 5;

async function apply(world: World, server: Client, plan: InstancePlan): Promise<Applied> {
  for (let n = 1; ; n++) {
    try {
      return await applyOnce(world, server, plan);
    } catch (error) {
      if (error instanceof Refusal) return { kind: 'refused', reason: error.reason, detail: error.message };
      if (!(error instanceof Conflict)) throw error;
      // Another worker wrote meanwhile: what exists now decides.
      if (n === attempts) throw new ClusterError('unavailable', error.message);
    }
  }
}

async function applyOnce(world: World, server: Client, plan: InstancePlan): Promise<Applied> {
  const drafts = draftsOf(plan);
  const before = await server.list(plan.instance_id);
  if (before.some(({ generation }) => generation > plan.generation)) return { kind: 'stale' };
  for (const draft of drafts) await bringAbout(world, server, draft, before);
  for (const object of before)
    if (object.kind !== 'claim' && !drafts.some((draft) => isSame(draft, object))) await server.remove(object);
  return { kind: 'applied' };
}

const isSame = (a: Pick<Draft, 'kind' | 'name'>, b: Pick<Draft, 'kind' | 'name'>): boolean =>
  a.kind === b.kind && a.name === b.name;

async function bringAbout(world: World, server: Client, draft: Draft, before: readonly Stored[]): Promise<void> {
  const there = before.find((each) => isSame(draft, each)) ?? (await server.find(draft.kind, draft.name));
  if (there && there.instance_id !== draft.instance_id)
    throw new Refusal('cluster', `the ${there.kind} ${there.name} belongs to another instance`);
  if (there && there.goneMs === null && there.ended === null && there.print === draft.print) {
    if (!isAsDrafted(there, draft)) await server.change(there, draft);
    return;
  }
  if (there) {
    await server.remove(there);
    await gone(world, server, [there]);
  }
  await server.create(draft);
}

const isAsDrafted = (there: Stored, draft: Draft): boolean =>
  Object.entries(draft).every(([key, value]) => JSON.stringify(there[key as keyof Stored]) === JSON.stringify(value));

const pollMs = 100;

/** Waits until none of these is there any more; others of the same name are none of these. */
async function gone(world: World, server: Client, objects: readonly Stored[]): Promise<void> {
  const isThere = async ({ kind, name, uid }: Stored) => (await server.find(kind, name))?.uid === uid;
  for (const object of objects) while (await isThere(object)) await world.clock.wait(pollMs);
}

async function clear(world: World, server: Client, observed: Observed): Promise<'gone' | 'changed'> {
  const objects = (await server.list(observed.instance_id)).filter(({ kind }) => kind !== 'claim');
  const isUnchanged = ({ uid, version, goneMs }: Stored) =>
    observed.objects.some((each) => each.uid === uid && (each.version === version || goneMs !== null));
  if (!objects.every(isUnchanged)) return 'changed';
  // The policy goes after the pods, the record last: what is half done stays visible.
  const order = ['pod', 'service', 'secret', 'policy', 'record'];
  const sorted = objects.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  try {
    for (const object of sorted) {
      await server.remove(object);
      if (object.kind === 'pod') await gone(world, server, [object]);
    }
  } catch (error) {
    if (error instanceof Conflict) return 'changed';
    throw error;
  }
  await gone(world, server, sorted);
  return 'gone';
}

async function readVolume(server: Client, instance_id: InstanceId): Promise<Readable> {
  const claim = await podlessClaim(server, instance_id);
  if (!claim) throw new ClusterError('refused', 'there is no volume');
  const tar = Buffer.concat([await server.read(claim), tarEnd]);
  // Several pieces, as a network gives them.
  return Readable.from(
    Array.from({ length: Math.ceil(tar.length / 65_536) }, (_, n) => tar.subarray(n * 65_536, (n + 1) * 65_536)),
  );
}

async function writeVolume(server: Client, plan: InstancePlan, tar: Readable): Promise<void> {
  const claim = (await podlessClaim(server, plan.instance_id)) ?? (await server.create(claimOf(plan)));
  await server.write(claim, unpacked(await buffer(tar)));
}

/** Each name once, all below the home directory, owned by the lab's own uid, whatever the stream says. */
function unpacked(tar: Buffer): Buffer {
  try {
    const entries = readTar(tar).map((entry) => {
      const parts = [entry.name, ...(entry.kind === 'hardlink' ? [plainName(entry.target)] : [])];
      if (parts.some((name) => name.startsWith('/') || name.split('/').includes('..')))
        throw new TarBroken('a name leads out of the volume');
      return { ...entry, uid: 10_001, gid: 10_001 };
    });
    return Buffer.concat(entries.map(writeEntry));
  } catch (error) {
    throw error instanceof TarBroken ? new ClusterError('refused', error.message) : error;
  }
}

async function podlessClaim(server: Client, instance_id: InstanceId): Promise<Stored | null> {
  const objects = await server.list(instance_id);
  if (objects.some(({ kind }) => kind === 'pod')) throw new ClusterError('refused', 'a pod still uses the volume');
  return objects.find(({ kind, goneMs }) => kind === 'claim' && goneMs === null) ?? null;
}

async function removeVolume(world: World, server: Client, volume: ObservedVolume): Promise<'gone' | 'changed'> {
  const claim = await server.find('claim', volume.name);
  if (claim === null) return 'gone';
  const isUnchanged = claim.uid === volume.uid && (claim.version === volume.version || claim.goneMs !== null);
  const pods = (await server.list(claim.instance_id)).some(({ kind }) => kind === 'pod');
  if (!isUnchanged || pods) return 'changed';
  try {
    await server.remove(claim);
  } catch (error) {
    if (error instanceof Conflict) return 'changed';
    throw error;
  }
  await gone(world, server, [claim]);
  return 'gone';
}

async function watch(
  world: World,
  server: Client,
  wake: (instance_id: InstanceId) => void,
  signal: AbortSignal,
): Promise<void> {
  await server.watch();
  if (signal.aborted) return;
  const onChange = (installation: string, instance_id: InstanceId) => {
    if (installation !== server.installation || world.happens.losesEvents() || server.isDead()) return;
    setImmediate(() => {
      if (!signal.aborted) wake(instance_id);
    });
  };
  world.events.on('changed', onChange);
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  world.events.off('changed', onChange);
}
