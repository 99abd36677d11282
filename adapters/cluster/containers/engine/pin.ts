// The image that a tag names now, fetched where the engine does not have it (decision 26).
import type { Pinned } from '../../port.ts';
import { inspectedImage } from '../image.ts';
import type { Site } from '../site.ts';
import { Pulling } from './pull.ts';
import { refusal } from './refusals.ts';

type Facts = { readonly Id: string; readonly RepoDigests: readonly string[] | null };

export async function pinned(site: Site, image: string): Promise<Pinned> {
  try {
    return { kind: 'pinned', image: pinnedBy(image, await inspectedImage<Facts>(site, image)) };
  } catch (error) {
    if (error instanceof Pulling) return { kind: 'waiting', reason: 'image_pull', detail: error.detail };
    const refused = refusal(error);
    if (refused) return refused;
    throw error;
  }
}

/** A registry is asked by digest again; what was loaded by hand is known to the engine alone. */
function pinnedBy(image: string, { Id, RepoDigests }: Facts): string {
  const repository = image.replace(/:[^:/]+$/, '');
  const digest = (RepoDigests ?? []).find((each) => each.startsWith(`${repository}@sha256:`));
  if (digest !== undefined && !image.startsWith('localhost/')) return digest;
  return Id.startsWith('sha256:') ? Id : `sha256:${Id}`;
}
