import { gzipSync } from 'node:zlib';
import test from 'ava';
import { PackingFault, type UnpackLimits, unpack } from './gunzip.ts';

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function text(bytes: Buffer, limits?: UnpackLimits): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of unpack(pieces(bytes, 1000), limits)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

const rule = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof PackingFault ? error.rule : String(error)),
  );

test('unpack gives the same text for plain and packed files', async (t) => {
  const long = Array.from({ length: 50_000 }, (_, i) => `row ${i}\n`).join('');
  t.is(await text(Buffer.from(long)), long);
  t.is(await text(gzipSync(long)), long);
  t.is(await text(Buffer.concat([gzipSync('a,b\n'), gzipSync('1,2\n')])), 'a,b\n1,2\n');
  t.is(await text(Buffer.alloc(0)), '');
});

test('unpack stops a bomb by its ratio long before it is unpacked', async (t) => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 ** 2));
  let unpacked = 0;
  const found = await rule(
    (async () => {
      for await (const chunk of unpack(pieces(bomb, 4096))) unpacked += chunk.length;
    })(),
  );
  t.is(found, 'compression_ratio');
  t.true(unpacked < 20 * 1024 ** 2);
});

test('unpack limits the unpacked size', async (t) => {
  const limits = { bytes: 10_000, ratio: 1e9, ratioFrom: 0 };
  t.is(await rule(text(gzipSync('x'.repeat(10_001)), limits)), 'unpacked_size');
  t.is(await rule(text(Buffer.from('x'.repeat(10_001)), limits)), 'unpacked_size');
});

test('unpack reports a cut or broken gzip file as a fault of the file', async (t) => {
  const whole = gzipSync('period_start,brand\n'.repeat(500));
  t.is(await rule(text(whole.subarray(0, whole.length - 9))), 'compression');
  t.is(await rule(text(Buffer.concat([whole.subarray(0, 20), Buffer.alloc(60, 7)]))), 'compression');
});

test('unpack passes an error of the source on', async (t) => {
  async function* failing(): AsyncGenerator<Buffer> {
    yield gzipSync('abc').subarray(0, 12);
    throw new RangeError('the store is away');
  }
  await t.throwsAsync(
    async () => {
      for await (const _ of unpack(failing()));
    },
    { instanceOf: RangeError },
  );
});
