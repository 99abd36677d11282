import path from 'node:path';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketLocationCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectAclCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3';
import test from 'ava';
import fc from 'fast-check';
import { anyCharacter } from '../../../../test/any-character.ts';
import { clientOf, facts, filesOf, refused, served, textOf } from '../s3-server.fixture.ts';
import { startS3 } from '../server.ts';

const Bucket = 'plain';
const put = (s3: S3Client, Key: string, Body: string, more: Partial<PutObjectCommandInput> = {}) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
const get = (s3: S3Client, Key: string, more: Partial<GetObjectCommandInput> = {}) =>
  s3.send(new GetObjectCommand({ Bucket, Key, ...more }));
const hello = '"5d41402abc4b2a76b9719d911017c592"';

test('getObject returns an object with the description that it was stored with', async (t) => {
  const { s3 } = await served(t);
  const described = {
    CacheControl: 'no-store',
    ContentDisposition: 'attachment; filename="a b.txt"',
    ContentEncoding: 'identity',
    ContentLanguage: 'no',
    ContentType: 'text/x-note',
    Metadata: { one: '1', 'two-three': 'a, b' },
  };
  t.deepEqual(facts(await put(s3, 'note', 'hello', described)), {
    ETag: hello,
    ChecksumCRC32: 'NhCmhg==',
    ChecksumType: 'FULL_OBJECT',
  });
  const { LastModified, ...head } = await s3.send(new HeadObjectCommand({ Bucket, Key: 'note' }));
  t.deepEqual(facts(head), { ...described, AcceptRanges: 'bytes', ContentLength: 5, ETag: hello } as object);
  t.true(Math.abs(Date.now() - (LastModified?.getTime() ?? 0)) < 5_000);
  const overridden = await get(s3, 'note', { ResponseContentType: 'text/html', ResponseContentDisposition: 'ü' });
  t.like(overridden, { ContentType: 'text/html', CacheControl: 'no-store', Metadata: described.Metadata });
  t.is(await textOf(overridden), 'hello');
});

test('the store distinguishes a missing bucket, key and upload', async (t) => {
  const { s3 } = await served(t);
  t.deepEqual(await refused(get(s3, 'none')), ['NoSuchKey', 404]);
  t.deepEqual(await refused(s3.send(new GetObjectCommand({ Bucket: 'nowhere', Key: 'k' }))), ['NoSuchBucket', 404]);
  t.deepEqual(await refused(s3.send(new HeadBucketCommand({ Bucket: 'nowhere' }))), ['NotFound', 404]);
  t.deepEqual(await refused(get(s3, 'none', { VersionId: 'x' })), ['InvalidArgument', 400]);
  t.deepEqual(await refused(get(s3, 'none', { VersionId: 'null' })), ['NoSuchVersion', 404]);
  t.deepEqual(facts(await s3.send(new DeleteObjectCommand({ Bucket, Key: 'none' }))), {});
});

test('getObject gives the bytes of a range, and refuses one outside', async (t) => {
  const { s3 } = await served(t);
  await put(s3, 'digits', '0123456789');
  const range = async (Range: string) => {
    const output = await get(s3, 'digits', { Range });
    return [output.$metadata.httpStatusCode, output.ContentRange, await textOf(output)];
  };
  t.deepEqual(await range('bytes=2-4'), [206, 'bytes 2-4/10', '234']);
  t.deepEqual(await range('bytes=7-'), [206, 'bytes 7-9/10', '789']);
  t.deepEqual(await range('bytes=7-99'), [206, 'bytes 7-9/10', '789']);
  t.deepEqual(await range('bytes=-3'), [206, 'bytes 7-9/10', '789']);
  t.deepEqual(await range('bytes=-99'), [206, 'bytes 0-9/10', '0123456789']);
  t.deepEqual(await range('bytes=0-0'), [206, 'bytes 0-0/10', '0']);
  for (const whole of ['bytes=4-2', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-'])
    t.deepEqual(await range(whole), [200, undefined, '0123456789']);
  t.deepEqual(await refused(range('bytes=10-')), ['InvalidRange', 416]);
  t.deepEqual(await refused(range('bytes=-0')), ['InvalidRange', 416]);
  await put(s3, 'empty', '');
  t.deepEqual(await refused(get(s3, 'empty', { Range: 'bytes=0-' })), ['InvalidRange', 416]);
  t.is(await textOf(await get(s3, 'empty')), '');
});

test('a conditional read answers 200, 304 or 412 as the standard orders', async (t) => {
  const { s3 } = await served(t);
  await put(s3, 'note', 'hello');
  const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
  const answer = async (more: Partial<GetObjectCommandInput>) => (await refused(get(s3, 'note', more)))[1];
  t.is(await answer({ IfMatch: hello }), 200);
  t.is(await answer({ IfMatch: '"other"' }), 412);
  t.is(await answer({ IfNoneMatch: hello }), 304);
  t.is(await answer({ IfNoneMatch: '"other"' }), 200);
  t.is(await answer({ IfModifiedSince: past }), 200);
  t.is(await answer({ IfModifiedSince: future }), 304);
  t.is(await answer({ IfUnmodifiedSince: past }), 412);
  t.is(await answer({ IfUnmodifiedSince: future }), 200);
  t.is(await answer({ IfMatch: hello, IfUnmodifiedSince: past }), 200);
  t.is(await answer({ IfNoneMatch: '"other"', IfModifiedSince: future }), 200);
  t.is(await answer({ IfNoneMatch: hello, IfModifiedSince: past }), 304);
});

test('putObject stores the object of exactly one of ten writers that race for an absent key', async (t) => {
  const { s3 } = await served(t);
  for (const bucket of ['plain', 'versioned']) {
    const race = Array.from({ length: 10 }, (_, i) =>
      refused(put(s3, 'prize', `writer ${i}`, { Bucket: bucket, IfNoneMatch: '*' })),
    );
    const outcomes = await Promise.all(race);
    const winners = outcomes.flatMap(([code], i) => (code === 'accepted' ? [i] : []));
    t.is(winners.length, 1);
    t.is(outcomes.filter(([code, status]) => code === 'PreconditionFailed' && status === 412).length, 9);
    t.is(await textOf(await get(s3, 'prize', { Bucket: bucket })), `writer ${winners[0]}`);
  }
});

test('putObject stores the object of exactly one of ten writers that replace what they have read', async (t) => {
  const { s3 } = await served(t);
  t.deepEqual(await refused(put(s3, 'count', 'x', { IfMatch: hello })), ['NoSuchKey', 404]);
  const { ETag } = await put(s3, 'count', 'hello');
  const race = Array.from({ length: 10 }, (_, i) => refused(put(s3, 'count', `writer ${i}`, { IfMatch: ETag })));
  const codes = (await Promise.all(race)).map(([code]) => code);
  t.is(codes.filter((code) => code === 'accepted').length, 1);
  t.is(codes.filter((code) => code === 'PreconditionFailed').length, 9);
  t.deepEqual(await refused(put(s3, 'count', 'x', { IfNoneMatch: '"a"' })), ['NotImplemented', 501]);
});

test('any key is only a name: the store writes nothing outside of its folder, and keeps any two keys apart', async (t) => {
  const { s3, dir } = await served(t);
  const hard = [
    '..',
    '../../x',
    '/',
    '//a',
    './a',
    'a/../b',
    '.',
    'a',
    'a/',
    'a//',
    'A',
    'é',
    'e\u0301',
    ' ',
    '+',
    '%2F',
    '%',
    '?',
    '#',
    'a&b=c',
    "!'()*~",
    '\u{1F600}',
    '\uffee',
    'con',
    'x'.repeat(1024),
    '\n',
    '\\',
    'bucket.json',
    '日本/語',
  ];
  const any = fc.sample(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 30 }), { numRuns: 40, seed: 7 });
  const keys = [...new Set([...hard, ...any])].filter((key) => key.isWellFormed());
  for (const key of keys) await put(s3, key, key);
  for (const key of keys) t.is(await textOf(await get(s3, key)), key);
  const listed = await s3.send(new ListObjectsV2Command({ Bucket, EncodingType: 'url' }));
  const order = keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  t.deepEqual(
    listed.Contents?.map(({ Key }) => decodeURIComponent(Key ?? '')),
    order,
  );
  t.deepEqual(await refused(put(s3, 'x'.repeat(1025), '')), ['KeyTooLongError', 400]);
  t.deepEqual(await refused(put(s3, 'é'.repeat(513), '')), ['KeyTooLongError', 400]);
  const folders = Object.keys(await filesOf(path.dirname(dir))).sort();
  t.deepEqual(folders, ['objects/plain', 'objects/plain/blobs', 'objects/plain/versions', 'objects/versioned']);
});

test('copyObject gives a copy the bytes and the description of its source, or another description', async (t) => {
  const { s3 } = await served(t);
  await put(s3, 'from ü', 'hello', { ContentType: 'text/a', Metadata: { a: '1' } });
  const copy = (Key: string, more: object = {}) =>
    s3.send(new CopyObjectCommand({ Bucket, Key, CopySource: encodeURI(`${Bucket}/from ü`), ...more }));
  const { CopyObjectResult: result } = await copy('to');
  t.like(result, { ETag: hello, ChecksumCRC32: 'NhCmhg==' });
  const kept = await get(s3, 'to');
  t.like(kept, { ContentType: 'text/a', Metadata: { a: '1' } });
  t.is(await textOf(kept), 'hello');
  await copy('to', { MetadataDirective: 'REPLACE', ContentType: 'text/b' });
  t.like(await get(s3, 'to'), { ContentType: 'text/b', Metadata: {} });
  t.deepEqual(await refused(copy('from ü')), ['InvalidRequest', 400]);
  t.deepEqual(await refused(copy('to', { CopySourceIfNoneMatch: hello })), ['PreconditionFailed', 412]);
  t.deepEqual(await refused(copy('to', { IfNoneMatch: '*' })), ['PreconditionFailed', 412]);
  t.deepEqual(await refused(copy('to', { CopySource: 'plain/none' })), ['NoSuchKey', 404]);
  t.deepEqual(await refused(copy('to', { CopySource: 'nonsense' })), ['InvalidArgument', 400]);
});

test('deleteObjects deletes many objects in one call, with a result for each', async (t) => {
  const { s3 } = await served(t);
  for (const key of ['a', 'b', 'c <&>']) await put(s3, key, key);
  const remove = (Objects: { Key: string; VersionId?: string }[], Quiet = false) =>
    s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet } }));
  t.deepEqual(facts(await remove([{ Key: 'a' }, { Key: 'none' }, { Key: 'b', VersionId: 'bad' }])), {
    Deleted: [{ Key: 'a' }, { Key: 'none' }],
    Errors: [{ Key: 'b', VersionId: 'bad', Code: 'InvalidArgument', Message: 'Invalid version id specified' }],
  });
  t.deepEqual(facts(await remove([{ Key: 'c <&>' }], true)), {});
  t.deepEqual(
    (await s3.send(new ListObjectsV2Command({ Bucket }))).Contents?.map(({ Key }) => Key),
    ['b'],
  );
});

test('the store refuses what it cannot honour, instead of ignoring it', async (t) => {
  const { s3 } = await served(t);
  await put(s3, 'note', 'hello');
  t.deepEqual(await refused(put(s3, 'note', 'x', { ServerSideEncryption: 'AES256' })), ['NotImplemented', 501]);
  t.deepEqual(await refused(put(s3, 'note', 'x', { Tagging: 'a=b' })), ['NotImplemented', 501]);
  t.deepEqual(await refused(put(s3, 'note', 'x', { StorageClass: 'GLACIER' })), ['InvalidStorageClass', 400]);
  t.deepEqual(await refused(put(s3, 'note', 'x', { ACL: 'public-read' })), ['AccessControlListNotSupported', 400]);
  t.deepEqual(await refused(put(s3, 'note', 'x', { Metadata: { a: 'x'.repeat(2048) } })), ['MetadataTooLarge', 400]);
  const acl = s3.send(new PutObjectAclCommand({ Bucket, Key: 'note', ACL: 'private' }));
  t.deepEqual(await refused(acl), ['NotImplemented', 501]);
  t.is(await textOf(await get(s3, 'note')), 'hello');
});

test('the store makes, lists and finds buckets, and removes empty ones', async (t) => {
  const { s3 } = await served(t);
  await s3.send(new CreateBucketCommand({ Bucket: 'third' }));
  const names = async () => (await s3.send(new ListBucketsCommand({}))).Buckets?.map(({ Name }) => Name);
  t.deepEqual(await names(), ['plain', 'third', 'versioned']);
  t.is((await s3.send(new HeadBucketCommand({ Bucket: 'third' }))).BucketRegion, 'eu-test-1');
  t.deepEqual(facts(await s3.send(new GetBucketLocationCommand({ Bucket: 'third' }))), {
    LocationConstraint: 'eu-test-1',
  } as object);
  await put(s3, 'k', 'v', { Bucket: 'third' });
  t.deepEqual(await refused(s3.send(new DeleteBucketCommand({ Bucket: 'third' }))), ['BucketNotEmpty', 409]);
  await s3.send(new DeleteObjectCommand({ Bucket: 'third', Key: 'k' }));
  await s3.send(new DeleteBucketCommand({ Bucket: 'third' }));
  t.deepEqual(await names(), ['plain', 'versioned']);
  t.deepEqual(await refused(s3.send(new CreateBucketCommand({ Bucket }))), ['BucketAlreadyOwnedByYou', 409]);
  t.deepEqual(await refused(s3.send(new CreateBucketCommand({ Bucket: 'a..b' }))), ['InvalidBucketName', 400]);
  t.deepEqual(await refused(s3.send(new CreateBucketCommand({ Bucket: 'x'.repeat(64) }))), ['InvalidBucketName', 400]);
});

test('getObject reads an object whole that is replaced or deleted meanwhile', async (t) => {
  const { s3, dir } = await served(t);
  const large = 'x'.repeat(8_000_000);
  await put(s3, 'large', large);
  const reading = await get(s3, 'large');
  await put(s3, 'large', 'new');
  await s3.send(new DeleteObjectCommand({ Bucket, Key: 'large' }));
  t.true((await textOf(reading)) === large);
  t.deepEqual(await refused(get(s3, 'large')), ['NoSuchKey', 404]);
  t.is((await filesOf(dir))['plain/versions'], undefined);
});

test('a folder has one server at a time', async (t) => {
  const { dir, s3, endpoint } = await served(t);
  const second = startS3({ dir, region: 'r', credentials: [] });
  await t.throwsAsync(second, { message: `Another S3 server is using the folder ${dir}.` });
  await put(s3, 'still', 'here');
  t.is(await textOf(await get(clientOf(t, endpoint), 'still')), 'here');
});
