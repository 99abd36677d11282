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
      attempt.toSorted((one, other) => one - other),
    );
  }
  t.is(progress.at(-1)?.sent, 40_000);
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
