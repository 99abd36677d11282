// What a browser's session goes through on two processes of the platform: foreign pages, a store that forgets or is
// unavailable, tokens that end, logout. How one begins: browser-login.system.test.ts.
import { randomBytes } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { Redis } from 'ioredis';
import { WebSocket } from 'ws';
import type { LoggedOut, Me } from '../../../generated/platform/types.ts';
import { withClient } from '../../../tools/local/servers/postgres.ts';
import { type FreshUser, freshUser, parts } from '../../../tools/test/servers.ts';
import { parseKeyRing } from '../../lib/key-ring.ts';
import { Secret } from '../../lib/secret.ts';
import { hashKey } from '../../platform/sessions/cookies.ts';
import {
  ask,
  type Browser,
  type LoginSystem,
  logIn,
  loginAddress,
  loginSystem,
  openBrowser,
  ownPage,
} from '../fixtures/browser-login.ts';
import { eventually } from '../fixtures/eventually.ts';
import { foundIn, keysOf, tablesOf } from '../fixtures/stored-data.ts';
import { problemOf, problemType } from '../fixtures/users.ts';

let at: LoginSystem;

test.before(async (t) => {
  at = await loginSystem(t);
});

type Visitor = { readonly user: FreshUser; readonly browser: Browser; readonly key: string };

async function visitor(...roles: string[]): Promise<Visitor> {
  const user = await freshUser(at.provider, 'labs', roles);
  const browser = openBrowser();
  await logIn(at, browser, user);
  const key = browser.jar.get('session')?.value;
  if (key === undefined) throw new Error('the login gave no session');
  return { user, browser, key };
}

const inDatabase = <Row extends object>(url: string, statement: string, values: readonly unknown[] = []) =>
  withClient(url, async (client) => (await client.query<Row>(statement, [...values])).rows);
const inPlatform = <Row extends object>(statement: string, values: readonly unknown[] = []) =>
  inDatabase<Row>(at.whole.platform.ownerUrl, statement, values);

async function flush(): Promise<void> {
  const redis = new Redis(at.whole.redis.url);
  await redis.flushall();
  redis.disconnect();
}

/** The token of the session has ended, and no copy says otherwise. */
async function outlive({ key }: Visitor): Promise<void> {
  const update = "update sessions set checked_until = now() - interval '1 second' where session_hash = $1";
  await inPlatform(update, [hashKey(key)]);
  await flush();
}

const me = (to: { url: string }, { browser }: Pick<Visitor, 'browser'>) => ask(to, browser, '/auth/me');
const post = (to: { url: string }, { browser }: Visitor, path: string, headers: Record<string, string> = ownPage(at)) =>
  ask(to, browser, path, { method: 'POST', headers });
const status = async (response: Promise<Response>) => (await response).status;

const refusal = (code: 401 | 403, slug: string, title: string, detail: string, fields: object = {}) => ({
  type: problemType(slug),
  title,
  status: code,
  detail,
  ...fields,
});
const ended = refusal(
  401,
  'unauthenticated',
  'Not authenticated',
  'The browser session has ended or is invalid. Log in again.',
);

async function isEnded(t: ExecutionContext, response: Promise<Response>): Promise<void> {
  t.deepEqual(await problemOf(await response), ended);
}

const cookieOf = (value: string): Browser => ({ ...openBrowser(), cookies: () => `session=${value}` });

test.serial('a changed key, an unknown key and two keys at once are no session', async (t) => {
  const { key } = await visitor('teacher');
  const other = await visitor('teacher');
  const changed = `${key.startsWith('A') ? 'B' : 'A'}${key.slice(1)}`;
  for (const each of [changed, randomBytes(32).toString('base64url')])
    await isEnded(t, me(at.one, { browser: cookieOf(each) }));
  const without = refusal(
    401,
    'unauthenticated',
    'Not authenticated',
    'The access token is missing. Send it in the Authorization header, as "Bearer TOKEN".',
  );
  for (const each of [
    '',
    key.slice(1),
    `${key}x`,
    `"${key}"`,
    `${key}; session=${other.key}`,
    hashKey(key).toString('hex'),
  ])
    t.deepEqual(await problemOf(await me(at.one, { browser: cookieOf(each) })), without, each);
  for (const name of ['__Host-session', 'Session', 'xsession']) {
    const browser = { ...openBrowser(), cookies: () => `${name}=${key}` };
    t.is(await status(me(at.one, { browser })), 401, name);
  }
});

const foreign = (detail: string, origin = 'unknown') =>
  refusal(403, 'forbidden-origin', 'Request from another site', detail, { origin });
const evil = 'https://evil.example';
const came = 'The session cookie was sent with a request';

const refusedPages = (own: Record<string, string>): Readonly<Record<string, readonly [object, object]>> => ({
  'a page of another site': [
    { ...own, origin: evil, 'sec-fetch-site': 'cross-site' },
    foreign(`${came} from ${evil}.`, evil),
  ],
  'another origin, though the site is said to be ours': [
    { ...own, origin: evil },
    foreign(`${came} from ${evil}.`, evil),
  ],
  'an origin that hides': [{ ...own, origin: 'null' }, foreign(`${came} from null.`, 'null')],
  'our origin under another scheme': [
    { ...own, origin: at.url.replace('http:', 'https:') },
    foreign(`${came} from ${at.url.replace('http:', 'https:')}.`, at.url.replace('http:', 'https:')),
  ],
  'a cross-site request': [
    { ...own, 'sec-fetch-site': 'cross-site' },
    foreign(`${came} whose Sec-Fetch-Site is cross-site.`, at.url),
  ],
  'a sibling of our site': [
    { ...own, 'sec-fetch-site': 'same-site' },
    foreign(`${came} whose Sec-Fetch-Site is same-site.`, at.url),
  ],
  'a request that no page made': [
    { ...own, 'sec-fetch-site': 'none' },
    foreign(`${came} whose Sec-Fetch-Site is none.`, at.url),
  ],
  'a request that does not say where it comes from': [
    { 'x-covenant-request': '1' },
    foreign(`${came} that has neither Origin nor Sec-Fetch-Site.`),
  ],
  'a form, which cannot send our header': [
    { origin: at.url, 'sec-fetch-site': 'same-origin' },
    foreign(`${came} without the header X-Covenant-Request: 1.`, at.url),
  ],
  'another value of our header': [
    { ...own, 'x-covenant-request': 'yes' },
    foreign(`${came} without the header X-Covenant-Request: 1.`, at.url),
  ],
});

test.serial(
  'the platform refuses what a foreign page does with the cookie, with its cause, and nothing changes',
  async (t) => {
    const anna = await visitor('teacher');
    for (const [what, [headers, expected]] of Object.entries(refusedPages(ownPage(at))))
      for (const path of ['/auth/logout', '/labs', '/labs/shell/start', '/labs/shell/stop', '/courses']) {
        const response = await post(at.one, anna, path, headers as Record<string, string>);
        t.deepEqual(await problemOf(response), expected, `${what}: ${path}`);
      }
    const put = { method: 'PUT', headers: { origin: evil } };
    t.is(await status(ask(at.one, anna.browser, '/labs/shell/config', put)), 403);
    t.is(
      await status(
        ask(at.one, anna.browser, '/auth/me', { headers: { origin: evil, 'sec-fetch-site': 'cross-site' } }),
      ),
      200,
    );
  },
);

const enough = [
  ['origin', 'sec-fetch-site', 'x-covenant-request'],
  ['sec-fetch-site', 'x-covenant-request'],
  ['origin', 'x-covenant-request'],
];

for (const names of enough)
  test.serial(
    `a page of the platform that sends ${names.join(', ')} can change what its user can change`,
    async (t) => {
      const headers = Object.fromEntries(Object.entries(ownPage(at)).filter(([name]) => names.includes(name)));
      const id = `lab-${randomBytes(3).toString('hex')}`;
      const body = `lab_id: ${id}\nname: First\ncontainers:\n  main:\n    image: '{registry_url}/intro/labs/shell:v1.0'\n`;
      const upload = async ({ browser }: Visitor) =>
        ask(at.other, browser, '/labs', {
          method: 'POST',
          body,
          headers: { ...headers, 'content-type': 'application/yaml' },
        });
      t.is((await problemOf(await upload(await visitor('student')))).type, problemType('forbidden-role'));
      const made = await upload(await visitor('teacher'));
      t.is(made.status, 201, await made.text());
    },
  );

test.serial('the token alone counts in a request with token and cookie, except for logOut', async (t) => {
  const anna = await visitor('teacher');
  const ben = await freshUser(at.provider, 'labs', ['student']);
  const body = new URLSearchParams({
    grant_type: 'password',
    client_id: at.provider.clients.demo.id,
    username: ben.username,
    password: ben.password,
  });
  const address = `${at.provider.issuers.labs}/protocol/openid-connect/token`;
  const { access_token } = (await (await fetch(address, { method: 'POST', body })).json()) as { access_token: string };
  const both = { authorization: `Bearer ${access_token}` };
  const read = async (headers: Record<string, string>) =>
    (await (await ask(at.one, anna.browser, '/auth/me', { headers })).json()) as Me;
  t.is((await read(both)).username, ben.username);
  t.is(await status(ask(at.one, anna.browser, '/auth/me', { headers: { authorization: 'Bearer zz' } })), 401);
  t.is(await status(ask(at.one, anna.browser, '/auth/me', { headers: { authorization: 'Basic dTpw' } })), 401);
  const upload = await post(at.one, anna, '/labs', both);
  t.is(
    (await problemOf(upload)).type,
    problemType('forbidden-role'),
    'the student of the token asked, with no page around',
  );
  t.is(await status(fetch(`${at.one.url}/api/v1/auth/logout`, { method: 'POST', headers: both })), 401);
  t.is(await status(post(at.one, anna, '/auth/logout', both)), 403);
  t.is(await status(post(at.one, anna, '/auth/logout', { ...both, ...ownPage(at) })), 200);
  t.is((await read(both)).username, ben.username, 'a token is no session');
});

test.serial('sessions outlive a store that lost everything', async (t) => {
  const anna = await visitor('teacher');
  const before = await (await me(at.one, anna)).json();
  for (const to of [at.one, at.other, at.one]) {
    await flush();
    t.deepEqual(await (await me(to, anna)).json(), before);
  }
});

test.serial('login, session and logout work without the store', async (t) => {
  const alone = await at.run({ REDIS_URL: 'redis://127.0.0.1:9' });
  const anna = await visitor('teacher');
  t.is(await status(me(alone, anna)), 200);
  const { platform } = at.ports;
  at.ports.platform = Number(new URL(alone.url).port);
  const ben = await visitor('student');
  at.ports.platform = platform;
  for (const to of [alone, at.one, at.other]) t.is(await status(me(to, ben)), 200);
  t.is(await status(post(alone, ben, '/auth/logout')), 200);
  await isEnded(t, me(alone, ben));
});

test.serial('a forged copy in the store is no session', async (t) => {
  const [anna, admin] = [await visitor('student'), await visitor('admin')];
  for (const each of [anna, admin]) t.is(await status(me(at.one, each)), 200);
  const redis = new Redis(at.whole.redis.url, { db: 1 });
  const name = (key: string) => `${at.whole.env.INSTALLATION_ID}:session:${hashKey(key).toString('hex')}`;
  const copy = await redis.getBuffer(name(admin.key));
  t.true((copy?.length ?? 0) > 100);
  t.true((await redis.ttl(name(admin.key))) > 23 * 3600);
  await redis.set(name(anna.key), copy ?? '');
  t.deepEqual(((await (await me(at.one, anna)).json()) as Me).roles, ['student']);
  await redis.set(name(anna.key), '{"at":99999999999999,"row":{}}');
  t.is(await status(me(at.one, anna)), 200);
  redis.disconnect();
});

test.serial('logOut ends the session in every process and at the provider, and nothing else', async (t) => {
  const anna = await visitor('teacher');
  const ben = await visitor('teacher');
  for (const to of [at.one, at.other]) t.is(await status(me(to, anna)), 200);
  const response = await post(at.one, anna, '/auth/logout');
  t.is(response.headers.get('set-cookie'), 'session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax');
  const { end_session_url } = (await response.json()) as LoggedOut;
  for (const to of [at.one, at.other]) await isEnded(t, me(to, anna));
  await isEnded(t, post(at.other, anna, '/auth/logout'));
  t.is(await status(me(at.other, ben)), 200);

  const leave = new URL(end_session_url ?? '');
  t.deepEqual(Object.fromEntries(leave.searchParams), {
    post_logout_redirect_uri: `${at.url}/`,
    client_id: 'platform',
  });
  const question = await anna.browser.visit(leave.href);
  t.regex(question.body, /Log out\?/);
  t.notRegex(question.body, /<script|<link|src=|@import/);
  t.is((await anna.browser.submit(question, { logout: 'yes' })).url, `${at.url}/`);
  t.regex((await anna.browser.visit(loginAddress(at))).body, /name="password"/, 'the provider asks again');
});

test.serial('logOut ends the session also while the provider is unavailable', async (t) => {
  const lonely = await at.run({ ISSUER_LABS: 'http://127.0.0.1:9/auth/realms/labs' });
  const anna = await visitor('teacher');
  const response = await post(lonely, anna, '/auth/logout');
  t.deepEqual([response.status, await response.json()], [200, { end_session_url: null }]);
  await isEnded(t, me(at.one, anna));
});

const tokenRequests = () =>
  at.asked.filter((each) => each.endsWith('/realms/labs/protocol/openid-connect/token')).length;

test.serial('twenty concurrent requests to two processes refresh an expired token once', async (t) => {
  const anna = await visitor('teacher');
  for (const round of [1, 2, 3]) {
    await outlive(anna);
    const before = tokenRequests();
    const all = await Promise.all(Array.from({ length: 20 }, (_, n) => me(n % 2 === 0 ? at.one : at.other, anna)));
    t.deepEqual(new Set(all.map((each) => each.status)), new Set([200]), `round ${round}`);
    t.is(tokenRequests() - before, 1, `round ${round}`);
  }
});

test.serial('a process that dies while it refreshes a token delays others no longer than its lease', async (t) => {
  const anna = await visitor('teacher');
  await outlive(anna);
  const claim = (until: string) =>
    inPlatform(
      `update sessions set renewing_by = gen_random_uuid(), renewing_until = now() + $2 where session_hash = $1`,
      [hashKey(anna.key), until],
    );
  await claim('1 hour');
  const waiting = await me(at.one, anna);
  t.deepEqual([waiting.status, waiting.headers.has('retry-after')], [503, true]);
  await claim('-1 second');
  t.is(await status(me(at.one, anna)), 200);
});

test.serial(
  'an expired token is answered with 503 while the provider is unavailable, and refreshed afterwards',
  async (t) => {
    const anna = await visitor('teacher');
    await outlive(anna);
    const { identity } = at.ports;
    at.ports.identity = 9;
    t.teardown(() => {
      at.ports.identity = identity;
    });
    t.is(await status(me(at.one, anna)), 503);
    at.ports.identity = identity;
    t.is(await status(me(at.other, anna)), 200);
  },
);

test.serial('a logout at the provider ends the session with the next token', async (t) => {
  const anna = await visitor('teacher');
  const question = await anna.browser.visit(
    `${at.provider.issuers.labs}/protocol/openid-connect/logout?client_id=platform`,
  );
  await anna.browser.submit(question, { logout: 'yes' });
  t.is(await status(me(at.one, anna)), 200);
  await outlive(anna);
  await isEnded(t, me(at.one, anna));
  const left = await inPlatform('select 1 from sessions where session_hash = $1', [hashKey(anna.key)]);
  t.deepEqual(left, []);
});

test.serial('a removed role counts no longer than the token, and a new one counts with the next', async (t) => {
  const anna = await visitor('teacher');
  const become = async (...roles: string[]) => {
    await inDatabase(at.provider.databaseUrl, 'update accounts set roles = $2 where id = $1', [anna.user.id, roles]);
    await outlive(anna);
  };
  await become('admin', 'student');
  const admin = (await (await me(at.one, anna)).json()) as Me;
  t.deepEqual([admin.roles, admin.student_id], [['admin', 'student'], anna.user.username]);
  await become('student');
  const student = (await (await me(at.other, anna)).json()) as Me;
  t.deepEqual([student.roles, student.student_id], [['student'], anna.user.username]);
  await become('guest');
  t.regex(String((await problemOf(await me(at.one, anna))).detail), /^You need the role/);
  await become('teacher');
  t.is(await status(me(at.one, anna)), 200);
});

test.serial('a disabled account loses its session', async (t) => {
  const anna = await visitor('teacher');
  await inPlatform('update users set enabled = false where username = $1', [anna.user.username]);
  await flush();
  t.is((await problemOf(await me(at.one, anna))).detail, 'This account is disabled. Ask an administrator.');
});

test.serial('a session ends a day after its login, and is then deleted', async (t) => {
  const anna = await visitor('teacher');
  const [row] = await inPlatform<{ hours: number }>(
    'select extract(epoch from expires_at - created_at)::int / 3600 as hours from sessions where session_hash = $1',
    [hashKey(anna.key)],
  );
  t.is(row?.hours, 24);
  await inPlatform('update sessions set expires_at = now() where session_hash = $1', [hashKey(anna.key)]);
  await flush();
  await isEnded(t, me(at.one, anna));
  await openBrowser({ stop: ({ pathname }) => pathname.startsWith('/auth/') }).visit(loginAddress(at));
  await inPlatform('update browser_logins set expires_at = now()');
  // Who keeps house gives the lease back when it ends, and another one begins with a round.
  await inPlatform("update leases set expires_at = now() where name = 'housekeeping:platform'");
  await at.run();
  const left = () =>
    inPlatform(
      'select 1 from sessions where expires_at <= now() union all select 1 from browser_logins where expires_at <= now()',
    );
  t.deepEqual(await eventually(left, (rows) => rows.length === 0), []);
});

test.serial(
  'live updates accept the cookie from a page of the platform, and end with the session wherever it ends',
  async (t) => {
    const anna = await visitor('teacher');
    const follow = (origin: string, cookie = anna.browser.cookies(`${at.url}/api/v1/live`)) => {
      const socket = new WebSocket(`${at.url.replace('http', 'ws')}/api/v1/live`, { headers: { origin, cookie } });
      t.teardown(() => socket.terminate());
      const received = new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))));
      const closed = new Promise<number>((resolve) => socket.once('close', resolve));
      socket.once('open', () => socket.send(JSON.stringify({ type: 'resume', epoch: null, after: null })));
      return { received, closed };
    };
    t.is(await follow('https://evil.example').closed, 4403);
    t.is(await follow(at.url, `session=${randomBytes(32).toString('base64url')}`).closed, 4401);
    const live = follow(at.url);
    t.is((JSON.parse(await live.received) as { type: string }).type, 'snapshot');
    const [socket, other] = [live, await visitor('teacher')];
    const stays = follow(at.url, other.browser.cookies(`${at.url}/api/v1/live`));
    await stays.received;
    t.is(await status(post(at.other, anna, '/auth/logout')), 200);
    // Well before the check of every minute.
    const late = new Promise((resolve) => setTimeout(() => resolve('late'), 30_000).unref());
    t.is(await Promise.race([socket.closed, late]), 4401);
    t.is(await status(post(at.one, other, '/auth/logout')), 200);
    t.is(await stays.closed, 4401);
  },
);

test.serial('login leaves no key, code, state or token in a database, in Redis or in a log', async (t) => {
  const user = await freshUser(at.provider, 'labs', ['teacher']);
  const secrets = new Map<string, string>([['password', user.password]]);
  const browser = openBrowser({ stop: ({ pathname }) => pathname.endsWith('/callback') });
  const callback = new URL((await logIn(at, browser, user)).url);
  for (const name of ['code', 'state']) secrets.set(name, callback.searchParams.get(name) ?? '');
  const back = openBrowser();
  for (const [name, cookie] of browser.jar) back.jar.set(name, cookie);
  await back.visit(callback.href);
  const anna = { user, browser: back, key: back.jar.get('session')?.value ?? '' };
  secrets.set('session', anna.key).set('login', back.jar.get('login')?.value ?? '');
  const refreshToken = async () => {
    const [row] = await inPlatform<{ sealed: Buffer }>(
      'select provider_session as sealed from sessions where session_hash = $1',
      [hashKey(anna.key)],
    );
    return parseKeyRing(new Secret(at.whole.env.KEY_RING ?? ''))
      .open('browser session', row?.sealed ?? Buffer.alloc(0))
      .toString();
  };
  secrets.set('refresh token', await refreshToken());
  await outlive(anna);
  t.is(await status(me(at.one, anna)), 200);
  secrets.set('next refresh token', await refreshToken());
  t.is(
    secrets.get('next refresh token'),
    secrets.get('refresh token'),
    'the provider replaces no token of a client with a secret, so that a lost answer ends no session',
  );
  t.is(await status(me(at.other, anna)), 200);
  await back.visit(callback.href);
  const { postgres } = await parts(t, ['postgres']);
  const sinks: Readonly<Record<string, readonly [text: string, known: string]>> = {
    platform: [await tablesOf(postgres, at.whole.platform.name), hashKey(anna.key).toString('hex')],
    redis: [await keysOf(at.whole.redis.url), hashKey(anna.key).toString('hex')],
    logs: [[at.one, at.other].map((each) => each.output()).join('\n'), 'finishLogin'],
  };
  for (const [name, [text, known]] of Object.entries(sinks)) {
    t.true(text.includes(known), `${name} was really read`);
    t.deepEqual(foundIn(text, secrets), [], name);
    t.notRegex(text, /eyJ[\w-]+\.eyJ/, name);
  }
});
