// What services ask of an object store.
import type { Readable } from 'node:stream';

export type Content = Uint8Array | AsyncIterable<Uint8Array>;

export type PutOptions = {
  /** `application/octet-stream` when left out. */
  readonly contentType?: string;
  /** Ends the put with the signal's reason; nothing is kept. */
  readonly signal?: AbortSignal;
};

/** What was stored: record it where it matters, the store does not keep a sha256. */
export type Stored = {
  readonly bytes: number;
  /** Hexadecimal, of the bytes as they left here. */
  readonly sha256: string;
  readonly etag: string;
  /** Null in a bucket without versions. */
  readonly versionId: string | null;
};

export type ObjectFacts = {
  readonly key: string;
  readonly bytes: number;
  readonly etag: string;
  readonly versionId: string | null;
  readonly contentType: string;
  readonly modifiedAt: Date;
};

export type Listed = Pick<ObjectFacts, 'key' | 'bytes' | 'etag' | 'modifiedAt'>;

/** One state in the life of a key; `deleted` ones have no bytes. */
export type HistoryEntry = {
  readonly versionId: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
  readonly deleted: boolean;
  readonly current: boolean;
};

export type Which = {
  /** The newest one when left out. */
  readonly versionId?: string;
};

export type ReadOptions = Which & {
  /** Bytes from `first` to `last`, both included, counted from 0; a range that lies outside is `missing`. */
  readonly range?: { readonly first: number; readonly last?: number };
  readonly signal?: AbortSignal;
};

/** One bucket. Every method rejects with an ObjectsFault; what may rightly be absent is an answer, not an error. */
export interface Objects {
  /**
   * Stores all of the content, of any length, in flat memory, or nothing: no half object and no unfinished upload stays
   * behind.
   */
  put(key: string, content: Content, options?: PutOptions): Promise<Stored>;
  /** The same, unless there is an object; of any number of writers at once exactly one gets `stored`. */
  putIfAbsent(
    key: string,
    content: Content,
    options?: PutOptions,
  ): Promise<({ outcome: 'stored' } & Stored) | { outcome: 'exists' }>;
  /**
   * The stream must be read to its end or destroyed; it is destroyed with an error when the connection breaks off.
   * It has one of a few connections until then, so what goes to a caller is read before, or at our own pace (decision
   * 579).
   */
  read(key: string, options?: ReadOptions): Promise<{ facts: ObjectFacts; body: Readable } | 'missing'>;
  head(key: string, which?: Which): Promise<ObjectFacts | 'missing'>;
  /**
   * Hides the object where there are versions, else removes it; with a version id removes that version for good.
   * Repeating it changes nothing.
   */
  delete(key: string, which?: Which): Promise<void>;
  /** Within the bucket, up to 5 GiB. Copying an old version onto its own key brings it back. */
  copy(from: string, to: string, which?: Which): Promise<{ versionId: string | null } | 'missing'>;
  /** By key, in the order of UTF-8 bytes; page after page is fetched while it is read. */
  list(prefix?: string): AsyncIterable<Listed>;
  /** Newest first. */
  history(key: string): Promise<readonly HistoryEntry[]>;
  /** A link that reads this object without any other credential, for at most 7 days. It is a secret. */
  link(
    key: string,
    options: Which & { readonly expiresS: number; readonly filename?: string; readonly contentType?: string },
  ): Promise<string>;
  /** Ends uploads that began before `olderThan` and never ended, because a process died; returns how many. */
  clearUnfinished(olderThan: Date): Promise<number>;
}

export interface ObjectStore extends AsyncDisposable {
  bucket(name: string): Objects;
  /**
   * The buckets that were asked for and that do not exist or are closed to us, one request each.
   * Rejects when the store does not answer or does not accept our key.
   */
  missingBuckets(): Promise<readonly string[]>;
}

/**
 * `unavailable`: not reachable or overloaded, try again later. `misconfigured`: it answered, and refuses us, the bucket
 * or the request for good.
 */
export interface ObjectsFault extends Error {
  readonly kind: 'unavailable' | 'misconfigured';
  readonly dependency: 'objects';
  /** The error code of the protocol, such as `AccessDenied` or `SlowDown`, where the store answered. */
  readonly code: string | undefined;
}
