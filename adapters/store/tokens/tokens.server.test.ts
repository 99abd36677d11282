// Refresh-token families and login attempts on a real PostgreSQL: what races, and what a copy betrays.
import { randomBytes, randomUUID } from 'node:crypto';
import test from 'ava';
import { freshDatabase, parts } from '../../../tools/test/servers.ts';
import { connect } from '../connect.ts';
import { refreshFamilies } from './families.ts';
import { loginAttempts } from './logins.ts';
import type { TokenRow } from './port.ts';

const start = new Date('2026-11-21T08:00:00Z');
const day = 86_400_000;

test.before(async (t) => {
  const { postgres } = await parts(t, ['postgres']);
  const { appUrl } = await freshDatabase(postgres, 'analytics');
  t.context = connect(appUrl, { poolSize: 20 });
});

const storeOf = (t: { context: unknown }) => t.context as ReturnType<typeof connect>;

async function startedFamily(t: { context: unknown }) {
  const families = refreshFamilies(storeOf(t));
  const family = {
    family_id: randomUUID(),
    principal: 'ada',
    client_id: 'web',
    provider_session: randomBytes(8),
    token_hash: randomBytes(32),
    created_at: start,
    idle_expires_at: new Date(start.getTime() + 30 * day),
    expires_at: new Date(start.getTime() + 90 * day),
  };
  await families.start(family);
  return { families, family };
}

const { signal } = new AbortController();
const judge = (token: TokenRow) => (token.used_at === null ? 'rotate' : token.successor_used ? 'reuse' : 'same');

test('exchange makes one successor for fifty parallel presentations of one token', async (t) => {
  const { families, family } = await startedFamily(t);
  const at = new Date(start.getTime() + day);
  const exchanged = await Promise.all(
    Array.from({ length: 50 }, () => {
      const successor = { hash: randomBytes(32), sealed: randomBytes(16) };
      return families.exchange({
        hash: family.token_hash,
        at,
        idleMs: 30 * day,
        successor,
        judge,
        signal,
        onRevoked: async () => {},
      });
    }),
  );
  const verdicts = exchanged.map((e) => e?.verdict);
  t.is(verdicts.filter((v) => v === 'rotate').length, 1);
  t.is(verdicts.filter((v) => v === 'same').length, 49);
  const sealed = exchanged
    .filter((e) => e?.verdict === 'same')
    .map((e) => Buffer.from(e?.token.successor_sealed ?? []).toString('hex'));
  t.is(new Set(sealed).size, 1);
});

test('exchange revokes the family of a reused token, reports it once, and deletes the session of the provider', async (t) => {
  const { families, family } = await startedFamily(t);
  const second = randomBytes(32);
  let revoked = 0;
  const present = (hash: Uint8Array, next: Uint8Array, verdict: 'rotate' | 'reuse') =>
    families.exchange({
      hash,
      at: start,
      idleMs: 30 * day,
      successor: { hash: next, sealed: randomBytes(16) },
      judge: () => verdict,
      signal,
      onRevoked: async () => {
        revoked += 1;
      },
    });
  await present(family.token_hash, second, 'rotate');
  await present(second, randomBytes(32), 'rotate');
  const first = await families.find(family.token_hash);
  t.is(first?.successor_sealed, null);
  t.true(first?.successor_used);
  await present(family.token_hash, randomBytes(32), 'reuse');
  const after = await families.find(second);
  t.like(after, { family_revoked: true, provider_session: null });
  t.is(revoked, 1);
});

test('exchange never extends an idle limit beyond the end of the family', async (t) => {
  const { families, family } = await startedFamily(t);
  const next = randomBytes(32);
  const at = new Date(start.getTime() + 80 * day);
  await families.exchange({
    hash: family.token_hash,
    at,
    idleMs: 30 * day,
    successor: { hash: next, sealed: randomBytes(16) },
    judge: () => 'rotate',
    signal,
    onRevoked: async () => {},
  });
  t.deepEqual((await families.find(next))?.expires_at, new Date(start.getTime() + 90 * day));
  t.is(await families.find(randomBytes(32)), null);
});

test('exchange undoes a rotation of which nobody would be told, and an answer is recorded once', async (t) => {
  const { families, family } = await startedFamily(t);
  const late = new AbortController();
  const present = (hash: Uint8Array, abort: AbortController) =>
    families.exchange({
      hash: family.token_hash,
      at: start,
      idleMs: 30 * day,
      successor: { hash, sealed: randomBytes(16) },
      judge: (token) => {
        abort.abort(new Error('too late'));
        return judge(token);
      },
      signal: late.signal,
      onRevoked: async () => {},
    });
  const lost = randomBytes(32);
  await t.throwsAsync(present(lost, late), { message: 'too late' });
  t.like(await families.find(family.token_hash), { used_at: null, answered: false });
  t.is(await families.find(lost), null);
  await families.markAnswered(family.token_hash);
  const first = await families.find(family.token_hash);
  await families.markAnswered(family.token_hash);
  t.true(first?.answered);
  t.deepEqual(await families.find(family.token_hash), first);
});

const policy = { freeFailures: 5, windowMs: 900_000, longestDelayMs: 900_000 };

test('admit slows an account down from the fifth failure within the window, twice as long each time', async (t) => {
  const attempts = loginAttempts(storeOf(t));
  const account = randomBytes(32);
  let at = start.getTime();
  const delays: number[] = [];
  for (let failure = 1; failure <= 17; failure++) {
    t.is(await attempts.admit(account, new Date(at), policy), 0);
    if (failure < 5) continue;
    const delay = await attempts.admit(account, new Date(at), policy);
    delays.push(delay / 1000);
    at += delay;
  }
  t.deepEqual(delays, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
});

test('admit lets five of fifty parallel guesses through', async (t) => {
  const attempts = loginAttempts(storeOf(t));
  const account = randomBytes(32);
  const answers = await Promise.all(Array.from({ length: 50 }, () => attempts.admit(account, start, policy)));
  t.is(answers.filter((delay) => delay === 0).length, 5);
});

test('forget removes the failures after a correct password, and a window without failures starts again at zero', async (t) => {
  const attempts = loginAttempts(storeOf(t));
  const account = randomBytes(32);
  const admit = (ms: number) => attempts.admit(account, new Date(start.getTime() + ms), policy);
  for (let i = 0; i < 5; i++) t.is(await admit(0), 0);
  t.is(await admit(0), 1000);
  await attempts.forget(account, 'all');
  for (let i = 0; i < 5; i++) t.is(await admit(0), 0);
  t.is(await admit(900_001), 0);
  t.is(await admit(900_001), 0);
});
