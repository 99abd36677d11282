// The unfinished multipart uploads of a bucket: a folder each, with a document for the upload and one for every part.
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Algorithm, ChecksumType } from '../protocol/checksums.ts';
import { refusal } from '../protocol/errors.ts';
import type { Blobs } from './blobs.ts';
import { readDocuments, syncFolder, writeWhole } from './files.ts';
import { compareKeys } from './key-index.ts';
import { Turns } from './turns.ts';
import type { Described, Part } from './version.ts';

export type UploadFacts = Described & {
  readonly id: string;
  readonly key: string;
  readonly initiated: number;
  readonly checksum?: { readonly algorithm: Algorithm; readonly type: ChecksumType };
};
export type UploadPart = Part & { readonly number: number; readonly uploaded: number };
export type Upload = { readonly facts: UploadFacts; readonly parts: ReadonlyMap<number, UploadPart> };
type Open = { readonly facts: UploadFacts; readonly parts: Map<number, UploadPart> };

const FACTS = 'upload.json';

export class Uploads {
  readonly #folder: string;
  readonly #blobs: Blobs;
  readonly #open = new Map<string, Open>();
  readonly #turns = new Turns();

  constructor(folder: string, blobs: Blobs) {
    this.#folder = folder;
    this.#blobs = blobs;
  }

  /**
   * Reads the open uploads and returns their blobs. Those that became objects just before a crash are `finished`; if
   * the object is gone as well, so are blobs.
   */
  async load(finished: ReadonlySet<string>): Promise<string[]> {
    const present = new Set(await this.#blobs.list());
    for (const id of await readdir(this.#folder)) {
      const folder = path.join(this.#folder, id);
      const upload = finished.has(id) ? undefined : await readUpload(folder);
      if (upload && [...upload.parts.values()].every((part) => present.has(part.blob))) this.#open.set(id, upload);
      else await rm(folder, { recursive: true, force: true });
    }
    return [...this.#open.values()].flatMap(({ parts }) => [...parts.values()].map((part) => part.blob));
  }

  /** In the order of the protocol: by key, then by time. */
  list(): UploadFacts[] {
    const all = [...this.#open.values()].map(({ facts }) => facts);
    return all.sort((a, b) => compareKeys(a.key, b.key) || a.initiated - b.initiated || (a.id < b.id ? -1 : 1));
  }

  find(key: string, id: string): Upload | undefined {
    const upload = this.#open.get(id);
    return upload?.facts.key === key ? upload : undefined;
  }

  get(key: string, id: string): Upload {
    const upload = this.find(key, id);
    if (upload === undefined) throw refusal('NoSuchUpload', { detail: { UploadId: id } });
    return upload;
  }

  async begin(draft: Omit<UploadFacts, 'id' | 'initiated'>): Promise<UploadFacts> {
    const facts = { ...draft, id: randomBytes(24).toString('base64url'), initiated: Date.now() };
    await mkdir(path.join(this.#folder, facts.id), { mode: 0o700 });
    await writeWhole(path.join(this.#folder, facts.id, FACTS), JSON.stringify(facts));
    await syncFolder(this.#folder);
    this.#open.set(facts.id, { facts, parts: new Map() });
    return facts;
  }

  /** Adds the part, or replaces the one of its number. */
  async add(key: string, id: string, part: UploadPart): Promise<void> {
    await this.#turns.take(id, async () => {
      this.get(key, id);
      const parts = this.#open.get(id)?.parts;
      await writeWhole(path.join(this.#folder, id, `${part.number}.json`), JSON.stringify(part));
      const replaced = parts?.get(part.number);
      parts?.set(part.number, part);
      if (replaced) await this.#blobs.discard([replaced]);
    });
  }

  /**
   * Ends the upload once `finish` has made use of the parts that it returns; a refusal of `finish` leaves the upload
   * open.
   */
  async end<T>(
    key: string,
    id: string,
    finish: (upload: Upload) => Promise<{ used: readonly Part[]; result: T }>,
  ): Promise<T> {
    return await this.#turns.take(id, async () => {
      const upload = this.get(key, id);
      const { used, result } = await finish(upload);
      this.#open.delete(id);
      await rm(path.join(this.#folder, id), { recursive: true, force: true });
      const kept = new Set(used.map((part) => part.blob));
      await this.#blobs.discard([...upload.parts.values()].filter((part) => !kept.has(part.blob)));
      return result;
    });
  }
}

/** Undefined when the process died while it began. */
async function readUpload(folder: string): Promise<Open | undefined> {
  const documents = await readDocuments<UploadPart | UploadFacts>(folder);
  const facts = documents.find((document) => 'initiated' in document);
  const parts = documents.filter((document) => 'number' in document);
  return facts && { facts, parts: new Map(parts.map((part) => [part.number, part])) };
}
