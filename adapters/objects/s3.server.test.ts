import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3';
import test, { type ExecutionContext } from 'ava';
import { bucket, encodesKeys, key, region, startObjectServer } from './object-server.fixture.ts';
import type { Objects } from './port.ts';
import { type S3Settings, s3 } from './s3.ts';

const MIB = 1024 * 1024;

async function system(t: ExecutionContext, settings: Partial<S3Settings> = {}) {
  const dir = await mkdtemp(path.join(tmpdir(), 'covenant-objects-'));
  const server = await startObjectServer(dir);
  const { endpoint } = server;
  const store = s3({ endpoint, region, ...key, partBytes: 5 * MIB, maxAttempts: 1, ...settings });
  const credentials = { accessKeyId: key.accessKey, secretAccessKey: key.secretKey };
  const raw = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  t.teardown(async () => {
    await store[Symbol.asyncDispose]();
    raw.destroy();
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  });
  const unfinished = async () =>
    (await raw.send(new ListMultipartUploadsCommand({ Bucket: bucket }))).Uploads?.length ?? 0;
  return { store, objects: store.bucket(bucket), endpoint, server, raw, unfinished };
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const pieces = (bytes: Buffer, size: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size)),
  );
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
const bytesOf = async (objects: Objects, name: string, options = {}) => {
  const found = await objects.read(name, options);
  return found === 'missing' ? found : await buffer(found.body);
};

test('put stores content of any length, and read returns it with its size, hash and version', async (t) => {
  const { objects, unfinished } = await system(t);
  for (const length of [0, 1, 5 * MIB - 1, 5 * MIB, 5 * MIB + 1, 12 * MIB]) {
    const bytes = randomBytes(length);
    for (const content of [bytes, pieces(bytes, 700_001)]) {
      const stored = await objects.put('k', content, { contentType: 'application/gzip' });
      const head = await objects.head('k');
      t.not(head, 'missing');
      const { modifiedAt, ...facts } = head as Exclude<typeof head, 'missing'>;
      const { etag, versionId } = stored;
      t.deepEqual(stored, { bytes: length, sha256: sha256(bytes), etag, versionId });
      t.deepEqual(facts, { key: 'k', bytes: length, etag, versionId, contentType: 'application/gzip' });
      t.true(Math.abs(Date.now() - modifiedAt.getTime()) < 60_000);
      t.true(bytes.equals((await bytesOf(objects, 'k')) as Buffer));
    }
  }
  t.is(await unfinished(), 0);
});

test('put sends no checksums to a store that does not know them', async (t) => {
  const { objects } = await system(t, { requestChecksumCalculation: 'WHEN_REQUIRED' });
  const bytes = randomBytes(11 * MIB);
  await objects.put('k', pieces(bytes, MIB));
  t.true(bytes.equals((await bytesOf(objects, 'k')) as Buffer));
});

test('put leaves nothing of an upload that breaks off or is aborted', async (t) => {
  const { objects, unfinished } = await system(t);
  for (const before of [1, 7, 12]) {
    const broken = async function* () {
      for (let i = 0; i < before; i++) yield Buffer.alloc(MIB);
      throw new Error('the source broke off');
    };
    await t.throwsAsync(objects.put('k', broken()), { message: 'the source broke off' });
    const stop = new AbortController();
    const endless = async function* () {
      for (let i = 0; ; i++) {
        if (i === before) stop.abort(new Error('called off'));
        yield Buffer.alloc(MIB);
      }
    };
    await t.throwsAsync(objects.put('k', endless(), { signal: stop.signal }), { message: 'called off' });
  }
  t.is(await objects.head('k'), 'missing');
  t.is(await unfinished(), 0);
});

test('putIfAbsent stores the content of exactly one of ten concurrent writers, small or large', async (t) => {
  const { objects, unfinished } = await system(t);
  for (const length of [10, 6 * MIB]) {
    const name = `first-${length}`;
    const race = Array.from({ length: 10 }, (_, i) => objects.putIfAbsent(name, Buffer.alloc(length, `${i}`)));
    const outcomes = await Promise.all(race);
    t.deepEqual(outcomes.map(({ outcome }) => outcome).sort(), [...Array(9).fill('exists'), 'stored']);
    const winner = outcomes.findIndex(({ outcome }) => outcome === 'stored');
    t.true(Buffer.alloc(length, `${winner}`).equals((await bytesOf(objects, name)) as Buffer));
    t.is((await objects.history(name)).length, 1);
  }
  t.is(await unfinished(), 0);
});

test('putIfAbsent reports that it stored the content when the first answer was lost', async (t) => {
  const { endpoint } = await system(t);
  let lost = 0;
  // A proxy that lets the request through and breaks off the first answer.
  const proxy = createServer(async (request, response) => {
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => name !== 'connection'));
    const body = await buffer(request);
    const answer = await forwarded(endpoint, request.method ?? 'GET', request.url ?? '/', headers, body);
    if (request.method === 'PUT' && lost++ === 0) return void response.destroy();
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.teardown(() => proxy.close());
  const through = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const store = s3({ endpoint: through, region, ...key, maxAttempts: 2 });
  const stored = await store.bucket(bucket).putIfAbsent('k', Buffer.from('once'));
  t.like(stored, { outcome: 'stored', bytes: 4, sha256: sha256(Buffer.from('once')) });
  t.is(lost, 2);
  t.is((await store.bucket(bucket).history('k')).length, 1);
  await store[Symbol.asyncDispose]();
});

test('read, copy and delete handle ranges and old versions as the port promises', async (t) => {
  const { objects } = await system(t);
  const first = await objects.put('a/ü+?', Buffer.from('0123456789'));
  const second = await objects.put('a/ü+?', Buffer.from('new'));
  const old = { versionId: first.versionId ?? '' };
  t.is(String(await bytesOf(objects, 'a/ü+?', { ...old, range: { first: 2, last: 4 } })), '234');
  t.is(String(await bytesOf(objects, 'a/ü+?', { ...old, range: { first: 8 } })), '89');
  t.is(await bytesOf(objects, 'a/ü+?', { range: { first: 3 } }), 'missing');
  t.like(await objects.head('a/ü+?', old), { bytes: 10, versionId: first.versionId });
  await objects.delete('a/ü+?');
  await objects.delete('never');
  t.is(await objects.head('a/ü+?'), 'missing');
  t.is(await bytesOf(objects, 'a/ü+?'), 'missing');
  const copied = await objects.copy('a/ü+?', 'a/ü+?', old);
  t.is(String(await bytesOf(objects, 'a/ü+?')), '0123456789');
  t.is(await objects.copy('none', 'b'), 'missing');
  const history = await objects.history('a/ü+?');
  const marker = history.find(({ deleted }) => deleted)?.versionId;
  t.deepEqual(
    history.map(({ modifiedAt: _, ...entry }) => entry),
    [
      { versionId: (copied as { versionId: string }).versionId, bytes: 10, deleted: false, current: true },
      { versionId: marker ?? '', bytes: 0, deleted: true, current: false },
      { versionId: second.versionId ?? '', bytes: 3, deleted: false, current: false },
      { versionId: first.versionId ?? '', bytes: 10, deleted: false, current: false },
    ],
  );
  await objects.delete('a/ü+?', old);
  t.is(await objects.head('a/ü+?', old), 'missing');
  t.is(await objects.head('a/ü+?', { versionId: marker ?? '' }), 'missing');
  t.is(await bytesOf(objects, 'a/ü+?', { versionId: 'no version id at all' }), 'missing');
});

test('list returns every key, also unusual ones, over several pages', async (t) => {
  const { objects } = await system(t);
  const names = ['a b', 'a+b', 'a%2Bb', 'a/1', 'a/2', 'b', ...(encodesKeys ? ['\u0001'] : []), 'ü', '\u{1F600}'];
  names.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  for (const name of names) await objects.put(name, Buffer.from(name));
  const listed = await all(objects.list());
  t.deepEqual(
    listed.map(({ key: name, bytes }) => [name, bytes]),
    names.map((name) => [name, Buffer.byteLength(name)]),
  );
  t.deepEqual(
    (await all(objects.list('a/'))).map(({ key: name }) => name),
    ['a/1', 'a/2'],
  );
});

test('link lets its holder read one object without credentials, under the given name', async (t) => {
  const { objects } = await system(t);
  await objects.put('k', Buffer.from('hello'));
  const link = await objects.link('k', { expiresS: 60, filename: 'ü 1.txt', contentType: 'text/plain' });
  const response = await fetch(link);
  t.is(await response.text(), 'hello');
  t.is(response.headers.get('content-type'), 'text/plain');
  t.is(response.headers.get('content-disposition'), "attachment; filename*=UTF-8''%C3%BC%201.txt");
  t.is((await fetch(link.replace('/k?', '/other?'))).status, 403);
});

test('clearUnfinished ends uploads that a dead process left open, and keeps younger ones', async (t) => {
  const { objects, raw, unfinished } = await system(t);
  await raw.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: 'left open' }));
  t.is(await objects.clearUnfinished(new Date(Date.now() - 60_000)), 0);
  t.is(await unfinished(), 1);
  t.is(await objects.clearUnfinished(new Date(Date.now() + 60_000)), 1);
  t.is(await unfinished(), 0);
});

test('s3 reports a store that does not answer as unavailable, and one that refuses the credentials as misconfigured', async (t) => {
  const { store, objects, endpoint, server } = await system(t);
  t.deepEqual(await store.missingBuckets(), []);
  const wrongKey = s3({ endpoint, region, ...key, secretKey: 'wrong', maxAttempts: 1 });
  wrongKey.bucket(bucket);
  await t.throwsAsync(wrongKey.missingBuckets(), { message: 'objects: misconfigured (SignatureDoesNotMatch)' });
  await t.throwsAsync(store.bucket('nowhere').put('k', Buffer.from('x')), {
    message: 'objects: misconfigured (NoSuchBucket)',
  });
  await t.throwsAsync(store.bucket('nowhere').read('k'), { message: 'objects: misconfigured (NoSuchBucket)' });
  t.deepEqual(await store.missingBuckets(), ['nowhere']);
  await server.stop();
  for (const call of [
    store.missingBuckets(),
    objects.put('k', Buffer.from('x')),
    objects.head('k'),
    objects.delete('k'),
  ])
    t.like(await t.throwsAsync(call), { kind: 'unavailable', dependency: 'objects', message: 'objects: unavailable' });
  await wrongKey[Symbol.asyncDispose]();
});

test('read can be aborted, and a stream that is left early does no harm', async (t) => {
  const { objects } = await system(t);
  await objects.put('k', Buffer.alloc(12 * MIB, 'x'));
  const found = await objects.read('k');
  t.not(found, 'missing');
  (found as Exclude<typeof found, 'missing'>).body.destroy();
  await t.throwsAsync(objects.read('k', { signal: AbortSignal.abort(new Error('called off')) }), {
    message: 'called off',
  });
  const small = await objects.read('k', { range: { first: 0, last: 2 } });
  t.is(small === 'missing' ? small : await text(small.body), 'xxx');
});

test('streams that nobody reads hold back no other call', async (t) => {
  const { objects } = await system(t);
  await objects.put('large', Buffer.alloc(16 * MIB));
  const reads = await Promise.all(Array.from({ length: 50 }, () => objects.read('large')));
  t.like(await objects.put('small', Buffer.from('x')), { bytes: 1 });
  t.like(await objects.head('small'), { bytes: 1 });
  t.deepEqual(
    (await all(objects.list())).map(({ key: name }) => name),
    ['large', 'small'],
  );
  for (const read of reads) if (read !== 'missing') read.body.destroy();
  t.is(String(await bytesOf(objects, 'small')), 'x');
});

async function forwarded(endpoint: string, method: string, url: string, headers: object, body: Buffer) {
  const { hostname, port } = new URL(endpoint);
  return await new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }>(
    (resolve, reject) => {
      const sent = send({ hostname, port, method, path: url, headers: { ...headers } }, async (answer) => {
        resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body: await buffer(answer) });
      });
      sent.on('error', reject).end(body);
    },
  );
}
