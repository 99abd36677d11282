// The bytes of one upload or copy, stored and measured, before they belong to an object.
import { createHash } from 'node:crypto';
import { type Algorithm, digestOf } from '../protocol/checksums.ts';
import type { Received, Sink } from '../protocol/payload.ts';
import type { Bucket } from './bucket.ts';
import type { Part } from './version.ts';

export async function storePart(bucket: Bucket, receive: (sink: Sink) => Promise<Received>): Promise<Part> {
  const { blob, filled } = await bucket.blobs.write(receive);
  const { size, md5, checksum } = filled;
  return {
    blob,
    size,
    md5,
    ...(checksum ? { checksum: { algorithm: checksum.algorithm, value: checksum.value } } : {}),
  };
}

/** Gives the bytes of the part back when what should have made use of it fails. */
export async function keep<T>(bucket: Bucket, part: Part, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    await bucket.blobs.discard([part]);
    throw error;
  }
}

export async function copyBytes(
  source: AsyncIterable<Buffer>,
  sink: Sink,
  algorithm: Algorithm | undefined,
): Promise<Received> {
  const md5 = createHash('md5');
  const digest = algorithm && digestOf(algorithm);
  let size = 0;
  for await (const chunk of source) {
    const written = sink(chunk);
    md5.update(chunk);
    digest?.update(chunk);
    size += chunk.length;
    await written;
  }
  const received = { size, md5: md5.digest('hex') };
  if (algorithm === undefined || digest === undefined) return received;
  return { ...received, checksum: { algorithm, value: digest.digest().toString('base64'), fromClient: false } };
}
