// A volume becomes a verified archive in the bucket lab-volumes, and a volume again (decision 17).
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Cluster, InstancePlan, ObservedVolume } from '../../../adapters/cluster/port.ts';
import type { Objects } from '../../../adapters/objects/port.ts';
import type { ArchiveRow, RunId } from '../../../adapters/store/labs/port.ts';
import { TarListing } from '../../../adapters/tar/listing.ts';
import { archiveObject } from '../../labs/names.ts';
import type { Clock } from '../../lib/clock.ts';

type Deps = {
  readonly cluster: Pick<Cluster, 'readVolume' | 'writeVolume'>;
  readonly archives: Pick<Objects, 'put' | 'read' | 'head'>;
  readonly clock: Pick<Clock, 'now'>;
};

class ArchiveBroken extends Error {
  override readonly name = 'ArchiveBroken';
}

/**
 * Reads the claim, stores it and reads the stored version back to its end. What is returned may be recorded; nothing is
 * removed here.
 */
export async function archiveVolume(
  { cluster, archives, clock }: Deps,
  { plan, volume, run_id }: { readonly plan: InstancePlan; readonly volume: ObservedVolume; readonly run_id: RunId },
  signal: AbortSignal,
): Promise<ArchiveRow> {
  const listing = new TarListing();
  const tar = await cluster.readVolume(plan.instance_id);
  const object = archiveObject(plan.name);
  // A store that gives up before it has read leaves no listener for the end of the tar stream.
  tar.on('error', () => {});
  const stored = await archives
    .put(object, packed(tar, listing, signal), { contentType: 'application/gzip', signal })
    .finally(() => tar.destroy());
  if (stored.versionId === null) throw new ArchiveBroken('the bucket lab-volumes is not versioned');
  const archive: ArchiveRow = {
    run_id,
    object,
    version_id: stored.versionId,
    size_bytes: stored.bytes,
    entries: listing.entries,
    sha256: stored.sha256,
    claim: volume.uid,
    archived_at: clock.now(),
  };
  await verify(archives, archive, signal);
  return archive;
}

/** Fast rather than small: a stop waits for it, and homes are small. */
async function* packed(tar: Readable, listing: TarListing, signal: AbortSignal): AsyncGenerator<Buffer> {
  const gzip = createGzip({ level: 3 });
  const reading = pipeline(
    tar,
    async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        listing.push(chunk);
        yield chunk;
      }
      listing.end();
    },
    gzip,
    { signal },
  );
  // Its failure arrives with the stream that is read below.
  reading.catch(() => {});
  for await (const chunk of gzip) yield chunk as Buffer;
  await reading;
}

/** The trial listing: what was stored is read back, unpacked and counted. */
export async function verify(
  archives: Pick<Objects, 'read'>,
  { object, version_id, sha256, entries, size_bytes }: ArchiveRow,
  signal: AbortSignal,
): Promise<void> {
  const found = await archives.read(object, { versionId: version_id, signal });
  if (found === 'missing') throw new ArchiveBroken(`${object} is not in the bucket`);
  const listing = new TarListing();
  const hash = createHash('sha256');
  let read = 0;
  await pipeline(
    found.body,
    async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk);
        read += chunk.length;
        yield chunk;
      }
    },
    createGunzip(),
    async (source: AsyncIterable<Buffer>) => {
      for await (const chunk of source) listing.push(chunk);
      listing.end();
    },
    { signal },
  );
  if (hash.digest('hex') !== sha256 || listing.entries !== entries || read !== size_bytes)
    throw new ArchiveBroken(`${object} is not what was stored`);
}

/** Whether the recorded version is still there: the last check before its claim is deleted. */
export async function isKept(
  { archives }: Pick<Deps, 'archives'>,
  { object, version_id, size_bytes }: ArchiveRow,
): Promise<boolean> {
  const head = await archives.head(object, { versionId: version_id });
  return head !== 'missing' && head.bytes === size_bytes;
}

export async function restoreVolume(
  { cluster, archives }: Pick<Deps, 'cluster' | 'archives'>,
  plan: InstancePlan,
  { object, version_id, sha256 }: ArchiveRow,
  signal: AbortSignal,
): Promise<void> {
  const found = await archives.read(object, { versionId: version_id, signal });
  if (found === 'missing') throw new ArchiveBroken(`${object} is not in the bucket`);
  const hash = createHash('sha256');
  const gunzip = createGunzip();
  const reading = pipeline(
    found.body,
    async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk);
        yield chunk;
      }
      if (hash.digest('hex') !== sha256) throw new ArchiveBroken(`${object} is not what was stored`);
    },
    gunzip,
    { signal },
  );
  const writing = cluster.writeVolume(plan, gunzip).finally(() => gunzip.destroy());
  const [read, written] = await Promise.allSettled([reading, writing]);
  // The writer finds a broken archive only as a stream that breaks off.
  const failed = [read, written].flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []));
  const error = failed.find(isBroken) ?? failed.at(-1);
  if (error) throw error;
}

/** What asking again will not change. */
export const isBroken = (error: unknown): error is Error =>
  error instanceof ArchiveBroken || (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'));
