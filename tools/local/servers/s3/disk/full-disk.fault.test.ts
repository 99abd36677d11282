// A disk that is really full: what does not fit is refused whole, what is stored stays, and work goes on once there is
// room.
import { once } from 'node:events';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import test, { type ExecutionContext } from 'ava';
import { noSmallDisk, onSmallDisk, pathFor } from '../../../../test/small-disk.ts';
import { clientOf, filesOf, freshFolder, refused, spawned, textOf } from '../s3-server.fixture.ts';

const Bucket = 'b01';
const MIB = 1024 * 1024;
const full = ['StorageFull', 507];

/** A server with 16 MiB for its objects; undefined where the machine cannot make such a disk. */
async function small(t: ExecutionContext) {
  const dir = await freshFolder(t);
  const inside = (command: readonly string[]) => onSmallDisk(dir, 16, command) ?? t.fail();
  if (onSmallDisk(dir, 16, []) === undefined) {
    t.log(noSmallDisk);
    return undefined;
  }
  const server = await spawned(t, dir, [Bucket, 'versions:versioned'], { inside, stderr: 'pipe' });
  let output = '';
  server.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return {
    s3: clientOf(t, server.endpoint),
    files: () => filesOf(pathFor(server.child.pid, dir)),
    /** What it wrote to its log, all of it: it has ended. */
    async log() {
      const closed = once(server.child, 'close');
      await server.end('SIGTERM');
      await closed;
      return output.trim().split('\n');
    },
  };
}

const large = (mib: number) => ({
  Body: Readable.from(Array.from({ length: mib }, () => Buffer.alloc(MIB, 'x'))),
  ContentLength: mib * MIB,
});

const put = (s3: S3Client, Key: string, bytes: number) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body: Buffer.alloc(bytes, 'y') }));

test('the store refuses what does not fit with 507, leaves nothing of it, and keeps what is stored', async (t) => {
  const disk = await small(t);
  if (disk === undefined) return t.pass();
  const { s3, files, log } = disk;
  await s3.send(new PutObjectCommand({ Bucket, Key: 'kept', Body: 'old' }));
  const before = await files();
  for (const Key of ['kept', 'new'])
    t.deepEqual(await refused(s3.send(new PutObjectCommand({ Bucket, Key, ...large(24) }))), full, Key);
  t.deepEqual(await refused(s3.send(new PutObjectCommand({ Bucket: 'versions', Key: 'new', ...large(24) }))), full);
  t.deepEqual(await files(), before);
  t.is(await textOf(await s3.send(new GetObjectCommand({ Bucket, Key: 'kept' }))), 'old');
  t.deepEqual(await refused(s3.send(new HeadObjectCommand({ Bucket, Key: 'new' }))), ['NotFound', 404]);
  const lines = await log();
  t.is(lines.length, 3);
  for (const line of lines) t.regex(line, /^s3: request \w+ failed: The disk of the server is full\. Error: ENOSPC/);
});

test('a part that does not fit leaves its upload open, to go on with smaller ones or to abort', async (t) => {
  const disk = await small(t);
  if (disk === undefined) return t.pass();
  const { s3, files } = disk;
  const before = await files();
  const start = async (Key: string) =>
    (await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }))).UploadId as string;
  const part = (Key: string, UploadId: string, PartNumber: number, mib: number) =>
    s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, ...large(mib) }));
  const aborted = await start('aborted');
  await part('aborted', aborted, 1, 5);
  t.deepEqual(await refused(part('aborted', aborted, 2, 24)), full);
  await s3.send(new AbortMultipartUploadCommand({ Bucket, Key: 'aborted', UploadId: aborted }));
  t.deepEqual(await files(), before);
  const finished = await start('finished');
  const { ETag: first } = await part('finished', finished, 1, 5);
  t.deepEqual(await refused(part('finished', finished, 2, 24)), full);
  const { ETag: second } = await part('finished', finished, 2, 1);
  const Parts = [first, second].map((ETag, i) => ({ PartNumber: i + 1, ETag }));
  const MultipartUpload = { Parts };
  await s3.send(new CompleteMultipartUploadCommand({ Bucket, Key: 'finished', UploadId: finished, MultipartUpload }));
  const { ContentLength } = await s3.send(new HeadObjectCommand({ Bucket, Key: 'finished' }));
  t.is(ContentLength, 6 * MIB);
});

test('a full store reads and deletes objects, and then has room again', async (t) => {
  const disk = await small(t);
  if (disk === undefined) return t.pass();
  const { s3 } = disk;
  const stored: string[] = [];
  for (const bytes of [4 * MIB, 512 * 1024, 64 * 1024, 1])
    for (let n = 0; n < 64; n++) {
      const Key = `${bytes}-${n}`;
      if ((await refused(put(s3, Key, bytes)))[0] === 'StorageFull') break;
      stored.push(Key);
    }
  t.deepEqual(await refused(put(s3, 'one more', 1)), full);
  for (const Key of stored)
    t.is((await textOf(await s3.send(new GetObjectCommand({ Bucket, Key })))).length, Number(Key.split('-')[0]));
  await s3.send(new DeleteObjectCommand({ Bucket, Key: stored[0] }));
  t.deepEqual(await refused(put(s3, 'one more', MIB)), ['accepted', 200]);
});
