// Removes an instance's objects if they are the observed ones.

import type { Labels } from '../labels.ts';
import type { Observed, ObservedObject, ObservedVolume } from '../port.ts';
import { isConflict, isMissing } from './engine/faults.ts';
import { label, nameOf } from './labels.ts';
import { list, listVolumes, type Resource, uidOf } from './listing.ts';
import { accessName } from './network/networks.ts';
import { removeAll, type Site } from './site.ts';

export async function clear(site: Site, observed: Observed): Promise<'gone' | 'changed'> {
  const resources = (await list(site.engine, site.installation, { instance: observed.instance_id })).filter(
    ({ kind }) => kind !== 'claim',
  );
  if (!areSame(resources, observed.objects)) return 'changed';
  await removeHelper(site, observed.name);
  // The record is the token: applying another plan puts a new record first, and then this one no longer exists.
  const records = resources.filter(({ kind }) => kind === 'record');
  for (const { name } of records) if (!(await took(site, name))) return 'changed';
  try {
    await removeAll(
      site,
      resources.filter(({ kind }) => kind !== 'record'),
    );
  } catch (error) {
    if (isConflict(error)) return 'changed'; // what we would remove is still in use
    throw error;
  }
  await removeAccess(site);
  return 'gone';
}

/** What went meanwhile is no reason against; what came is. */
const areSame = (resources: readonly Resource[], observed: readonly ObservedObject[]): boolean =>
  resources.every((resource) =>
    observed.some(({ kind, name, uid }) => kind === resource.kind && name === resource.name && uid === uidOf(resource)),
  );

/** Whether it was us who removed it. */
async function took(site: Site, volume: string): Promise<boolean> {
  try {
    await site.engine.call('DELETE', `/volumes/${encodeURIComponent(volume)}`);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** One that a reading left behind because its process died. */
export async function removeHelper(site: Site, name: string): Promise<void> {
  const path = `/containers/${helperName(site, name)}`;
  await site.engine.call('DELETE', path, { query: { force: 'true' } }).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}

export const helperName = (site: Site, name: string): string => nameOf(site.installation, name, 'helper');

/** With the last relay; the next `apply` makes it again. */
async function removeAccess(site: Site): Promise<void> {
  const query = {
    all: 'true',
    filters: JSON.stringify({ label: [`${label.installation}=${site.installation}`, `${label.kind}=relay`] }),
  };
  const relays = await site.engine.call<unknown[]>('GET', '/containers/json', { query });
  if (relays.length > 0) return;
  await site.engine.call('DELETE', `/networks/${accessName(site)}`).catch(() => undefined); // in use again, or gone already
}

/** The name holds the generation that made it, so it can never be that of a newer claim. */
export async function removeVolume(site: Site, volume: ObservedVolume): Promise<'gone' | 'changed'> {
  // By its name alone, since an engine may read several filters as alternatives.
  const query = { filters: JSON.stringify({ name: [volume.name] }) };
  const { Volumes } = await site.engine.call<{ Volumes: { Name: string; Labels: Labels | null }[] | null }>(
    'GET',
    '/volumes',
    { query },
  );
  const found = Volumes?.find(({ Name }) => Name === volume.name);
  if (found === undefined) return 'gone';
  const labels = found.Labels ?? {};
  const isOurs = labels[label.installation] === site.installation && labels[label.kind] === 'claim';
  if (!isOurs || labels[label.uid] !== volume.uid) return 'changed';
  await removeHelper(site, labels[label.name] ?? '');
  try {
    await took(site, volume.name);
    await site.disks.remove(volume.uid);
    await sweepDisks(site);
    return 'gone';
  } catch (error) {
    if (isConflict(error)) return 'changed'; // a newer run took it over
    throw error;
  }
}

async function sweepDisks(site: Site): Promise<void> {
  const volumes = await listVolumes(site.engine, site.installation);
  await site.disks.sweep(new Set(volumes.map(uidOf)));
}
