// What is recorded of one version of an object; a delete marker is a version too.
import type { Algorithm, Checksum } from '../protocol/checksums.ts';

export type Part = {
  readonly blob: string;
  readonly size: number;
  /** MD5 in hexadecimal. */
  readonly md5: string;
  readonly checksum?: { readonly algorithm: Algorithm; readonly value: string };
};

/** Headers that come back as they were sent (latin1), and user metadata without its prefix. */
export type Described = {
  readonly headers: Readonly<Record<string, string>>;
  readonly metadata: Readonly<Record<string, string>>;
};

export type Draft = Described & {
  readonly key: string;
  readonly marker: boolean;
  readonly size: number;
  /** Without quotes. */
  readonly etag: string;
  readonly parts: readonly Part[];
  readonly checksum?: Checksum;
  /** The upload of a multipart object. */
  readonly uploadId?: string;
};

export type Version = Draft & {
  /** `null` where versioning was not enabled. */
  readonly versionId: string;
  /** Milliseconds, strictly rising in a bucket, so that the newest version is never in doubt. */
  readonly created: number;
};

export const NULL_VERSION = 'null';

export const quoted = (etag: string): string => `"${etag}"`;
/** HTTP knows seconds only. */
export const httpDate = (time: number): string => new Date(time).toUTCString();
export const isoDate = (time: number): string => new Date(time).toISOString();
