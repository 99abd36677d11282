// Which requests a folder of pages answers.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { ids } from '../ids.ts';
import { silentLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { createHealth } from './health.ts';
import { listen } from './http.ts';
import { type PageRequest, referencePages } from './reference.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'covenant-reference-'));
mkdirSync(path.join(folder, 'site/problems'), { recursive: true });
mkdirSync(path.join(folder, 'site/analytics'));
for (const [file, text] of Object.entries({
  'site/index.html': 'first',
  'site/404.html': '<a href="./index.html">none</a>',
  'site/analytics/index.html': 'analytics',
  'site/analytics/lab-config.schema.json': '{}',
  'site/problems/not-found.html': 'problem',
  'secret.html': 'secret',
}))
  writeFileSync(path.join(folder, file), text);
test.after.always(() => rmSync(folder, { recursive: true }));

const pages = referencePages(path.join(folder, 'site'), 'analytics/index.html');

async function answer(requested: string, { method = 'GET', ifNoneMatch, accept }: Partial<PageRequest> = {}) {
  const found = await pages({ method, path: requested, ifNoneMatch, accept });
  if (found === undefined) return undefined;
  return [found.status, found.headers.Location ?? found.headers['Content-Type'], found.body?.toString()];
}

test('a page is answered under /docs, and nothing outside its folder', async (t) => {
  const cases: Readonly<Record<string, unknown>> = {
    '/docs': [302, 'docs/analytics/index.html', undefined],
    '/docs/': [200, 'text/html; charset=utf-8', 'first'],
    '/docs/analytics/': [200, 'text/html; charset=utf-8', 'analytics'],
    '/docs/analytics/lab-config.schema.json': [200, 'application/json', '{}'],
    '/docs/analytics': undefined,
    '/docs/none.html': undefined,
    '/docs/../secret.html': undefined,
    '/docs/analytics/../../secret.html': undefined,
    '/docs/%2e%2e/secret.html': undefined,
    '/docs//secret.html': undefined,
    '/docsy': undefined,
    '/api/v1/indices': undefined,
  };
  const answers = await Promise.all(Object.keys(cases).map(async (each) => [each, await answer(each)] as const));
  t.deepEqual(Object.fromEntries(answers), cases);
});

test('a browser gets a page at a path of /docs that has none, and a program does not', async (t) => {
  const missing = (up: string) => [404, 'text/html; charset=utf-8', `<a href="${up}index.html">none</a>`];
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const cases: readonly (readonly [requested: string, accept: string, found: unknown])[] = [
    ['/docs/none.html', browser, missing('./')],
    ['/docs/analytics/none/', browser, missing('../../')],
    ['/docs/none.html', 'text/*', missing('./')],
    ['/docs/none.html', 'application/json;q=0.5, text/html', missing('./')],
    ['/docs/none.html', '*/*', undefined],
    ['/docs/none.html', '', undefined],
    ['/docs/none.html', 'text/html, */*', missing('./')],
    ['/docs/none.html', 'text/html, application/json', undefined],
    ['/docs/none.html', 'text/html;q=0.5, application/json', undefined],
    ['/docs/none.html', 'text/html;q=0.5, */*', undefined],
    ['/problems/unknown', browser, undefined],
    ['/api/v1/indices', browser, undefined],
  ];
  for (const [requested, accept, found] of cases)
    t.deepEqual(await answer(requested, { accept }), found, `${requested} ${accept}`);
});

test('the path of a problem type leads to its page, also behind a prefix', async (t) => {
  t.deepEqual(await answer('/problems/not-found'), [302, '../docs/problems/not-found.html', undefined]);
  t.is(await answer('/problems/unknown'), undefined);
  t.is(
    new URL('../docs/problems/not-found.html', 'http://host/analytics/problems/not-found').pathname,
    '/analytics/docs/problems/not-found.html',
  );
});

test('pages are read only, and an unchanged one is 304', async (t) => {
  t.is(await answer('/docs/', { method: 'POST' }), undefined);
  const first = await pages({ method: 'GET', path: '/docs/', ifNoneMatch: undefined, accept: undefined });
  t.deepEqual((await answer('/docs/', { ifNoneMatch: first?.headers.ETag }))?.[0], 304);
});

test('a folder that does not exist has no pages', async (t) => {
  const none = referencePages(path.join(folder, 'none'), 'index.html');
  for (const requested of ['/docs', '/docs/', '/problems/not-found'])
    t.is(await none({ method: 'GET', path: requested, ifNoneMatch: undefined, accept: undefined }), undefined);
});

test('a listener answers pages beside its contract, and 304 for an unchanged one', async (t) => {
  const server = await listen({
    address: { host: '127.0.0.1', port: 0 },
    contract: (_ctx, next) => next(),
    health: createHealth(),
    metrics: createMetrics(),
    log: silentLog,
    ids: ids(),
    pages,
  });
  t.teardown(() => server[Symbol.asyncDispose]());
  const ask = async (requested: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${requested}`, { headers });
    return {
      status: response.status,
      url: new URL(response.url).pathname,
      text: await response.text(),
      etag: response.headers.get('etag') ?? '',
    };
  };
  const { etag, ...first } = await ask('/docs');
  t.deepEqual(first, { status: 200, url: '/docs/analytics/index.html', text: 'analytics' });
  t.deepEqual(await ask('/docs/analytics/index.html', { 'If-None-Match': etag }), {
    status: 304,
    url: '/docs/analytics/index.html',
    text: '',
    etag,
  });
  t.is((await ask('/problems/not-found')).url, '/docs/problems/not-found.html');
  t.is((await ask('/docs/none.html')).status, 404);
});
