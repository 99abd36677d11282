// No password, token or key is left anywhere: after everything that handles one has been done, rightly and wrongly, all
// that is stored or said is searched. What one log line may show: lib/log.test.ts.
import { randomBytes } from 'node:crypto';
import net from 'node:net';
import path from 'node:path';
import test from 'ava';
import { partNames } from '../../../tools/local/servers/parts.ts';
import { type Postgres, withClient } from '../../../tools/local/servers/postgres.ts';
import { freshBuckets, freshRedis, freshUser, ownParts, parts } from '../../../tools/test/servers.ts';
import { eventually } from '../fixtures/eventually.ts';
import { frontDoor } from '../fixtures/front-door.ts';
import { labLife } from '../fixtures/labs/lab-life-cycle.ts';
import { intoLog, logsOf, placesOf, providerSessions, type SecretStore, uproot } from '../fixtures/secret-stores.ts';
import { killPart } from '../fixtures/server-outage.ts';
import { filesIn, foundIn } from '../fixtures/stored-data.ts';
import { type Running, type System, system } from '../fixtures/system.ts';
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
} from '../fixtures/users.ts';

const csv = 'period_start,brand,units_sold\n2024-01,Toyota,1\n';

/** What may be found nowhere, by the name under which it is reported if it is. */
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
    const { access_token, refresh_token, id_token } = (await response.json()) as Pair & { readonly id_token?: string };
    for (const more of [refresh_token, id_token]) if (more) keep('token of the provider', more);
    return keep('token of the provider', access_token);
  };
  const scope = 'openid offline_access';
  const student = await ask({ grant_type: 'password', username, password, scope, client_id: identity.clients.demo.id });
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

/** Processes whose servers are unavailable or do not let them in: what they say about it is searched too. */
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
    OBJECTS_SECRET_KEY_ANALYTICS: invented('wrong key of the object store'),
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

/** What is no HTTP, with a secret in it. */
async function garbage(url: string): Promise<void> {
  const { port, hostname } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  socket.end(`GET /${invented('secret in a broken request')} HTTQ/1.1\r\nhost: x\r\n\r\n`);
  refusals.push((await Array.fromAsync(socket as AsyncIterable<Buffer>)).join(''));
}

/** What the processes were given to start with. */
function keepSettings({ env }: System): void {
  for (const [name, value = ''] of Object.entries(env)) {
    if (/SECRET/.test(name)) keep(name, value);
    if (/^(DATABASE|REDIS|BROKER)_(?!TIMEOUT)/.test(name)) keep(name, decodeURIComponent(new URL(value).password));
    if (name === 'KEY_RING') keep(name, value.slice(value.indexOf(':') + 1));
  }
}

let postgres: Postgres;
/** By name, and with what is certainly in it: a place that was not really read must not count as clean. */
let places: Readonly<
  Record<string, { readonly place: Pick<SecretStore, 'read'> & Partial<SecretStore>; readonly known: string }>
>;

/** All roles, and what people and services do with them through the front door. */
async function fullRun(whole: System): Promise<void> {
  keepSettings(whole);
  const talkative = { LOG_LEVEL: 'debug' };
  const processes = await Promise.all([
    whole.run(['analytics', 'ingest'], talkative),
    whole.run(['analytics', 'relay'], talkative),
    whole.run(['infra', 'worker'], talkative),
  ]);
  const [one, other, infra] = processes;
  const platform = await whole.run(['platform'], { ...talkative, INFRA_URL: `${infra.url}/infra/v1` });
  const identity = whole.identity.issuers.labs;
  const door = await frontDoor({ analytics: one.url, platform: platform.url, identity, infra: infra.url });
  const outside = { ...platform, url: door.url };
  await dealers(whole, ['fjordbil']);
  const token = await tokens(whole, [{ ...one, url: `${door.url}/analytics` }, other]);
  await clientCredentials(whole, one);
  await labs(whole, outside, { ...infra, url: door.url });
  const student = await labLife(whole, outside, keep);
  const job = await uploads(other, token);
  const lost = await misled(whole);
  await garbage(door.url);
  await garbage(one.url);
  for (const session of await providerSessions(whole)) keep('refresh token of the provider', session);
  const all = placesOf(whole, postgres);
  const logged = [...processes, platform, lost];
  const pages = () =>
    Promise.all(
      [one, platform, infra].flatMap(({ url }) =>
        ['/metrics', '/readyz'].map(async (at) => (await fetch(url + at)).text()),
      ),
    );
  const known: Readonly<Record<string, string>> = {
    analytics: job,
    platform: 'covenant.example',
    infrastructure: student,
    identity: 'argon2id$',
    redis: String(whole.env.INSTALLATION_ID),
    queues: job,
    'dead letters': 'auth.refresh_token.reused {',
    servers: 'database system is ready to accept connections',
  };
  places = {
    ...Object.fromEntries(Object.entries(all).map(([name, place]) => [name, { place, known: known[name] ?? '' }])),
    objects: { place: all.objects as SecretStore, known: student },
    logs: { place: { read: async () => logsOf(logged), plant: (secret) => intoLog(one, logged, secret) }, known: job },
    'front door': { place: { read: async () => door.output() }, known: 'The front door listens' },
    pages: { place: { read: async () => (await pages()).join('\n') }, known: 'http_requests_total' },
    refusals: {
      place: {
        read: async () => refusals.join('\n'),
        plant: (secret) =>
          refused(postJson(one, '/auth/login', { email: 'a@b.example', password: 'x', [secret]: 1 }), 400),
      },
      known: 'problems/invalid-refresh-token',
    },
  };
}

/** One after the other: who reads a queue hides its messages from another reader for that time. */
async function everyPlace<T>(inspect: (text: string, name: string) => T): Promise<Record<string, T>> {
  const found: Record<string, T> = {};
  for (const [name, { place }] of Object.entries(places)) found[name] = inspect(await place.read(), name);
  return found;
}
const nowhere = () => Object.fromEntries(Object.keys(places).map((name) => [name, []]));

test.serial(
  'the products leave no secret in a database, in Redis, on the broker, in an object, in a log or in a reply',
  async (t) => {
    t.timeout(240_000, 'a login, a lab or an upload did not come to its end');
    const whole = await system(t);
    ({ postgres } = await parts(t, ['postgres']));
    await fullRun(whole);
    await eventually(
      () => everyPlace((text, name) => text.includes(places[name]?.known ?? '')),
      (read) => Object.values(read).every(Boolean),
    );
    t.deepEqual(await everyPlace((text) => foundIn(text, secrets)), nowhere());
    t.true(secrets.size > 40, `${secrets.size} secrets were looked for`);
    const kinds = new Set([...secrets.keys()].map((name) => name.replace(/^\d+ /, '')));
    for (const kind of ['password', 'refresh token', 'refresh token of the provider', 'password of a lab'])
      t.true(kinds.has(kind), kind);
  },
);

test.serial('the search finds a secret that was planted in any of these places', async (t) => {
  t.timeout(120_000, 'what was left did not arrive');
  const planted = new Map<string, string>();
  for (const [name, { place }] of Object.entries(places)) {
    if (place.plant === undefined) continue;
    const secret = randomBytes(16).toString('hex');
    planted.set(name, secret);
    await place.plant(secret);
  }
  const found = await everyPlace((text, name) => foundIn(text, new Map([...planted].filter(([of]) => of === name))));
  await Promise.all([...planted.values()].map((secret) => uproot(postgres, secret)));
  t.deepEqual(found, Object.fromEntries(Object.keys(places).map((name) => [name, planted.has(name) ? [name] : []])));
  t.deepEqual(
    Object.keys(places).filter((name) => !planted.has(name)),
    ['front door', 'pages'],
    'these say nothing of what they are asked',
  );
});

/**
 * A lab on the given system, started and logged in to twice; resolves when the platform has taken in each notification.
 */
async function deliveredPasswords(whole: System): Promise<{ passwords: Map<string, string>; student: string }> {
  const passwords = new Map<string, string>();
  const infra = await whole.run(['infra', 'worker', 'relay']);
  const platform = await whole.run(['platform'], { INFRA_URL: `${infra.url}/infra/v1` });
  const student = await labLife(whole, platform, (name, secret) => {
    if (name.startsWith('password of a lab')) passwords.set(name, secret);
    return secret;
  });
  const ids = async (url: string, query: string): Promise<readonly string[]> => {
    let found: readonly { id: string }[] = [];
    await withClient(url, async (client) => {
      found = (await client.query<{ id: string }>(query)).rows;
    });
    return found.map(({ id }) => id);
  };
  const sent = await ids(
    whole.infrastructure.ownerUrl,
    `select message_id as id from outbox where routing_key = 'student.notifications'`,
  );
  await eventually(
    () => ids(whole.platform.ownerUrl, 'select message_id as id from inbox where done_at is not null'),
    (taken) => sent.length > 0 && sent.every((id) => taken.includes(id)),
  );
  return { passwords, student };
}

test.serial('the broker writes the password of a lab to no file, after its delivery and after a restart', async (t) => {
  t.timeout(240_000, 'a lab or a broker did not come to its end');
  const [own, shared] = await Promise.all([ownParts(t, ['broker']), parts(t, partNames)]);
  const whole = await system(t, {
    ...shared,
    broker: own.broker,
    objects: await freshBuckets(),
    redis: await freshRedis(t),
  });
  const { passwords, student } = await deliveredPasswords(whole);
  const files = () => filesIn(path.join(own.dir, 'broker'));
  t.true(files().includes(student), 'what other queues hold is found');
  t.deepEqual([passwords.size, foundIn(files(), passwords)], [2, []]);

  const restarted = await killPart(own, 'broker');
  await restarted.back();
  t.true(files().includes(student), 'what other queues hold is found after the restart');
  t.deepEqual(foundIn(files(), passwords), []);
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
