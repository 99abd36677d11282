// Removes an instance's objects if they are the observed ones.
import type { Observed, ObservedObject, ObservedVolume } from '../port.ts';
import { label } from './labels.ts';
import { get, isOurs, listAll, type Resource, remove } from './objects.ts';
import { awaitGone, find, parted, removeAll, type Site } from './site.ts';

export async function clear(site: Site, observed: Observed): Promise<'gone' | 'changed'> {
  const { resources, readers } = await find(site, observed.instance_id);
  const ours = resources.filter(({ kind }) => kind !== 'claim');
  if (!areSame(ours, observed.objects)) return 'changed';
  await removeAll(site, readers);
  // The owner is the token: applying another plan changes it first.
  for (const owner of observed.objects.filter(({ kind }) => kind === 'owner')) {
    if (!ours.some(({ meta }) => meta.uid === owner.uid)) continue;
    if ((await remove(site, 'owner', owner)) === 'changed') return 'changed';
  }
  await removeAll(
    site,
    ours.filter(({ kind }) => kind !== 'owner'),
  );
  return 'gone';
}

/** What went meanwhile is no reason against; what came is. */
const areSame = (resources: readonly Resource[], observed: readonly ObservedObject[]): boolean =>
  resources.every(({ kind, meta }) =>
    observed.some((each) => each.kind === kind && each.name === meta.name && each.uid === meta.uid),
  );

export async function removeVolume(site: Site, volume: ObservedVolume): Promise<'gone' | 'changed'> {
  const there = await get(site, 'claim', volume.name);
  if (there === null) return 'gone';
  if (there.meta.uid !== volume.uid || !isOurs(there.meta, site.manifestSettings.installation)) return 'changed';
  await removeReaders(site, there);
  if ((await remove(site, 'claim', volume)) === 'changed') return 'changed';
  await awaitGone(site, [there]);
  return 'gone';
}

/** Readers that a worker left behind when it died: a claim in use is never removed. */
async function removeReaders(site: Site, { meta }: Resource<'claim'>): Promise<void> {
  const instance = meta.labels[label.instance] ?? '';
  const labels = { [label.installation]: site.manifestSettings.installation, [label.instance]: instance };
  await removeAll(site, parted(await listAll(site, labels)).readers);
}
