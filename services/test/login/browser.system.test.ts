// The generated client in a real browser, on the origin of the front door, as a page would use it: the generated files
// alone, their types stripped.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import test from 'ava';
import { frontDoor } from '../../../tools/local/servers/front-door/proxy.ts';
import { openBrowser } from '../../../tools/test/browser.ts';
import { system } from '../fixtures/system.ts';
import { dealers, person } from '../fixtures/users.ts';

const generated = path.join(import.meta.dirname, '../../../generated');
const uploads = '/analytics/api/v1/ingest/files';

type Received = { readonly method: string; readonly path: string; readonly key: string | undefined };

/**
 * The front door, with a page and the client beside it. It reports its requests, and loses the answer to the first
 * upload.
 */
function origin(analytics: number): { server: Server; received: Received[] } {
  const [door, received] = [frontDoor({ analytics, platform: 9, identity: 9, infra: 9 }), [] as Received[]];
  const server = createServer((incoming, response) => {
    const { method = '', url = '' } = incoming;
    const [found = ''] = url.split('?');
    if (found === '/page')
      return void response.setHeader('content-type', 'text/html').end('<!doctype html><title>x</title>');
    if (found.startsWith('/client/')) return module(found.slice('/client/'.length), response);
    received.push({ method, path: found, key: incoming.headers['idempotency-key'] as string | undefined });
    const isFirst = found === uploads && received.filter(({ path: each }) => each === uploads).length === 1;
    if (isFirst) return losing(incoming, response, analytics);
    door.emit('request', incoming, response);
  });
  return { server, received };
}

function module(file: string, response: ServerResponse): void {
  const source = readFileSync(path.join(generated, file), 'utf8');
  response.setHeader('content-type', 'text/javascript').end(stripTypeScriptTypes(source));
}

/** The service takes the request; on the way back a proxy has lost its answer. */
function losing(incoming: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, headers, url = '' } = incoming;
  const passed = request({ port, host: '127.0.0.1', method, headers, path: url.slice('/analytics'.length) });
  passed.on('response', (answer) => {
    answer.resume().on('end', () => response.writeHead(503, { 'retry-after': '0' }).end());
  });
  passed.on('error', (error) => response.destroy(error));
  incoming.pipe(passed);
}

test('a page logs in, uploads, follows the job, reads its figures and shows problems', async (t) => {
  t.timeout(240_000);
  const browser = await openBrowser(t);
  if (browser === null) return;
  const whole = await system(t);
  await dealers(whole, ['fjordbil-oslo']);
  const { email, password } = await person(whole, { dealer: 'fjordbil-oslo' });
  const { url } = await whole.run(['analytics', 'ingest']);
  const { server, received } = origin(Number(new URL(url).port));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.closeAllConnections());
  t.teardown(() => server.close());

  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/page`);
  const found = await page.evaluate(onThePage, { email, password });

  t.deepEqual(found, {
    wrongPassword: [401, 'https://covenant.example/problems/invalid-credentials'],
    job: ['succeeded', 2],
    lastProgress: 100,
    jobs: 1,
    units: [41, 38],
    together: [200, 200, 200, 200, 200],
    unchanged: [304, 'undefined'],
    unknownJob: [404, 'https://covenant.example/problems/not-found'],
    badQuery: [400, 'limit'],
  });
  const of = (path: string) => received.filter((each) => each.method === 'POST' && each.path === path);
  const keys = of(uploads).map(({ key }) => key);
  t.is(keys.length, 2);
  t.regex(keys[0] ?? '', /^[0-9a-f-]{36}$/);
  t.is(keys[1], keys[0]);
  t.is(of('/analytics/api/v1/auth/refresh').length, 1);
  t.deepEqual(errors, []);
});

type Client = typeof import('../../../generated/analytics/client.ts');

/** Runs in the browser, and knows nothing of this file. */
async function onThePage({ email, password }: { email: string; password: string }) {
  const from = '/client/analytics/client.ts';
  const { connect, getJob, listIndices, listJobs, loginUser, pages, refreshToken, unwrap, uploadFile, waitForJob } =
    (await import(from)) as Client;
  const baseUrl = `${location.origin}/analytics/api/v1`;
  const anonymous = connect({ baseUrl });
  const wrong = await loginUser(anonymous, { body: { email, password: 'wrong' } });
  const { access_token: token, refresh_token } = unwrap(await loginUser(anonymous, { body: { email, password } }));

  const client = connect({ baseUrl, token });
  const text = 'period_start,brand,region,model_family,units_sold,stock_units\n';
  const file = new Blob([text, '2026-09-01,Toyota,Oslo,Corolla,41,63\n', '2026-10-01,Toyota,Oslo,Corolla,38,70\n']);
  const form = { dealer_id: 'fjordbil-oslo', period: '2026-09/2026-10', file };
  const { job_id: id } = unwrap(await uploadFile(client, { form }));
  const progress: number[] = [];
  const job = await waitForJob(client, { path: { id } }, { onProgress: (each) => progress.push(each.progress) });
  const units: number[] = [];
  for await (const { items } of pages(listIndices, client, { query: { brand_id: 'toyota', limit: 1 } }))
    for (const item of items) units.push(item.units ?? -1);

  // Five requests with an invalid token: one of them gets a new one for all.
  const refresh = async () => unwrap(await refreshToken(anonymous, { body: { refresh_token } })).access_token;
  const late = connect({ baseUrl, token: 'expired', refresh });
  const together = await Promise.all([1, 2, 3, 4, 5].map((limit) => listIndices(late, { query: { limit } })));

  const first = await listIndices(client);
  const etag = first.headers.get('ETag') ?? '';
  const again = await listIndices(client, { headers: { 'If-None-Match': etag } });
  const unknown = await getJob(client, { path: { id: '01a1fd49-b8f6-7280-b5de-fe310728dd32' } });
  const bad = await listIndices(client, { query: { limit: 0 } });
  return {
    wrongPassword: wrong.status === 401 ? [wrong.status, wrong.problem.type] : [wrong.status],
    job: [job.status, job.rows.accepted],
    lastProgress: progress.at(-1),
    jobs: unwrap(await listJobs(client)).items.length,
    units,
    together: together.map(({ status }) => status),
    unchanged: again.status === 304 ? [again.status, String(again.body)] : [again.status],
    unknownJob: unknown.status === 404 ? [unknown.status, unknown.problem.type] : [unknown.status],
    badQuery: bad.status === 400 ? [bad.status, bad.problem.errors?.[0]?.parameter] : [bad.status],
  };
}
