// Pages of other origins: what browsers receive for them, and that nothing else changes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { asJson, boxHandlers } from '../../generator/fixtures/tiny/serve.ts';
import { red, served } from '../../generator/fixtures/tiny/served.ts';
import { exposedHeaders } from './origins.ts';

const page = 'https://shop.example';
const origins = [page, 'http://localhost:3000'];

/** The fields of CORS alone. */
const headersOf = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));

const readable = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': exposedHeaders,
});

served('a page of a configured origin can read every answer, also refusals', async (t, serve) => {
  const { ask } = await serve(boxHandlers(), { origins });
  const answers = await Promise.all([
    ask('POST', '/boxes', { ...asJson(red), headers: { ...asJson(red).headers, origin: page } }),
    ask('GET', '/boxes/b99', { headers: { origin: page } }),
    ask('GET', '/nowhere', { headers: { origin: page } }),
    ask('GET', '/boxes', { headers: { origin: page }, token: null }),
    ask('GET', '/boxes', { headers: { origin: 'http://localhost:3000' } }),
  ]);
  t.deepEqual(
    answers.map(({ status }) => status),
    [201, 404, 404, 401, 200],
  );
  t.deepEqual(
    answers.map(({ headers }) => headersOf(headers)),
    [page, page, page, page, 'http://localhost:3000'].map(readable),
  );
  t.deepEqual(
    answers.map(({ headers }) => headers.vary),
    ['Origin', 'Origin', 'Origin', 'Origin', 'Origin, Authorization, Accept, Accept-Encoding'],
  );
});

served(
  'a preflight names the methods and the fields that the address takes, and allows no cookies',
  async (t, serve) => {
    const { ask } = await serve(boxHandlers(), { origins });
    const preflight = (path: string, method: string, origin: string) =>
      ask('OPTIONS', path, { token: null, headers: { origin, 'access-control-request-method': method } });
    const asked = await preflight('/boxes', 'POST', page);
    t.is(asked.status, 204);
    t.deepEqual(headersOf(asked.headers), {
      ...readable(page),
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'Authorization, Content-Type, Traceparent, If-None-Match, Idempotency-Key',
      'access-control-max-age': '7200',
    });
    const foreign = await preflight('/boxes', 'POST', 'https://evil.example');
    t.deepEqual([foreign.status, headersOf(foreign.headers), foreign.headers.vary], [204, {}, 'Origin']);
  },
);

served('a page of another origin, and any page where no origin is configured, can read nothing', async (t, serve) => {
  const { ask } = await serve(boxHandlers(), { origins });
  for (const origin of ['https://evil.example', 'null', `${page}.evil.example`, `${page}:8443`, page.toUpperCase()])
    t.deepEqual(headersOf((await ask('GET', '/boxes', { headers: { origin } })).headers), {}, origin);
  const { ask: closed } = await serve();
  const { headers } = await closed('GET', '/boxes', { headers: { origin: page } });
  t.deepEqual([headersOf(headers), headers.vary], [{}, 'Authorization, Accept, Accept-Encoding']);
});

served('a star lets every page read, without a difference by origin', async (t, serve) => {
  const { ask } = await serve(boxHandlers(), { origins: ['*'] });
  const { headers } = await ask('GET', '/boxes', { headers: { origin: page } });
  t.deepEqual([headersOf(headers), headers.vary], [readable('*'), 'Authorization, Accept, Accept-Encoding']);
});

test('scripts can read every header field that a contract declares', (t) => {
  // Read by every script (Fetch standard), or by none: for the browser itself.
  const others = ['Cache-Control', 'Content-Type', 'Content-Length', 'Pragma', 'Vary', 'Allow', 'Set-Cookie'];
  const declared = ['analytics', 'platform', 'infra'].flatMap((name) => {
    const file = join(import.meta.dirname, `../../../generated/${name}/openapi.json`);
    return [...fieldsIn(JSON.parse(readFileSync(file, 'utf8')))];
  });
  t.true(declared.includes('RateLimit'));
  const hidden = new Set(declared.filter((field) => ![...exposedHeaders.split(', '), ...others].includes(field)));
  t.deepEqual([...hidden], []);
});

/** The names of all `headers` of responses. */
function* fieldsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  if ('headers' in value && 'description' in value) yield* Object.keys(value.headers as object);
  for (const each of Object.values(value)) yield* fieldsIn(each);
}
