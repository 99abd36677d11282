// Login, refresh and client credentials against two processes of the API: what races, what is lost on the way, what is refused.
import test, { type ExecutionContext } from 'ava';
import { openBroker } from '../adapters/broker/amqp.ts';
import type { AuthRefreshTokenReused } from '../generated/analytics/messages.ts';
import { topology } from '../generated/analytics/topology.ts';
import { freshUser } from '../tools/embedded/for-tests.ts';
import { type Running, type System, system } from './testing.ts';

type Pair = { access_token: string; refresh_token: string; expires_in: number; token_type: string };

let whole: System;
let apis: readonly [Running, Running];

test.before(async (t) => {
  whole = await system(t);
  apis = [await whole.run(['analytics']), await whole.run(['analytics'])];
});

const post = (api: Running, path: string, body: unknown) =>
  fetch(`${api.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const refresh = (api: Running, token: string) => post(api, '/auth/refresh', { refresh_token: token });

async function login(t: ExecutionContext): Promise<Pair> {
  const { email, password } = await freshUser(whole.identity, 'analytics');
  const response = await post(apis[0], '/auth/login', { email, password });
  t.is(response.status, 200);
  return (await response.json()) as Pair;
}

const problem = async (response: Response) => {
  const { instance, ...rest } = (await response.json()) as { instance: string };
  return { ...rest, instance: instance.startsWith('urn:request:') };
};

const refused = {
  type: 'https://covenant.example/problems/invalid-refresh-token',
  title: 'Refresh token refused',
  status: 401,
  instance: true,
};

test('a login gives a pair that is never to be stored, and each refresh the next pair', async (t) => {
  const first = await login(t);
  t.deepEqual(
    { ...first, access_token: '', refresh_token: '' },
    { access_token: '', refresh_token: '', expires_in: 300, token_type: 'Bearer' },
  );
  const response = await refresh(apis[1], first.refresh_token);
  t.is(response.status, 200);
  t.is(response.headers.get('cache-control'), 'no-store');
  const second = (await response.json()) as Pair;
  t.not(second.refresh_token, first.refresh_token);
  t.not(second.access_token, first.access_token);
  t.is((await refresh(apis[0], second.refresh_token)).status, 200);
});

test('fifty parallel refreshes with one token, over two processes, all get the same successor', async (t) => {
  const { refresh_token } = await login(t);
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, i) => refresh(apis[i % 2 === 0 ? 0 : 1], refresh_token)),
  );
  t.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]));
  const pairs = (await Promise.all(responses.map((response) => response.json()))) as Pair[];
  t.is(new Set(pairs.map((pair) => pair.refresh_token)).size, 1);
});

test('a reply that is lost on the way costs nobody the session', async (t) => {
  let { refresh_token } = await login(t);
  for (let round = 0; round < 5; round++) {
    const lost = new AbortController();
    const dropped = fetch(`${apis[0].url}/api/v1/auth/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token }),
      signal: lost.signal,
    });
    setTimeout(() => lost.abort(), round * 8);
    await dropped.then((response) => response.body?.cancel()).catch(() => {});
    const again = await refresh(apis[1], refresh_token);
    t.is(again.status, 200);
    ({ refresh_token } = (await again.json()) as Pair);
  }
});

test('a token used after its successor ends the whole login and is told on the broker', async (t) => {
  const first = await login(t);
  const second = (await (await refresh(apis[0], first.refresh_token)).json()) as Pair;
  const third = (await (await refresh(apis[0], second.refresh_token)).json()) as Pair;
  t.deepEqual(await problem(await refresh(apis[1], first.refresh_token)), refused);
  t.deepEqual(await problem(await refresh(apis[1], third.refresh_token)), refused);
  await whole.run(['relay']);
  const { family_id, reused_at, ...told } = await nextMessage();
  t.regex(family_id, /^[0-9a-f-]{36}$/);
  t.false(Number.isNaN(Date.parse(reused_at)));
  t.deepEqual(told, { principal: subjectOf(first.access_token), generation: 1, address: '127.0.0.1' });
});

const subjectOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;

async function nextMessage(): Promise<AuthRefreshTokenReused> {
  const broker = openBroker({ url: whole.vhost.url, name: 'listener of a test' });
  await broker.assertTopology(topology);
  const taken = Promise.withResolvers<AuthRefreshTokenReused>();
  await broker.consume('auth.refresh_token.reused', { prefetch: 1 }, async ({ body }) => {
    taken.resolve(JSON.parse(Buffer.from(body).toString()));
    return 'ack';
  });
  const payload = await taken.promise;
  await broker.close();
  return payload;
}

test('what is no refresh token of ours is refused in the same words', async (t) => {
  for (const token of ['x', `rt_${'A'.repeat(43)}`, 'rt_', 'null'])
    t.deepEqual(await problem(await refresh(apis[0], token)), refused);
});

test('an unknown account is answered like a wrong password', async (t) => {
  const { email } = await freshUser(whole.identity, 'analytics');
  const wrong = await post(apis[0], '/auth/login', { email, password: 'not it' });
  const unknown = await post(apis[0], '/auth/login', { email: 'nobody@covenant.example', password: 'not it' });
  t.deepEqual([wrong.status, unknown.status], [401, 401]);
  t.deepEqual(await problem(wrong), await problem(unknown));
});

test('the sixth wrong password of an account within the window has to wait, and so has the right one', async (t) => {
  const { email, password } = await freshUser(whole.identity, 'analytics');
  const api = await whole.run(['analytics']);
  const statuses: number[] = [];
  for (let i = 0; i < 5; i++) statuses.push((await post(api, '/auth/login', { email, password: `guess ${i}` })).status);
  t.deepEqual(statuses, [401, 401, 401, 401, 401]);
  const right = await post(api, '/auth/login', { email, password });
  t.is(right.status, 429);
  t.is(right.headers.get('retry-after'), '1');
});

test('a client gets a token for its credentials and no refresh token', async (t) => {
  const { id, secret } = whole.identity.clients.integrator;
  const request = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
  const response = await post(apis[0], '/auth/token', request);
  t.is(response.status, 200);
  t.deepEqual(Object.keys((await response.json()) as object).sort(), ['access_token', 'expires_in', 'token_type']);
  const wrong = await post(apis[0], '/auth/token', { ...request, client_secret: 'wrong' });
  t.is(wrong.status, 401);
  const other = await post(apis[0], '/auth/token', { ...request, grant_type: 'password' });
  t.is(other.status, 400);
});
