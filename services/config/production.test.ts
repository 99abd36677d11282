// What a production installation refuses by name, and what it takes when the operator says so.
import { createHash, randomBytes } from 'node:crypto';
import test from 'ava';
import { ConfigError, readConfig } from './read-config.ts';

/** A random secret for each name. */
const secretOf = (name: string) => createHash('sha256').update(`secret of ${name}`).digest('base64url').slice(0, 32);
const safe = {
  ANALYTICS_LISTEN: '0.0.0.0:8001',
  PLATFORM_LISTEN: '0.0.0.0:8002',
  INFRA_LISTEN: '0.0.0.0:8003',
  WEB_LISTEN: '0.0.0.0:3000',
  WEB_DIR: '/srv/web',
  PUBLIC_URL: 'https://labs.example/',
  TRUSTED_PROXIES: '10.0.0.0/8,fc00::/7',
  DATABASE_ANALYTICS: `postgres://analytics_app:${secretOf('analytics_app')}@db/analytics?sslmode=verify-full`,
  DATABASE_PLATFORM: `postgres://platform_app:${secretOf('platform_app')}@db/platform?sslmode=require`,
  DATABASE_INFRASTRUCTURE: `postgresql://infrastructure_app:${secretOf('infrastructure_app')}@db/infrastructure?sslmode=verify-ca`,
  REDIS_URL: `rediss://:${secretOf('redis')}@cache:6379`,
  BROKER_URL_ANALYTICS: `amqps://analytics:${secretOf('analytics')}@mq`,
  BROKER_URL_PLATFORM: `amqps://platform:${secretOf('platform')}@mq`,
  BROKER_URL_INFRA: `amqps://infra:${secretOf('infra')}@mq`,
  BROKER_URL_WORKER: `amqps://worker:${secretOf('worker')}@mq`,
  OBJECTS_ENDPOINT: 'https://s3:9000',
  OBJECTS_REGION: 'eu-north-1',
  OBJECTS_ACCESS_KEY: 'covenant',
  OBJECTS_SECRET_KEY: secretOf('objects'),
  ISSUER_ANALYTICS: 'https://labs.example/auth/realms/analytics',
  ISSUER_LABS: 'https://labs.example/auth/realms/labs',
  ANALYTICS_CLIENT_ID: 'analytics',
  ANALYTICS_CLIENT_SECRET: secretOf('analytics client'),
  PLATFORM_CLIENT_ID: 'platform',
  PLATFORM_CLIENT_SECRET: secretOf('platform client'),
  INFRA_CLIENT_ID: 'infra',
  INFRA_CLIENT_SECRET: secretOf('infra client'),
  INFRA_CLIENTS: 'platform',
  KEY_RING: `k1:${randomBytes(32).toString('base64')}`,
  SPOOL_DIR: '/var/spool/covenant',
  INSTALLATION_ID: 'north1',
  INFRA_URL: 'https://infra:8003/infra/v1',
  LAB_ENGINE: 'kubernetes',
  LAB_SSH_HOST: 'ssh.labs.example',
  LAB_TOOLS_IMAGE: 'registry.example/covenant/labs/shell:v1.0',
  REGISTRY_URL: 'registry.example',
} as const;

type Env = Readonly<Record<string, string>>;

/** `NAME found` of each mistake, for every role at once. */
function refused(changes: Env): readonly string[] {
  try {
    readConfig({ ...safe, ...changes }, ['all', 'migrate']);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.mistakes.map(({ variable, found }) => `${variable} ${found}`);
  }
}

const owners = {
  DATABASE_ANALYTICS_OWNER: `postgres://analytics_owner:${secretOf('analytics_owner')}@db/analytics?sslmode=require`,
  DATABASE_PLATFORM_OWNER: `postgres://platform_owner:${secretOf('platform_owner')}@db/platform?sslmode=require`,
  DATABASE_INFRASTRUCTURE_OWNER: `postgres://infrastructure_owner:${secretOf('infrastructure_owner')}@db/infrastructure?sslmode=require`,
};
const refusedBeside = (changes: Env) => refused({ ...owners, ...changes });

const everythingAtOnce: Env = {
  PUBLIC_URL: 'http://labs.example',
  TRUSTED_PROXIES: '0.0.0.0/0',
  DATABASE_ANALYTICS: 'postgres://analytics_app:postgres@db/analytics',
  REDIS_URL: 'redis://cache:6379',
  BROKER_URL_WORKER: 'amqp://guest:guest@mq',
  OBJECTS_ENDPOINT: 'http://s3:9000',
  OBJECTS_ACCESS_KEY: 'minioadmin',
  OBJECTS_SECRET_KEY: 'minioadmin',
  ISSUER_LABS: 'http://keycloak:8080/realms/labs',
  PLATFORM_CLIENT_SECRET: 'changeme',
  KEY_RING: `k1:${Buffer.alloc(32).toString('base64')}`,
  LAB_ENGINE: 'memory',
  INFRA_URL: 'http://infra:8003/infra/v1',
  WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
  FAILPOINT: 'create-lab:3:exit',
};

test('production accepts connections with TLS, own secrets and random keys', (t) => {
  t.deepEqual(refusedBeside({}), []);
});

test('production refuses every unsafe value by name, all at once', (t) => {
  t.deepEqual(refusedBeside(everythingAtOnce), [
    'PUBLIC_URL unsafe',
    'FAILPOINT unsafe',
    'DATABASE_ANALYTICS unsafe',
    'REDIS_URL unsafe',
    'BROKER_URL_WORKER unsafe',
    'OBJECTS_ENDPOINT unsafe',
    'INFRA_URL unsafe',
    'ISSUER_LABS unsafe',
    'DATABASE_ANALYTICS unsafe',
    'REDIS_URL unsafe',
    'BROKER_URL_WORKER unsafe',
    'OBJECTS_SECRET_KEY unsafe',
    'PLATFORM_CLIENT_SECRET unsafe',
    'KEY_RING unsafe',
    'TRUSTED_PROXIES unsafe',
    'LAB_ENGINE unsafe',
    'WEBHOOK_ALLOWED_RANGES unsafe',
  ]);
});

test('production refuses a guessable key of a service like the shared one', (t) => {
  const keys = {
    OBJECTS_ACCESS_KEY_ANALYTICS: 'analytics',
    OBJECTS_SECRET_KEY_ANALYTICS: 'analytics',
    OBJECTS_ACCESS_KEY_PLATFORM: 'platform',
    OBJECTS_SECRET_KEY_PLATFORM: 'minioadmin',
    OBJECTS_ACCESS_KEY_INFRA: 'infra',
    OBJECTS_SECRET_KEY_INFRA: secretOf('objects of infra'),
    OBJECTS_ACCESS_KEY_WORKER: 'worker',
    OBJECTS_SECRET_KEY_WORKER: 'changeme',
  };
  t.deepEqual(refusedBeside(keys), [
    'OBJECTS_SECRET_KEY_ANALYTICS unsafe',
    'OBJECTS_SECRET_KEY_PLATFORM unsafe',
    'OBJECTS_SECRET_KEY_WORKER unsafe',
  ]);
});

test('production refuses a password that is not percent-encoded by its name, beside every other mistake', (t) => {
  t.deepEqual(refusedBeside({ REDIS_URL: 'rediss://:100%safe-Ab9-kRq7wzXn@cache:6379', LAB_ENGINE: 'memory' }), [
    'REDIS_URL wrong',
    'LAB_ENGINE unsafe',
  ]);
  t.deepEqual(refusedBeside({ REDIS_URL: 'rediss://:100%25safe-Ab9-kRq7wzXn@cache:6379' }), []);
});

test('production names in a refusal what to write instead, and no secret', (t) => {
  const error = t.throws(
    () => readConfig({ ...safe, ...owners, REDIS_URL: `redis://:${secretOf('redis')}@cache` }, ['all']),
    {
      instanceOf: ConfigError,
    },
  );
  t.is(
    error?.message,
    'The environment has 1 error:\n  REDIS_URL is unsafe; expected TLS (rediss://) in production, or plaintext-redis in ALLOW_IN_PRODUCTION',
  );
});

test('dev accepts every unsafe value', (t) => {
  t.deepEqual(refusedBeside({ ...everythingAtOnce, ENVIRONMENT: 'dev' }), []);
});

test('ALLOW_IN_PRODUCTION accepts what it names and nothing else', (t) => {
  const open = {
    DATABASE_PLATFORM: `postgres://platform_app:${secretOf('platform_app')}@db/platform`,
    REDIS_URL: `redis://:${secretOf('redis')}@cache`,
    BROKER_URL_INFRA: `amqp://infra:${secretOf('infra')}@mq`,
    OBJECTS_ENDPOINT: 'http://s3:9000',
    INFRA_URL: 'http://infra:8003/infra/v1',
    TRUSTED_PROXIES: '::/0',
    LAB_ENGINE: 'memory',
    WEBHOOK_ALLOWED_RANGES: '10.20.0.0/16',
  };
  const all =
    'plaintext-postgres,plaintext-redis,plaintext-broker,plaintext-objects,plaintext-infra,any-proxy,simulated-labs,private-webhooks,shared-secrets';
  t.deepEqual(refusedBeside({ ...open, ALLOW_IN_PRODUCTION: all }), []);
  t.deepEqual(refusedBeside({ ...open, ALLOW_IN_PRODUCTION: all.replace('plaintext-broker,', '') }), [
    'BROKER_URL_INFRA unsafe',
  ]);
  t.deepEqual(refusedBeside({ ALLOW_IN_PRODUCTION: 'everything' }), ['ALLOW_IN_PRODUCTION wrong']);
  t.deepEqual(refusedBeside({ ISSUER_LABS: 'http://keycloak/realms/labs', ISSUER_HTTP: 'anywhere' }), []);
});

test('production refuses a database address with an sslmode without TLS', (t) => {
  const modes = (query: string) =>
    refusedBeside({ DATABASE_PLATFORM: `postgres://platform_app:${secretOf('platform_app')}@db/platform?${query}` });
  t.deepEqual(
    [
      modes('sslmode=require&sslmode=disable'),
      modes('sslmode=disable&sslmode=require'),
      modes('sslmode=require&sslmode=verify-full'),
    ],
    [['DATABASE_PLATFORM unsafe'], ['DATABASE_PLATFORM unsafe'], []],
  );
});

test('production trusts at most the private range or one network of IPv6', (t) => {
  const trusting = (range: string) => refusedBeside({ TRUSTED_PROXIES: range });
  t.deepEqual(['::/7', '2000::/7', '2001:db8::/31', 'fc00::/7', 'FD00::/8', '2001:db8::/32'].map(trusting), [
    ['TRUSTED_PROXIES unsafe'],
    ['TRUSTED_PROXIES unsafe'],
    ['TRUSTED_PROXIES unsafe'],
    [],
    [],
    [],
  ]);
});

test('production needs no TLS for connections to the same machine', (t) => {
  t.deepEqual(
    refusedBeside({
      REDIS_URL: `redis://:${secretOf('redis')}@127.0.0.1:6379`,
      BROKER_URL_WORKER: `amqp://worker:${secretOf('worker')}@localhost`,
      DATABASE_ANALYTICS: 'postgres:///analytics?host=/run/postgresql',
      OBJECTS_ENDPOINT: 'http://[::1]:9000',
    }),
    [],
  );
});

for (const [what, bytes] of [
  ['one byte repeated', Buffer.alloc(32, 7)],
  ['bytes that count up', Buffer.from(Array.from({ length: 32 }, (_, at) => at))],
  ['a text repeated', Buffer.from('changeme'.repeat(4))],
] as const)
  test(`production refuses a key of ${what}, also behind a good one`, (t) => {
    t.deepEqual(refusedBeside({ KEY_RING: `${safe.KEY_RING},old:${bytes.toString('base64')}` }), ['KEY_RING unsafe']);
  });
