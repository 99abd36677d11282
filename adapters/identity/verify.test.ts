// Tokens as attackers and misconfigured providers make them; each is refused for its own reason.
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { importJWK } from 'jose';
import { keysFrom } from './keys.ts';
import { type Expected, type TokenForm, tokenVerifier } from './verify.ts';

const issuer = 'https://id.covenant.example/auth/realms/analytics';
const audience = 'covenant-analytics';
const at = new Date('2026-11-21T08:00:00Z');
const nowS = at.getTime() / 1000;
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = (key: KeyObject, more: object = {}) => ({
  ...key.export({ format: 'jwk' }),
  kid: 'k1',
  use: 'sig',
  alg: 'RS256',
  ...more,
});
const keySet = { keys: [jwk(pair.publicKey)] };

const header = { alg: 'RS256', typ: 'at+jwt', kid: 'k1' };
const claims = {
  iss: issuer,
  aud: audience,
  sub: 'u1',
  exp: nowS + 300,
  iat: nowS,
  azp: 'analytics-api',
  preferred_username: 'anna',
  email: 'anna@covenant.example',
  realm_access: { roles: ['analyst'] },
};

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = (head: object, body: object, key = pair.privateKey) => {
  const text = `${part(head)}.${part(body)}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
};
const expected = (more: Partial<Expected> = {}): Expected => ({
  issuer,
  audience,
  forms: ['rfc9068'],
  keys: keysFrom(
    async () => keySet,
    () => at,
  ),
  now: () => at,
  ...more,
});
const refusal = async (token: string, more: Partial<Expected> = {}) => {
  const verified = await tokenVerifier(expected(more))(token);
  return verified.kind === 'verified' ? 'verified' : `${verified.reason}: ${verified.because}`;
};

test('tokenVerifier names the bearer of a valid token', async (t) => {
  t.deepEqual(await tokenVerifier(expected())(signed(header, claims)), {
    kind: 'verified',
    bearer: {
      subject: 'u1',
      kind: 'user',
      clientId: 'analytics-api',
      username: 'anna',
      email: 'anna@covenant.example',
      roles: ['analyst'],
      expiresAt: new Date('2026-11-21T08:05:00Z'),
    },
  });
});

const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
const hmac = (head: object, body: object) => {
  const text = `${part(head)}.${part(body)}`;
  const secret = pair.publicKey.export({ type: 'spki', format: 'pem' });
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};

const refused: Readonly<Record<string, readonly [string, string]>> = {
  'no signature at all': [`${part({ ...header, alg: 'none' })}.${part(claims)}.`, 'invalid_token: algorithm none'],
  'the public key as an HMAC secret': [hmac({ ...header, alg: 'HS256' }, claims), 'invalid_token: algorithm HS256'],
  'another RSA algorithm': [signed({ ...header, alg: 'RS512' }, claims), 'invalid_token: algorithm RS512'],
  'a foreign key under our kid': [signed(header, claims, foreign.privateKey), 'invalid_token: signature'],
  'an unknown kid': [signed({ ...header, kid: 'k2' }, claims), 'invalid_token: unknown key id'],
  'no kid': [signed({ alg: 'RS256', typ: 'at+jwt' }, claims), 'invalid_token: no key id'],
  'a key that the token brings itself': [
    signed({ ...header, kid: 'mine', jwk: jwk(foreign.publicKey) }, claims, foreign.privateKey),
    'invalid_token: unknown key id',
  ],
  'a critical extension': [signed({ ...header, crit: ['b64'], b64: false }, claims), 'invalid_token: critical header'],
  'an id token': [
    signed({ ...header, typ: 'JWT' }, { ...claims, aud: 'analytics-api' }),
    'invalid_token: not an access token',
  ],
  'no type': [signed({ alg: 'RS256', kid: 'k1' }, claims), 'invalid_token: not an access token'],
  'a foreign issuer': [signed(header, { ...claims, iss: `${issuer}/` }), 'invalid_token: foreign issuer'],
  'a foreign audience': [signed(header, { ...claims, aud: 'covenant-platform' }), 'invalid_token: foreign audience'],
  'no audience': [signed(header, { ...claims, aud: undefined }), 'invalid_token: foreign audience'],
  'an expiry that has passed': [signed(header, { ...claims, exp: nowS - 31 }), 'expired: expired'],
  'no expiry': [signed(header, { ...claims, exp: undefined }), 'invalid_token: no expiry'],
  'an expiry in words': [signed(header, { ...claims, exp: '2099-01-01' }), 'invalid_token: no expiry'],
  'an expiry in more than a day': [
    signed(header, { ...claims, exp: nowS + 24 * 3600 + 31 }),
    'invalid_token: expiry too far in the future',
  ],
  'an expiry that is no time': [
    signed(header, { ...claims, exp: Number.MAX_VALUE }),
    'invalid_token: expiry too far in the future',
  ],
  'a beginning in the future': [signed(header, { ...claims, nbf: nowS + 31 }), 'invalid_token: not valid yet'],
  'no subject': [signed(header, { ...claims, sub: '' }), 'invalid_token: no subject'],
  'two parts': [signed(header, claims).split('.').slice(0, 2).join('.'), 'invalid_token: not a signed token'],
  'padding in the signature': [`${signed(header, claims)}=`, 'invalid_token: not a signed token'],
};

for (const [what, [token, why]] of Object.entries(refused))
  test(`tokenVerifier refuses ${what}`, async (t) => t.is(await refusal(token), why));

test('tokenVerifier allows clocks to differ by 30 seconds', async (t) => {
  t.is(await refusal(signed(header, { ...claims, exp: nowS - 29, nbf: nowS + 29 })), 'verified');
});

test('tokenVerifier accepts a token that lives for a day', async (t) => {
  t.is(await refusal(signed(header, { ...claims, exp: nowS + 24 * 3600 })), 'verified');
});

test('tokenVerifier refuses a token with one changed character anywhere', async (t) => {
  const token = signed(header, claims);
  await fc.assert(
    fc.asyncProperty(fc.nat(token.length - 2), fc.constantFrom(...'abcXYZ019-_'), async (index, character) => {
      fc.pre(token[index] !== character && token[index] !== '.');
      t.not(await refusal(token.slice(0, index) + character + token.slice(index + 1)), 'verified');
    }),
    { numRuns: 200 },
  );
});

test('tokenVerifier accepts a token in Keycloak form only where that form was configured', async (t) => {
  const keycloak = signed({ ...header, typ: 'JWT' }, { ...claims, typ: 'Bearer', aud: [audience, 'account'] });
  const idToken = signed({ ...header, typ: 'JWT' }, { ...claims, typ: 'ID' });
  t.is(await refusal(keycloak), 'invalid_token: not an access token');
  t.is(await refusal(keycloak, { forms: ['keycloak'] }), 'verified');
  t.is(await refusal(idToken, { forms: ['keycloak'] }), 'invalid_token: not an access token');
});

test('tokenVerifier distinguishes users from clients whatever the user name is', async (t) => {
  const kindOf = async (form: TokenForm, more: object) => {
    const head = form === 'keycloak' ? { ...header, typ: 'JWT' } : header;
    const typ = form === 'keycloak' ? { typ: 'Bearer' } : {};
    const verified = await tokenVerifier(expected({ forms: [form] }))(signed(head, { ...claims, ...typ, ...more }));
    return verified.kind === 'verified' ? verified.bearer.kind : verified.because;
  };
  const azp = 'labs-demo';
  const named = { azp, preferred_username: `service-account-${azp}` };
  const tokens: readonly (readonly [string, TokenForm, object, 'client' | 'user'])[] = [
    ['a client of RFC 9068', 'rfc9068', { ...named, sub: azp, client_id: azp }, 'client'],
    ['a client with another name', 'rfc9068', { azp, sub: azp, client_id: azp, preferred_username: 'x' }, 'client'],
    ['a person named like a service', 'rfc9068', { ...named, sub: 'u1', client_id: azp }, 'user'],
    ['no client at all', 'rfc9068', { azp: undefined, sub: 'u1', preferred_username: 'service-account-' }, 'user'],
    ['a client of Keycloak', 'keycloak', { ...named, sub: 'u9', client_id: azp }, 'client'],
    ['a client of an older Keycloak', 'keycloak', { ...named, sub: 'u9', clientId: azp }, 'client'],
    ['a person of Keycloak named like a service', 'keycloak', { ...named, sub: 'u1', sid: 's1' }, 'user'],
    ['a person with a claim of that name', 'keycloak', { ...named, sub: 'u1', client_id: azp, sid: 's1' }, 'user'],
    ['a note of another client', 'keycloak', { ...named, sub: 'u1', client_id: 'other' }, 'user'],
  ];
  for (const [what, form, more, kind] of tokens) t.is(await kindOf(form, more), kind, what);
});

test('tokenVerifier fetches keys for unknown key ids at most once a minute, and then finds a rotated key', async (t) => {
  let time = at.getTime();
  let asked = 0;
  let published = keySet;
  const keys = keysFrom(
    async () => {
      asked += 1;
      return published;
    },
    () => new Date(time),
  );
  await Promise.all(Array.from({ length: 100 }, (_, index) => keys.find(`strange-${index}`, 'RS256')));
  t.is(asked, 1);
  published = { keys: [...keySet.keys, jwk(foreign.publicKey, { kid: 'k2' })] };
  t.is(await keys.find('k2', 'RS256'), 'unknown');
  time += 60_000;
  t.not(await keys.find('k2', 'RS256'), 'unknown');
  t.is(asked, 2);
});

test('tokenVerifier keeps known keys while the provider is unavailable, and invents none', async (t) => {
  let time = at.getTime();
  let unavailable = false;
  const keys = keysFrom(
    async () => {
      if (unavailable) throw new Error('connect ECONNREFUSED');
      return keySet;
    },
    () => new Date(time),
  );
  t.is(await refusal(signed(header, claims), { keys }), 'verified');
  unavailable = true;
  time += 3_600_000;
  t.is(await refusal(signed(header, claims), { keys }), 'verified');
  const never = keysFrom(
    async () => Promise.reject(new Error('connect ECONNREFUSED')),
    () => at,
  );
  await t.throwsAsync(tokenVerifier(expected({ keys: never }))(signed(header, claims)), {
    name: 'IdentityError',
    message: /unavailable/,
  });
});

test('tokenVerifier judges key and times of a token that it remembers', async (t) => {
  let time = at;
  let found: ReturnType<Expected['keys']['find']> = expected().keys.find('k1', 'RS256');
  const verify = tokenVerifier(expected({ keys: { find: () => found }, now: () => time }));
  const token = signed(header, claims);
  const outcome = async (shown: string) => {
    const verified = await verify(shown);
    return verified.kind === 'verified' ? verified.kind : verified.because;
  };
  const outcomes = [
    await outcome(token),
    await outcome(token),
    await outcome(signed(header, claims, foreign.privateKey)),
  ];
  time = new Date((claims.exp + 31) * 1000);
  outcomes.push(await outcome(token));
  time = at;
  found = Promise.resolve('unknown');
  outcomes.push(await outcome(token));
  found = importJWK(jwk(foreign.publicKey), 'RS256') as Promise<CryptoKey>;
  outcomes.push(await outcome(token));
  found = importJWK(jwk(pair.publicKey), 'RS256') as Promise<CryptoKey>;
  outcomes.push(await outcome(token));
  t.deepEqual(outcomes, ['verified', 'verified', 'signature', 'expired', 'unknown key id', 'signature', 'verified']);
});
