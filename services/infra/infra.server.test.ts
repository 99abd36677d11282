// The infrastructure as services see it, and as people do not.

import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { oidc } from '../../adapters/identity/oidc.ts';
import type { Identity } from '../../adapters/identity/port.ts';
import { s3 } from '../../adapters/objects/s3.ts';
import { connect } from '../../adapters/store/connect.ts';
import type { Store } from '../../adapters/store/database.ts';
import { row, sql } from '../../adapters/store/query.ts';
import { mountInfra } from '../../generated/infra/server.ts';
import { freshBuckets, freshDatabase, freshUser, parts, type SharedParts } from '../../tools/test/servers.ts';
import { systemClock } from '../lib/clock.ts';
import { answers, createHealth, type Health } from '../lib/http/health.ts';
import { depsOf } from '../test/fixtures/labs/infra.ts';
import { listening, whole } from '../test/fixtures/listener.ts';
import { authenticator } from './credential.ts';
import type { InfraDeps } from './deps.ts';
import { infra } from './index.ts';

let provider: SharedParts['identity'];
let store: Store;

test.before(async (t) => {
  const { postgres, identity } = await parts(t, ['postgres', 'identity']);
  provider = identity;
  store = connect((await freshDatabase(postgres, 'infrastructure')).appUrl);
});
test.after.always(() => store?.close());

const clientOf = (name: 'platform' | 'infra', audience: string) => {
  const { id, secret } = provider.clients[name];
  return oidc({ issuer: provider.issuers.labs, audience, clientId: id, clientSecret: secret, timeoutS: 60 });
};

function serve(
  t: ExecutionContext,
  health: Health = createHealth(),
  identity: Pick<Identity, 'verify'> = clientOf('infra', 'covenant-infra'),
  clients: readonly string[] = [provider.clients.platform.id],
  more: Partial<InfraDeps> = {},
): Promise<string> {
  return listening(t, {
    basePath: '/infra/v1',
    store,
    health,
    authenticate: authenticator({ identity, clients }),
    contract: (host) => mountInfra(infra({ ...depsOf(store, more), health }), host),
  });
}

async function personsToken(): Promise<string> {
  const { username, password } = await freshUser(provider, 'labs', ['admin', 'service']);
  const form = { grant_type: 'password', client_id: provider.clients.demo.id, username, password };
  const address = `${provider.issuers.labs}/protocol/openid-connect/token`;
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(form) });
  return ((await response.json()) as { access_token: string }).access_token;
}

const deployments = (url: string, token?: string) =>
  fetch(`${url}/deployments`, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } }).then(whole);

const refused = (detail: string, challenge = ', error="invalid_token"') => ({
  status: 401,
  headers: {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'www-authenticate': `Bearer realm="covenant"${challenge}`,
  },
  body: {
    type: 'https://covenant.example/problems/unauthenticated',
    title: 'Not authenticated',
    status: 401,
    instance: 'this request',
    detail,
  },
});

test('the infrastructure accepts a service', async (t) => {
  const url = await serve(t);
  t.deepEqual(await deployments(url, await clientOf('platform', 'covenant-platform').ownToken()), {
    status: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: { items: [], next_cursor: null },
  });
});

test('the infrastructure refuses requests without a token, and with a token of a user or for another API', async (t) => {
  const url = await serve(t);
  const foreign = refused(
    'The access token is not valid for this installation. Get one with the client credentials of a service.',
  );
  const person = await personsToken();
  const none = 'The access token is missing. Send it in the Authorization header, as "Bearer TOKEN".';
  t.deepEqual(await deployments(url), refused(none, ''));
  t.deepEqual(await deployments(url, person), foreign);
  t.deepEqual(await deployments(url, await clientOf('infra', 'covenant-infra').ownToken()), foreign);
  // Even where the provider would make tokens of people for this audience.
  const open = await serve(t, createHealth(), clientOf('infra', 'covenant-platform'));
  t.deepEqual(
    await deployments(open, person),
    refused('Only services of this installation can use this API. Users use the lab platform.'),
  );
});

test('the infrastructure refuses a client that the installation does not list, whatever its roles', async (t) => {
  const url = await serve(t, createHealth(), undefined, ['another', provider.clients.infra.id]);
  t.deepEqual(
    await deployments(url, await clientOf('platform', 'covenant-platform').ownToken()),
    refused('The client of this access token is not one of the allowed clients of this installation.'),
  );
});

test('the infrastructure refuses a listed client without the role service', async (t) => {
  const identity = clientOf('infra', 'covenant-infra');
  for (const roles of [[], ['admin'], ['services']]) {
    const verify: typeof identity.verify = async (token) => {
      const found = await identity.verify(token);
      return found.kind === 'refused' ? found : { ...found, bearer: { ...found.bearer, roles } };
    };
    const url = await serve(t, createHealth(), { verify }, [provider.clients.platform.id]);
    t.deepEqual(
      await deployments(url, await clientOf('platform', 'covenant-platform').ownToken()),
      refused('The client of this access token does not have the role service. Assign it in the identity provider.'),
    );
  }
});

test('Requested-By names the actor when the first listed client sends it, and is ignored from others', async (t) => {
  const files = s3(await freshBuckets()).bucket('lab-configs');
  const image = "containers:\n  main:\n    image: '{registry_url}/intro/labs/shell:v1.0'\n";
  await files.put('asked.yaml', Buffer.from(`lab_id: asked\nname: Asked\n${image}`));
  const platform = provider.clients.platform.id;
  const authorization = `Bearer ${await clientOf('platform', 'covenant-platform').ownToken()}`;
  const person = randomUUID();
  const deploy = async (clients: readonly string[], student: string, headers: object) => {
    const url = await serve(t, createHealth(), undefined, clients, { files });
    const reply = await fetch(`${url}/deploy`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
      body: JSON.stringify({ lab_id: 'asked', student_ids: [student] }),
    });
    return reply.status;
  };
  t.is(await deploy([platform, 'another'], 'anna', { 'requested-by': person.toUpperCase() }), 202);
  t.is(await deploy([platform], 'ben', {}), 202);
  t.is(await deploy(['another', platform], 'clara', { 'requested-by': person }), 202);
  t.is(await deploy([platform], 'dora', { 'requested-by': 'turing' }), 400);
  type CallerLabels = Readonly<Record<'actor' | 'actor_kind' | 'service' | 'student_id' | 'requested_by', string>>;
  const found = await store.any(sql.type(row<CallerLabels>())`
    select a.actor, a.actor_kind, a.service, a.student_id, d.requested_by
    from audit_logs a join lab_deployments d on a.student_id = any (d.student_ids)
    where a.lab_id = 'asked' order by a.id`);
  const service = { actor: platform, actor_kind: 'service', service: platform, requested_by: platform };
  t.deepEqual(
    [...found],
    [
      { actor: person, actor_kind: 'user', service: platform, student_id: 'anna', requested_by: person },
      { ...service, student_id: 'ben' },
      { ...service, student_id: 'clara' },
    ],
  );
});

test('getHealth answers everyone while the essential parts answer', async (t) => {
  const health = createHealth();
  let asked = 0;
  health.add('store-infrastructure', async () => {
    asked += 1;
    return [];
  });
  health.add('broker-infra', () => Promise.reject(new Error('away')), { essential: false });
  // Time stands still: what is asked within a second gets the same answer, however long this machine takes.
  const clock = { ...systemClock, monotonicMs: () => 0 };
  const url = await serve(t, health, undefined, undefined, { clock });
  const replies = await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/health`).then(whole)));
  const parts = [
    { name: 'store-infrastructure', ok: true },
    { name: 'broker-infra', ok: false },
  ];
  for (const reply of replies)
    t.deepEqual(reply, {
      status: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
      body: { status: 'ok', parts },
    });
  t.is(asked, 1);
});

test('getHealth answers 503 when an essential part is unavailable, without naming it', async (t) => {
  const health = createHealth();
  health.add(
    'store-infrastructure',
    answers(() => connect('postgres://nobody@127.0.0.1:9/infrastructure').ping()),
  );
  const url = await serve(t, health);
  t.deepEqual(await whole(await fetch(`${url}/health`)), {
    status: 503,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', 'retry-after': '1' },
    body: {
      type: 'https://covenant.example/problems/unavailable',
      title: 'Temporarily unavailable',
      status: 503,
      detail: 'A dependency is not responding. Try again soon.',
      instance: 'this request',
    },
  });
});
