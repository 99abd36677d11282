import { once } from 'node:events';
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { build } from 'esbuild';
import {
  connect,
  sendFreight,
  type UploadProgress,
  unwrap,
} from '../../generator/fixtures/tiny/generated/tiny/client.ts';
import { serveTiny } from '../../generator/fixtures/tiny/serve.ts';
import { openBrowser } from '../../test/browser.ts';
import { sendCounted } from './progress.ts';

const file = new Blob(['x'.repeat(40_000)]);

test('an upload reports the bytes of its file, from 0 to all, and again for each attempt', async (t) => {
  const { url, events } = await serveTiny(t);
  const progress: UploadProgress[] = [];
  const client = connect({ baseUrl: url, token: 'old', refresh: async () => 'ann' });
  const onProgress = (each: UploadProgress) => progress.push(each);
  unwrap(await sendFreight(client, { form: { file, to: 'Bø' } }, { onProgress }));
  t.deepEqual(
    events.map(({ status }) => status),
    [401, 202],
  );
  t.deepEqual([...new Set(progress.map(({ total }) => total))], [40_000]);
  const starts = progress.flatMap(({ sent }, n) => (sent === 0 ? [n] : []));
  t.is(starts.length, 2);
  for (const [n, from] of starts.entries()) {
    const attempt = progress.slice(from, starts[n + 1]).map(({ sent }) => sent);
    t.deepEqual(
      attempt,
      [...new Set(attempt)].toSorted((one, other) => one - other),
      'each number comes once',
    );
  }
  t.is(progress.at(-1)?.sent, 40_000);
});

/** As undici 7.18.2 to 7.24.4: a 401 to a stream is a failure. */
const hiding401: typeof fetch = async (url, init) => {
  const answer = await fetch(url, init);
  if (answer.status !== 401 || !(init?.body instanceof ReadableStream)) return answer;
  throw new TypeError('fetch failed', { cause: new Error('expected non-null body source') });
};

test('an upload with progress is refreshed and refused where the platform hides a 401 to a stream', async (t) => {
  const { url, events } = await serveTiny(t);
  const client = connect({ baseUrl: url, token: 'old', refresh: async () => 'ann', fetch: hiding401 });
  const sent: number[] = [];
  const onProgress = (each: UploadProgress) => sent.push(each.sent);
  unwrap(await sendFreight(client, { form: { file, to: 'Bø' } }, { onProgress }));
  t.deepEqual(
    events.map(({ status }) => status),
    [401, 401, 202],
  );
  t.is(sent.at(-1), 40_000);
  const unknown = connect({ baseUrl: url, token: 'old', fetch: hiding401 });
  const refused = await sendFreight(unknown, { form: { file, to: 'Bø' } }, { onProgress });
  t.like(refused, { status: 401, problem: { status: 401 } });
});

test('an upload with progress that is answered before its end leaves no rejection unhandled', async (t) => {
  const server = createServer((_, response) => response.writeHead(401).end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  t.teardown(() => process.off('unhandledRejection', note));
  const folder = mkdtempSync(path.join(tmpdir(), 'progress-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const sales = path.join(folder, 'sales.csv');
  writeFileSync(sales, 'x'.repeat(3_000_000));
  const send = sendCounted(undefined, () => {});
  for (const _ of Array.from({ length: 10 })) {
    const body = new FormData();
    body.set('file', await openAsBlob(sales), 'sales.csv');
    const answer = await send(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { method: 'POST', body });
    t.is(answer.status, 401);
    await new Response(body).bytes();
  }
  t.deepEqual(unhandled, []);
});

test('an upload ends with what onProgress throws, as it is, and sends nothing again', async (t) => {
  const { url } = await serveTiny(t);
  for (const from of [0, 1]) {
    let attempts = 0;
    const client = connect({ baseUrl: url, token: 'ann', onRequest: () => attempts++, wait: async () => {} });
    const error = new TypeError('the bar is gone');
    const onProgress = ({ sent }: UploadProgress) => {
      if (sent >= from) throw error;
    };
    const call = sendFreight(client, { form: { file, to: 'Bø' } }, { onProgress });
    t.is(await t.throwsAsync(call), error);
    t.is(attempts, 1);
  }
});

test('an upload reports its progress in a browser, too, and ends with its signal', async (t) => {
  const browser = await openBrowser(t);
  if (browser === null) return;
  const { url } = await serveTiny(t);
  const contents = `import { connect, sendFreight } from './client.ts';
globalThis.upload = async (baseUrl, signal) => {
  const progress = [];
  const client = connect({ baseUrl, token: 'ann' });
  const form = { file: new Blob(['x'.repeat(40_000)]), to: 'Bø' };
  const result = await sendFreight(client, { form }, { onProgress: (each) => progress.push(each), signal });
  return { status: result.status, type: result.headers.get('content-type'), progress };
};`;
  const resolveDir = new URL('../../generator/fixtures/tiny/generated/tiny', import.meta.url).pathname;
  const bundled = await build({ stdin: { contents, resolveDir, loader: 'ts' }, bundle: true, write: false });
  const page = await browser.newPage();
  t.teardown(() => page.close());
  await page.goto(url);
  await page.addScriptTag({ content: bundled.outputFiles[0]?.text ?? '' });
  const result = (await page.evaluate(`upload('${url}')`)) as { progress: UploadProgress[] };
  t.like(result, { status: 202, type: 'application/json' });
  t.deepEqual([result.progress[0], result.progress.at(-1)], [
    { sent: 0, total: 40_000 },
    { sent: 40_000, total: 40_000 },
  ] as unknown as typeof result.progress);
  const aborted = page.evaluate(`upload('${url}', AbortSignal.abort(new Error('enough')))`);
  await t.throwsAsync(aborted, { message: /enough/ });
});
