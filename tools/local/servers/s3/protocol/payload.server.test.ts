import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type ChecksumAlgorithm,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import test from 'ava';
import { clientOf, facts, filesOf, refused, served, tampering, textOf } from '../s3-server.fixture.ts';

const bytes = Buffer.from('hello');
const md5 = createHash('md5').update(bytes).digest('base64');
const checksums = {
  CRC32: { ChecksumCRC32: 'NhCmhg==' },
  CRC32C: { ChecksumCRC32C: 'mnG7TA==' },
  CRC64NVME: { ChecksumCRC64NVME: 'M3eFcAZSQlc=' },
  SHA1: { ChecksumSHA1: createHash('sha1').update(bytes).digest('base64') },
  SHA256: { ChecksumSHA256: createHash('sha256').update(bytes).digest('base64') },
} as const;

const upload = (s3: S3Client, more: Partial<PutObjectCommand['input']> = {}) =>
  s3.send(new PutObjectCommand({ Bucket: 'plain', Key: 'k', Body: bytes, ...more }));
const missing = (s3: S3Client) => refused(s3.send(new HeadObjectCommand({ Bucket: 'plain', Key: 'k' })));

test('the store checks, keeps and returns a checksum of any algorithm, from a header or a trailer', async (t) => {
  const { s3 } = await served(t);
  for (const [name, checksum] of Object.entries(checksums)) {
    const algorithm = name as ChecksumAlgorithm;
    const inTrailer = { Body: Readable.from([bytes]), ContentLength: 5, ChecksumAlgorithm: algorithm };
    const inHeader = { ...checksum };
    for (const more of name === 'CRC64NVME' ? [inHeader] : [inHeader, inTrailer]) {
      const put = facts(await upload(s3, more));
      t.deepEqual(put, { ETag: '"5d41402abc4b2a76b9719d911017c592"', ...checksum, ChecksumType: 'FULL_OBJECT' });
      const output = await s3.send(new GetObjectCommand({ Bucket: 'plain', Key: 'k', ChecksumMode: 'ENABLED' }));
      t.like(output, { ...checksum, ChecksumType: 'FULL_OBJECT', ContentLength: 5 });
      t.is(await textOf(output), 'hello');
    }
  }
});

test('the store refuses a wrong checksum in a header', async (t) => {
  const { s3, dir } = await served(t);
  t.deepEqual(await refused(upload(s3, { ChecksumCRC32: 'AAAAAA==' })), ['BadDigest', 400]);
  t.deepEqual(await refused(upload(s3, { ChecksumSHA256: checksums.SHA256.ChecksumSHA256.replace(/^./, 'X') })), [
    'BadDigest',
    400,
  ]);
  t.deepEqual(await refused(upload(s3, { ChecksumCRC32: 'short' })), ['InvalidRequest', 400]);
  t.deepEqual(await refused(upload(s3, { ChecksumCRC32: 'NhCmhg==', ChecksumCRC32C: 'mnG7TA==' })), [
    'InvalidRequest',
    400,
  ]);
  t.deepEqual(await refused(upload(s3, { ContentMD5: md5.replace(/^./, '0') })), ['BadDigest', 400]);
  t.deepEqual(await refused(upload(s3, { ContentMD5: 'nonsense' })), ['InvalidDigest', 400]);
  t.is((await upload(s3, { ContentMD5: md5, Key: 'right' })).$metadata.httpStatusCode, 200);
  t.deepEqual(await missing(s3), ['NotFound', 404]);
  t.is((await filesOf(dir))['plain/blobs'], 1);
});

test('the store refuses a trailer that does not fit the body, or is missing, and keeps nothing', async (t) => {
  const { s3, endpoint, dir } = await served(t);
  const framed = (wire: string) =>
    refused(
      tampering(clientOf(t, endpoint), (request) => {
        request.body = Readable.from([Buffer.from(wire)]);
      }).send(new PutObjectCommand({ Bucket: 'plain', Key: 'k', Body: Readable.from([bytes]), ContentLength: 5 })),
    );
  t.deepEqual(await framed('5\r\nhello\r\n0\r\nx-amz-checksum-crc32:NhCmhw==\r\n\r\n'), ['BadDigest', 400]);
  t.deepEqual(await framed('5\r\nhellO\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n'), ['BadDigest', 400]);
  t.deepEqual(await framed('5\r\nhello\r\n0\r\nx-amz-checksum-crc32:?\r\n\r\n'), ['InvalidRequest', 400]);
  t.deepEqual(await framed('5\r\nhello\r\n0\r\n\r\n'), ['MalformedTrailerError', 400]);
  t.deepEqual(await framed('4\r\nhell\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n'), ['IncompleteBody', 400]);
  t.deepEqual(await framed('6\r\nhello!\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n'), ['IncompleteBody', 400]);
  t.deepEqual(await framed('5\r\nhello0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n'), ['InvalidChunkSizeError', 400]);
  t.deepEqual(await framed(`${'5'.repeat(9000)}\r\nhello`), ['InvalidChunkSizeError', 400]);
  t.deepEqual(await missing(s3), ['NotFound', 404]);
  t.is((await filesOf(dir))['plain/blobs'], undefined);
  t.deepEqual(await framed('2\r\nhe\r\n3\r\nllo\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n'), ['accepted', 200]);
});

test('the store stores a stream as it is, with checksums in its trailer or without any', async (t) => {
  const { endpoint, s3 } = await served(t);
  const large = Buffer.alloc(3_000_000, 'abc');
  for (const requestChecksumCalculation of ['WHEN_SUPPORTED', 'WHEN_REQUIRED'] as const) {
    const client = clientOf(t, endpoint, { requestChecksumCalculation });
    const Body = Readable.from(Array.from({ length: 30 }, (_, i) => large.subarray(i * 100_000, (i + 1) * 100_000)));
    await upload(client, { Body, ContentLength: large.length, ContentEncoding: 'zip' });
    const output = await s3.send(new GetObjectCommand({ Bucket: 'plain', Key: 'k' }));
    t.true(large.equals((await output.Body?.transformToByteArray()) ?? new Uint8Array()));
    t.is(output.ContentEncoding, 'zip');
  }
});

test('the store refuses a body without a length', async (t) => {
  const { s3 } = await served(t);
  const link = await getSignedUrl(s3, new PutObjectCommand({ Bucket: 'plain', Key: 'k' }));
  const response = await fetch(link, {
    method: 'PUT',
    body: new Blob([bytes]).stream(),
    duplex: 'half',
  } as RequestInit);
  t.deepEqual([response.status, /<Code>(.*)<\/Code>/.exec(await response.text())?.[1]], [411, 'MissingContentLength']);
});
