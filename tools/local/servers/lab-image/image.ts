// A lab image, ready for anyone who runs it: a tree and its configuration for a cluster, a docker-archive for an
// engine.
import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { Engine } from '../../../../adapters/cluster/containers/engine/engine.ts';
import { isMissing } from '../../../../adapters/cluster/containers/engine/faults.ts';
import { padding, tarEnd } from '../../../../adapters/tar/header.ts';
import { plainHeader } from '../../../../adapters/tar/write.ts';
import { type Built, build, type Print } from './build.ts';
import { architectures, imageConfig } from './recipe.ts';
import { imageNameOf, type Variant } from './variants.ts';

export type LabImage = {
  readonly name: string;
  /** A plain tar of the tree: `cluster load --rootfs NAME --config JSON ROOTFS.tar`. */
  readonly rootfs: string;
  readonly config: typeof imageConfig;
  readonly recipeHash: string;
  /** What engines call it; the same tree has the same id everywhere. */
  readonly id: string;
  /** For `POST /images/load`. */
  archive(): Readable;
};

/** Builds what is not in the cache; `print` gets a line for each step. */
export async function labImage(variant: Variant, print?: Print, signal?: AbortSignal): Promise<LabImage> {
  const built = await build(variant, print, signal);
  const name = imageNameOf(variant);
  const config = Buffer.from(JSON.stringify(configuration(built)));
  const id = createHash('sha256').update(config).digest('hex');
  const { rootfs, recipeHash } = built;
  const archive = () => Readable.from(dockerArchive({ name, rootfs, config, id }));
  return { name, rootfs, config: imageConfig, recipeHash, id, archive };
}

/** Once for each storage; the engine keeps it. */
export async function loadLabImage(engine: Engine, image: LabImage, print?: Print): Promise<void> {
  if ((await idOf(engine, image.name)) === image.id) return;
  const size = Math.round(statSync(image.rootfs).size / 1_000_000);
  print?.(`Loading ${image.name} into the engine (${size} MB) ...`);
  await engine.call('POST', '/images/load', { query: { quiet: 'true' }, upload: image.archive(), silenceMs: 300_000 });
  if ((await idOf(engine, image.name)) !== image.id) throw new Error(`the engine did not load ${image.name}`);
}

async function idOf(engine: Engine, name: string): Promise<string | undefined> {
  try {
    const { Id } = await engine.call<{ Id: string }>('GET', `/images/${name}/json`);
    return Id.replace('sha256:', '');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const configuration = ({ sha256, builtAt, recipeHash }: Built) => ({
  architecture: architectures[process.arch as keyof typeof architectures],
  os: 'linux',
  created: builtAt,
  config: { ...imageConfig, Labels: { 'covenant.recipe': recipeHash } },
  rootfs: { type: 'layers', diff_ids: [`sha256:${sha256}`] },
  history: [{ created: builtAt, created_by: 'mmdebstrap' }],
});

const entry = { mode: 0o644, uid: 0, gid: 0, type: '0' } as const;

type Archived = Pick<LabImage, 'name' | 'rootfs' | 'id'> & { readonly config: Buffer };

async function* dockerArchive({ name: tag, rootfs, config, id }: Archived): AsyncGenerator<Buffer> {
  const manifest = Buffer.from(JSON.stringify([{ Config: `${id}.json`, RepoTags: [tag], Layers: ['layer.tar'] }]));
  for (const [name, content] of [['manifest.json', manifest] as const, [`${id}.json`, config] as const]) {
    yield plainHeader({ ...entry, name, size: content.length });
    yield content;
    yield padding(content.length);
  }
  const { size } = statSync(rootfs);
  yield plainHeader({ ...entry, name: 'layer.tar', size });
  yield* createReadStream(rootfs, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>;
  yield padding(size);
  yield tarEnd;
}
