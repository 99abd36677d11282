// Which signatures count: every algorithm of the list with every kind of key, and keys that a provider should not have
// published.
import { constants, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import test from 'ava';
import { keysFrom } from './keys.ts';
import { tokenVerifier } from './verify.ts';

const at = new Date('2026-11-28T08:00:00Z');
const [issuer, audience] = ['https://id.covenant.example/auth/realms/labs', 'covenant-platform'];
const claims = { iss: issuer, aud: audience, sub: 'u1', exp: at.getTime() / 1000 + 300 };

const pairs = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  p256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  p384: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  ed25519: generateKeyPairSync('ed25519'),
};
type Pair = keyof typeof pairs;
const pairNames = Object.keys(pairs) as Pair[];

/** What a server does to sign with a private key, whatever the header says. */
const signers: Readonly<Record<string, (text: Buffer, key: KeyObject) => Buffer>> = {
  RS256: (text, key) => sign('sha256', text, key),
  PS256: (text, key) => sign('sha256', text, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }),
  ES256: (text, key) => sign('sha256', text, { key, dsaEncoding: 'ieee-p1363' }),
  EdDSA: (text, key) => sign(null, text, key),
};
const usual: Readonly<Record<Pair, string>> = { rsa: 'RS256', p256: 'ES256', p384: 'ES256', ed25519: 'EdDSA' };

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const publicJwk = (pair: Pair, more: object = {}) => ({
  ...pairs[pair].publicKey.export({ format: 'jwk' }),
  kid: 'k1',
  use: 'sig',
  ...more,
});

function signed(head: object, pair: Pair, signer = usual[pair]): string {
  const text = `${part({ typ: 'at+jwt', kid: 'k1', ...head })}.${part(claims)}`;
  const signature = signers[signer]?.(Buffer.from(text), pairs[pair].privateKey) ?? Buffer.of();
  return `${text}.${signature.toString('base64url')}`;
}

async function outcome(token: string, keys: readonly unknown[]): Promise<string> {
  // The set has a key that always fits, so that a refused one is unknown and not the last of an unusable set.
  const other = { ...pairs.rsa.publicKey.export({ format: 'jwk' }), kid: 'other', use: 'sig' };
  const found = keysFrom(
    async () => ({ keys: [...keys, other] }),
    () => at,
  );
  const verify = tokenVerifier({ issuer, audience, forms: ['rfc9068'], keys: found, now: () => at });
  const verified = await verify(token);
  return verified.kind === 'verified' ? 'verified' : verified.because;
}

const names = [
  ...['RS256', 'PS256', 'ES256', 'EdDSA'],
  ...['none', 'None', '', 'HS256', 'HS512', 'RS1', 'RS384', 'RS512', 'PS512', 'ES384', 'ES512', 'ES256K', 'Ed448'],
  ...['rs256', 'RS256 ', 'RSA-OAEP', 'dir', 'toString', '__proto__'],
];

test('tokenVerifier accepts RS256, PS256, ES256 and EdDSA, each with a key that fits, and no other pair', async (t) => {
  const accepted: string[] = [];
  for (const alg of names)
    for (const pair of pairNames)
      for (const signer of Object.keys(signers)) {
        const token = signedIfPossible(alg, pair, signer);
        if (token !== null && (await outcome(token, [publicJwk(pair)])) === 'verified')
          accepted.push(`${alg} ${pair} ${signer}`);
      }
  t.deepEqual(accepted, ['RS256 rsa RS256', 'PS256 rsa PS256', 'ES256 p256 ES256', 'EdDSA ed25519 EdDSA']);
});

/** Null where such a key does not sign in that way. */
function signedIfPossible(alg: string, pair: Pair, signer: string): string | null {
  const kinds = { RS256: 'rsa', PS256: 'rsa', ES256: 'ec', EdDSA: 'ed25519' } as Readonly<Record<string, string>>;
  return pairs[pair].privateKey.asymmetricKeyType === kinds[signer] ? signed({ alg }, pair, signer) : null;
}

test('tokenVerifier uses a key for the algorithm, use and operations that its provider states, and for no other', async (t) => {
  const token = signed({ alg: 'RS256' }, 'rsa');
  const outcomes: Record<string, string> = {};
  const cases: Readonly<Record<string, object>> = {
    'no algorithm': { alg: undefined },
    'its algorithm': { alg: 'RS256' },
    'another algorithm of the same keys': { alg: 'PS256' },
    'an algorithm for encryption': { alg: 'RSA-OAEP' },
    'an algorithm of a shared secret': { alg: 'HS256' },
    'no use': { use: undefined },
    'use enc': { use: 'enc' },
    'another use': { use: 'tls' },
    'key_ops with verify': { key_ops: ['verify'] },
    'key_ops without verify': { key_ops: ['encrypt'] },
    'key_ops that are no list': { key_ops: 'verify' },
    'another kind': { kty: 'EC' },
    'a kind of shared secrets': { kty: 'oct', k: 'c2VjcmV0' },
    'its private part': pairs.rsa.privateKey.export({ format: 'jwk' }),
    'no modulus': { n: undefined },
    'a modulus that is no number': { n: '*' },
    'too few bits': generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' }),
    'a kid that is no text': { kid: 1 },
  };
  for (const [name, more] of Object.entries(cases)) outcomes[name] = await outcome(token, [publicJwk('rsa', more)]);
  const [verified, unknown] = ['verified', 'unknown key id'];
  t.deepEqual(
    outcomes,
    Object.fromEntries(
      Object.keys(cases).map((name) => [
        name,
        ['no algorithm', 'its algorithm', 'no use', 'key_ops with verify'].includes(name) ? verified : unknown,
      ]),
    ),
  );
});

test('tokenVerifier passes over what is no key in a published set', async (t) => {
  const odd = [null, 1, 'key', [], {}, { kid: 'k1' }, { kid: 'k1', kty: 'RSA' }, publicJwk('p384', { alg: 'ES256' })];
  t.is(await outcome(signed({ alg: 'ES256' }, 'p256'), [...odd, publicJwk('p256', { alg: 'ES256' })]), 'verified');
  t.is(await outcome(signed({ alg: 'ES256' }, 'p256'), odd), 'unknown key id');
});

test('tokenVerifier refuses a critical header, a key in the header and a foreign type whatever the algorithm is', async (t) => {
  for (const [alg, pair] of [
    ['RS256', 'rsa'],
    ['PS256', 'rsa'],
    ['ES256', 'p256'],
    ['EdDSA', 'ed25519'],
  ] as const) {
    const of = (head: object) => outcome(signed({ alg, ...head }, pair, alg), [publicJwk(pair)]);
    t.deepEqual(
      [
        await of({}),
        await of({ crit: ['b64'], b64: false }),
        await of({ crit: ['exp'] }),
        await of({ kid: 'mine', jwk: publicJwk(pair, { kid: 'mine' }) }),
        await of({ kid: undefined }),
        await of({ typ: 'JWT' }),
        await of({ typ: 'dpop+jwt' }),
        await of({ typ: undefined }),
        await of({ typ: 'application/AT+JWT' }),
      ],
      [
        'verified',
        ...['critical header', 'critical header', 'unknown key id', 'no key id'],
        ...['not an access token', 'not an access token', 'not an access token', 'verified'],
      ],
    );
  }
});

test('tokenVerifier finds a key of another algorithm that replaces one with the same id, without a restart', async (t) => {
  let time = at.getTime();
  let keys: readonly object[] = [publicJwk('rsa', { alg: 'RS256' })];
  const found = keysFrom(
    async () => ({ keys }),
    () => new Date(time),
  );
  const verify = tokenVerifier({ issuer, audience, forms: ['rfc9068'], keys: found, now: () => at });
  const kindOf = async (token: string) => (await verify(token)).kind;
  const [before, after] = [signed({ alg: 'RS256' }, 'rsa'), signed({ alg: 'ES256' }, 'p256')];
  const outcomes = [await kindOf(before), await kindOf(after)];
  keys = [publicJwk('p256', { alg: 'ES256' })];
  time += 60_000;
  outcomes.push(await kindOf(after), await kindOf(before));
  t.deepEqual(outcomes, ['verified', 'refused', 'verified', 'refused']);
});
