// The buckets of a folder. One process owns the folder at a time.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { refusal } from '../protocol/errors.ts';
import { Bucket, createBucketFolder } from './bucket.ts';
import { syncFolder } from './files.ts';
import { Turns } from './turns.ts';

/** Buckets being made or removed; a bucket's name never begins with a dot. */
const HALF = '.half-';

export class Store {
  readonly region: string;
  readonly #folder: string;
  readonly #lock: Server | undefined;
  readonly #buckets = new Map<string, Bucket>();
  readonly #turns = new Turns();

  private constructor(folder: string, region: string, lock: Server | undefined) {
    this.#folder = folder;
    this.region = region;
    this.#lock = lock;
  }

  static async open(folder: string, region: string): Promise<Store> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const store = new Store(folder, region, await lockFolder(await realpath(folder)));
    try {
      for (const name of await readdir(folder)) {
        if (name.startsWith(HALF)) await rm(path.join(folder, name), { recursive: true, force: true });
        else if (isBucketName(name)) store.#buckets.set(name, await Bucket.load(path.join(folder, name)));
      }
    } catch (error) {
      store.close();
      throw error;
    }
    return store;
  }

  close(): void {
    this.#lock?.close();
  }

  list(): Bucket[] {
    return [...this.#buckets.values()].sort((a, b) => (a.settings.name < b.settings.name ? -1 : 1));
  }

  find(name: string): Bucket | undefined {
    return this.#buckets.get(name);
  }

  get(name: string): Bucket {
    const bucket = this.#buckets.get(name);
    if (bucket === undefined)
      throw refusal(isBucketName(name) ? 'NoSuchBucket' : 'InvalidBucketName', { detail: { BucketName: name } });
    return bucket;
  }

  async create(name: string): Promise<Bucket> {
    if (!isBucketName(name)) throw refusal('InvalidBucketName', { detail: { BucketName: name } });
    return await this.#turns.take(name, async () => {
      if (this.#buckets.has(name)) throw refusal('BucketAlreadyOwnedByYou', { detail: { BucketName: name } });
      const half = path.join(this.#folder, `${HALF}${randomUUID()}`);
      await createBucketFolder(half, { name, created: Date.now() });
      await rename(half, path.join(this.#folder, name));
      await syncFolder(this.#folder);
      const bucket = await Bucket.load(path.join(this.#folder, name));
      this.#buckets.set(name, bucket);
      return bucket;
    });
  }

  async setVersioning(name: string, status: Parameters<Bucket['setVersioning']>[0]): Promise<void> {
    await this.get(name).setVersioning(status);
  }

  /** Open multipart uploads go with the bucket. */
  async remove(name: string): Promise<void> {
    await this.#turns.take(name, async () => {
      if (!this.get(name).close()) throw refusal('BucketNotEmpty', { detail: { BucketName: name } });
      this.#buckets.delete(name);
      const half = path.join(this.#folder, `${HALF}${randomUUID()}`);
      await rename(path.join(this.#folder, name), half);
      await syncFolder(this.#folder);
      await rm(half, { recursive: true, force: true });
    });
  }
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const isBucketName = (name: string): boolean =>
  /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) && !name.includes('..') && !/^\d+\.\d+\.\d+\.\d+$/.test(name);

/**
 * A second process would sweep away what the first one is writing. An abstract socket vanishes with its owner, even by
 * kill -9, so no stale lock can be left; only Linux has them, elsewhere there is no lock.
 */
async function lockFolder(folder: string): Promise<Server | undefined> {
  if (process.platform !== 'linux') return undefined;
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 40);
  return await new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (cause) => reject(new Error(`Another S3 server is using the folder ${folder}.`, { cause })));
    server.listen(`\0covenant-s3-${name}`, () => resolve(server.unref()));
  });
}
