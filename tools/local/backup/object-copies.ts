// Copies of the embedded object store. Versions keep their ids, which rows of the databases name, and the S3 API gives
// a copy another id: so its files are copied. A version is a document that is renamed into place when its bytes are
// whole, and neither changes: each is copied once, while the store runs.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../servers/failure.ts';
import { buckets } from '../servers/objects.ts';
import type { Version } from '../servers/s3/disk/version.ts';
import { bytesOf, oneChunk, type Repository, textOf } from './repository.ts';

/** The bucket `backups` is left out: it may hold these copies. */
const names = buckets.map(({ name }) => name).filter((name) => name !== 'backups');

export const objectsOf = (dir: string) => path.join(dir, 'objects', 'data');

/** Copies what is new and returns the name of each version that is there now, `bucket/document`. */
export async function copyObjects(dir: string, repository: Repository): Promise<readonly string[]> {
  const copied: string[] = [];
  for (const bucket of names) {
    const folder = path.join(objectsOf(dir), bucket);
    if (!existsSync(folder)) continue;
    const settings = await readFile(path.join(folder, 'bucket.json'));
    await copySettings(`objects/${bucket}/bucket.json`, settings, repository);
    for (const document of await readdir(path.join(folder, 'versions'))) {
      const name = document.endsWith('.json') ? await copyVersion(folder, document, bucket, repository) : undefined;
      if (name !== undefined) copied.push(`${bucket}/${name}`);
    }
  }
  return copied;
}

async function copySettings(name: string, settings: Buffer, repository: Repository): Promise<void> {
  const stored = repository.has(name) ? await bytesOf(repository.read(name)).catch(() => undefined) : undefined;
  if (stored?.equals(settings) !== true) await repository.write(name, oneChunk(settings));
}

/**
 * The bytes first: a document that was copied has all of its bytes. Undefined where the version was deleted meanwhile.
 */
async function copyVersion(folder: string, document: string, bucket: string, repository: Repository) {
  try {
    const file = path.join(folder, 'versions', document);
    // Where versioning is off, a document is replaced by that of the next version.
    const name = `${document}@${Math.floor((await stat(file)).mtimeMs)}`;
    if (repository.has(`objects/${bucket}/versions/${name}`)) return name;
    const text = await readFile(file, 'utf8');
    for (const { blob } of (JSON.parse(text) as Version).parts) {
      const stored = `objects/${bucket}/blobs/${blob}`;
      if (!repository.has(stored)) await repository.write(stored, createReadStream(path.join(folder, 'blobs', blob)));
    }
    await repository.write(`objects/${bucket}/versions/${name}`, oneChunk(text));
    return name;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

type StoredVersion = {
  readonly bucket: string;
  readonly document: string;
  readonly text: string;
  readonly version: Version;
};

/**
 * The versions that existed at a time: those made until then. One that was deleted before comes back, which harms no
 * one: rows name versions by id.
 */
export async function versionsAt(repository: Repository, time: number): Promise<readonly StoredVersion[]> {
  const newest = new Map<string, StoredVersion>();
  for (const bucket of names)
    for (const name of await repository.list(`objects/${bucket}/versions`)) {
      const text = await textOf(repository.read(`objects/${bucket}/versions/${name}`));
      const version = JSON.parse(text) as Version;
      const document = name.slice(0, name.lastIndexOf('@'));
      const other = newest.get(`${bucket}/${document}`);
      if (version.created > time || (other !== undefined && other.version.created > version.created)) continue;
      newest.set(`${bucket}/${document}`, { bucket, document, text, version });
    }
  return [...newest.values()];
}

/** Reads every byte of the versions and compares it with what the store recorded when it received them. */
export async function verifyVersions(repository: Repository, versions: readonly StoredVersion[]): Promise<number> {
  let bytes = 0;
  for (const { bucket, version } of versions)
    for (const { blob, size, md5 } of version.parts) {
      const hash = createHash('md5');
      for await (const chunk of repository.read(`objects/${bucket}/blobs/${blob}`)) hash.update(chunk);
      if (hash.digest('hex') !== md5)
        throw new Failure(`The backup is damaged: the object ${version.key} has changed. Restore an older backup.`);
      bytes += size;
    }
  return bytes;
}

export async function writeObjects(
  repository: Repository,
  versions: readonly StoredVersion[],
  folder: string,
): Promise<void> {
  for (const bucket of names) {
    if (!repository.has(`objects/${bucket}/bucket.json`)) continue;
    for (const inner of ['versions', 'blobs', 'uploads'])
      await mkdir(path.join(folder, bucket, inner), { recursive: true, mode: 0o700 });
    const settings = await bytesOf(repository.read(`objects/${bucket}/bucket.json`));
    await writeFile(path.join(folder, bucket, 'bucket.json'), settings, { mode: 0o600 });
  }
  for (const { bucket, document, text, version } of versions) {
    for (const { blob } of version.parts) {
      const target = createWriteStream(path.join(folder, bucket, 'blobs', blob), { mode: 0o600 });
      await pipeline(repository.read(`objects/${bucket}/blobs/${blob}`), target);
    }
    await writeFile(path.join(folder, bucket, 'versions', document), text, { mode: 0o600 });
  }
}

/** Removes copies that neither a backup that is kept nor the time since the oldest of them can need. */
export async function pruneObjects(repository: Repository, kept: ReadonlySet<string>, oldestAt: number): Promise<void> {
  for (const bucket of names) {
    const blobs = new Set<string>();
    for (const name of await repository.list(`objects/${bucket}/versions`)) {
      const stored = `objects/${bucket}/versions/${name}`;
      if (kept.has(`${bucket}/${name}`) || (await repository.writtenAt(stored)) >= oldestAt)
        for (const { blob } of (JSON.parse(await textOf(repository.read(stored))) as Version).parts) blobs.add(blob);
      else await repository.remove(stored);
    }
    for (const blob of await repository.list(`objects/${bucket}/blobs`))
      if (!blobs.has(blob) && (await repository.writtenAt(`objects/${bucket}/blobs/${blob}`)) < oldestAt)
        await repository.remove(`objects/${bucket}/blobs/${blob}`);
  }
}
