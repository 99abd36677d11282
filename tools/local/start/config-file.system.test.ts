// `npm start -- --config FILE`: servers of the user's own take the place of embedded ones, and what is wrong in the
// file is named before anything starts.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { testFolder } from '../../test/folder.ts';
import { emptyDatabase, freshBuckets, freshRedis, freshVhost, parts } from '../../test/servers.ts';
import { readOwnServers } from '../servers/own-servers.ts';
import { freePort } from '../servers/ports.ts';
import { copyCheckout, terminalEnv } from './checkout.fixture.ts';
import { begin, commandsIn } from './start.fixture.ts';

type Values = Readonly<Record<string, string>>;

let folder: string;
test.before(async () => {
  folder = mkdtempSync(path.join(await testFolder(), 'config-'));
});
test.after.always(() =>
  rmSync(path.dirname(folder), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
);

function written(name: string, values: Values): string {
  const file = path.join(folder, name);
  const lines = Object.entries(values).map(([variable, value]) => `${variable}=${value}`);
  writeFileSync(file, `# Servers of our own\n\n${lines.join('\n')}\n`);
  return file;
}

const messageOf = (name: string, values: Values): string => {
  try {
    readOwnServers(written(name, values));
    return '';
  } catch (error) {
    return (error as Error).message.replace(folder, '');
  }
};

test('a configuration file that names one server replaces that one alone', (t) => {
  const { parts: replaced, env } = readOwnServers(written('redis.env', { REDIS_URL: 'redis://:secret@cache:6379' }));
  t.deepEqual([[...replaced], env], [['redis'], { REDIS_URL: 'redis://:secret@cache:6379' }]);
});

test('npm start names every mistake of a configuration file at once, and no value', (t) => {
  const values = {
    REDIS_URL: 'http://secret',
    REDIS_ADDRESS: 'secret',
    BROKER_URL_INFRA: 'amqp://infra:secret@mq',
    PUBLIC_URL: 'https://secret.example',
  };
  t.is(
    messageOf('mistakes.env', values),
    `/mistakes.env cannot be used:
  PUBLIC_URL is set by npm start. Remove it.
  REDIS_ADDRESS is not a variable of the services; deploy/README.md lists them.
  REDIS_URL is invalid: expected a URL that starts with redis:// or rediss://, with a percent-encoded password.
  BROKER_URL_ANALYTICS, BROKER_URL_PLATFORM, BROKER_URL_WORKER are missing to use your own broker.`,
  );
  writeFileSync(path.join(folder, 'odd.env'), 'REDIS_URL=http://cache\nnot a variable\n');
  t.throws(() => readOwnServers(path.join(folder, 'odd.env')), {
    message:
      /cannot be used:\n {2}Line 2 does not have the form NAME=value\.\n {2}REDIS_URL is invalid: expected a URL that starts with redis:/,
  });
  t.throws(() => readOwnServers(path.join(folder, 'none.env')), { message: /none\.env cannot be read: ENOENT/ });
});

test('an external object store can have a key for each service, beside the one that makes its buckets', (t) => {
  const store = { OBJECTS_ENDPOINT: 'https://s3.example', OBJECTS_REGION: 'eu-north-1' };
  const shared = { OBJECTS_ACCESS_KEY: 'covenant', OBJECTS_SECRET_KEY: 'own-secret' };
  const worker = { OBJECTS_ACCESS_KEY_WORKER: 'worker', OBJECTS_SECRET_KEY_WORKER: 'own-secret' };
  const { parts: replaced } = readOwnServers(written('keys.env', { ...store, ...shared, ...worker }));
  t.deepEqual([...replaced], ['objects']);
  t.is(
    messageOf('half.env', { ...store, ...shared, OBJECTS_ACCESS_KEY_WORKER: 'worker' }),
    '/half.env cannot be used:\n  OBJECTS_ACCESS_KEY_WORKER needs OBJECTS_SECRET_KEY_WORKER.',
  );
  t.is(
    messageOf('alone.env', worker),
    '/alone.env cannot be used:\n  OBJECTS_ENDPOINT, OBJECTS_REGION, OBJECTS_ACCESS_KEY, OBJECTS_SECRET_KEY are missing to use your own object store.',
  );
});

/** Another PostgreSQL, Redis, RabbitMQ virtual host and object store, all of them empty. */
async function ownServers(t: Parameters<typeof parts>[0]) {
  const { postgres, broker } = await parts(t, ['postgres', 'broker']);
  const [analytics, platform, infrastructure] = await Promise.all([
    emptyDatabase(postgres, 'analytics'),
    emptyDatabase(postgres, 'platform'),
    emptyDatabase(postgres, 'infrastructure'),
  ]);
  const [redis, vhost, objects] = await Promise.all([freshRedis(t), freshVhost(broker), freshBuckets([])]);
  return {
    DATABASE_ANALYTICS: analytics.appUrl,
    DATABASE_ANALYTICS_OWNER: analytics.ownerUrl,
    DATABASE_PLATFORM: platform.appUrl,
    DATABASE_PLATFORM_OWNER: platform.ownerUrl,
    DATABASE_INFRASTRUCTURE: infrastructure.appUrl,
    DATABASE_INFRASTRUCTURE_OWNER: infrastructure.ownerUrl,
    REDIS_URL: redis.url,
    BROKER_URL_ANALYTICS: vhost.urls.analytics,
    BROKER_URL_PLATFORM: vhost.urls.platform,
    BROKER_URL_INFRA: vhost.urls.infra,
    BROKER_URL_WORKER: vhost.urls.worker,
    OBJECTS_ENDPOINT: objects.endpoint,
    OBJECTS_REGION: objects.region,
    OBJECTS_ACCESS_KEY: objects.accessKey,
    OBJECTS_SECRET_KEY: objects.secretKey,
  };
}

async function json<T>(response: Response | Promise<Response>): Promise<T> {
  const found = await response;
  if (!found.ok) throw new Error(`${found.status} ${await found.text()}`);
  return (await found.json()) as T;
}

type Job = { readonly job_id: string; readonly status: string; readonly finished_at: string | null };

/** Uploads one row and waits for its job. */
async function upload(base: string, email: string, password: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password });
  const { access_token } = await json<{ access_token: string }>(
    fetch(`${base}/auth/login`, { method: 'POST', headers, body }),
  );
  const authorization = `Bearer ${access_token}`;
  const form = new FormData();
  form.set('dealer_id', 'fjordbil-oslo');
  form.set('period', '2026-09');
  form.set('file', new Blob(['period_start,brand,units_sold\n2026-09,Toyota,41\n']), 'sales.csv');
  let job = await json<Job>(fetch(`${base}/ingest/files`, { method: 'POST', headers: { authorization }, body: form }));
  do job = await json<Job>(fetch(`${base}/ingest/jobs/${job.job_id}?wait=30`, { headers: { authorization } }));
  while (job.finished_at === null);
  return job.status;
}

test('a start with external servers starts none of them, prepares them, and completes the job on them', async (t) => {
  const env = await ownServers(t);
  const checkout = copyCheckout(path.join(folder, 'checkout'));
  const [file, port] = [written('own.env', env), String(await freePort())];
  const command = ['npm', 'start', '--', '--engine', 'memory', '--port', port, '--config', file] as const;
  const start = begin(t, command, { cwd: checkout, env: terminalEnv() }, folder);
  const output = await start.prints(/Ready after/);
  t.deepEqual(
    ['postgres', 'redis', 'broker', 'objects', 'identity', 'services'].filter((part) =>
      new RegExp(`ok +${part} +ready`).test(output),
    ),
    ['postgres', 'identity', 'services'],
    'PostgreSQL is there for the identity provider alone',
  );
  t.deepEqual(
    commandsIn(checkout).filter((line) => /redis-server|beam|s3\/main/.test(line)),
    [],
  );
  const endpoints = JSON.parse(readFileSync(path.join(checkout, 'run', 'endpoints.json'), 'utf8')) as {
    readonly analytics: { base_url: string; users: readonly { email: string; password: string }[] };
    readonly redis: unknown;
    readonly postgres: Values;
  };
  t.deepEqual(endpoints.redis, { url: env.REDIS_URL });
  t.is(endpoints.postgres.platform, env.DATABASE_PLATFORM);
  const { email = '', password = '' } = endpoints.analytics.users[0] ?? {};
  t.is(await upload(endpoints.analytics.base_url, email, password), 'succeeded');
  start.signal('SIGINT');
  t.is(await start.ended(), 0);
});
