// Which requests a folder of pages answers.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import test from 'ava';
import { ids } from '../../ids.ts';
import { silentLog } from '../../log.ts';
import { createMetrics } from '../../metrics.ts';
import { createHealth } from '../health.ts';
import { listen } from '../http.ts';
import type { PageRequest } from './page-answer.ts';
import { referencePages } from './reference.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'covenant-reference-'));
mkdirSync(path.join(folder, 'site/problems'), { recursive: true });
mkdirSync(path.join(folder, 'site/analytics'));
const longPage = '<p>a long page</p>'.repeat(100);
for (const [file, text] of Object.entries({
  'site/index.html': 'first',
  'site/404.html': '<a href="./index.html">none</a>',
  'site/analytics/index.html': 'analytics',
  'site/analytics/lab-config.schema.json': '{}',
  'site/analytics/lab.status.v1.schema.json': '{"v":1}',
  'site/analytics/auth.refresh_token.reused.v1.schema.json': '{"v":2}',
  'site/analytics/long.html': longPage,
  'site/problems/not-found.html': 'problem',
  'secret.html': 'secret',
}))
  writeFileSync(path.join(folder, file), text);
test.after.always(() => rmSync(folder, { recursive: true }));

const pages = referencePages(path.join(folder, 'site'), 'analytics/index.html');

async function answer(requested: string, { method = 'GET', headers = {} }: Partial<PageRequest> = {}) {
  const page = await pages({ method, path: requested, headers });
  if (page === undefined) return undefined;
  return [page.status, page.headers.Location ?? page.headers['Content-Type'], page.body?.toString()];
}

test('a page is answered under /docs, and nothing outside its folder', async (t) => {
  const cases: Readonly<Record<string, unknown>> = {
    '/docs': [302, 'docs/analytics/index.html', undefined],
    '/docs/': [200, 'text/html; charset=utf-8', 'first'],
    '/docs/analytics/': [200, 'text/html; charset=utf-8', 'analytics'],
    '/docs/analytics/lab-config.schema.json': [200, 'application/json', '{}'],
    '/docs/analytics/lab.status.v1.schema.json': [200, 'application/json', '{"v":1}'],
    '/docs/analytics/auth.refresh_token.reused.v1.schema.json': [200, 'application/json', '{"v":2}'],
    '/docs/analytics': undefined,
    '/docs/.hidden': undefined,
    '/docs/analytics/..': undefined,
    '/docs/analytics/lab\u0000.html': undefined,
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
    t.deepEqual(await answer(requested, { headers: { accept } }), found, `${requested} ${accept}`);
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
  const first = await pages({ method: 'GET', path: '/docs/', headers: {} });
  t.deepEqual((await answer('/docs/', { headers: { 'if-none-match': first?.headers.ETag } }))?.[0], 304);
});

test('a text file is sent packed to who takes gzip, under a separate tag', async (t) => {
  const read = async (headers: PageRequest['headers']) => {
    const page = await pages({ method: 'GET', path: '/docs/analytics/long.html', headers });
    return { ...page?.headers, ETag: page?.headers.ETag, status: page?.status, body: page?.body };
  };
  const plain = await read({});
  t.like(plain, { status: 200, 'Content-Encoding': undefined, Vary: 'Accept-Encoding', body: Buffer.from(longPage) });
  const packedPage = await read({ 'accept-encoding': 'br, gzip;q=0.8' });
  t.like(packedPage, { status: 200, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' });
  t.is(gunzipSync(packedPage.body ?? '').toString(), longPage);
  t.not(packedPage.ETag, plain.ETag);
  const held = { 'accept-encoding': 'gzip', 'if-none-match': `"other", W/${packedPage.ETag}` };
  t.like(await read(held), { status: 304, ETag: packedPage.ETag, body: undefined });
  t.like(await read({ 'accept-encoding': 'gzip;q=0' }), { status: 200, ETag: plain.ETag });
  const small = await pages({ method: 'GET', path: '/docs/', headers: { 'accept-encoding': 'gzip' } });
  t.is(small?.headers['Content-Encoding'], undefined);
});

test('a changed file is packed again', async (t) => {
  const file = path.join(folder, 'site/changing.html');
  const read = async (text: string) => {
    writeFileSync(file, text);
    const page = await pages({ method: 'GET', path: '/docs/changing.html', headers: { 'accept-encoding': 'gzip' } });
    return gunzipSync(page?.body ?? '').toString();
  };
  for (const text of ['one '.repeat(400), 'other '.repeat(400)]) t.is(await read(text), text);
});

test('a folder that does not exist has no pages', async (t) => {
  const none = referencePages(path.join(folder, 'none'), 'index.html');
  for (const requested of ['/docs', '/docs/', '/problems/not-found'])
    t.is(await none({ method: 'GET', path: requested, headers: {} }), undefined);
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
