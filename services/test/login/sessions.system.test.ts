// Sessions with a clock that is turned by hand: how long one lasts, how long a copy is believed, and what an ending
// meets.
import test, { type ExecutionContext } from 'ava';
import { sql } from '../../../adapters/store/query.ts';
import { freshUser } from '../../../tools/test/servers.ts';
import { manualClock } from '../../lib/clock.ts';
import { authenticator } from '../../platform/credential.ts';
import { hashKey, newKey } from '../../platform/sessions/cookies.ts';
import { type SessionDeps, sessions as sessionsOf } from '../../platform/sessions/sessions.ts';
import { userOf } from '../../platform/users.ts';
import { origin, type Stage, stage } from '../fixtures/platform/platform.ts';

let on: Stage;

test.before(async (t) => {
  on = await stage(t);
});

const hourMs = 60 * 60 * 1_000;

/** A user with a session whose token ends after so long. */
async function scene(t: ExecutionContext, tokenMs: number, more: Partial<SessionDeps> = {}) {
  const clock = manualClock(new Date());
  const deps: SessionDeps = { ...on.sessionDeps, clock, ...more };
  const user = await freshUser(on.provider, 'labs', ['teacher']);
  const { id, email, username, name, roles } = user;
  const expiresAt = new Date(clock.now().getTime() + tokenMs);
  const bearer = { subject: id, kind: 'user', clientId: 'platform', username, email, name, roles, expiresAt } as const;
  const signedIn = await userOf(deps.users, bearer);
  if (signedIn === null) throw new Error('the teacher was refused');
  const sessions = sessionsOf(deps);
  const key = await sessions.begin(signedIn, { bearer, session: 'what no provider gave' });
  const hash = hashKey(key);
  t.teardown(() => deps.copies.delete(`session:${hash.toString('hex')}`).catch(() => {}));
  const found = async () => (await sessions.find(key))?.signedIn?.user.username ?? null;
  /** As if the copy could not be removed: the store was unavailable. */
  const forgotten = () => on.store.query(sql.unsafe`delete from sessions where session_hash = ${sql.binary(hash)}`);
  return { clock, deps, sessions, key, username, found, forgotten };
}

test('a session ends a day after its login, also when it is in use all the time', async (t) => {
  const { clock, username, found } = await scene(t, 48 * hourMs);
  for (let hour = 0; hour < 24; hour++) {
    t.is(await found(), username, `hour ${hour}`);
    await clock.advance(hourMs - (hour === 23 ? 1 : 0));
  }
  t.is(await found(), username);
  await clock.advance(1);
  t.is(await found(), null);
});

test('a copy of an ended session is believed for a minute at most', async (t) => {
  const { clock, username, found, forgotten } = await scene(t, hourMs);
  t.is(await found(), username);
  await forgotten();
  await clock.advance(59_999);
  t.is(await found(), username);
  await clock.advance(1);
  t.is(await found(), null);
});

test('a copy that was opened before is opened again once it differs, and refused when somebody changed it', async (t) => {
  let opens = 0;
  const { keys } = on.sessionDeps;
  const counted: SessionDeps['keys'] = {
    ...keys,
    open: (...given) => {
      opens += 1;
      return keys.open(...given);
    },
  };
  const { deps, key, username, found, forgotten } = await scene(t, hourMs, { keys: counted });
  for (let time = 0; time < 3; time++) t.is(await found(), username);
  t.is(opens, 1, 'the first one came from the record, the third had been opened');
  const name = `session:${hashKey(key).toString('hex')}`;
  const copy = Buffer.from((await deps.copies.get(name)) ?? '');
  copy[copy.length - 1] = (copy.at(-1) ?? 0) ^ 1;
  await deps.copies.set(name, copy, 60);
  await forgotten();
  t.is(await found(), null);
  t.is(opens, 2);
});

test('a copy from a clock that is ahead is not believed', async (t) => {
  const { deps, key, username, found, forgotten } = await scene(t, hourMs);
  const ahead = sessionsOf({ ...deps, clock: manualClock(new Date(Date.now() + 30_000)) });
  t.is((await ahead.find(key))?.signedIn?.user.username, username);
  await forgotten();
  t.is(await found(), null);
});

test('a session that ends while its copy is written leaves no copy', async (t) => {
  let before = async () => {};
  const copies: SessionDeps['copies'] = {
    ...on.sessionDeps.copies,
    set: async (...given) => {
      await before();
      await on.sessionDeps.copies.set(...given);
    },
  };
  const { sessions, key, found } = await scene(t, hourMs, { copies });
  before = () => sessions.end(hashKey(key).toString('hex'));
  t.is(await found(), null);
  before = async () => {};
  t.is(await found(), null, 'and no copy says otherwise');
});

test('a session ends with its token when the provider does not know its refresh token', async (t) => {
  const { clock, username, found } = await scene(t, 300_000);
  await clock.advance(299_999);
  t.is(await found(), username);
  await clock.advance(1);
  t.is(await found(), null);
});

test('a session whose key has left the ring ends with its token', async (t) => {
  const { clock, deps, key, username } = await scene(t, 300_000);
  const closed: SessionDeps['keys'] = {
    ...deps.keys,
    open: () => {
      throw new Error('the key is not in the ring');
    },
  };
  const sessions = sessionsOf({ ...deps, keys: closed });
  t.is((await sessions.find(key))?.signedIn?.user.username, username, 'the record needs no key');
  await clock.advance(300_000);
  t.is(await sessions.find(key), null);
});

test('sessions over TLS accept only the cookie that is bound to the host, and only pages of that origin', async (t) => {
  const { sessions, key, deps } = await scene(t, hourMs);
  const authenticate = authenticator({ ...deps, ...on.browsers, identity: on.identity, sessions });
  const { url } = await on.serve(t, { sessions, authenticate });
  const cookie = `__Host-session=${key}`;
  const status = async (headers: Record<string, string>, init: RequestInit = {}) =>
    (await fetch(`${url}/auth/${init.method === 'POST' ? 'logout' : 'me'}`, { ...init, headers })).status;
  t.is(await status({ cookie }), 200);
  t.is(await status({ cookie: `session=${key}` }), 401);
  t.is(await status({ cookie: `__Host-session=${newKey()}` }), 401);
  const post = (from: string) => status({ cookie, origin: from, 'x-covenant-request': '1' }, { method: 'POST' });
  t.is(await post('http://covenant.example'), 403);
  t.is(await post('https://covenant.example.evil.example'), 403);
  const login = await fetch(`${url}/auth/login`, { redirect: 'manual' });
  t.regex(login.headers.get('set-cookie') ?? '', /^__Host-login=[\w-]{43}; .*; Secure; /);
  t.is(new URL(login.headers.get('location') ?? '').searchParams.get('redirect_uri'), `${origin}/api/v1/auth/callback`);
  t.is(await post(origin), 200);
  t.is(await status({ cookie }), 401);
});
