// The images of a run, by the digests that their tags name when it begins (decision 26): for the run they stay,
// whatever becomes of the tags.
import type { Pinned } from '../../../adapters/cluster/port.ts';
import type { WorkFacts } from '../../../adapters/store/labs/upkeep/port.ts';
import type { Lab } from '../../labs/config/lab.ts';
import type { WorkerDeps } from '../deps.ts';
import { imagesOf } from './desired-state.ts';

export type PinnedImages =
  | { readonly kind: 'pinned'; readonly images: Readonly<Record<string, string>> }
  | Exclude<Pinned, { kind: 'pinned' }>;

/** What ran once goes on as it was made, also when that was before there were digests. */
export const hasImages = ({ run }: WorkFacts): boolean =>
  run === null || run.images !== null || run.running_at !== null;

/** The first that cannot be pulled is reported. */
export async function pinImages(
  { cluster, registryUrl }: Pick<WorkerDeps, 'cluster' | 'registryUrl'>,
  { config }: WorkFacts,
): Promise<PinnedImages> {
  const tags = Object.entries(imagesOf(config.config as Lab, registryUrl));
  const all = await Promise.all(tags.map(async ([role, image]) => ({ role, found: await cluster.pin(image) })));
  const images: Record<string, string> = {};
  for (const { role, found } of all) {
    if (found.kind !== 'pinned')
      return { ...found, detail: tags.length === 1 ? found.detail : `${role}: ${found.detail}` };
    images[role] = found.image;
  }
  return { kind: 'pinned', images };
}
