// What an image says of how it is to be run, and what of it holds for a lab: its program, which lab-init starts when
// all else is ready, and folders that it wants to write to. Entry, account, folder, signal, check and labels of a lab
// are ours, whatever its image says (decision 594).
import path from 'node:path';
import { ClusterError } from '../faults.ts';
import type { Engine } from './engine/engine.ts';
import { isImageMissing, isMissing } from './engine/faults.ts';
import type { Pull } from './engine/pull.ts';

export type ImageFacts = {
  /** Its CMD. */
  readonly command: readonly string[];
  /** Its VOLUMEs: each would be a volume without a size, which the engine keeps when the lab has ended. */
  readonly writable: readonly string[];
};

/** Places that a lab has anyway, each with a size. */
const ours = ['/home/student', '/tmp', '/var/tmp', '/run', '/run/lab', '/dev/shm', '/etc/lab-secret'];
/** Without these nothing runs, or they are the kernel's. */
const closed = ['/', '/bin', '/boot', '/dev', '/etc', '/lib', '/lib64', '/proc', '/sbin', '/sys', '/usr'];

export class UnfitImage extends ClusterError {}

/** Throws an `UnfitImage` where a folder of memory would take something away from the lab. */
export function writableIn(image: string, volumes: readonly string[]): readonly string[] {
  const places = [...new Set(volumes.map((volume) => path.posix.resolve('/', volume)))].sort();
  const unfit = places.find((place) => closed.includes(place) || ours.some((each) => isInside(place, each)));
  if (unfit !== undefined)
    throw new UnfitImage(
      'refused',
      `${image} declares a volume at ${unfit} (VOLUME), which is a place of the lab. Remove the declaration from the image`,
    );
  return places.filter((place) => !ours.includes(place));
}

const isInside = (place: string, folder: string): boolean => place.startsWith(`${folder}/`) && !ours.includes(place);

type Inspected = {
  readonly Config: {
    readonly Cmd?: readonly string[] | null;
    readonly Volumes?: Readonly<Record<string, object>> | null;
  } | null;
};

type Images = { readonly engine: Pick<Engine, 'call'>; readonly pull: Pull };

const MOST_REMEMBERED = 1_000;

/** What a name with a digest says never changes, so it is asked for once. */
export function imageFactsOf(images: Images): (image: string) => Promise<ImageFacts> {
  const pinned = new Map<string, ImageFacts>();
  return async (image) => {
    const facts = pinned.get(image) ?? (await readFacts(images, image));
    if (pinned.size >= MOST_REMEMBERED) pinned.clear();
    if (image.includes('sha256:')) pinned.set(image, facts);
    return facts;
  };
}

async function readFacts(images: Images, image: string): Promise<ImageFacts> {
  const { Config } = await inspectedImage<Inspected>(images, image);
  return { command: Config?.Cmd ?? [], writable: writableIn(image, Object.keys(Config?.Volumes ?? {})) };
}

/** Fetches the image where the engine does not have it. */
export async function inspectedImage<T>({ engine, pull }: Images, image: string): Promise<T> {
  const ask = () => engine.call<T>('GET', `/images/${image}/json`);
  return await ask().catch(async (error: unknown) => {
    if (!isMissing(error) && !isImageMissing(error)) throw error;
    await pull(image);
    return await ask();
  });
}
