// What a key may do that is limited to some buckets, asked with the real SDK of a server that also has other buckets.
import {
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import test, { type ExecutionContext } from 'ava';
import { clientOf, freshFolder, limited, reading, refused, served, spawned, textOf } from './s3-server.fixture.ts';

const credentials = { accessKeyId: limited.accessKey, secretAccessKey: limited.secretKey };

/** `plain` is open to the limited key, `versioned` is not; both hold the object `note`. */
async function twoKeys(t: ExecutionContext) {
  const { s3: administrator, endpoint } = await served(t);
  for (const Bucket of ['plain', 'versioned'])
    await administrator.send(new PutObjectCommand({ Bucket, Key: 'note', Body: Bucket }));
  return { administrator, endpoint, key: clientOf(t, endpoint, { credentials }) };
}

const ok = ['accepted', 200] as const;
const denied = ['AccessDenied', 403] as const;
/** An answer to HEAD has no body and so no code. */
const deniedHead = ['Unknown', 403] as const;

test('a key reads and writes the buckets that it is limited to', async (t) => {
  const { key } = await twoKeys(t);
  t.is(await textOf(await key.send(new GetObjectCommand({ Bucket: 'plain', Key: 'note' }))), 'plain');
  for (const command of [
    new PutObjectCommand({ Bucket: 'plain', Key: 'own', Body: 'own' }),
    new CopyObjectCommand({ Bucket: 'plain', Key: 'copy', CopySource: 'plain/own' }),
  ])
    t.deepEqual(await refused(key.send(command as PutObjectCommand)), ok);
  t.deepEqual(await refused(key.send(new ListObjectsV2Command({ Bucket: 'plain' }))), ok);
  t.deepEqual(await refused(key.send(new DeleteObjectCommand({ Bucket: 'plain', Key: 'own' }))), ok);
});

test('a key has no access to other buckets, whether they exist or not', async (t) => {
  const { key, administrator } = await twoKeys(t);
  for (const Bucket of ['versioned', 'no-such-bucket', 'X']) {
    const asked = {
      get: key.send(new GetObjectCommand({ Bucket, Key: 'note' })),
      put: key.send(new PutObjectCommand({ Bucket, Key: 'note', Body: 'changed' })),
      delete: key.send(new DeleteObjectCommand({ Bucket, Key: 'note' })),
      deleteAll: key.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'note' }] } })),
      list: key.send(new ListObjectsV2Command({ Bucket })),
      versions: key.send(new ListObjectVersionsCommand({ Bucket })),
      uploads: key.send(new ListMultipartUploadsCommand({ Bucket })),
      upload: key.send(new CreateMultipartUploadCommand({ Bucket, Key: 'note' })),
      versioning: key.send(new GetBucketVersioningCommand({ Bucket })),
    } satisfies Record<string, Promise<unknown>>;
    const answers = Object.entries(asked).map(async ([name, call]) => [name, await refused(call)] as const);
    t.deepEqual(
      Object.fromEntries(await Promise.all(answers)),
      Object.fromEntries(Object.keys(asked).map((name) => [name, denied])),
      Bucket,
    );
    t.deepEqual(await refused(key.send(new HeadBucketCommand({ Bucket }))), deniedHead);
  }
  t.is(await textOf(await administrator.send(new GetObjectCommand({ Bucket: 'versioned', Key: 'note' }))), 'versioned');
});

test('a key copies nothing out of another bucket, as an object or as a part', async (t) => {
  const { key } = await twoKeys(t);
  const into = { Bucket: 'plain', Key: 'stolen' };
  const CopySource = 'versioned/note';
  t.deepEqual(await refused(key.send(new CopyObjectCommand({ ...into, CopySource }))), denied);
  const { UploadId } = await key.send(new CreateMultipartUploadCommand(into));
  const part = new UploadPartCopyCommand({ ...into, CopySource, UploadId, PartNumber: 1 });
  t.deepEqual(await refused(key.send(part)), denied);
});

test('a read-only key changes nothing in its bucket', async (t) => {
  const { endpoint } = await twoKeys(t);
  const key = clientOf(t, endpoint, {
    credentials: { accessKeyId: reading.accessKey, secretAccessKey: reading.secretKey },
  });
  const note = { Bucket: 'plain', Key: 'note' };
  t.is(await textOf(await key.send(new GetObjectCommand(note))), 'plain');
  t.deepEqual(await refused(key.send(new ListObjectsV2Command({ Bucket: 'plain' }))), ok);
  t.deepEqual(await refused(key.send(new PutObjectCommand({ ...note, Body: 'changed' }))), denied);
  t.deepEqual(await refused(key.send(new CopyObjectCommand({ ...note, CopySource: 'plain/note' }))), denied);
  t.deepEqual(await refused(key.send(new DeleteObjectCommand(note))), denied);
  t.deepEqual(
    await refused(key.send(new DeleteObjectsCommand({ Bucket: 'plain', Delete: { Objects: [{ Key: 'note' }] } }))),
    denied,
  );
  t.deepEqual(await refused(key.send(new CreateMultipartUploadCommand(note))), denied);
  t.is(await textOf(await key.send(new GetObjectCommand(note))), 'plain');
});

test('a link that a key signs opens nothing that is closed to the key', async (t) => {
  const { key } = await twoKeys(t);
  const answer = async (Bucket: string) =>
    (await fetch(await getSignedUrl(key, new GetObjectCommand({ Bucket, Key: 'note' }), { expiresIn: 60 }))).status;
  t.deepEqual([await answer('plain'), await answer('versioned')], [200, 403]);
});

test('a key lists its own buckets alone, and creates, deletes and versions none', async (t) => {
  const { key, administrator } = await twoKeys(t);
  const names = async (client: typeof key) =>
    ((await client.send(new ListBucketsCommand({}))).Buckets ?? []).map(({ Name }) => Name);
  t.deepEqual([await names(key), await names(administrator)], [['plain'], ['plain', 'versioned']]);
  const VersioningConfiguration = { Status: 'Enabled' } as const;
  t.deepEqual(await refused(key.send(new CreateBucketCommand({ Bucket: 'another' }))), denied);
  t.deepEqual(await refused(key.send(new DeleteBucketCommand({ Bucket: 'plain' }))), denied);
  t.deepEqual(
    await refused(key.send(new PutBucketVersioningCommand({ Bucket: 'plain', VersioningConfiguration }))),
    denied,
  );
  t.deepEqual(await names(administrator), ['plain', 'versioned']);
});

test('the server process knows the limited keys that its environment names', async (t) => {
  const server = await spawned(t, await freshFolder(t), ['plain', 'versioned']);
  const key = clientOf(t, server.endpoint, { credentials });
  const { Buckets = [] } = await key.send(new ListBucketsCommand({}));
  t.deepEqual(
    Buckets.map(({ Name }) => Name),
    ['plain'],
  );
});
