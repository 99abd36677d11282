// One installation in one namespace, and what is asked of the namespace more than once.
import { setTimeout as pause } from 'node:timers/promises';
import type { InstanceId } from '../../../generated/lab/messages.ts';
import { ClusterError } from '../faults.ts';
import { settled } from '../settled.ts';
import { label } from './labels.ts';
import type { ManifestSettings } from './manifests.ts';
import { get, type KubernetesConnection, listAll, type ObjectKind, type Resource, remove } from './objects.ts';

export type Site = KubernetesConnection & {
  readonly manifestSettings: ManifestSettings;
  /** Where `ssh` goes for a node port. */
  readonly sshHost: string;
  /** With tini, sh, perl and tar: the lab image. */
  readonly toolsImage: string;
  /** What the watches have brought so far; null while one of them is not alive. */
  readonly watched: () => readonly Resource[] | null;
};

/** What belongs to the instance, and apart from it what is ours only for a while. */
export type InstanceResources = { readonly resources: readonly Resource[]; readonly readers: readonly Resource[] };

/** As it is now: whatever is removed, read or filled is decided on this. */
export async function find(site: Site, instance: InstanceId): Promise<InstanceResources> {
  const { installation } = site.manifestSettings;
  return parted(await listAll(site, { [label.installation]: installation, [label.instance]: instance }));
}

/** As the watches reported last, at no cost; null without watches. */
export function findWatched(site: Site, instance: InstanceId): InstanceResources | null {
  const all = site.watched();
  return all && parted(all.filter(({ meta }) => meta.labels[label.instance] === instance));
}

export const parted = (all: readonly Resource[]): InstanceResources => {
  const isReader = ({ meta }: Resource) => meta.labels[label.part] === 'reader';
  return { resources: all.filter((resource) => !isReader(resource)), readers: all.filter(isReader) };
};

const GONE_MS = 60_000;

/** Until the names are free. A node that is lost holds them until an operator removes it. */
export async function awaitGone(site: KubernetesConnection, resources: readonly Resource[]): Promise<void> {
  await settled(
    resources.map(async ({ kind, meta }) => {
      const deadline = performance.now() + GONE_MS;
      for (let waitMs = 50; ; waitMs = Math.min(waitMs * 1.5, 1_000)) {
        const there = await get(site, kind, meta.name);
        if (there === null || there.meta.uid !== meta.uid) {
          site.removed?.(kind, meta.uid);
          return;
        }
        if (performance.now() > deadline) throw new ClusterError('unavailable', `${kind} ${meta.name} does not end`);
        await pause(waitMs);
      }
    }),
  );
}

/** Exactly these, whatever was changed in them meanwhile; and waits for the end of it. */
export async function removeAll(site: KubernetesConnection, resources: readonly Resource[]): Promise<void> {
  await settled(resources.map(({ kind, meta }) => remove(site, kind, { name: meta.name, uid: meta.uid })));
  await awaitGone(site, resources);
}

export const isOf = <K extends ObjectKind>(resource: Resource, kind: K): resource is Extract<Resource, { kind: K }> =>
  resource.kind === kind;

/** Claims included: to take an installation down for good. Returns how many objects there were. */
export async function removeInstallation(place: KubernetesConnection, installation: string): Promise<number> {
  const resources = await listAll(place, { [label.installation]: installation });
  await removeAll(place, resources);
  return resources.length;
}
