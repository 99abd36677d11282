// The life of a refresh token, decided without a database.
import test from 'ava';
import fc from 'fast-check';
import {
  graceMs,
  hashToken,
  isToken,
  judge,
  mintToken,
  openSuccessor,
  type StoredToken,
  sealSuccessor,
} from './refresh-tokens.ts';

const fresh: StoredToken = {
  expires_at: new Date(1_000_000),
  used_at: null,
  answered: false,
  successor_sealed: null,
  successor_used: false,
  family_expires_at: new Date(2_000_000),
  family_revoked: false,
};
const used: StoredToken = { ...fresh, used_at: new Date(500_000), answered: true, successor_sealed: new Uint8Array(1) };

test('a refresh token is rotated once, repeated within the grace period, and reveals a copy afterwards', (t) => {
  t.is(judge(fresh, new Date(500_000)), 'rotate');
  t.is(judge(used, new Date(500_000 + graceMs - 1)), 'same');
  t.is(judge(used, new Date(500_000 + graceMs)), 'reuse');
  t.true(graceMs > 60_000, 'longer than clients wait for a reply');
  t.is(judge({ ...used, successor_used: true }, new Date(500_001)), 'reuse');
  t.is(judge({ ...used, successor_sealed: null }, new Date(500_001)), 'reuse');
});

test('a successor that was never sent can be sent at any time, until it is used', (t) => {
  const waiting = { ...used, answered: false };
  t.is(judge(waiting, new Date(900_000)), 'same');
  t.is(judge({ ...waiting, successor_used: true }, new Date(500_001)), 'reuse');
  t.is(judge(waiting, waiting.family_expires_at), 'refused');
});

test('a refresh token is refused when it or its family is too old or revoked', (t) => {
  t.is(judge(fresh, fresh.expires_at), 'refused');
  t.is(judge({ ...fresh, family_revoked: true }, new Date(0)), 'refused');
  t.is(judge({ ...used, family_revoked: true }, new Date(500_001)), 'refused');
  t.is(judge({ ...fresh, expires_at: new Date(3_000_000) }, fresh.family_expires_at), 'refused');
});

test('a successor can be opened only with the token that it was sealed under', (t) => {
  fc.assert(
    fc.property(fc.string(), (successor) => {
      const presented = mintToken();
      t.is(openSuccessor(presented, sealSuccessor(presented, successor)), successor);
      t.throws(() => openSuccessor(mintToken(), sealSuccessor(presented, successor)));
    }),
    { numRuns: 50 },
  );
});

test('refresh tokens have their prefix and 43 characters of base64url, and hash to 32 bytes', (t) => {
  const token = mintToken();
  t.true(isToken(token));
  t.false(isToken(`${token}=`));
  t.is(hashToken(token).length, 32);
});
