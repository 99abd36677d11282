// No password, token or key is left anywhere: after everything that handles one has been done, rightly and wrongly, all that is stored or said is searched.
// What one log line may show: kit/log.test.ts.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { freshUser, parts } from '../tools/embedded/for-tests.ts';
import { labLife } from './lab-life-for-tests.ts';
import {
  accepted,
  dealers,
  ended,
  formOf,
  get,
  login,
  type Pair,
  person,
  post,
  postJson,
  upload,
} from './people-for-tests.ts';
import { foundIn, keysOf, objectsOf, queuesOf, tablesOf } from './sinks-for-tests.ts';
import { eventually, type Running, type System, system } from './testing.ts';

const csv = 'period_start,brand,units_sold\n2024-01,Toyota,1\n';

/** What may be found nowhere, by the name under which it is told when it is. */
const secrets = new Map<string, string>();
const keep = (name: string, secret: string): string => {
  secrets.set(`${secrets.size} ${name}`, secret);
  return secret;
};
const invented = (name: string): string => keep(name, randomBytes(18).toString('base64url'));

/** Everything that was answered with an error. */
const refusals: string[] = [];

async function refused(asking: Promise<Response>, status: number): Promise<void> {
  const response = await asking;
  const text = await response.text();
  refusals.push(text);
  if (response.status !== status)
    throw new Error(`${response.url} was answered ${response.status}, not ${status}: ${text}`);
}

const keptPair = (pair: Pair): Pair => {
  keep('access token', pair.access_token);
  keep('refresh token', pair.refresh_token);
  return pair;
};

const refresh = async (api: Running, token: string): Promise<Pair> =>
  keptPair((await (await postJson(api, '/auth/refresh', { refresh_token: token })).json()) as Pair);

/** Logs in, rightly and wrongly, refreshes, and has the login ended by a token that is used again. */
async function tokens(whole: System, [one, other]: readonly Running[]): Promise<string> {
  const anna = await person(whole, { dealer: 'fjordbil' });
  keep('password', anna.password);
  const first = keptPair(await login(one as Running, anna));
  const [second, same] = await Promise.all([
    refresh(one as Running, first.refresh_token),
    refresh(other as Running, first.refresh_token),
  ]);
  if (second.refresh_token !== same.refresh_token) throw new Error('two successors');
  const third = await refresh(other as Running, second.refresh_token);
  await refused(postJson(one as Running, '/auth/refresh', { refresh_token: first.refresh_token }), 401);
  await refused(postJson(one as Running, '/auth/refresh', { refresh_token: third.refresh_token }), 401);
  await refused(
    postJson(one as Running, '/auth/login', { ...anna, id: undefined, password: invented('wrong password') }),
    401,
  );
  await wrongPlaces(one as Running, anna);
  return keptPair(await login(other as Running, anna)).access_token;
}

/** Where a secret stands when a client is wrong about the form of its request. */
async function wrongPlaces(api: Running, { email, password }: { email: string; password: string }): Promise<void> {
  await refused(postJson(api, '/auth/login', `{"email": "${email}", "password": "${password}"`), 400);
  await refused(postJson(api, '/auth/login', { email: password, password: [password] }), 400);
  await refused(postJson(api, '/auth/login', { email, password, passphrase: password }), 400);
  await refused(postJson(api, '/auth/refresh', { refresh_token: `${password} `.repeat(60) }), 400);
  await refused(get(api, password, '/indices'), 401);
  await refused(fetch(`${api.url}/api/v1/indices?access_token=${password}`), 401);
  await refused(fetch(`${api.url}/api/v1/${password}`), 404);
}

async function clientCredentials(whole: System, api: Running): Promise<void> {
  const { id, secret } = whole.identity.clients.integrator;
  const ask = (client_secret: string) =>
    postJson(api, '/auth/token', { grant_type: 'client_credentials', client_id: id, client_secret });
  keep('token of a client', ((await (await ask(secret)).json()) as Pair).access_token);
  await refused(ask(invented('wrong client secret')), 401);
}

/** The same for the labs, straight from the provider, whose tokens people and services bring. */
async function labs(whole: System, { url }: Running, infra: Running): Promise<void> {
  const { identity } = whole;
  const { username, password } = await freshUser(identity, 'labs', ['student']);
  keep('password of a student', password);
  const ask = async (body: Record<string, string>, headers: Record<string, string> = {}) => {
    const address = `${identity.issuers.labs}/protocol/openid-connect/token`;
    const response = await fetch(address, { method: 'POST', headers, body: new URLSearchParams(body) });
    return keep('token of the provider', ((await response.json()) as Pair).access_token);
  };
  const student = await ask({ grant_type: 'password', username, password, client_id: identity.clients.demo.id });
  const me = await fetch(`${url}/api/v1/auth/me`, { headers: { authorization: `Bearer ${student}` } });
  if (me.status !== 200) throw new Error(`me was answered ${me.status}`);
  const { id, secret } = identity.clients.platform;
  const basic = { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
  const service = await ask({ grant_type: 'client_credentials' }, basic);
  await fetch(`${infra.url}/infra/v1/deployments`, { headers: { authorization: `Bearer ${service}` } });
  await refused(fetch(`${infra.url}/infra/v1/deployments`, { headers: { authorization: `Bearer ${student}` } }), 401);
}

async function uploads(api: Running, token: string): Promise<string> {
  const fields = { dealer_id: 'fjordbil', period: '2024-01' };
  const key = { 'idempotency-key': `k-${randomBytes(8).toString('hex')}` };
  const id = await accepted(await post(api, token, '/ingest/files', formOf(csv, fields), key));
  await post(api, token, '/ingest/files', formOf(csv, fields), key);
  await ended(api, token, id);
  const bad = await accepted(await upload(api, token, `${csv}2024-01,Opel,x\n`, fields));
  await ended(api, token, bad);
  return id;
}

/** Processes whose servers are away or do not let them in: what they say about it is searched too. */
async function misled(whole: System): Promise<Running> {
  const wrong = (url: string | undefined, password: string) => {
    const changed = new URL(url ?? '');
    changed.password = password;
    return changed.href;
  };
  const { DATABASE_ANALYTICS, REDIS_URL, BROKER_URL_ANALYTICS } = whole.env;
  const api = await whole.run(['analytics', 'ingest', 'relay'], {
    LOG_LEVEL: 'debug',
    DATABASE_ANALYTICS: wrong(DATABASE_ANALYTICS, invented('wrong password of the database')),
    REDIS_URL: wrong(REDIS_URL, invented('wrong password of Redis')),
    BROKER_URL_ANALYTICS: wrong(BROKER_URL_ANALYTICS, invented('wrong password of the broker')),
    ISSUER_ANALYTICS: 'http://127.0.0.1:9/auth/realms/analytics',
    OBJECTS_SECRET_KEY: invented('wrong key of the object store'),
  });
  const password = invented('password given to a process without servers');
  await refused(postJson(api, '/auth/login', { email: 'a@covenant.example', password }), 503);
  await refused(
    postJson(api, '/auth/token', { grant_type: 'client_credentials', client_id: 'x', client_secret: password }),
    503,
  );
  await refused(
    postJson(api, '/auth/refresh', {
      refresh_token: keep('refresh token', `rt_${randomBytes(32).toString('base64url')}`),
    }),
    503,
  );
  return api;
}

/** What the servers of the run have logged, of all its tests. */
function logsOfServers(): string {
  const folder = path.join(path.dirname(process.env.COVENANT_PARTS ?? ''), 'log');
  return readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n');
}

/** What the processes were given to start with. */
function keepSettings({ env }: System): void {
  for (const [name, value = ''] of Object.entries(env)) {
    if (/SECRET/.test(name)) keep(name, value);
    if (/^(DATABASE|REDIS|BROKER)_/.test(name)) keep(name, decodeURIComponent(new URL(value).password));
    if (name === 'KEY_RING') keep(name, value.slice(value.indexOf(':') + 1));
  }
}

test('no secret is left in a database, in Redis, on the broker, in an object, in a log, in a reply', async (t) => {
  t.timeout(240_000, 'a login, a lab or an upload did not come to its end');
  const whole = await system(t);
  const { postgres } = await parts(t, ['postgres']);
  keepSettings(whole);
  const talkative = { LOG_LEVEL: 'debug' };
  const processes = await Promise.all(
    (['analytics', 'analytics', 'ingest', 'ingest', 'relay', 'worker', 'infra'] as const).map((role) =>
      whole.run([role], talkative),
    ),
  );
  const [one, other, , , , , infra] = processes as [Running, Running, Running, Running, Running, Running, Running];
  const platform = await whole.run(['platform'], { ...talkative, INFRA_URL: `${infra.url}/infra/v1` });
  await dealers(whole, ['fjordbil']);
  const token = await tokens(whole, [one, other]);
  await clientCredentials(whole, one);
  await labs(whole, platform, infra);
  const student = await labLife(whole, platform, keep);
  const job = await uploads(other, token);
  const lost = await misled(whole);
  const queues = await eventually(
    () => queuesOf(whole.broker, whole.vhost.vhost),
    (text) => text.includes(job) && text.includes('auth.refresh_token.reused {'),
  );
  const seen = [...processes, platform, lost];
  const pages = await Promise.all(
    [one, platform, infra].flatMap(({ url }) => ['/metrics', '/readyz'].map((path) => fetch(url + path))),
  );
  const identity = new URL(whole.identity.databaseUrl).pathname.slice(1);
  const sinks: Readonly<Record<string, readonly [text: string, known: string]>> = {
    analytics: [await tablesOf(postgres, whole.analytics.name), job],
    platform: [await tablesOf(postgres, whole.platform.name), 'covenant.example'],
    infrastructure: [await tablesOf(postgres, whole.infrastructure.name), student],
    identity: [await tablesOf(postgres, identity), 'argon2id$'],
    redis: [await keysOf(whole.redis.url), String(whole.env.INSTALLATION_ID)],
    queues: [queues, job],
    logs: [seen.map((each) => each.output()).join('\n'), job],
    servers: [logsOfServers(), 'database system is ready to accept connections'],
    objects: [await objectsOf(whole.objects, ['analytics-uploads', 'lab-configs', 'lab-volumes']), student],
    pages: [(await Promise.all(pages.map((page) => page.text()))).join('\n'), 'http_requests_total'],
    refusals: [refusals.join('\n'), 'problems/invalid-refresh-token'],
  };
  t.deepEqual(
    Object.entries(sinks)
      .filter(([, [text, known]]) => !text.includes(known))
      .map(([name]) => name),
    [],
    'each was really read',
  );
  t.deepEqual(Object.fromEntries(Object.entries(sinks).map(([name, [text]]) => [name, foundIn(text, secrets)])), {
    ...Object.fromEntries(Object.keys(sinks).map((name) => [name, []])),
  });
  t.true(secrets.size > 30, `${secrets.size} secrets were looked for`);
});

test('the search finds a secret as it is, in bytes of a table and inside a credential', (t) => {
  const canary = new Map([['canary', 'a secret/of 20 bytes']]);
  const hidden = [
    'x a secret/of 20 bytes y',
    `(1,"\\\\x00${Buffer.from('a secret/of 20 bytes').toString('hex')}ff")`,
    `key=${Buffer.from('a secret/of 20 bytes').toString('base64')}`,
    '?q=a%20secret%2Fof%2020%20bytes',
  ];
  t.deepEqual(
    hidden.map((text) => foundIn(text, canary)),
    hidden.map(() => ['canary']),
  );
  t.deepEqual(foundIn('a secret', canary), []);
});
