import {
  CopyObjectCommand,
  type DeleteMarkerEntry,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandInput,
  type ObjectVersion,
  PutBucketVersioningCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import test from 'ava';
import { facts, filesOf, refused, served, textOf } from '../s3-server.fixture.ts';

const Bucket = 'versioned';
const put = async (s3: S3Client, Key: string, Body: string, bucket = Bucket) =>
  (await s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body }))).VersionId;
const read = async (s3: S3Client, Key: string, VersionId?: string, bucket = Bucket) =>
  textOf(await s3.send(new GetObjectCommand({ Bucket: bucket, Key, VersionId })));
const remove = (s3: S3Client, Key: string, VersionId?: string, bucket = Bucket) =>
  s3.send(new DeleteObjectCommand({ Bucket: bucket, Key, VersionId }));

/** `key@n` for versions and `key!n` for markers, n being the place in `ids`; `*` behind the latest. */
async function history(s3: S3Client, ids: (string | undefined)[], more: Partial<ListObjectVersionsCommandInput> = {}) {
  const page = await s3.send(new ListObjectVersionsCommand({ Bucket, ...more }));
  const name = (sign: string) => (v: ObjectVersion | DeleteMarkerEntry) =>
    `${v.Key}${sign}${ids.indexOf(v.VersionId)}${v.IsLatest ? '*' : ''}`;
  return [...(page.Versions ?? []).map(name('@')), ...(page.DeleteMarkers ?? []).map(name('!'))];
}

test('the store keeps every version, reads it by its id, and a delete only hides the object', async (t) => {
  const { s3 } = await served(t);
  const first = await put(s3, 'a', 'one');
  const second = await put(s3, 'a', 'two');
  const { DeleteMarker, VersionId: marker } = await remove(s3, 'a');
  const ids = [first, second, marker];
  t.is(new Set(ids).size, 3);
  t.true(DeleteMarker);
  t.deepEqual(await history(s3, ids), ['a@1', 'a@0', 'a!2*']);
  t.is((await s3.send(new ListObjectsV2Command({ Bucket }))).KeyCount, 0);
  t.deepEqual(await refused(read(s3, 'a')), ['NoSuchKey', 404]);
  t.is(await read(s3, 'a', first), 'one');
  t.is(await read(s3, 'a', second), 'two');
  t.deepEqual(await refused(read(s3, 'a', marker)), ['MethodNotAllowed', 405]);
  t.deepEqual(await refused(s3.send(new HeadObjectCommand({ Bucket, Key: 'a' }))), ['NotFound', 404]);
  t.deepEqual(await refused(read(s3, 'b', first)), ['NoSuchVersion', 404]);
});

test('removing the delete marker brings the object back, and removing versions frees their bytes', async (t) => {
  const { s3, dir } = await served(t);
  const first = await put(s3, 'a', 'one');
  const second = await put(s3, 'a', 'two');
  const marker = (await remove(s3, 'a')).VersionId;
  t.deepEqual(facts(await remove(s3, 'a', marker)), { DeleteMarker: true, VersionId: marker });
  t.is(await read(s3, 'a'), 'two');
  t.deepEqual(facts(await remove(s3, 'a', second)), { VersionId: second });
  t.is(await read(s3, 'a'), 'one');
  const results = await s3.send(
    new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'a', VersionId: first }, { Key: 'b' }] } }),
  );
  const made = results.Deleted?.[1]?.DeleteMarkerVersionId;
  t.deepEqual(results.Deleted, [
    { Key: 'a', VersionId: first },
    { Key: 'b', DeleteMarker: true, DeleteMarkerVersionId: made },
  ]);
  t.deepEqual(await history(s3, [made]), ['b!0*']);
  t.is((await filesOf(dir))['versioned/blobs'], undefined);
});

test('versioning can be switched on and suspended, with a null version', async (t) => {
  const { s3, dir } = await served(t);
  const status = async () => (await s3.send(new GetBucketVersioningCommand({ Bucket: 'plain' }))).Status;
  const turn = (Status: 'Enabled' | 'Suspended') =>
    s3.send(new PutBucketVersioningCommand({ Bucket: 'plain', VersioningConfiguration: { Status } }));
  t.is(await status(), undefined);
  t.is(await put(s3, 'a', 'before', 'plain'), undefined);
  await turn('Enabled');
  const kept = await put(s3, 'a', 'versioned', 'plain');
  t.is(await read(s3, 'a', 'null', 'plain'), 'before');
  await turn('Suspended');
  t.is(await status(), 'Suspended');
  t.is(await put(s3, 'a', 'after', 'plain'), 'null');
  t.is(await read(s3, 'a', undefined, 'plain'), 'after');
  t.is(await read(s3, 'a', kept, 'plain'), 'versioned');
  t.like(await remove(s3, 'a', undefined, 'plain'), { DeleteMarker: true, VersionId: 'null' });
  t.deepEqual(await history(s3, [kept, 'null'], { Bucket: 'plain' }), ['a@0', 'a!1*']);
  t.is((await filesOf(dir))['plain/blobs'], 1);
  t.deepEqual(await refused(turn('Nonsense' as 'Enabled')), ['IllegalVersioningConfigurationException', 400]);
});

test('listObjectVersions lists versions in pages, by prefix and by group', async (t) => {
  const { s3 } = await served(t);
  const ids = [];
  for (const key of ['a', 'b/1', 'a', 'b/2', 'c', 'a']) ids.push(await put(s3, key, key));
  ids.push((await remove(s3, 'c')).VersionId);
  const listed: string[] = [];
  let next: Partial<ListObjectVersionsCommandInput> = {};
  for (;;) {
    const page = await s3.send(new ListObjectVersionsCommand({ Bucket, MaxKeys: 2, ...next }));
    listed.push(...(await history(s3, ids, { MaxKeys: 2, ...next })));
    if (!page.IsTruncated) break;
    next = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
  }
  t.deepEqual(listed, ['a@5*', 'a@2', 'a@0', 'b/1@1*', 'b/2@3*', 'c!6*', 'c@4']);
  t.deepEqual(await history(s3, ids, { Prefix: 'b/' }), ['b/1@1*', 'b/2@3*']);
  const grouped = await s3.send(new ListObjectVersionsCommand({ Bucket, Delimiter: '/' }));
  t.deepEqual(grouped.CommonPrefixes, [{ Prefix: 'b/' }]);
  t.deepEqual(await history(s3, ids, { KeyMarker: 'a', VersionIdMarker: ids[2] ?? '' }), [
    'a@0',
    'b/1@1*',
    'b/2@3*',
    'c@4',
    'c!6*',
  ]);
  t.deepEqual(await refused(history(s3, ids, { VersionIdMarker: 'x' })), ['InvalidArgument', 400]);
});

test('copyObject makes an old version the newest on its own key', async (t) => {
  const { s3 } = await served(t);
  const first = await put(s3, 'a', 'one');
  await put(s3, 'a', 'two');
  const copy = await s3.send(new CopyObjectCommand({ Bucket, Key: 'a', CopySource: `${Bucket}/a?versionId=${first}` }));
  t.is(copy.CopySourceVersionId, first);
  t.is(await read(s3, 'a'), 'one');
  t.is(await read(s3, 'a', copy.VersionId), 'one');
});
