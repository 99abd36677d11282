// Login attempts on a real PostgreSQL: what races. Refresh tokens:
// services/analytics/access/token-families.server.test.ts.
import { randomBytes } from 'node:crypto';
import test from 'ava';
import { freshDatabase, parts } from '../../../tools/test/servers.ts';
import { connect } from '../connect.ts';
import { loginAttempts } from './logins.ts';

const start = new Date('2026-11-21T08:00:00Z');

test.before(async (t) => {
  const { postgres } = await parts(t, ['postgres']);
  const { appUrl } = await freshDatabase(postgres, 'analytics');
  t.context = connect(appUrl, { poolSize: 20 });
});

const storeOf = (t: { context: unknown }) => t.context as ReturnType<typeof connect>;

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
