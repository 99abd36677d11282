import {
  ListObjectsCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import test from 'ava';
import { facts, refused, served } from '../s3-server.fixture.ts';

const Bucket = 'plain';
const fill = async (s3: S3Client, keys: readonly string[]) => {
  for (const Key of keys) await s3.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
};

type Page = { Contents?: { Key?: string }[]; CommonPrefixes?: { Prefix?: string }[] };
const names = (page: Page) => [
  ...(page.Contents ?? []).map(({ Key }) => Key),
  ...(page.CommonPrefixes ?? []).map(({ Prefix }) => `${Prefix} >`),
];
const list = async (s3: S3Client, more: Partial<ListObjectsV2CommandInput> = {}) =>
  names((await s3.send(new ListObjectsV2Command({ Bucket, ...more }))) as Page);

async function pages(s3: S3Client, more: Partial<ListObjectsV2CommandInput>) {
  const all: unknown[][] = [];
  for (let token: string | undefined; ; ) {
    const page = await s3.send(new ListObjectsV2Command({ Bucket, ...more, ContinuationToken: token }));
    all.push(names(page as Page));
    if (!page.IsTruncated) return all;
    token = page.NextContinuationToken;
  }
}

const tree = ['a', 'a/1', 'a/2', 'b', 'c/1', 'c/d/2', 'd'];

test('listObjects orders keys by their UTF-8 bytes', async (t) => {
  const { s3 } = await served(t);
  await fill(s3, ['\u{10000}', '\uff5e', 'z', 'B', 'a', 'é', 'a!', 'a/', 'a0']);
  t.deepEqual(await list(s3), ['B', 'a', 'a!', 'a/', 'a0', 'z', 'é', '\uff5e', '\u{10000}']);
});

test('listObjects narrows by prefix, delimiter and start-after', async (t) => {
  const { s3 } = await served(t);
  await fill(s3, tree);
  t.deepEqual(await list(s3, { Prefix: 'c/' }), ['c/1', 'c/d/2']);
  t.deepEqual(await list(s3, { Delimiter: '/' }), ['a', 'b', 'd', 'a/ >', 'c/ >']);
  t.deepEqual(await list(s3, { Prefix: 'c/', Delimiter: '/' }), ['c/1', 'c/d/ >']);
  t.deepEqual(await list(s3, { Prefix: 'a', Delimiter: '/' }), ['a', 'a/ >']);
  t.deepEqual(await list(s3, { StartAfter: 'a/1' }), ['a/2', 'b', 'c/1', 'c/d/2', 'd']);
  t.deepEqual(await list(s3, { StartAfter: 'bb', Prefix: 'a' }), []);
  t.deepEqual(await list(s3, { Prefix: 'none' }), []);
});

test('listObjects gives pages that join to the whole listing, whatever their size', async (t) => {
  const { s3 } = await served(t);
  await fill(s3, tree);
  for (const MaxKeys of [1, 2, 3, 6, 7, 1000]) {
    const all = await pages(s3, { MaxKeys });
    t.deepEqual(all.flat(), tree);
    t.is(all.length, Math.ceil(7 / MaxKeys));
  }
  t.deepEqual(await pages(s3, { MaxKeys: 2, Delimiter: '/' }), [['a', 'a/ >'], ['b', 'c/ >'], ['d']]);
  t.deepEqual(await pages(s3, { MaxKeys: 1, Delimiter: '/', Prefix: 'c/' }), [['c/1'], ['c/d/ >']]);
  t.deepEqual(await list(s3, { MaxKeys: 0 }), []);
  t.deepEqual(await refused(list(s3, { MaxKeys: -1 })), ['InvalidArgument', 400]);
  t.deepEqual(await refused(list(s3, { ContinuationToken: 'x' })), ['InvalidArgument', 400]);
});

test('listObjects pages by marker in its first version', async (t) => {
  const { s3 } = await served(t);
  await fill(s3, tree);
  const page = async (Marker?: string) => {
    const output = await s3.send(new ListObjectsCommand({ Bucket, MaxKeys: 2, Delimiter: '/', Marker }));
    return [names(output as Page), output.IsTruncated, output.NextMarker];
  };
  t.deepEqual(await page(), [['a', 'a/ >'], true, 'a/']);
  t.deepEqual(await page('a/'), [['b', 'c/ >'], true, 'c/']);
  t.deepEqual(await page('c/'), [['d'], false, undefined]);
});

test('listObjects describes each object, and encodes names on demand', async (t) => {
  const { s3 } = await served(t);
  await s3.send(new PutObjectCommand({ Bucket, Key: 'ü <&> \u0001+/b', Body: 'hello' }));
  const output = await s3.send(
    new ListObjectsV2Command({ Bucket, EncodingType: 'url', FetchOwner: true, Prefix: 'ü ' }),
  );
  const modified = output.Contents?.[0]?.LastModified;
  t.deepEqual(facts(output), {
    Name: Bucket,
    Prefix: '%C3%BC%20',
    MaxKeys: 1000,
    KeyCount: 1,
    IsTruncated: false,
    EncodingType: 'url',
    Contents: [
      {
        Key: '%C3%BC%20%3C%26%3E%20%01%2B/b',
        LastModified: modified?.toISOString(),
        ETag: '"5d41402abc4b2a76b9719d911017c592"',
        ChecksumAlgorithm: ['CRC32'],
        ChecksumType: 'FULL_OBJECT',
        Size: 5,
        StorageClass: 'STANDARD',
        Owner: { ID: 'covenant', DisplayName: 'covenant' },
      },
    ],
  } as object);
});
