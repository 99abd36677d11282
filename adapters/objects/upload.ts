// Uploads content of any length. What fits into a part is one request, more is a multipart upload;
// each request has its bytes in hand, so that it can be repeated and carries its checksum in front, which every store
// understands.
import { createHash, randomUUID } from 'node:crypto';
import type { CompletedPart, CompleteMultipartUploadCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { guarded, ObjectsError, unlessMissing } from './faults.ts';
import type { Content, PutOptions, Stored } from './port.ts';

type Sdk = typeof import('@aws-sdk/client-s3');
export type Target = {
  readonly sdk: Sdk;
  readonly client: S3Client;
  readonly bucket: string;
  readonly partBytes: number;
  /** The checksum that each part carries; undefined for a store that knows none. */
  readonly checksum: 'CRC32' | undefined;
};

/**
 * Marks the writer of an object: after a lost answer the repeated request finds the object that it wrote itself, not
 * another one.
 */
const WRITE_ID = 'write-id';
/** The protocol allows 10,000 parts; the later ones grow, so that 5 TiB fit. */
const PARTS_OF_A_SIZE = 1000;

type UploadPlace = { readonly Bucket: string; readonly Key: string; readonly UploadId: string | undefined };

type Write = {
  readonly target: Target;
  readonly key: string;
  readonly writeId: string;
  readonly ifAbsent: boolean;
  readonly options: PutOptions;
};

export async function upload(
  target: Target,
  key: string,
  content: Content,
  ifAbsent: boolean,
  options: PutOptions,
): Promise<Stored | 'exists'> {
  const write = { target, key, writeId: randomUUID(), ifAbsent, options };
  const hash = createHash('sha256');
  let bytes = 0;
  const blocks = blocksOf(content, target.partBytes, (chunk) => {
    hash.update(chunk);
    bytes += chunk.length;
  });
  try {
    const first = await blocks.next();
    const second = first.done ? first : await blocks.next();
    const sent = second.done
      ? await putWhole(write, first.value ?? Buffer.alloc(0))
      : await putInParts(write, chain([first.value ?? Buffer.alloc(0), second.value], blocks));
    return sent === 'exists' ? sent : { bytes, sha256: hash.digest('hex'), ...sent };
  } finally {
    await blocks.return(undefined); // Ends the source when it was not read to its end.
  }
}

type Sent = { readonly etag: string; readonly versionId: string | null };

async function putWhole(write: Write, Body: Uint8Array): Promise<Sent | 'exists'> {
  const { target, options } = write;
  const command = new target.sdk.PutObjectCommand({ ...headOf(write), ...condition(write), Body });
  return await finished(write, () => target.client.send(command, signalOf(options)));
}

async function putInParts(write: Write, blocks: AsyncIterable<Uint8Array>): Promise<Sent | 'exists'> {
  const { target, key, ifAbsent, options } = write;
  if (ifAbsent && (await headOrMissing(write)) !== 'missing') return 'exists'; // Spares the transfer; the last request decides.
  const place = { Bucket: target.bucket, Key: key };
  // S3 completes an upload by checksums of parts only if it was begun with their algorithm; else its answer is
  // InvalidPart.
  const ChecksumAlgorithm = target.checksum;
  const begin = new target.sdk.CreateMultipartUploadCommand({ ...headOf(write), ...place, ChecksumAlgorithm });
  const { UploadId } = await guarded(() => target.client.send(begin, signalOf(options)), options.signal);
  const upload = { ...place, UploadId };
  const sendPart = async (Body: Uint8Array, PartNumber: number): Promise<CompletedPart> => {
    const command = new target.sdk.UploadPartCommand({ ...upload, PartNumber, Body, ChecksumAlgorithm });
    const part = await guarded(() => target.client.send(command, signalOf(options)), options.signal);
    return { PartNumber, ETag: part.ETag, ChecksumCRC32: part.ChecksumCRC32 };
  };
  // One part is sent while the next one is read.
  const parts: Promise<CompletedPart>[] = [];
  try {
    for await (const block of blocks) {
      options.signal?.throwIfAborted();
      await parts.at(-1);
      const part = sendPart(block, parts.length + 1);
      part.catch(() => undefined); // Awaited with the next block, or after the last.
      parts.push(part);
    }
    const Parts = await Promise.all(parts);
    const end = new target.sdk.CompleteMultipartUploadCommand({
      ...upload,
      MultipartUpload: { Parts },
      ...condition(write),
    });
    const sent = await finished(write, () => target.client.send(end, signalOf(options)));
    if (sent === 'exists') await abort(target, upload);
    return sent;
  } catch (error) {
    await Promise.allSettled(parts); // A part that arrives after its upload was aborted would stay.
    await abort(target, upload);
    throw error;
  }
}

/**
 * The request that makes the object. When it says that there is one, or that the upload is over, the object may be this
 * very write's.
 */
async function finished(
  write: Write,
  send: () => Promise<Pick<CompleteMultipartUploadCommandOutput, 'ETag' | 'VersionId'>>,
): Promise<Sent | 'exists'> {
  try {
    const { ETag, VersionId } = await guarded(send, write.options.signal);
    return { etag: bare(ETag), versionId: VersionId ?? null };
  } catch (error) {
    const code = error instanceof ObjectsError ? error.code : undefined;
    if (code !== 'PreconditionFailed' && code !== 'NoSuchUpload') throw error;
    const head = await headOrMissing(write);
    if (head !== 'missing' && head.Metadata?.[WRITE_ID] === write.writeId)
      return { etag: bare(head.ETag), versionId: head.VersionId ?? null };
    if (code === 'PreconditionFailed') return 'exists';
    throw error;
  }
}

const headOrMissing = ({ target, key, options }: Write) =>
  unlessMissing(
    () => target.client.send(new target.sdk.HeadObjectCommand({ Bucket: target.bucket, Key: key }), signalOf(options)),
    options.signal,
  );

const headOf = ({ target, key, writeId, options }: Write) => ({
  Bucket: target.bucket,
  Key: key,
  ContentType: options.contentType ?? 'application/octet-stream',
  Metadata: { [WRITE_ID]: writeId },
});

const condition = ({ ifAbsent }: Write) => (ifAbsent ? { IfNoneMatch: '*' } : {});
const signalOf = ({ signal }: PutOptions) => (signal ? { abortSignal: signal } : {});
export const bare = (etag: string | undefined): string => (etag ?? '').replaceAll('"', '');

/**
 * Best effort: the upload failed already. What stays behind when the store is unavailable is found by clearUnfinished.
 */
async function abort({ sdk, client }: Target, upload: UploadPlace): Promise<void> {
  await unlessMissing(() => client.send(new sdk.AbortMultipartUploadCommand(upload))).catch(() => undefined);
}

/** The content in blocks of a part's size, each but the last full. The next one is read only when it is asked for. */
async function* blocksOf(
  content: Content,
  partBytes: number,
  observe: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array, undefined> {
  let [held, size, count]: [Uint8Array[], number, number] = [[], 0, 0];
  const leastBytes = () => partBytes * 2 ** Math.floor(count / PARTS_OF_A_SIZE);
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    observe(chunk);
    for (let rest = chunk; rest.length > 0; ) {
      const piece = rest.subarray(0, leastBytes() - size);
      rest = rest.subarray(piece.length);
      held.push(piece);
      size += piece.length;
      if (size < leastBytes()) continue;
      yield Buffer.concat(held);
      [held, size, count] = [[], 0, count + 1];
    }
  }
  if (size > 0) yield Buffer.concat(held);
}

async function* chain<T>(first: readonly T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* first;
  yield* rest;
}
