// The image that a tag names now, by its registry (decision 26). Nodes would else each keep what they fetched first.
import type { Pinned } from '../port.ts';
import { get } from './objects.ts';
import { type Credentials, digestOf, referenceOf } from './registry.ts';
import type { Site } from './site.ts';

const TIMEOUT_MS = 3_000;

/** As written where no registry answers: whether the image is to be had there, the node finds out, and says so. */
export async function pinned(site: Site, image: string, fetch = globalThis.fetch): Promise<Pinned> {
  const reference = referenceOf(image);
  if (reference === null) return { kind: 'pinned', image };
  const credentials = await credentialsFor(site, reference.host);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const digest = await digestOf(reference, { credentials, signal, fetch }).catch(() => null);
  return { kind: 'pinned', image: digest === null ? image : `${reference.host}/${reference.repository}@${digest}` };
}

/** The first credentials for the host among the pull secrets of the nodes. */
async function credentialsFor(site: Site, host: string): Promise<Credentials | null> {
  for (const { name = '' } of site.manifestSettings.pod.imagePullSecrets ?? []) {
    const secret = await get(site, 'secret', name);
    const file = secret?.object.data?.['.dockerconfigjson'];
    const found = file === undefined ? null : credentialsIn(Buffer.from(file, 'base64').toString(), host);
    if (found !== null) return found;
  }
  return null;
}

type Entry = { readonly username?: string; readonly password?: string; readonly auth?: string };

/** A file as `docker login` writes it. */
export function credentialsIn(file: string, host: string): Credentials | null {
  try {
    const { auths = {} } = JSON.parse(file) as { auths?: Readonly<Record<string, Entry>> };
    const entry = auths[host] ?? auths[`https://${host}`];
    if (entry === undefined) return null;
    if (entry.username !== undefined && entry.password !== undefined)
      return { username: entry.username, password: entry.password };
    const [, username, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(entry.auth ?? '', 'base64').toString()) ?? [];
    return username === undefined || password === undefined ? null : { username, password };
  } catch {
    return null;
  }
}
