// Gives a new home to its lab: an engine copies what the image has at that place into a new volume, and the image's owner with it.
import { HOME } from './bodies.ts';
import type { Engine } from './engine.ts';
import type { Container } from './listing.ts';
import { LAB_UID } from './owner.ts';
import type { Site } from './site.ts';
import { end, header } from './tar.ts';

/** Of a container that has not started yet. A home that was in use stays as it is. */
export async function ownHome({ engine }: Site, { id }: Pick<Container, 'id'>, uid: number): Promise<void> {
  if (uid === LAB_UID) return;
  const path = `/containers/${id}/archive`;
  const isPodman = (await engine.flavour()) === 'podman';
  // Podman copies at the first start, so the place to change is the container's own; Docker has copied already, into the volume.
  if (!isPodman && !(await isAsInImage(engine, path))) return;
  const [folder, name] = isPodman ? ['/home', 'student/'] : [HOME, './'];
  const entry = {
    name,
    mode: 0o755,
    uid,
    gid: LAB_UID,
    size: 0,
    type: '5',
    modified: Math.floor(Date.now() / 1_000),
  } as const;
  await engine.call('PUT', path, { query: { path: folder }, upload: Buffer.concat([header(entry), end]) });
}

/** Open to all; `lab-init` and students close their homes. */
async function isAsInImage(engine: Engine, path: string): Promise<boolean> {
  const stat = await engine.header('HEAD', path, 'x-docker-container-path-stat', { query: { path: HOME } });
  const { mode } = JSON.parse(Buffer.from(stat ?? '', 'base64').toString() || '{"mode":0}') as { mode: number };
  return (mode & 0o777) === 0o777;
}
