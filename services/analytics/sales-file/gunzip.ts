// Unpacks a gzip file while counting: a bomb is stopped as soon as it shows, not when the disk is full. Plain files
// pass through.

import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { contentOf } from './sniff.ts';

export type UnpackLimits = {
  /** Unpacked bytes in all. */
  readonly bytes: number;
  /**
   * Unpacked bytes per packed one, once `ratioFrom` bytes have come out: sales files pack 5 to 40 times, gzip itself
   * 1,032 at most.
   */
  readonly ratio: number;
  readonly ratioFrom: number;
};

export const unpackLimits: UnpackLimits = { bytes: 4 * 1024 ** 3, ratio: 200, ratioFrom: 8 * 1024 ** 2 };

/** What is wrong with the compression itself; never an error on our side. */
export class PackingFault extends Error {
  override readonly name = 'PackingFault';
  readonly rule: string;

  constructor(rule: string, message: string) {
    super(message);
    this.rule = rule;
  }
}

export type Unpacked = AsyncIterable<Buffer> & {
  /** Bytes of the file as it was uploaded that have been read. */
  readonly packedBytes: number;
  /** It is gzip. */
  readonly isPacked: boolean;
};

/**
 * The text of the file, chunk by chunk; throws PackingFault. Ending the loop early ends the source.
 * `workbook`: the text of an XLSX workbook, which can not be read from its beginning on.
 */
export function unpack(
  source: AsyncIterable<Buffer>,
  limits: UnpackLimits = unpackLimits,
  workbook?: () => AsyncIterable<Buffer>,
): Unpacked {
  let packedBytes = 0;
  let isPacked = false;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      packedBytes += chunk.length;
      yield chunk;
    }
  }
  return {
    get packedBytes() {
      return packedBytes;
    },
    get isPacked() {
      return isPacked;
    },
    async *[Symbol.asyncIterator]() {
      const chunks = counted();
      const { value: first, done } = await chunks.next();
      if (done) return;
      if (workbook !== undefined && contentOf(first) === 'xlsx') {
        await chunks.return(undefined);
        yield* workbook();
        return;
      }
      const all = resumed(first, chunks);
      isPacked = contentOf(first) === 'gzip';
      yield* isPacked ? gunzipped(all, () => packedBytes, limits) : bounded(all, limits);
    },
  };
}

async function* resumed(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

async function* bounded(chunks: AsyncIterable<Buffer>, { bytes }: UnpackLimits): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const chunk of chunks) {
    read += chunk.length;
    if (read > bytes) throw tooLarge(bytes);
    yield chunk;
  }
}

async function* gunzipped(
  packed: AsyncIterable<Buffer>,
  packedBytes: () => number,
  limits: UnpackLimits,
): AsyncGenerator<Buffer> {
  let unpacked = 0;
  // Every error of source or gunzip comes out of the loop below, and leaving the loop destroys both.
  const chunks = pipeline(Readable.from(packed), createGunzip({ chunkSize: 256 * 1024 }), () => {});
  try {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      unpacked += chunk.length;
      if (unpacked > limits.bytes) throw tooLarge(limits.bytes);
      if (unpacked > limits.ratioFrom && unpacked > packedBytes() * limits.ratio) {
        throw tooPacked(limits.ratio);
      }
      yield chunk;
    }
  } catch (error) {
    throw isZlib(error) ? new PackingFault('compression', 'is a broken or incomplete gzip file') : error;
  }
}

export const tooLarge = (bytes: number) =>
  new PackingFault('unpacked_size', `is more than ${bytes.toLocaleString('en')} bytes unpacked`);

export const tooPacked = (ratio: number) =>
  new PackingFault('compression_ratio', `unpacks to more than ${ratio} times its size`);

export const isZlib = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_');
