// The adapter against the embedded provider, over real HTTP: the ways in, and every way to be refused.
import test from 'ava';
import { freshUser, parts } from '../../tools/test/servers.ts';
import { oidc } from './oidc.ts';
import type { Identity } from './port.ts';

const start = async (t: Parameters<typeof parts>[0]) => {
  const { identity } = await parts(t, ['identity']);
  const { issuers, clients } = identity;
  const secretOf = ({ id, secret }: { id: string; secret: string }) => ({ clientId: id, clientSecret: secret });
  const analytics = { issuer: issuers.analytics, audience: 'covenant-analytics', ...secretOf(clients.facade) };
  const platform = { issuer: issuers.labs, audience: 'covenant-platform', ...secretOf(clients.platform) };
  const infra = { issuer: issuers.labs, audience: 'covenant-infra', ...secretOf(clients.infra) };
  return { provider: identity, clients, analytics, platform, infra };
};

const here = '198.51.100.7';

const subjectOf = async (identity: Identity, token: string) => {
  const verified = await identity.verify(token);
  return verified.kind === 'verified' ? verified.bearer : verified;
};

const wrong = { kind: 'invalid_credentials' } as const;

test('login by email or user name returns a token that names the user', async (t) => {
  const { provider, analytics } = await start(t);
  const user = await freshUser(provider, 'analytics', ['analyst']);
  const identity = oidc(analytics);
  for (const name of [user.email, user.username.toUpperCase()]) {
    const result = await identity.login(name, user.password, here);
    if (result.kind !== 'session') return t.fail();
    const { session } = result;
    const { expiresAt: _, ...bearer } = (await subjectOf(identity, session.accessToken)) as { expiresAt?: Date };
    t.deepEqual(bearer as unknown, {
      subject: user.id,
      kind: 'user',
      clientId: 'analytics-api',
      username: user.username,
      email: user.email,
      verifiedEmail: user.email,
      name: user.name,
      roles: ['analyst'],
    });
    t.is(session.subject, user.id);
    t.is(session.expiresInS, 300);
  }
});

test('refresh renews a session again and again, also twice with the same one', async (t) => {
  const { provider, analytics } = await start(t);
  const user = await freshUser(provider, 'analytics');
  const identity = oidc(analytics);
  const result = await identity.login(user.email, user.password, here);
  if (result.kind !== 'session') return t.fail();
  const first = result.session;
  const second = await identity.refresh(first.session);
  const again = await identity.refresh(first.session);
  if (second === 'invalid_session' || again === 'invalid_session') return t.fail();
  t.deepEqual([second.subject, again.subject], [user.id, user.id]);
  t.not(second.accessToken, first.accessToken);
});

test('login and refresh distinguish wrong credentials of every kind from an unavailable provider', async (t) => {
  const { provider, clients, analytics } = await start(t);
  const user = await freshUser(provider, 'analytics');
  const identity = oidc(analytics);
  t.deepEqual(await identity.login(user.email, 'wrong', here), wrong);
  t.deepEqual(await identity.login('nobody@covenant.example', 'wrong', here), wrong);
  t.is(await identity.refresh('not-a-session'), 'invalid_session');
  t.is(await identity.clientToken(clients.integrator.id, 'wrong'), 'invalid_credentials');
  t.is(await identity.clientToken('no-such-client', 'wrong'), 'invalid_credentials');
  t.is(await identity.clientToken('sp ace:%&"', 'ü:%'), 'invalid_credentials');
  t.is(await identity.clientToken(clients.facade.id, clients.facade.secret), 'invalid_credentials');
  const forgotten = oidc({ ...analytics, clientSecret: 'rotated without telling us' });
  await t.throwsAsync(forgotten.login(user.email, user.password, here), { name: 'IdentityError' });
  const unavailable = oidc({ ...analytics, issuer: 'http://127.0.0.1:9/auth/realms/analytics' });
  await t.throwsAsync(unavailable.login(user.email, user.password, here), { name: 'IdentityError' });
  await t.throwsAsync(unavailable.check(), { name: 'IdentityError' });
  await t.notThrowsAsync(identity.check());
});

test('login slows down guesses for one account from one network, and for no other caller', async (t) => {
  const { provider, analytics } = await start(t);
  const [victim, other] = await Promise.all([freshUser(provider, 'analytics'), freshUser(provider, 'analytics')]);
  const identity = oidc(analytics);
  const guesses = await Promise.all(
    Array.from({ length: 8 }, (_, guess) => identity.login(victim.email, `${guess}`, here)),
  );
  t.deepEqual(guesses, Array(8).fill(wrong));
  t.deepEqual(await identity.login(victim.email, victim.password, here), wrong);
  t.deepEqual(await identity.login(victim.username, victim.password, here), wrong, 'the name counts with the e-mail');
  t.is((await identity.login(victim.email, victim.password, '198.51.100.8')).kind, 'session');
  t.not(await identity.login(other.email, other.password, here), 'invalid_credentials');
});

test('verify accepts a token only for the API and the realm that it was made for', async (t) => {
  const { clients, analytics, platform, infra } = await start(t);
  const token = await oidc(platform).ownToken();
  const [atInfra, atPlatform, atAnalytics] = await Promise.all(
    [infra, platform, analytics].map((options) => subjectOf(oidc(options), token)),
  );
  t.like(atInfra, { subject: 'platform', kind: 'client', clientId: 'platform', roles: ['service'] });
  t.like(atPlatform, { because: 'foreign audience' });
  t.like(atAnalytics, { because: 'foreign issuer' });
  const integrator = await oidc(analytics).clientToken(clients.integrator.id, clients.integrator.secret);
  if (integrator === 'invalid_credentials') return t.fail();
  t.like(await subjectOf(oidc(analytics), integrator.accessToken), { kind: 'client', roles: ['integrator'] });
});

test('ownToken is fetched once for many callers', async (t) => {
  const { platform } = await start(t);
  const identity = oidc(platform);
  const tokens = await Promise.all(Array.from({ length: 20 }, () => identity.ownToken()));
  t.is(new Set([...tokens, await identity.ownToken()]).size, 1);
});

test('finishLogin accepts each code of a browser login once, and its id token gives no access', async (t) => {
  const { provider, platform } = await start(t);
  const user = await freshUser(provider, 'labs', ['teacher']);
  const identity = oidc(platform);
  const redirectUri = `${provider.url}/api/v1/auth/callback`;
  const { url, checks } = await identity.beginLogin(redirectUri);
  const browser = openBrowser();
  const form = await browser.follow(url);
  t.regex(form.body, /name="password"/);
  const wrong = await browser.send(form.url, { login: user.username, password: 'wrong' });
  t.is(wrong.status, 401);
  const back = await browser.send(form.url, { login: user.username, password: user.password });
  t.true(back.url.startsWith(`${redirectUri}?code=`));
  t.like(await identity.finishLogin(back.url, { ...checks, state: 'of another browser' }), { kind: 'refused' });
  const loggedIn = await identity.finishLogin(back.url, checks);
  if (loggedIn.kind === 'refused') return t.fail(loggedIn.because);
  t.like(loggedIn.bearer, { subject: user.id, username: user.username, roles: ['teacher'] });
  t.like(await identity.finishLogin(back.url, checks), { kind: 'refused' });
  const leave = new URL(await identity.logoutUrl(`${provider.url}/`));
  t.regex(leave.pathname, /openid-connect\/logout$/);
  t.deepEqual(
    [...leave.searchParams],
    [
      ['post_logout_redirect_uri', `${provider.url}/`],
      ['client_id', 'platform'],
    ],
  );
});

/** Follows redirects with cookies until a page comes, or an address that is not the provider's. */
function openBrowser() {
  const jar = new Map<string, string>();
  const visit = async (
    address: string,
    init: RequestInit = {},
  ): Promise<{ url: string; status: number; body: string }> => {
    if (new URL(address).pathname === '/api/v1/auth/callback') return { url: address, status: 0, body: '' };
    const cookie = [...jar].map((entry) => entry.join('=')).join('; ');
    const response = await fetch(address, { ...init, redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? [];
      jar.set(name, value);
    }
    const next = response.headers.get('location');
    if (next !== null) return visit(new URL(next, address).href);
    return { url: address, status: response.status, body: await response.text() };
  };
  return {
    follow: (address: string) => visit(address),
    send: (address: string, fields: Record<string, string>) =>
      visit(address, { method: 'POST', body: new URLSearchParams(fields) }),
  };
}
