// The token endpoint as OAuth 2.0 clients use it: a client library of others in each of its ways, and by hand what no
// library would send.
import test from 'ava';
import * as openid from 'openid-client';
import { type Running, type System, system } from '../fixtures/system.ts';

let whole: System;
let api: Running;

test.before(async (t) => {
  whole = await system(t);
  api = await whole.run(['analytics'], { TRUSTED_PROXIES: '127.0.0.1' });
});

const integrator = () => whole.identity.clients.integrator;

function clientOf(id: string, authentication: openid.ClientAuth): openid.Configuration {
  const server = { issuer: api.url, token_endpoint: `${api.url}/api/v1/auth/token` };
  const client = new openid.Configuration(server, id, undefined, authentication);
  openid.allowInsecureRequests(client);
  return client;
}

const methods = { client_secret_post: openid.ClientSecretPost, client_secret_basic: openid.ClientSecretBasic };

for (const [name, method] of Object.entries(methods))
  test(`issueToken gives an OAuth library a token with ${name}`, async (t) => {
    const { id, secret } = integrator();
    const { access_token, expires_in, token_type, ...rest } = await openid.clientCredentialsGrant(
      clientOf(id, method(secret)),
    );
    t.deepEqual([expires_in, token_type.toLowerCase(), rest], [300, 'bearer', {}]);
    const scope = await fetch(`${api.url}/api/v1/scope`, { headers: { authorization: `Bearer ${access_token}` } });
    t.is(scope.status, 200);
  });

/** As plain values: the errors hold a Response, which cannot leave the thread of a test. */
async function refusalOf(client: openid.Configuration, parameters = {}) {
  const error: unknown = await openid.clientCredentialsGrant(client, parameters).catch((thrown) => thrown);
  if (error instanceof openid.WWWAuthenticateChallengeError)
    return [error.status, ...error.cause.map(({ scheme }) => scheme)];
  if (error instanceof openid.ResponseBodyError) return [error.status, error.error, error.error_description];
  throw new Error('refused in no way that the library knows');
}

test('issueToken refuses an OAuth library with a reason that it can read', async (t) => {
  const { id, secret } = integrator();
  t.deepEqual(await refusalOf(clientOf(id, openid.ClientSecretPost('wrong'))), [401, 'basic']);
  t.deepEqual(await refusalOf(clientOf('\u00fcber: 100 %', openid.ClientSecretBasic('a+b c:%'))), [401, 'basic']);
  t.deepEqual(await refusalOf(clientOf(id, openid.ClientSecretPost(secret)), { scope: 'sales' }), [
    400,
    'invalid_scope',
    '/scope must be omitted, because there are no scopes',
  ]);
});

const formType = 'application/x-www-form-urlencoded';

async function post(fields: Readonly<Record<string, string>> | string, headers: Readonly<Record<string, string>> = {}) {
  const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
  const answer = await fetch(`${api.url}/api/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': formType, ...headers },
    body,
  });
  const { instance: _, ...json } = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, headers: answer.headers, json };
}

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});
const grant = { grant_type: 'client_credentials' };

const codesOf = ({ status, json }: Awaited<ReturnType<typeof post>>) => [status, json.error, json.error_description];

test('issueToken forbids to store its answer, and ignores unknown parameters and fields without a value', async (t) => {
  const { id, secret } = integrator();
  const shown = { ...grant, client_id: id, client_secret: secret, scope: '', audience: 'analytics', resource: 'urn:x' };
  const answer = await post(shown);
  t.deepEqual(
    [answer.status, answer.headers.get('cache-control'), answer.headers.get('pragma')],
    [200, 'no-store', 'no-cache'],
  );
  t.is((await post({ ...grant, client_id: id, client_secret: '' }, basic(id, secret))).status, 200);
});

test('issueToken refuses a client that sends its credentials twice', async (t) => {
  const { id, secret } = integrator();
  const json = JSON.stringify({ ...grant, client_id: id, client_secret: secret });
  const both = [
    await post({ ...grant, client_id: id, client_secret: secret }, basic(id, secret)),
    await post({ ...grant, client_secret: secret }, basic(id, secret)),
    await post(json, { ...basic(id, secret), 'content-type': 'application/json' }),
  ];
  for (const each of both)
    t.deepEqual(codesOf(each), [400, 'invalid_request', '/client_secret must be omitted with HTTP Basic']);
  t.deepEqual(codesOf(await post({ ...grant, client_id: 'another' }, basic(id, secret))), [
    400,
    'invalid_request',
    '/client_id must be omitted with HTTP Basic',
  ]);
});

test('issueToken refuses with the error of RFC 6749, beside the fields of every problem', async (t) => {
  const { id, secret } = integrator();
  const shown = { client_id: id, client_secret: secret };
  t.deepEqual((await post({ ...shown, grant_type: 'password', username: 'u', password: 'p' })).json, {
    type: 'https://covenant.example/problems/invalid-request',
    title: 'Invalid request',
    status: 400,
    detail: 'One value is invalid.',
    errors: [{ pointer: '/grant_type', rule: 'const', message: 'must be "client_credentials"' }],
    error: 'unsupported_grant_type',
    error_description: "/grant_type must be 'client_credentials'",
  });
  const ofJson = await post('{', { 'content-type': 'application/json' });
  const refusals: readonly (readonly [Awaited<ReturnType<typeof post>>, number, string])[] = [
    [await post(shown), 400, 'invalid_request'],
    [await post({ ...shown, ...grant, scope: 'sales' }), 400, 'invalid_scope'],
    [await post(`grant_type=client_credentials&grant_type=client_credentials`), 400, 'invalid_request'],
    [await post('grant_type=%zz'), 400, 'invalid_request'],
    [ofJson, 400, 'invalid_request'],
    [await post(grant, { authorization: 'Basic x' }), 400, 'invalid_request'],
    [await post(grant), 401, 'invalid_client'],
    [await post(grant, basic(id, 'wrong')), 401, 'invalid_client'],
    [await post(grant, { authorization: 'Bearer x' }), 401, 'invalid_client'],
  ];
  for (const [answer, status, code] of refusals) {
    t.deepEqual(codesOf(answer).slice(0, 2), [status, code]);
    const challenge = status === 401 ? 'Basic realm="covenant", charset="UTF-8"' : null;
    t.is(answer.headers.get('www-authenticate'), challenge);
    t.is(answer.headers.get('cache-control'), 'no-store');
    t.is(answer.headers.get('content-type'), answer === ofJson ? 'application/problem+json' : 'application/json');
  }
});

test('issueToken refuses with that error also before it has read a field', async (t) => {
  const large = await post('x'.repeat(65_537));
  const foreign = await post(grant, { 'content-type': `${formType}; charset=utf-16` });
  const from = { 'x-forwarded-for': '198.51.100.7' };
  // Many at once: the limit of an address is refilled faster than a busy machine answers one after the other.
  let limited = await post('grant_type=%zz', from);
  for (let n = 0; n < 200 && limited.status !== 429; n++) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => post('grant_type=%zz', from)));
    limited = answers.find(({ status }) => status === 429) ?? limited;
  }
  t.deepEqual(
    [large, foreign, limited].map((each) => codesOf(each).slice(0, 2)),
    [
      [413, 'invalid_request'],
      [415, 'invalid_request'],
      [429, 'temporarily_unavailable'],
    ],
  );
  for (const { headers } of [large, foreign, limited]) t.is(headers.get('content-type'), 'application/json');
});

test('issueToken does not repeat the values of a refused form', async (t) => {
  const secret = 'x'.repeat(1_025);
  const { status, json } = await post({ ...grant, client_id: 'zz', client_secret: secret });
  t.deepEqual(
    [status, json.errors],
    [400, [{ pointer: '/client_secret', rule: 'maxLength', message: 'must have at most 1024 characters' }]],
  );
});
