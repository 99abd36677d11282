// Pages of another origin than the API's, in a real browser: the generated client works from a configured origin, and
// from no other.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openBrowser } from '../../../tools/test/browser.ts';
import { system } from '../fixtures/system.ts';
import { dealers, person } from '../fixtures/users.ts';

const generated = path.join(import.meta.dirname, '../../../generated');

/** A site with an empty page and the client. */
async function site(t: ExecutionContext): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    if (!url.startsWith('/client/'))
      return void response.setHeader('content-type', 'text/html').end('<!doctype html><title>x</title>');
    const source = readFileSync(path.join(generated, url.slice('/client/'.length)), 'utf8');
    response.setHeader('content-type', 'text/javascript').end(stripTypeScriptTypes(source));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.closeAllConnections());
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a page of a configured origin works with a token, never with cookies; a page of another origin reads nothing', async (t) => {
  t.timeout(240_000);
  const browser = await openBrowser(t);
  if (browser === null) return;
  const [ours, foreign] = [await site(t), await site(t)];
  const whole = await system(t);
  await dealers(whole, ['fjordbil-oslo']);
  const { email, password } = await person(whole, { dealer: 'fjordbil-oslo' });
  const { url } = await whole.run(['analytics', 'ingest'], { CORS_ORIGINS: `https://app.example,${ours}` });
  const asked = { baseUrl: `${url}/api/v1`, email, password };

  const page = await browser.newPage();
  await page.goto(ours);
  t.deepEqual(await page.evaluate(onThePage, asked), {
    wrongPassword: 401,
    job: 'succeeded',
    location: true,
    limited: '"read";q=6000;w=60',
    requestId: true,
    unchanged: 304,
    withCookies: 'TypeError',
  });
  await page.goto(foreign);
  t.is(await page.evaluate(loginOnThePage, asked), 'TypeError');
});

type Client = typeof import('../../../generated/analytics/client.ts');
type Asked = { readonly baseUrl: string; readonly email: string; readonly password: string };

/** Runs in the browser, and knows nothing of this file. */
async function onThePage({ baseUrl, email, password }: Asked) {
  const from = '/client/analytics/client.ts';
  const { connect, listIndices, loginUser, unwrap, uploadFile, waitForJob } = (await import(from)) as Client;
  const wrong = await loginUser(connect({ baseUrl }), { body: { email, password: 'wrong' } });
  const { access_token: token } = unwrap(await loginUser(connect({ baseUrl }), { body: { email, password } }));
  const client = connect({ baseUrl, token });
  const file = new Blob(['period_start,brand,units_sold\n', '2026-09-01,Toyota,41\n']);
  const uploaded = await uploadFile(client, { form: { dealer_id: 'fjordbil-oslo', period: '2026-09', file } });
  const { job_id: id } = unwrap(uploaded);
  const job = await waitForJob(client, { path: { id } });
  const { headers } = await listIndices(client);
  const again = await listIndices(client, { headers: { 'If-None-Match': headers.get('ETag') ?? '' } });
  const withCookies = await fetch(`${baseUrl}/indices`, {
    credentials: 'include',
    headers: { authorization: `Bearer ${token}` },
  }).then(
    ({ status }) => status,
    ({ name }: Error) => name,
  );
  return {
    wrongPassword: wrong.status,
    job: job.status,
    location: uploaded.headers.get('Location')?.endsWith(id),
    limited: headers.get('RateLimit-Policy'),
    requestId: headers.get('X-Request-Id') !== null,
    unchanged: again.status,
    withCookies,
  };
}

/** Runs in the browser, and knows nothing of this file. */
function loginOnThePage({ baseUrl, email, password }: Asked) {
  return fetch(`${baseUrl}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  }).then(
    ({ status }) => status,
    ({ name }: Error) => name,
  );
}
