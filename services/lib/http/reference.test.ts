// Which requests a folder of pages answers.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { referencePages } from './reference.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'covenant-reference-'));
mkdirSync(path.join(folder, 'site/problems'), { recursive: true });
mkdirSync(path.join(folder, 'site/analytics'));
for (const [file, text] of Object.entries({
  'site/index.html': 'first',
  'site/analytics/index.html': 'analytics',
  'site/analytics/lab-config.schema.json': '{}',
  'site/problems/not-found.html': 'problem',
  'secret.html': 'secret',
}))
  writeFileSync(path.join(folder, file), text);
test.after.always(() => rmSync(folder, { recursive: true }));

const pages = referencePages(path.join(folder, 'site'), 'analytics/index.html');

async function answer(requested: string, method = 'GET', ifNoneMatch?: string) {
  const found = await pages({ method, path: requested, ifNoneMatch });
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

test('the path of a problem type leads to its page, also behind a prefix', async (t) => {
  t.deepEqual(await answer('/problems/not-found'), [302, '../docs/problems/not-found.html', undefined]);
  t.is(await answer('/problems/unknown'), undefined);
  t.is(
    new URL('../docs/problems/not-found.html', 'http://host/analytics/problems/not-found').pathname,
    '/analytics/docs/problems/not-found.html',
  );
});

test('pages are read only, and an unchanged one is 304', async (t) => {
  t.is(await answer('/docs/', 'POST'), undefined);
  const first = await pages({ method: 'GET', path: '/docs/', ifNoneMatch: undefined });
  t.deepEqual((await answer('/docs/', 'GET', first?.headers.ETag))?.[0], 304);
});

test('a folder that does not exist has no pages', async (t) => {
  const none = referencePages(path.join(folder, 'none'), 'index.html');
  for (const requested of ['/docs', '/docs/', '/problems/not-found'])
    t.is(await none({ method: 'GET', path: requested, ifNoneMatch: undefined }), undefined);
});
