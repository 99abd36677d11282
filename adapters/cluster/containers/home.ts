// Gives a new home to its lab: Podman copies what the image has at that place into a new volume, and the owner with it.

import { tarEnd } from '../../tar/header.ts';
import { plainHeader } from '../../tar/write.ts';
import type { Container } from './listing.ts';
import { LAB_UID } from './owner.ts';
import type { Site } from './site.ts';

/**
 * Gives the home of a container that has not started yet to `uid`. The engine copies the image's home at the first
 * start of all containers that use the volume; a home that was in use stays as it is.
 */
export async function ownHome({ engine }: Site, { id }: Pick<Container, 'id'>, uid: number): Promise<void> {
  if (uid === LAB_UID) return;
  const modified = Math.floor(Date.now() / 1_000);
  const entry = plainHeader({ name: 'student/', mode: 0o755, uid, gid: LAB_UID, size: 0, type: '5', modified });
  const upload = Buffer.concat([entry, tarEnd]);
  await engine.call('PUT', `/containers/${id}/archive`, { query: { path: '/home' }, upload });
}
