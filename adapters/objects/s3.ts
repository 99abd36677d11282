// An object store that speaks S3, by the AWS SDK, which is loaded at the first use.
import type { Readable } from 'node:stream';
import type { HeadObjectCommandOutput, ListObjectVersionsCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { guarded, ObjectsError, unlessMissing } from './faults.ts';
import type { HistoryEntry, Listed, ObjectFacts, ObjectStore, Objects } from './port.ts';
import { bare, type Target, upload } from './upload.ts';

export type S3Settings = {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** `WHEN_REQUIRED` for stores that do not know the checksums which the SDK adds by itself. */
  readonly requestChecksumCalculation?: 'WHEN_SUPPORTED' | 'WHEN_REQUIRED';
  /**
   * The size of a part of a multipart upload. One upload takes about three times as much memory; 5 MiB is the least
   * that the protocol allows.
   */
  readonly partBytes?: number;
  readonly maxAttempts?: number;
};

const MIB = 1024 * 1024;
const CONNECT_TIMEOUT_MS = 2_000;
/** A store that says nothing for so long is unavailable. */
const SILENCE_TIMEOUT_MS = 30_000;
/** Connections of each pool; a call that finds none free within the time for a connection fails as unavailable. */
const MOST_SOCKETS = 50;

/**
 * A stream keeps its connection for as long as it is read, so `streams` has a pool apart: all other calls go on
 * whatever its readers do.
 */
type Open = {
  readonly sdk: typeof import('@aws-sdk/client-s3');
  readonly client: S3Client;
  readonly streams: S3Client;
};

/** Returns at once; nothing is loaded or connected before the first call. */
export function s3(settings: S3Settings): ObjectStore {
  let opening: Promise<Open> | undefined;
  const open = () => {
    opening ??= load(settings);
    return opening;
  };
  const partBytes = settings.partBytes ?? 6 * MIB;
  const checksum = settings.requestChecksumCalculation === 'WHEN_REQUIRED' ? undefined : 'CRC32';
  const buckets = new Set<string>();
  return {
    bucket: (name) => {
      buckets.add(name);
      return objectsOf(async () => ({ ...(await open()), bucket: name, partBytes, checksum }));
    },
    missingBuckets: async () => {
      const opened = await open();
      const usable = await Promise.all([...buckets].map((name) => isUsable(opened, name)));
      return [...buckets].filter((_, at) => !usable[at]);
    },
    [Symbol.asyncDispose]: async () => {
      const opened = await opening;
      opened?.client.destroy();
      opened?.streams.destroy();
    },
  };
}

async function load(settings: S3Settings): Promise<Open> {
  const sdk = await import('@aws-sdk/client-s3');
  const checksums = settings.requestChecksumCalculation ?? 'WHEN_SUPPORTED';
  const agent = { keepAlive: true, maxSockets: MOST_SOCKETS };
  const config = () => ({
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
    // Buckets as host names would need a name server of their own.
    forcePathStyle: true,
    requestChecksumCalculation: checksums,
    responseChecksumValidation: checksums,
    maxAttempts: settings.maxAttempts ?? 3,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  return { sdk, client: new sdk.S3Client(config()), streams: new sdk.S3Client(config()) };
}

/** A list and not HEAD, whose refusals have no body and so no code. */
async function isUsable({ sdk, client }: Open, bucket: string): Promise<boolean> {
  try {
    await guarded(() => client.send(new sdk.ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 })));
    return true;
  } catch (error) {
    if (error instanceof ObjectsError && ['NoSuchBucket', 'AccessDenied'].includes(error.code ?? '')) return false;
    throw error;
  }
}

function objectsOf(target: () => Promise<Target & Pick<Open, 'streams'>>): Objects {
  return {
    put: async (key, content, options = {}) => {
      const stored = await upload(await target(), key, content, false, options);
      if (stored === 'exists') throw new Error('a put without a condition cannot find one unmet');
      return stored;
    },
    putIfAbsent: async (key, content, options = {}) => {
      const stored = await upload(await target(), key, content, true, options);
      return stored === 'exists' ? { outcome: 'exists' } : { outcome: 'stored', ...stored };
    },
    read: async (key, options = {}) => {
      const { streams, ...place } = await target();
      return await read({ ...place, client: streams }, key, options);
    },
    head: async (key, { versionId } = {}) => {
      const { sdk, client, bucket } = await target();
      const command = new sdk.HeadObjectCommand({ Bucket: bucket, Key: key, VersionId: versionId });
      const output = await unlessMissing(() => client.send(command));
      return output === 'missing' ? output : factsOf(key, output);
    },
    delete: async (key, { versionId } = {}) => {
      const { sdk, client, bucket } = await target();
      await guarded(() => client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key, VersionId: versionId })));
    },
    copy: async (from, to, { versionId } = {}) => {
      const { sdk, client, bucket } = await target();
      const version = versionId === undefined ? '' : `?versionId=${encodeURIComponent(versionId)}`;
      const CopySource = `${bucket}/${encodeURIComponent(from)}${version}`;
      const command = new sdk.CopyObjectCommand({ Bucket: bucket, Key: to, CopySource });
      const output = await unlessMissing(() => client.send(command));
      return output === 'missing' ? output : { versionId: output.VersionId ?? null };
    },
    list: (prefix = '') => list(target, prefix),
    history: async (key) => await history(await target(), key),
    link: async (key, options) => await link(await target(), key, options),
    clearUnfinished: async (olderThan) => await clearUnfinished(await target(), olderThan),
  };
}

async function read(
  { sdk, client, bucket }: Target,
  key: string,
  { versionId, range, signal }: NonNullable<Parameters<Objects['read']>[1]>,
): Promise<{ facts: ObjectFacts; body: Readable } | 'missing'> {
  const Range = range && `bytes=${range.first}-${range.last ?? ''}`;
  const command = new sdk.GetObjectCommand({ Bucket: bucket, Key: key, VersionId: versionId, Range });
  const sent = () => client.send(command, signal ? { abortSignal: signal } : {});
  const output = await unlessMissing(sent, signal).catch((error: unknown) => {
    // A store refuses the id of a version that it cannot have given; it has no such version either.
    if (versionId !== undefined && error instanceof ObjectsError && error.code === 'InvalidArgument')
      return 'missing' as const;
    throw error;
  });
  if (output === 'missing') return output;
  // In Node the SDK's body is a Readable; its type covers browsers too.
  return { facts: factsOf(key, output), body: output.Body as Readable };
}

type Described = Pick<
  HeadObjectCommandOutput,
  'ETag' | 'VersionId' | 'ContentType' | 'LastModified' | 'ContentLength'
> & {
  ContentRange?: string | undefined;
};

function factsOf(key: string, output: Described): ObjectFacts {
  const whole = /\/(\d+)$/.exec(output.ContentRange ?? '')?.[1];
  return {
    key,
    bytes: whole === undefined ? (output.ContentLength ?? 0) : Number(whole),
    etag: bare(output.ETag),
    versionId: output.VersionId ?? null,
    contentType: output.ContentType ?? 'application/octet-stream',
    modifiedAt: output.LastModified ?? new Date(0),
  };
}

async function* list(target: () => Promise<Target>, Prefix: string): AsyncGenerator<Listed> {
  const { sdk, client, bucket: Bucket } = await target();
  for (let ContinuationToken: string | undefined; ; ) {
    // Encoded, because a key may hold characters that XML cannot.
    const command = new sdk.ListObjectsV2Command({ Bucket, Prefix, EncodingType: 'url', ContinuationToken });
    const page = await guarded(() => client.send(command));
    for (const { Key = '', Size = 0, ETag, LastModified = new Date(0) } of page.Contents ?? [])
      yield { key: decodeKey(page, Key), bytes: Size, etag: bare(ETag), modifiedAt: LastModified };
    if (!page.NextContinuationToken) return;
    ContinuationToken = page.NextContinuationToken;
  }
}

/** A store that encodes keys says so, as not all do; they write a space as `+` or as `%20`. */
const decodeKey = ({ EncodingType }: { EncodingType?: string | undefined }, text: string): string =>
  EncodingType === 'url' ? decodeURIComponent(text.replaceAll('+', ' ')) : text;

async function history({ sdk, client, bucket: Bucket }: Target, key: string): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  let next: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {};
  for (;;) {
    const command = new sdk.ListObjectVersionsCommand({ Bucket, Prefix: key, EncodingType: 'url', ...next });
    const page = await guarded(() => client.send(command));
    entries.push(...entriesOf(page, key));
    // Keys that only begin like this one come behind it.
    if (!page.IsTruncated || decodeKey(page, page.NextKeyMarker ?? '') !== key) break;
    next = { KeyMarker: key, VersionIdMarker: page.NextVersionIdMarker };
  }
  return entries.sort(
    (a, b) => Number(b.current) - Number(a.current) || b.modifiedAt.getTime() - a.modifiedAt.getTime(),
  );
}

function entriesOf(page: ListObjectVersionsCommandOutput, key: string): HistoryEntry[] {
  const versions = (page.Versions ?? []).map((version) => ({ ...version, deleted: false }));
  const markers = (page.DeleteMarkers ?? []).map((marker) => ({ ...marker, Size: 0, deleted: true }));
  return [...versions, ...markers]
    .filter(({ Key = '' }) => decodeKey(page, Key) === key)
    .map(({ VersionId = 'null', Size = 0, LastModified = new Date(0), IsLatest = false, deleted }) => ({
      versionId: VersionId,
      bytes: Size,
      modifiedAt: LastModified,
      deleted,
      current: IsLatest,
    }));
}

async function link(
  { sdk, client, bucket }: Target,
  key: string,
  { versionId, expiresS, filename, contentType }: Parameters<Objects['link']>[1],
): Promise<string> {
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  const disposition = filename && `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`;
  const command = new sdk.GetObjectCommand({
    Bucket: bucket,
    Key: key,
    VersionId: versionId,
    ResponseContentDisposition: disposition,
    ResponseContentType: contentType,
  });
  return await getSignedUrl(client, command, { expiresIn: expiresS });
}

async function clearUnfinished({ sdk, client, bucket: Bucket }: Target, olderThan: Date): Promise<number> {
  let cleared = 0;
  let next: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
  for (;;) {
    const command = new sdk.ListMultipartUploadsCommand({ Bucket, EncodingType: 'url', ...next });
    const page = await guarded(() => client.send(command));
    for (const { Key = '', UploadId, Initiated } of page.Uploads ?? []) {
      if (Initiated === undefined || Initiated >= olderThan) continue;
      const abort = new sdk.AbortMultipartUploadCommand({ Bucket, Key: decodeKey(page, Key), UploadId });
      if ((await unlessMissing(() => client.send(abort))) !== 'missing') cleared++;
    }
    if (!page.IsTruncated) return cleared;
    next = { KeyMarker: decodeKey(page, page.NextKeyMarker ?? ''), UploadIdMarker: page.NextUploadIdMarker };
  }
}
