// Login, refresh and client credentials against two processes of the API: what races, what is lost on the way, what is
// refused.
import { createHash } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { openBroker } from '../../../adapters/broker/amqp.ts';
import type { AuthRefreshTokenReused } from '../../../generated/analytics/messages.ts';
import { topology } from '../../../generated/analytics/topology.ts';
import { withClient } from '../../../tools/local/servers/postgres.ts';
import { freshUser } from '../../../tools/test/servers.ts';
import { cable } from '../fixtures/cable.ts';
import { losingReplies } from '../fixtures/faulty-connection.ts';
import { type Running, type System, system } from '../fixtures/system.ts';

type Pair = { access_token: string; refresh_token: string; expires_in: number; token_type: string };

let whole: System;
let apis: readonly [Running, Running];

test.before(async (t) => {
  whole = await system(t);
  apis = await Promise.all([whole.run(['analytics', 'relay']), whole.run(['analytics'])]);
});

type Api = Pick<Running, 'url'>;

const post = (api: Api, path: string, body: unknown) =>
  fetch(`${api.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const refresh = (api: Api, token: string) => post(api, '/auth/refresh', { refresh_token: token });

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
  title: 'Invalid refresh token',
  status: 401,
  detail: 'Log in again.',
  instance: true,
};

test('loginUser answers with a pair that must not be stored, and each refresh with the next pair', async (t) => {
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

/** The address of a process from which every reply is lost on its way: the request arrives and is answered. */
async function losing(t: ExecutionContext, api: Running): Promise<Api> {
  const line = await cable(api.url, losingReplies);
  t.teardown(() => line.cut());
  return { url: line.url.replace(/\/$/, '') };
}

/** Every fifth reply is lost; the others are given. */
async function fiftyWithLost(t: ExecutionContext, token: string): Promise<readonly Pair[]> {
  const lossy = await Promise.all(apis.map((api) => losing(t, api)));
  const asked = Array.from({ length: 50 }, (_, i) => refresh((i % 5 === 0 ? lossy : apis)[i % 2] as Api, token));
  const settled = await Promise.allSettled(asked);
  t.deepEqual(
    settled.map(({ status }) => status),
    asked.map((_, i) => (i % 5 === 0 ? 'rejected' : 'fulfilled')),
  );
  const responses = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  t.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]));
  return (await Promise.all(responses.map((response) => response.json()))) as Pair[];
}

test.serial(
  'refreshToken makes one successor for fifty parallel calls with one token over two processes, though ten replies are lost',
  async (t) => {
    const { refresh_token: old } = await login(t);
    const pairs = await fiftyWithLost(t, old);
    const successors = new Set(pairs.map((pair) => pair.refresh_token));
    t.is(successors.size, 1);
    t.deepEqual(await familyOf(old), { tokens: 2, revoked: false });
    // Those whose reply was lost ask again with what they have, and are where the others are.
    const again = await refresh(apis[0], old);
    t.is(again.status, 200);
    const { refresh_token: successor } = (await again.json()) as Pair;
    t.deepEqual(new Set([successor]), successors);
    const next = await refresh(apis[1], successor);
    t.is(next.status, 200, 'the session goes on');
    t.deepEqual(await familyOf(old), { tokens: 3, revoked: false });
    t.deepEqual(await problem(await refresh(apis[0], old)), refused);
    t.deepEqual(await familyOf(old), { tokens: 3, revoked: true });
    t.deepEqual(await reusesReported(subjectOf(((await next.json()) as Pair).access_token)), [1]);
  },
);

/** How many tokens the login has that this one belongs to, and whether it was ended. */
const familyOf = (token: string): Promise<unknown> =>
  withClient(whole.analytics.ownerUrl, async (client) => {
    const { rows } = await client.query(
      `select count(*)::int as tokens, bool_or(f.revoked_at is not null) as revoked
       from refresh_tokens t join refresh_families f using (family_id)
       where family_id = (select family_id from refresh_tokens where token_hash = $1)`,
      [createHash('sha256').update(token).digest()],
    );
    return rows[0];
  });

/** The generations whose reuse was recorded to be reported for this user. */
const reusesReported = (principal: string): Promise<readonly number[]> =>
  withClient(whole.analytics.ownerUrl, async (client) => {
    const { rows } = await client.query<{ generation: number }>(
      `select (body ->> 'generation')::int as generation from outbox
       where routing_key = 'auth.refresh_token.reused' and body ->> 'principal' = $1`,
      [principal],
    );
    return rows.map(({ generation }) => generation);
  });

test.serial('refreshToken continues a login whose last reply was lost', async (t) => {
  let { refresh_token } = await login(t);
  const lossy = await losing(t, apis[0]);
  for (let round = 0; round < 5; round++) {
    const before = refresh_token;
    await t.throwsAsync(refresh(lossy, before), { message: 'fetch failed' });
    t.like(await familyOf(before), { tokens: round + 2 }, 'the reply was made before it was lost');
    const again = await refresh(apis[1], before);
    t.is(again.status, 200);
    ({ refresh_token } = (await again.json()) as Pair);
    t.like(await familyOf(before), { tokens: round + 2 }, 'the same successor again');
  }
});

test('logoutUser ends the login of whichever token it gets, and no other login', async (t) => {
  const { email, password } = await freshUser(whole.identity, 'analytics');
  const open = async () => {
    const response = await post(apis[0], '/auth/login', { email, password });
    return (await response.json()) as Pair;
  };
  const [first, other] = [await open(), await open()];
  const second = (await (await refresh(apis[0], first.refresh_token)).json()) as Pair;
  const logout = (token: string) => post(apis[1], '/auth/logout', { refresh_token: token });
  for (const token of [first.refresh_token, second.refresh_token, 'unknown']) {
    const response = await logout(token);
    t.deepEqual([response.status, await response.text()], [204, '']);
  }
  for (const token of [second.refresh_token, first.refresh_token]) {
    const response = await refresh(apis[0], token);
    t.deepEqual([response.status, await problem(response)], [401, refused]);
  }
  t.is((await refresh(apis[0], other.refresh_token)).status, 200);
});

test('refreshToken ends the whole login of a token that is used after its successor, and publishes it', async (t) => {
  const first = await login(t);
  const second = (await (await refresh(apis[0], first.refresh_token)).json()) as Pair;
  const third = (await (await refresh(apis[0], second.refresh_token)).json()) as Pair;
  t.deepEqual(await problem(await refresh(apis[1], first.refresh_token)), refused);
  t.deepEqual(await problem(await refresh(apis[1], third.refresh_token)), refused);
  const { family_id, reused_at, ...reported } = await messageAbout(subjectOf(first.access_token));
  t.regex(family_id, /^[0-9a-f-]{36}$/);
  t.false(Number.isNaN(Date.parse(reused_at)));
  t.deepEqual(reported, { principal: subjectOf(first.access_token), generation: 1, address: '127.0.0.1' });
  t.regex(await (await fetch(`${apis[1].url}/metrics`)).text(), /^covenant_refresh_reused_total [1-9]/m);
});

const subjectOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;

/** Other tests end logins too, and their messages come the same way. */
async function messageAbout(principal: string): Promise<AuthRefreshTokenReused> {
  const broker = openBroker({ url: whole.vhost.url, name: 'listener of a test' });
  await broker.assertTopology(topology);
  const taken = Promise.withResolvers<AuthRefreshTokenReused>();
  await broker.consume('auth.refresh_token.reused', { prefetch: 1 }, async ({ body }) => {
    const reported: AuthRefreshTokenReused = JSON.parse(Buffer.from(body).toString());
    if (reported.principal === principal) taken.resolve(reported);
    return 'ack';
  });
  const payload = await taken.promise;
  await broker.close();
  return payload;
}

test('refreshToken refuses everything that is not one of our refresh tokens with the same problem', async (t) => {
  for (const token of ['x', `rt_${'A'.repeat(43)}`, 'rt_', 'null'])
    t.deepEqual(await problem(await refresh(apis[0], token)), refused);
});

test('loginUser answers an unknown account like a wrong password', async (t) => {
  const { email } = await freshUser(whole.identity, 'analytics');
  const wrong = await post(apis[0], '/auth/login', { email, password: 'not it' });
  const unknown = await post(apis[0], '/auth/login', { email: 'nobody@covenant.example', password: 'not it' });
  t.deepEqual([wrong.status, unknown.status], [401, 401]);
  const reported = await problem(wrong);
  t.like(reported, { detail: 'The e-mail or the password is incorrect.' });
  t.deepEqual(reported, await problem(unknown));
});

/** As long as a slow machine needs. */
const prolongDelays = () =>
  withClient(whole.analytics.ownerUrl, (client) =>
    client.query("update login_failures set blocked_until = blocked_until + interval '1 hour'"),
  );

test.serial(
  'loginUser delays an account after the fifth wrong password within the window, also for the right one',
  async (t) => {
    const { email, password } = await freshUser(whole.identity, 'analytics');
    const [, api] = apis;
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++)
      statuses.push((await post(api, '/auth/login', { email, password: `guess ${i}` })).status);
    t.deepEqual(statuses, [401, 401, 401, 401, 401]);
    await prolongDelays();
    const right = await post(api, '/auth/login', { email, password });
    t.is(right.status, 429);
    const seconds = Number(right.headers.get('retry-after'));
    t.true(seconds > 3_000 && seconds <= 3_601, `${seconds}`);
  },
);

test.serial('loginUser delays no caller of another network for wrong passwords', async (t) => {
  const { email, password } = await freshUser(whole.identity, 'analytics');
  const api = await whole.run(['analytics'], { TRUSTED_PROXIES: '127.0.0.1' });
  const login = async (guess: string, address: string) => {
    const response = await fetch(`${api.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email, password: guess }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  const guesses = Array.from({ length: 10 }, (_, n) => login(`guess ${n}`, `2001:db8::${n}`));
  t.deepEqual([...new Set(await Promise.all(guesses))].toSorted(), [401, 429], 'all of a /64 are one network');
  await prolongDelays();
  t.is(await login(password, '2001:db8::9'), 429);
  t.is(await login(password, '2001:db8:0:1::9'), 200);
  t.is(await login(password, '192.0.2.1'), 200);
});

test('issueToken gives a client a token for its credentials, and no refresh token', async (t) => {
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
