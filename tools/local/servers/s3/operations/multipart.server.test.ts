import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompleteMultipartUploadCommandInput,
  CreateMultipartUploadCommand,
  type CreateMultipartUploadCommandInput,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  type UploadPartCommandInput,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import test from 'ava';
import { digestOf } from '../protocol/checksums.ts';
import { facts, filesOf, refused, served } from '../s3-server.fixture.ts';

const Bucket = 'plain';
const Key = 'large';
const MIB = 1024 * 1024;
const pieces = [Buffer.alloc(5 * MIB, 'a'), Buffer.alloc(6 * MIB, 'b'), Buffer.from('end')] as const;
const whole = Buffer.concat(pieces);
const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest();
const etag = `"${md5(Buffer.concat(pieces.map(md5))).toString('hex')}-3"`;

function uploader(s3: S3Client, id: string) {
  const UploadId = id;
  return {
    UploadId,
    part: (PartNumber: number, Body: Buffer, more: Partial<UploadPartCommandInput> = {}) =>
      s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body, ...more })),
    complete: (Parts: object[], more: Partial<CompleteMultipartUploadCommandInput> = {}) =>
      s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts }, ...more })),
    abort: () => s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })),
    parts: (more: object = {}) => s3.send(new ListPartsCommand({ Bucket, Key, UploadId, ...more })),
  };
}

const begin = async (s3: S3Client, more: Partial<CreateMultipartUploadCommandInput> = {}) =>
  uploader(s3, (await s3.send(new CreateMultipartUploadCommand({ Bucket, Key, ...more }))).UploadId ?? '');
const read = async (s3: S3Client, more: object = {}) => {
  const output = await s3.send(new GetObjectCommand({ Bucket, Key, ...more }));
  return { output, bytes: Buffer.from((await output.Body?.transformToByteArray()) ?? []) };
};

test('completeMultipartUpload makes one object of parts in any order, with the ETag and the description of the upload', async (t) => {
  const { s3, dir } = await served(t);
  const upload = await begin(s3, { ContentType: 'text/x', Metadata: { a: '1' } });
  await upload.part(3, pieces[2]);
  await upload.part(1, Buffer.from('replaced'));
  await Promise.all([upload.part(1, pieces[0]), upload.part(2, pieces[1])]);
  await upload.part(7, Buffer.from('left out'));
  t.deepEqual(await refused(read(s3)), ['NoSuchKey', 404]);
  const Parts = pieces.map((bytes, i) => ({ PartNumber: i + 1, ETag: md5(bytes).toString('hex') }));
  const done = facts(await upload.complete(Parts));
  t.deepEqual(done, { Location: '/plain/large', Bucket, Key, ETag: etag });
  const { output, bytes } = await read(s3);
  t.true(bytes.equals(whole));
  t.like(output, { ETag: etag, ContentType: 'text/x', Metadata: { a: '1' }, ContentLength: whole.length });
  t.deepEqual(facts(await upload.complete(Parts)), done, 'a repeated call gets the same answer');
  t.deepEqual(await refused(upload.part(1, pieces[0])), ['NoSuchUpload', 404]);
  t.deepEqual(await filesOf(dir), { plain: 1, 'plain/blobs': 3, 'plain/versions': 1, versioned: 1 });
});

test('getObject reads ranges over part boundaries, and a part by its number', async (t) => {
  const { s3 } = await served(t);
  const upload = await begin(s3);
  const Parts = await Promise.all(
    pieces.map(async (bytes, i) => ({ PartNumber: i + 1, ETag: (await upload.part(i + 1, bytes)).ETag })),
  );
  await upload.complete(Parts);
  const [a, b] = [5 * MIB - 2, 11 * MIB + 1];
  t.true((await read(s3, { Range: `bytes=${a}-${b}` })).bytes.equals(whole.subarray(a, b + 1)));
  t.is((await read(s3, { Range: 'bytes=-4' })).bytes.toString(), 'bend');
  const third = await read(s3, { PartNumber: 3 });
  t.is(third.bytes.toString(), 'end');
  t.like(third.output, { PartsCount: 3, ContentRange: `bytes ${11 * MIB}-${11 * MIB + 2}/${whole.length}` });
  t.deepEqual(await refused(read(s3, { PartNumber: 4 })), ['InvalidPartNumber', 416]);
  t.is((await s3.send(new HeadObjectCommand({ Bucket, Key, PartNumber: 1 }))).ContentLength, 5 * MIB);
});

test('uploadPart checks checksums, and those of the parts make the checksum of the object', async (t) => {
  const { s3 } = await served(t);
  const crc = (bytes: Buffer) => {
    const digest = digestOf('crc32');
    digest.update(bytes);
    return digest.digest().toString('base64');
  };
  for (const ChecksumType of ['FULL_OBJECT', 'COMPOSITE'] as const) {
    const upload = await begin(s3, { ChecksumAlgorithm: 'CRC32', ChecksumType });
    const Parts = await Promise.all(
      pieces.map(async (bytes, i) => {
        const { ETag, ChecksumCRC32 } = await upload.part(i + 1, bytes, { ChecksumAlgorithm: 'CRC32' });
        return { PartNumber: i + 1, ETag, ChecksumCRC32 };
      }),
    );
    t.deepEqual(
      Parts.map(({ ChecksumCRC32 }) => ChecksumCRC32),
      pieces.map(crc),
    );
    const composite = `${crc(Buffer.concat(pieces.map((piece) => Buffer.from(crc(piece), 'base64'))))}-3`;
    const expected = ChecksumType === 'FULL_OBJECT' ? crc(whole) : composite;
    const wrong = Parts.map((part, i) => (i === 1 ? { ...part, ChecksumCRC32: 'AAAAAA==' } : part));
    t.deepEqual(await refused(upload.complete(wrong)), ['InvalidPart', 400]);
    t.deepEqual(await refused(upload.complete(Parts, { ChecksumCRC32: 'AAAAAA==' })), ['BadDigest', 400]);
    t.deepEqual(await refused(upload.complete(Parts, { MpuObjectSize: 1 })), ['InvalidRequest', 400]);
    t.like(await upload.complete(Parts, { ChecksumType }), { ChecksumCRC32: expected, ChecksumType });
    const head = await s3.send(new HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' }));
    t.like(head, { ChecksumCRC32: expected, ChecksumType });
  }
  const strict = await begin(s3, { ChecksumAlgorithm: 'SHA256' });
  t.deepEqual(await refused(strict.part(1, pieces[2])), ['InvalidRequest', 400]);
  t.deepEqual(await refused(begin(s3, { ChecksumAlgorithm: 'SHA256', ChecksumType: 'FULL_OBJECT' })), [
    'InvalidRequest',
    400,
  ]);
});

test('completeMultipartUpload refuses checksums that are not those that the upload was begun with, as S3 does', async (t) => {
  const { s3 } = await served(t);
  const without = await begin(s3);
  const { ETag, ChecksumCRC32 } = await without.part(1, pieces[0], { ChecksumAlgorithm: 'CRC32' });
  t.truthy(ChecksumCRC32, 'the part itself is stored, and its checksum confirmed');
  const part = { PartNumber: 1, ETag };
  t.deepEqual(await refused(without.complete([{ ...part, ChecksumCRC32 }])), ['InvalidPart', 400]);
  t.deepEqual(await refused(without.complete([{ ...part, ChecksumSHA256: 'AAAA' }])), ['InvalidPart', 400]);
  t.deepEqual(await refused(without.complete([part], { ChecksumType: 'COMPOSITE' })), ['InvalidRequest', 400]);
  t.like(await without.complete([part]), { Key });

  for (const ChecksumType of ['FULL_OBJECT', 'COMPOSITE'] as const) {
    const other = ChecksumType === 'COMPOSITE' ? 'FULL_OBJECT' : 'COMPOSITE';
    const upload = await begin(s3, { ChecksumAlgorithm: 'CRC32', ChecksumType });
    await upload.part(1, pieces[0], { ChecksumAlgorithm: 'CRC32' });
    const all = { ...part, ChecksumCRC32 };
    t.deepEqual(await refused(upload.complete([{ ...part, ChecksumSHA256: 'AAAA' }])), ['BadDigest', 400]);
    t.deepEqual(await refused(upload.complete([{ ...all, ChecksumSHA256: 'AAAA' }])), ['InvalidArgument', 400]);
    t.deepEqual(await refused(upload.complete([all], { ChecksumType: other })), ['InvalidRequest', 400]);
    t.like(await upload.complete([all], { ChecksumType }), { Key, ChecksumType });
  }
});

test('completeMultipartUpload refuses a wrong list of parts and leaves the upload open', async (t) => {
  const { s3 } = await served(t);
  const upload = await begin(s3);
  const [a, b] = await Promise.all([upload.part(1, pieces[2]), upload.part(2, pieces[2])]);
  const [first, second] = [
    { PartNumber: 1, ETag: a.ETag },
    { PartNumber: 2, ETag: b.ETag },
  ];
  t.deepEqual(await refused(upload.complete([])), ['MalformedXML', 400]);
  t.deepEqual(await refused(upload.complete([first, second])), ['EntityTooSmall', 400]);
  t.deepEqual(await refused(upload.complete([second, first])), ['InvalidPartOrder', 400]);
  t.deepEqual(await refused(upload.complete([first, first])), ['InvalidPartOrder', 400]);
  t.deepEqual(await refused(upload.complete([{ ...first, ETag: '"other"' }])), ['InvalidPart', 400]);
  t.deepEqual(await refused(upload.complete([{ ...first, PartNumber: 9 }])), ['InvalidPart', 400]);
  t.deepEqual(await refused(upload.part(10_001, pieces[2])), ['InvalidArgument', 400]);
  t.deepEqual(await refused(upload.part(0, pieces[2])), ['InvalidArgument', 400]);
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'there' }));
  t.deepEqual(await refused(upload.complete([second], { IfNoneMatch: '*' })), ['PreconditionFailed', 412]);
  t.like(await upload.complete([second]), { ETag: `"${md5(md5(pieces[2])).toString('hex')}-1"` });
});

test('abortMultipartUpload removes an upload with its parts', async (t) => {
  const { s3, dir } = await served(t);
  const upload = await begin(s3);
  await upload.part(1, pieces[2]);
  await upload.abort();
  t.deepEqual(await refused(upload.abort()), ['NoSuchUpload', 404]);
  t.deepEqual(await refused(upload.part(2, pieces[2])), ['NoSuchUpload', 404]);
  t.deepEqual(await refused(upload.parts()), ['NoSuchUpload', 404]);
  t.deepEqual(await filesOf(dir), { plain: 1, versioned: 1 });
});

test('uploadPartCopy copies a part from an object, whole or in a range', async (t) => {
  const { s3 } = await served(t);
  await s3.send(new PutObjectCommand({ Bucket: 'versioned', Key: 'source', Body: whole }));
  const upload = await begin(s3);
  const copy = (PartNumber: number, CopySourceRange?: string) =>
    s3.send(
      new UploadPartCopyCommand({
        Bucket,
        Key,
        UploadId: upload.UploadId,
        PartNumber,
        CopySource: 'versioned/source',
        CopySourceRange,
      }),
    );
  const [one, two] = [await copy(1), await copy(2, 'bytes=1-3')];
  t.is(one.CopyPartResult?.ETag, `"${md5(whole).toString('hex')}"`);
  t.deepEqual(await refused(copy(3, `bytes=0-${whole.length}`)), ['InvalidRange', 416]);
  t.deepEqual(await refused(copy(3, 'bytes=1-')), ['InvalidArgument', 400]);
  await upload.complete([one, two].map(({ CopyPartResult: part }, i) => ({ PartNumber: i + 1, ETag: part?.ETag })));
  t.true((await read(s3)).bytes.equals(Buffer.concat([whole, Buffer.from('aaa')])));
});

test('listMultipartUploads and listParts list in pages', async (t) => {
  const { s3 } = await served(t);
  const upload = await begin(s3);
  for (const n of [4, 2, 9]) await upload.part(n, Buffer.alloc(n));
  const page = async (more: object) => {
    const { Parts, IsTruncated, NextPartNumberMarker } = await upload.parts(more);
    return [Parts?.map(({ PartNumber, Size }) => [PartNumber, Size]), IsTruncated, NextPartNumberMarker];
  };
  t.deepEqual(await page({}), [
    [
      [2, 2],
      [4, 4],
      [9, 9],
    ],
    false,
    '9',
  ]);
  t.deepEqual(await page({ MaxParts: 2 }), [
    [
      [2, 2],
      [4, 4],
    ],
    true,
    '4',
  ]);
  t.deepEqual(await page({ MaxParts: 2, PartNumberMarker: '4' }), [[[9, 9]], false, '9']);
  const other = await begin(s3, { Key: 'a/b' });
  const uploads = async (more: object) => {
    const output = await s3.send(new ListMultipartUploadsCommand({ Bucket, ...more }));
    return [
      output.Uploads?.map(({ UploadId }) => UploadId),
      output.CommonPrefixes?.map(({ Prefix }) => Prefix),
      output.NextKeyMarker,
    ];
  };
  t.deepEqual(await uploads({}), [[other.UploadId, upload.UploadId], undefined, undefined]);
  t.deepEqual(await uploads({ Delimiter: '/' }), [[upload.UploadId], ['a/'], undefined]);
  t.deepEqual(await uploads({ MaxUploads: 1 }), [[other.UploadId], undefined, 'a/b']);
  t.deepEqual(await uploads({ KeyMarker: 'a/b' }), [[upload.UploadId], undefined, undefined]);
});
