// A large object through the real SDK in each way that it uploads: the memory of the server stays flat, and the bytes
// that come back are those that went in.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  type S3ClientConfig,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import test, { type ExecutionContext } from 'ava';
import { clientOf, freshFolder, type ServerProcess, spawned, tampering } from './s3-server.fixture.ts';

const [Bucket, Key] = ['b01', 'large'];
const MIB = 1024 * 1024;
/** 1 GiB with `FAULTS=all`; less shows the same in less time. */
const largeMib = process.env.FAULTS === 'all' ? 1024 : 256;
/**
 * A buffer for each chunk in flight, and what the collector has not got to yet; a server that kept the body would need
 * `largeMib`.
 */
const flatMib = 160;
const block = Buffer.alloc(4 * MIB, 'covenant');

const bytes = (mib: number): Readable =>
  Readable.from(
    (function* () {
      for (let left = mib; left > 0; left -= 4) yield block;
    })(),
    { objectMode: false, highWaterMark: 4 * MIB },
  );

const hashOf = async (stream: Readable): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(stream, hash);
  return hash.digest('hex');
};

/** The most that the process ever had in memory, in MiB. */
async function peak({ child }: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

async function inFlatMemory(t: ExecutionContext, config: S3ClientConfig, upload: (s3: S3Client) => Promise<void>) {
  const server = await spawned(t, await freshFolder(t), [Bucket]);
  const s3 = clientOf(t, server.endpoint, config);
  await s3.send(new PutObjectCommand({ Bucket, Key: 'warm', Body: block }));
  const before = await peak(server);
  await upload(s3);
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
  t.is(await hashOf(Body as Readable), await hashOf(bytes(largeMib)));
  const after = await peak(server);
  t.log(`peak memory of the server: ${before.toFixed(0)} MiB before, ${after.toFixed(0)} MiB after`);
  t.true(after - before < flatMib, `memory rose from ${before} to ${after} MiB`);
  return s3;
}

const size = { ContentLength: largeMib * MIB };

// One after the other: each has the disk and the processor to itself.
test.serial('the store takes and gives a large object in constant memory', async (t) => {
  await inFlatMemory(t, { requestChecksumCalculation: 'WHEN_REQUIRED' }, async (s3) => {
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: bytes(largeMib), ...size }));
  });
});

test.serial('the store takes and gives a large object with a CRC32 in its trailer in constant memory', async (t) => {
  const trailers: unknown[] = [];
  const s3 = await inFlatMemory(t, {}, async (client) => {
    tampering(client, ({ method, headers }) => method === 'PUT' && trailers.push(headers['x-amz-trailer']));
    const { ChecksumCRC32 } = await client.send(
      new PutObjectCommand({ Bucket, Key, Body: bytes(largeMib), ...size, ChecksumAlgorithm: 'CRC32' }),
    );
    t.is(ChecksumCRC32?.length, 8);
  });
  t.deepEqual(trailers, ['x-amz-checksum-crc32']);
  const { ChecksumCRC32 } = await s3.send(new HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' }));
  t.is(ChecksumCRC32?.length, 8);
});

test.serial(
  'the store takes and gives a large object in sixteen parts, two at a time, in constant memory',
  async (t) => {
    await inFlatMemory(t, {}, async (s3) => {
      const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key, ChecksumAlgorithm: 'CRC32' }));
      const parts: CompletedPart[] = [];
      const send = async (PartNumber: number) => {
        const input = {
          Bucket,
          Key,
          UploadId,
          PartNumber,
          Body: bytes(largeMib / 16),
          ContentLength: (largeMib / 16) * MIB,
        };
        const { ETag, ChecksumCRC32 } = await s3.send(new UploadPartCommand({ ...input, ChecksumAlgorithm: 'CRC32' }));
        parts[PartNumber - 1] = { PartNumber, ETag, ChecksumCRC32 };
      };
      for (let n = 1; n <= 16; n += 2) await Promise.all([send(n), send(n + 1)]);
      await s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts: parts } }));
    });
  },
);
