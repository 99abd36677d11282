// Tokens that must be refused: each differs from the good one, and only the provider's own key signs those of another
// time.
import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { atOtherTimes, forged } from './refused.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const text = `${part({ alg: 'RS256', kid: 'k1' })}.${part({ iss: 'us', aud: 'a', sub: 's', exp: 4102444800 })}`;
const good = `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;

const isOurs = (token: string): boolean => {
  const [head, body, signature = ''] = token.split('.');
  const key = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }));
  return verify('RSA-SHA256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'));
};
const claimsOf = (token = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>;

test('forged tokens carry the claims of the good one, signed by an unknown key', (t) => {
  const tokens = forged(good);
  t.deepEqual(Object.values(tokens).map(isOurs), [false, false, false]);
  t.deepEqual(claimsOf(tokens['a token signed by an unknown key']), claimsOf(good));
});

test('forge makes nothing of a token that is not a JWT', (t) => {
  t.deepEqual(forged('opaque'), {});
});

test('a known key of the provider signs tokens for another time and another user', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const keys = [{ ...privateKey.export({ format: 'jwk' }), kid: 'k1' }];
  writeFileSync(join(folder, 'labs.json'), JSON.stringify({ keys }));
  const tokens = atOtherTimes(folder, 'labs', good);
  t.deepEqual(
    Object.entries(tokens).map(([name, token]) => [name, isOurs(token)]),
    [
      ['an expired token', true],
      ['a token that is not good yet', true],
      ['a token for another audience', true],
    ],
  );
  t.true(Number(claimsOf(tokens['an expired token']).exp) * 1_000 < Date.now());
  t.deepEqual(atOtherTimes(join(folder, 'nowhere'), 'labs', good), {});
});
