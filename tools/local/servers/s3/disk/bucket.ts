// One bucket on disk: settings, versions (a document each) and their blobs. The document's rename is what makes a
// version exist, so data and description can never disagree. Names of keys appear only inside documents, never as
// paths.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { refusal } from '../protocol/errors.ts';
import { Blobs } from './blobs.ts';
import { readDocument, readDocuments, syncFolder, writeWhole } from './files.ts';
import { KeyIndex } from './key-index.ts';
import { Turns } from './turns.ts';
import { Uploads } from './uploads.ts';
import { type Draft, NULL_VERSION, type Version } from './version.ts';

export type Versioning = 'Enabled' | 'Suspended';
export type BucketSettings = { readonly name: string; readonly created: number; readonly versioning?: Versioning };
/**
 * Throws when the newest version, or its absence, is not what the client relies on. A delete marker counts as absence.
 */
export type Guard = (current: Version | undefined) => void;

const SETTINGS = 'bucket.json';
const folders = { versions: 'versions', blobs: 'blobs', uploads: 'uploads' };

export async function createBucketFolder(folder: string, settings: BucketSettings): Promise<void> {
  for (const name of Object.values(folders)) await mkdir(path.join(folder, name), { recursive: true, mode: 0o700 });
  await writeWhole(path.join(folder, SETTINGS), JSON.stringify(settings));
}

export class Bucket {
  readonly blobs: Blobs;
  readonly uploads: Uploads;
  readonly #folder: string;
  readonly #index = new KeyIndex();
  readonly #turns = new Turns();
  #settings: BucketSettings;
  #latest = 0;
  /** Changes under way; a bucket with any is not empty. */
  #busy = 0;
  #gone = false;

  private constructor(folder: string, settings: BucketSettings) {
    this.#folder = folder;
    this.#settings = settings;
    this.blobs = new Blobs(path.join(folder, folders.blobs));
    this.uploads = new Uploads(path.join(folder, folders.uploads), this.blobs);
  }

  /** Reads everything and removes what an earlier process left unfinished. */
  static async load(folder: string): Promise<Bucket> {
    const bucket = new Bucket(folder, await readDocument<BucketSettings>(path.join(folder, SETTINGS)));
    const versions = await readDocuments<Version>(path.join(folder, folders.versions));
    for (const version of versions.sort((a, b) => a.created - b.created)) {
      bucket.#index.add(version);
      bucket.#latest = version.created;
    }
    const blobs = new Set(versions.flatMap((version) => version.parts.map((part) => part.blob)));
    const finished = new Set(versions.flatMap((version) => version.uploadId ?? []));
    for (const blob of await bucket.uploads.load(finished)) blobs.add(blob);
    await bucket.blobs.sweep(blobs);
    return bucket;
  }

  get settings(): BucketSettings {
    return this.#settings;
  }

  get index(): Pick<KeyIndex, 'versionsOf' | 'keysFrom'> {
    return this.#index;
  }

  /** The newest version of the key, which may be a delete marker. */
  newest(key: string): Version | undefined {
    return this.#index.versionsOf(key)[0];
  }

  async setVersioning(versioning: Versioning): Promise<void> {
    await this.#change('bucket', async () => {
      const settings = { ...this.#settings, versioning };
      await writeWhole(path.join(this.#folder, SETTINGS), JSON.stringify(settings));
      this.#settings = settings;
    });
  }

  /** Makes the draft the newest version, if the guard lets it. Writers of one key come one after another. */
  async commit(draft: Draft, guard: Guard = () => undefined): Promise<Version> {
    return await this.#change(`key:${draft.key}`, async () => {
      guard(this.newest(draft.key));
      return await this.#put(draft);
    });
  }

  /**
   * Removes one version for good, or, without an id, does what the bucket's versioning says: removes, or adds a delete
   * marker.
   */
  async delete(key: string, versionId?: string, guard: Guard = () => undefined): Promise<Version | undefined> {
    return await this.#change(`key:${key}`, async () => {
      guard(versionId === undefined ? this.newest(key) : this.#find(key, versionId));
      if (versionId === undefined && this.#settings.versioning !== undefined)
        return await this.#put({ key, marker: true, size: 0, etag: '', parts: [], headers: {}, metadata: {} });
      const version = this.#find(key, versionId ?? NULL_VERSION);
      if (version === undefined) return undefined;
      await rm(this.#file(key, version.versionId), { force: true });
      await syncFolder(path.join(this.#folder, folders.versions));
      this.#index.remove(key, version.versionId);
      await this.blobs.discard(version.parts);
      return version;
    });
  }

  /** Says whether the bucket is empty, and if so lets nothing in any more. */
  close(): boolean {
    if (this.#index.size > 0 || this.#busy > 0) return false;
    this.#gone = true;
    return true;
  }

  #find(key: string, versionId: string): Version | undefined {
    return this.#index.versionsOf(key).find((version) => version.versionId === versionId);
  }

  async #put(draft: Draft): Promise<Version> {
    const created = Math.max(this.#latest + 1, Date.now());
    const versionId = this.#settings.versioning === 'Enabled' ? newVersionId() : NULL_VERSION;
    this.#latest = created;
    const version: Version = { ...draft, versionId, created };
    await writeWhole(this.#file(draft.key, versionId), JSON.stringify(version));
    const replaced = this.#index.add(version);
    if (replaced) await this.blobs.discard(replaced.parts);
    return version;
  }

  async #change<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (this.#gone) throw refusal('NoSuchBucket');
    this.#busy++;
    try {
      return await this.#turns.take(name, work);
    } finally {
      this.#busy--;
    }
  }

  #file(key: string, versionId: string): string {
    const name = createHash('sha256').update(key).digest('hex');
    return path.join(this.#folder, folders.versions, `${name}.${versionId}.json`);
  }
}

const newVersionId = (): string => randomBytes(24).toString('base64url');
/** The form of our version ids; others are refused before any look-up. */
export const isVersionId = (text: string): boolean => text === NULL_VERSION || /^[A-Za-z0-9_-]{32}$/.test(text);
