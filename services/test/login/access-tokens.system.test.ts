// Access tokens that are none, at two processes of the API: expired, foreign, tampered, of another kind. One answer for
// all but the expired one. The issuer is one of the test's own, because no real provider signs such tokens. Each rule
// of the verifier by itself: adapters/identity/verify.test.ts.
import { constants, createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { atEnd } from '../../../tools/test/servers.ts';
import { type Running, system } from '../fixtures/system.ts';
import { dealers, get, grant, problemOf, problemType } from '../fixtures/users.ts';

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const [own, foreign] = [newKey(), newKey()];
const others = { ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }), EdDSA: generateKeyPairSync('ed25519') };

let apis: readonly [Running, Running];
let issuer: string;
/** How often the processes asked for the issuer's keys. */
let fetched = 0;

test.before(async (t) => {
  issuer = await startIssuer();
  const whole = await system(t);
  const settings = { ISSUER_ANALYTICS: issuer };
  apis = [await whole.run(['analytics'], settings), await whole.run(['analytics'], settings)];
  await dealers(whole, ['fjordbil']);
  await grant(whole, 'anna', [{ dealer: 'fjordbil' }]);
});

async function startIssuer(): Promise<string> {
  const jwkOf = (key: KeyObject, kid: string, alg: string) => ({
    ...key.export({ format: 'jwk' }),
    kid,
    use: 'sig',
    alg,
  });
  const keys = [
    jwkOf(own.publicKey, 'k1', 'RS256'),
    jwkOf(own.publicKey, 'PS256', 'PS256'),
    ...Object.entries(others).map(([alg, { publicKey }]) => jwkOf(publicKey, alg, alg)),
  ];
  const server = http.createServer((request, response) => {
    if (request.url === '/certs') fetched++;
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const about = { issuer: base, jwks_uri: `${base}/certs`, token_endpoint: `${base}/token` };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url === '/certs' ? { keys } : about));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  atEnd(async () => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const nowS = () => Math.floor(Date.now() / 1000);
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const head = { alg: 'RS256', typ: 'at+jwt', kid: 'k1' };
const claims = () => ({
  iss: issuer,
  aud: 'covenant-analytics',
  sub: 'anna',
  iat: nowS(),
  exp: nowS() + 300,
  azp: 'x',
});

const text = (header: object, body: object) => `${part({ ...head, ...header })}.${part({ ...claims(), ...body })}`;
const signed = (header: object, body: object, key: KeyObject = own.privateKey) => {
  const signed = text(header, body);
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`;
};

/** A token of each other algorithm that counts, under a key whose id is the algorithm. */
function signedBy(alg: 'PS256' | 'ES256' | 'EdDSA', kid: string = alg): string {
  const signed = text({ alg, kid }, {});
  const digest = alg === 'EdDSA' ? null : 'sha256';
  const pss = { key: own.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
  const key = alg === 'PS256' ? pss : { key: others[alg].privateKey, dsaEncoding: 'ieee-p1363' as const };
  return `${signed}.${sign(digest, Buffer.from(signed), key).toString('base64url')}`;
}

function withHmac(): string {
  const signed = text({ alg: 'HS256' }, {});
  const secret = own.publicKey.export({ type: 'spki', format: 'pem' });
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

function tampered(): string {
  const [header, , signature] = signed({}, {}).split('.');
  return `${header}.${part({ ...claims(), sub: 'somebody else' })}.${signature}`;
}

const refused: Readonly<Record<string, () => string>> = {
  'a tampered token': tampered,
  'a token without a signature': () => `${text({ alg: 'none' }, {})}.`,
  'a token signed with the public key as a secret': withHmac,
  'a token signed with a foreign key': () => signed({}, {}, foreign.privateKey),
  'a token of another algorithm than its key is for': () => signedBy('PS256', 'k1'),
  'a token of one algorithm under the key of another': () => signedBy('ES256', 'EdDSA'),
  'a token of an algorithm that is not on the list': () => signed({ alg: 'RS512' }, {}),
  'a token that brings its own key': () =>
    signed({ jwk: foreign.publicKey.export({ format: 'jwk' }) }, {}, foreign.privateKey),
  'a token that names a file as its key': () => signed({ kid: '../../../dev/null' }, {}),
  'a token of another issuer': () => signed({}, { iss: 'https://other.example' }),
  'a token for another audience': () => signed({}, { aud: 'covenant-platform' }),
  'a token that counts tomorrow': () => signed({}, { nbf: nowS() + 86_400 }),
  'a token without an end': () => signed({}, { exp: undefined }),
  'a token of nobody': () => signed({}, { sub: '' }),
  'an id token': () => signed({ typ: 'JWT' }, {}),
  'a token with a critical header': () => signed({ crit: ['exp'] }, {}),
  'what is no token': () => 'abc.def',
};

const unauthenticated = { type: problemType('unauthenticated'), title: 'Not authenticated', status: 401 };
const invalid = {
  ...unauthenticated,
  detail: 'The access token is not valid for this installation. Log in, or get a new one.',
};

async function refusalOf(api: Running, token: string) {
  const response = await get(api, token, '/indices');
  return { challenge: response.headers.get('www-authenticate'), problem: await problemOf(response) };
}

test.serial('both processes accept a token of the issuer with each algorithm that counts', async (t) => {
  const tokens = [signed({}, {}), signedBy('PS256'), signedBy('ES256'), signedBy('EdDSA')];
  for (const api of apis) for (const token of tokens) t.is((await get(api, token, '/indices')).status, 200);
});

for (const [what, token] of Object.entries(refused))
  test.serial(`both processes refuse ${what} with the same problem`, async (t) => {
    const challenge = 'Bearer realm="covenant", error="invalid_token"';
    for (const api of apis) t.deepEqual(await refusalOf(api, token()), { challenge, problem: invalid });
  });

test.serial('both processes report an expired token as expired', async (t) => {
  const expired = { ...unauthenticated, detail: 'The access token has expired. Refresh it, or get a new one.' };
  const token = signed({}, { exp: nowS() - 60 });
  for (const api of apis) t.deepEqual((await refusalOf(api, token)).problem, expired);
});

test.serial('both processes refuse a missing token and another scheme without an error of a token', async (t) => {
  const none = 'The access token is missing. Send it in the Authorization header, as "Bearer TOKEN".';
  const other = 'The Authorization header does not have the form "Bearer TOKEN".';
  for (const [headers, detail] of [
    [{}, none],
    [{ authorization: `Basic ${signed({}, {})}` }, other],
    [{ authorization: signed({}, {}) }, other],
  ] as const) {
    const response = await fetch(`${apis[0].url}/api/v1/indices`, { headers });
    t.is(response.headers.get('www-authenticate'), 'Bearer realm="covenant"');
    t.deepEqual(await problemOf(response), { ...unauthenticated, detail });
  }
});

test.serial('unknown keys cannot make the processes ask the issuer again and again', async (t) => {
  const strange = Array.from({ length: 40 }, () => signed({ kid: randomUUID() }, {}, foreign.privateKey));
  await Promise.all(
    strange.map(async (token, i) => t.is((await get(apis[i % 2 === 0 ? 0 : 1], token, '/indices')).status, 401)),
  );
  t.is(fetched, 2, 'each process has asked once');
});
