// Login in the browser on two processes of the platform behind the real front door, with the real identity provider:
// the whole way, and every way to be refused. What a session goes through afterwards: browser-session.system.test.ts.
import { randomBytes } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import type { Me } from '../../../generated/platform/types.ts';
import { withClient } from '../../../tools/local/servers/postgres.ts';
import { freshUser } from '../../../tools/test/servers.ts';
import { hashKey } from '../../platform/sessions/cookies.ts';
import {
  ask,
  type Browser,
  type LoginSystem,
  logIn,
  loginAddress,
  loginSystem,
  openBrowser,
  type Page,
} from '../fixtures/browser-login.ts';
import { problemOf, problemType } from '../fixtures/users.ts';

let at: LoginSystem;

test.before(async (t) => {
  at = await loginSystem(t);
});

const person = (...roles: string[]) => freshUser(at.provider, 'labs', roles);
const isCallback = ({ pathname }: URL) => pathname === '/api/v1/auth/callback';

/** A browser that has logged in at the provider and has not yet gone back, and where it would go. */
async function beforeCallback(user: { username: string; password: string }, query = '') {
  const browser = openBrowser({ stop: isCallback });
  const { url } = await logIn(at, browser, user, query);
  return { browser, callback: url };
}

/** What the platform says to a browser that comes back. */
const comeBack = (browser: Pick<Browser, 'cookies'>, callback: string) =>
  fetch(callback, { redirect: 'manual', headers: { cookie: browser.cookies(callback) } });

const me = async (to: { url: string }, browser: Pick<Browser, 'cookies'>) =>
  (await (await ask(to, browser, '/auth/me')).json()) as Me;

const refusal = (detail: string) => ({
  type: problemType('unauthenticated'),
  title: 'Not authenticated',
  status: 401,
  detail,
});
const unknown = refusal(
  'This login was not started in this browser, has already finished, or took longer than ten minutes. Log in again at the same address.',
);
const cancelled = refusal('The login was cancelled, or the identity provider rejected it. Log in again.');
const another = refusal('The response of the identity provider does not match this login. Log in again.');
const withoutRole = refusal('You need the role admin, teacher or student. Ask an administrator for a role.');

async function isRefused(t: ExecutionContext, response: Response, expected: object): Promise<void> {
  t.is(response.headers.get('set-cookie'), null);
  t.deepEqual([response.status, await problemOf(response)], [401, expected]);
}

const lineOf = (browser: Browser, name: string) => browser.jar.get(name)?.line.replace(/=[\w-]{43};/, '=KEY;');

test('finishLogin brings a teacher back to the page of the login, with a session in both processes', async (t) => {
  const user = await person('teacher');
  const browser = openBrowser({ stop: ({ pathname }) => pathname === '/labs/linux-basics' });
  const form = await browser.visit(
    loginAddress(at, `?return_to=${encodeURIComponent('/labs/linux-basics?tab=1#end')}`),
  );
  t.is(form.status, 200);
  t.is(new URL(form.url).origin, at.url);
  t.regex(form.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  t.is(lineOf(browser, 'login'), 'login=KEY; Path=/; Max-Age=600; HttpOnly; SameSite=Lax');
  const wrong = await browser.submit(form, { login: user.username, password: 'wrong' });
  t.is(wrong.status, 401);
  const page = await browser.submit(wrong, { login: user.username, password: user.password });
  t.is(page.url, `${at.url}/labs/linux-basics?tab=1#end`);
  t.is(lineOf(browser, 'session'), 'session=KEY; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax');
  const here = await me({ url: at.url }, browser);
  t.like(here, { username: user.username, email: user.email, roles: ['teacher'], student_id: user.username });
  t.deepEqual(await me(at.other, browser), here);
});

test('startLogin sends new values to the provider each time, and no secret', async (t) => {
  const redirects = await Promise.all(
    [1, 2].map(async () => {
      const response = await fetch(loginAddress(at), { redirect: 'manual' });
      t.deepEqual([response.status, response.headers.get('cache-control')], [302, 'no-store']);
      return new URL(response.headers.get('location') ?? '');
    }),
  );
  const [first, second] = redirects.map(({ searchParams }) => Object.fromEntries(searchParams));
  const { state, nonce, code_challenge, ...rest } = first ?? {};
  t.deepEqual(rest, {
    client_id: 'platform',
    redirect_uri: `${at.url}/api/v1/auth/callback`,
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge_method: 'S256',
  });
  for (const each of [state, nonce, code_challenge]) t.regex(each ?? '', /^[\w-]{43}$/);
  t.is(new Set([state, nonce, code_challenge, second?.state, second?.nonce, second?.code_challenge]).size, 6);
});

test('two tabs of one browser log in side by side', async (t) => {
  const user = await person('student');
  const browser = openBrowser();
  const [one, two] = [await browser.visit(loginAddress(at)), await browser.visit(loginAddress(at))];
  for (const tab of [two, one])
    t.is((await browser.submit(tab, { login: user.username, password: user.password })).url, `${at.url}/`);
  t.is((await me({ url: at.url }, browser)).student_id as string | null, user.username);
});

test('finishLogin accepts a code and a state once, in the browser that began the login', async (t) => {
  const user = await person('teacher');
  const { browser, callback } = await beforeCallback(user);
  await isRefused(t, await comeBack(openBrowser(), callback), unknown);
  const another = await beforeCallback(await person('teacher'));
  await isRefused(t, await comeBack(another.browser, callback), unknown);
  const both = await Promise.all([comeBack(browser, callback), comeBack(browser, callback)]);
  t.deepEqual(both.map(({ status }) => status).sort(), [302, 401]);
  await isRefused(t, await comeBack(browser, callback), unknown);
});

test('finishLogin refuses the code of another user', async (t) => {
  const [own, others] = await Promise.all([
    beforeCallback(await person('teacher')),
    beforeCallback(await person('admin')),
  ]);
  const mixed = new URL(own.callback);
  mixed.searchParams.set('code', new URL(others.callback).searchParams.get('code') ?? '');
  await isRefused(t, await comeBack(own.browser, mixed.href), another);
  await isRefused(t, await comeBack(own.browser, own.callback), unknown);
});

const changes: Readonly<Record<string, readonly [(query: URLSearchParams) => void, object]>> = {
  'a state of nobody': [(query) => query.set('state', randomBytes(32).toString('base64url')), unknown],
  'another issuer': [(query) => query.set('iss', 'https://elsewhere.example/auth/realms/labs'), another],
  'no issuer, though this provider names it': [(query) => query.delete('iss'), another],
  'a code of nobody': [(query) => query.set('code', 'x'.repeat(43)), another],
  'no code': [(query) => query.delete('code'), another],
  'a refusal of the provider': [
    (query) => {
      query.delete('code');
      query.set('error', 'access_denied');
      query.set('error_description', '<b>Send your password to</b>');
    },
    cancelled,
  ],
};

for (const [what, [change, expected]] of Object.entries(changes))
  test(`finishLogin refuses ${what}, and the login is over or goes on as before`, async (t) => {
    const { browser, callback } = await beforeCallback(await person('student'));
    const changed = new URL(callback);
    change(changed.searchParams);
    await isRefused(t, await comeBack(browser, changed.href), expected);
    const again = await comeBack(browser, callback);
    t.is(again.status, expected === unknown ? 302 : 401);
  });

test('finishLogin refuses a login that took longer than ten minutes', async (t) => {
  const { browser, callback } = await beforeCallback(await person('teacher'));
  await withClient(at.whole.platform.ownerUrl, (client) =>
    client
      .query("update browser_logins set expires_at = expires_at - interval '10 minutes' where state_hash = $1", [
        hashKey(new URL(callback).searchParams.get('state') ?? ''),
      ])
      .then(({ rowCount }) => t.is(rowCount, 1)),
  );
  await isRefused(t, await comeBack(browser, callback), unknown);
});

test('finishLogin gives no session to a user that has no role or is disabled', async (t) => {
  const guest = await beforeCallback(await person('guest'));
  await isRefused(t, await comeBack(guest.browser, guest.callback), withoutRole);
  const user = await person('teacher');
  await logIn(at, openBrowser(), user);
  await withClient(at.whole.platform.ownerUrl, (client) =>
    client.query('update users set enabled = false where username = $1', [user.username]).then(() => undefined),
  );
  const disabled = await beforeCallback(user);
  await isRefused(
    t,
    await comeBack(disabled.browser, disabled.callback),
    refusal('This account is disabled. Ask an administrator.'),
  );
});

test('finishLogin answers 400 for a callback with missing parameters', async (t) => {
  const { browser, callback } = await beforeCallback(await person('teacher'));
  for (const query of ['', '?code=x', '?state=x&unknown=1', '?state=']) {
    const response = await fetch(`${at.url}/api/v1/auth/callback${query}`, {
      headers: { cookie: browser.cookies(callback) },
    });
    t.deepEqual([response.status, (await problemOf(response)).type], [400, problemType('invalid-request')]);
  }
  t.is((await comeBack(browser, callback)).status, 302);
});

const elsewhere = [
  'https://evil.example/',
  'evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/ /evil.example',
  '///evil.example',
  'javascript:alert(1)',
  '',
  '/ü',
  `/${'x'.repeat(512)}`,
];

for (const path of elsewhere)
  test(`startLogin refuses the return_to ${JSON.stringify(path).slice(0, 30)}`, async (t) => {
    const response = await fetch(loginAddress(at, `?return_to=${encodeURIComponent(path)}`), { redirect: 'manual' });
    t.deepEqual([response.status, (await problemOf(response)).type], [400, problemType('invalid-request')]);
    t.is(response.headers.get('set-cookie'), null);
  });

for (const path of [
  '/%2f%2fevil.example',
  '/%5Cevil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/x//evil.example',
])
  test(`startLogin accepts the return_to ${path}`, async (t) => {
    const query = `?return_to=${encodeURIComponent(path)}`;
    const { browser, callback } = await beforeCallback(await person('teacher'), query);
    const back = await comeBack(browser, callback);
    t.is(new URL(back.headers.get('location') ?? '').origin, at.url);
  });

test('finishLogin makes a new key, and ends the session before it', async (t) => {
  const user = await person('teacher');
  const browser = openBrowser();
  await logIn(at, browser, user);
  const before = new Map(browser.jar);
  const known = await logIn(at, browser, user);
  t.is(known.url, `${at.url}/`, 'the provider asked for no password');
  const [first, second] = [before.get('session'), browser.jar.get('session')];
  t.not(first?.value, second?.value);
  t.is((await ask(at.other, browser, '/auth/me')).status, 200);
  t.is((await ask(at.other, { cookies: () => `session=${first?.value}` }, '/auth/me')).status, 401);
});

test('finishLogin ignores a cookie of the same name that another program of the machine has set', async (t) => {
  const browser = openBrowser();
  for (const name of ['login', 'session']) browser.jar.set(name, { value: 'e30.'.repeat(500), path: '/', line: '' });
  t.is((await logIn(at, browser, await person('teacher'))).url, `${at.url}/`);
  t.is((await ask(at.one, browser, '/auth/me')).status, 200);
});

test('finishLogin never makes a session of a key that another party chose', async (t) => {
  const chosen = randomBytes(32).toString('base64url');
  const browser = openBrowser();
  browser.jar.set('session', { value: chosen, path: '/', line: '' });
  await logIn(at, browser, await person('teacher'));
  t.not(browser.jar.get('session')?.value, chosen);
  t.is((await ask(at.one, { cookies: () => `session=${chosen}` }, '/auth/me')).status, 401);
});

test.serial(
  'startLogin answers 503 while the provider is unavailable, and a login that has begun can be finished afterwards',
  async (t) => {
    const { browser, callback } = await beforeCallback(await person('teacher'));
    const { identity } = at.ports;
    at.ports.identity = 9;
    t.teardown(() => {
      at.ports.identity = identity;
    });
    const during = await comeBack(browser, callback);
    t.deepEqual([during.status, during.headers.has('retry-after')], [503, true]);
    at.ports.identity = identity;
    t.is((await comeBack(browser, callback)).status, 302);
  },
);

test('the pages of the provider need no script and no file', async (t) => {
  const browser = openBrowser();
  const pages: Page[] = [await browser.visit(loginAddress(at))];
  pages.push(await browser.submit(pages[0] as Page, { login: '"><script>', password: 'x' }));
  for (const { headers, body } of pages) {
    t.is(
      headers.get('content-security-policy'),
      `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${new URL(at.url).origin}; frame-ancestors 'none'; base-uri 'none'`,
    );
    t.notRegex(body, /<script|<link|src=|@import/);
  }
});
