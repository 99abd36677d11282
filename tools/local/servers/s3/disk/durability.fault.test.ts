import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import test from 'ava';
import { clientOf, facts, filesOf, freshFolder, refused, spawned, textOf } from '../s3-server.fixture.ts';

const Bucket = 'b01';

/** Asks until the condition holds; the test's own time limit ends it. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition()));
}

test('put killed by kill -9 leaves the old object, and after a restart no trace of the new one', async (t) => {
  const dir = await freshFolder(t);
  const first = await spawned(t, dir, [Bucket]);
  const s3 = clientOf(t, first.endpoint);
  await s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'old' }));
  const before = await filesOf(dir);
  const body = new PassThrough();
  const writing = s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body: body, ContentLength: 64_000_000 })).then(
    () => 'stored',
    () => 'broken off',
  );
  body.write(Buffer.alloc(1_000_000));
  await until(async () => (await filesOf(dir))[`${Bucket}/blobs`] === 2);
  await first.end('SIGKILL');
  t.is(await writing, 'broken off');
  body.destroy();
  const second = await spawned(t, dir, [Bucket]);
  const again = clientOf(t, second.endpoint);
  t.is(await textOf(await again.send(new GetObjectCommand({ Bucket, Key: 'k' }))), 'old');
  t.deepEqual(await filesOf(dir), before);
});

test('the store keeps every answered write whole over kill -9 at any moment, and shows no partial one', async (t) => {
  const dir = await freshFolder(t);
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const answered = new Map<string, string>();
  const sent = new Map<string, string>();
  for (const round of [1, 2, 3]) {
    const server = await spawned(t, dir, [`${Bucket}:versioned`]);
    const s3 = clientOf(t, server.endpoint);
    const writer = async (name: number) => {
      for (let n = 0; ; n++) {
        const Body = randomBytes(20_000);
        const key = `${round}/${name}/${n}`;
        sent.set(key, sha256(Body));
        await s3.send(new PutObjectCommand({ Bucket, Key: key, Body }));
        answered.set(key, sha256(Body));
        if (answered.size === round * 60) await server.end('SIGKILL');
      }
    };
    await Promise.allSettled([1, 2, 3, 4].map(writer));
  }
  const server = await spawned(t, dir, []);
  const s3 = clientOf(t, server.endpoint);
  const { Versions = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
  const stored = new Map<string, string>();
  for (const { Key = '' } of Versions) {
    const output = await s3.send(new GetObjectCommand({ Bucket, Key }));
    stored.set(Key, sha256(Buffer.from((await output.Body?.transformToByteArray()) ?? [])));
  }
  for (const [key, hash] of answered) t.is(stored.get(key), hash, key);
  for (const [key, hash] of stored) t.is(sent.get(key), hash, key);
  const files = await filesOf(dir);
  t.is(files[`${Bucket}/blobs`], stored.size);
  t.is(files[`${Bucket}/versions`], stored.size);
});

test('an open multipart upload goes on after a kill, and unfinished files of any kind are removed', async (t) => {
  const dir = await freshFolder(t);
  const first = await spawned(t, dir, [Bucket]);
  const s3 = clientOf(t, first.endpoint);
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'k' }));
  const { ETag } = await s3.send(new UploadPartCommand({ Bucket, Key: 'k', UploadId, PartNumber: 1, Body: 'part' }));
  await first.end('SIGKILL');
  for (const name of ['blobs/lost', 'versions/half.json.0.tmp', `uploads/${UploadId}/2.json.0.tmp`])
    await writeFile(path.join(dir, Bucket, name), '{');
  const spent = path.join(dir, Bucket, 'uploads', 'spent');
  await mkdir(spent);
  await writeFile(path.join(spent, 'upload.json'), JSON.stringify({ id: 'spent', key: 'k', initiated: 1 }));
  await writeFile(path.join(spent, '1.json'), JSON.stringify({ number: 1, blob: 'removed with its object' }));
  const second = await spawned(t, dir, []);
  const again = clientOf(t, second.endpoint);
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
  await again.send(new CompleteMultipartUploadCommand({ Bucket, Key: 'k', UploadId, MultipartUpload }));
  t.is(await textOf(await again.send(new GetObjectCommand({ Bucket, Key: 'k' }))), 'part');
  t.deepEqual(await filesOf(dir), { [Bucket]: 1, [`${Bucket}/blobs`]: 1, [`${Bucket}/versions`]: 1 });
});

test('the store ends a running upload after SIGTERM, accepts no new one, exits with 0, and has everything after a restart', async (t) => {
  const dir = await freshFolder(t);
  const first = await spawned(t, dir, [`${Bucket}:versioned`]);
  const s3 = clientOf(t, first.endpoint);
  const body = new PassThrough();
  const writing = s3.send(
    new PutObjectCommand({ Bucket, Key: 'k', Body: body, ContentLength: 10, Metadata: { a: '1' } }),
  );
  body.write('01234');
  await until(async () => (await filesOf(dir))[`${Bucket}/blobs`] === 1);
  const ended = first.end('SIGTERM');
  await t.throwsAsync(
    (async () => {
      for (;;) await fetch(first.endpoint, { headers: { connection: 'close' } });
    })(),
    { message: 'fetch failed' },
  );
  body.end('56789');
  const { VersionId } = await writing;
  t.is(await ended, 0);
  const second = await spawned(t, dir, [`${Bucket}:versioned`]);
  const head = await clientOf(t, second.endpoint).send(new HeadObjectCommand({ Bucket, Key: 'k' }));
  t.like(facts(head), { VersionId, ContentLength: 10, Metadata: { a: '1' } });
});

test('the store keeps nothing of a client that leaves in the middle', async (t) => {
  const dir = await freshFolder(t);
  const server = await spawned(t, dir, [Bucket]);
  const s3 = clientOf(t, server.endpoint);
  const body = new PassThrough();
  const abort = new AbortController();
  const command = new PutObjectCommand({ Bucket, Key: 'k', Body: body, ContentLength: 10_000_000 });
  const writing = t.throwsAsync(s3.send(command, { abortSignal: abort.signal }), { name: 'AbortError' });
  body.write(Buffer.alloc(1_000_000));
  await until(async () => (await filesOf(dir))[`${Bucket}/blobs`] === 1);
  abort.abort();
  await writing;
  await until(async () => (await filesOf(dir))[`${Bucket}/blobs`] === undefined);
  t.deepEqual(await refused(s3.send(new HeadObjectCommand({ Bucket, Key: 'k' }))), ['NotFound', 404]);
});
