// The environment is read once, and all its errors are reported once.
import { randomBytes } from 'node:crypto';
import test from 'ava';
import type { Role } from './definition.ts';
import { type ObjectsAccount, objectKeyOf } from './object-keys.ts';
import { ConfigError, readConfig } from './read-config.ts';

const key = `k1:${randomBytes(32).toString('base64')}`;
const complete = {
  ENVIRONMENT: 'dev',
  ANALYTICS_LISTEN: '127.0.0.1:8001',
  PLATFORM_LISTEN: '[::1]:8002',
  INFRA_LISTEN: '127.0.0.1:0',
  WEB_LISTEN: '127.0.0.1:3000',
  WEB_DIR: '/srv/web',
  PUBLIC_URL: 'https://labs.example/',
  TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8',
  DATABASE_ANALYTICS: 'postgres://app:hidden-pw@db/analytics',
  DATABASE_PLATFORM: 'postgres://app:hidden-pw@db/platform',
  DATABASE_INFRASTRUCTURE: 'postgresql://app:hidden-pw@db/infrastructure',
  REDIS_URL: 'redis://:hidden-pw@cache:6379',
  BROKER_URL_ANALYTICS: 'amqp://a:hidden-pw@mq',
  BROKER_URL_PLATFORM: 'amqps://p:hidden-pw@mq',
  BROKER_URL_INFRA: 'amqp://i:hidden-pw@mq',
  BROKER_URL_WORKER: 'amqp://w:hidden-pw@mq',
  OBJECTS_ENDPOINT: 'http://s3:9000',
  OBJECTS_REGION: 'eu-north-1',
  OBJECTS_ACCESS_KEY: 'access',
  OBJECTS_SECRET_KEY: 'hidden-pw',
  ISSUER_ANALYTICS: 'https://labs.example/auth/realms/analytics',
  ISSUER_LABS: 'https://labs.example/auth/realms/labs',
  ANALYTICS_CLIENT_ID: 'analytics',
  ANALYTICS_CLIENT_SECRET: 'hidden-pw',
  PLATFORM_CLIENT_ID: 'platform',
  PLATFORM_CLIENT_SECRET: 'hidden-pw',
  INFRA_CLIENT_ID: 'infra',
  INFRA_CLIENT_SECRET: 'hidden-pw',
  INFRA_CLIENTS: 'platform',
  KEY_RING: key,
  SPOOL_DIR: '/var/spool/covenant',
  INSTALLATION_ID: 'north1',
  INFRA_URL: 'http://infra:8000/infra/v1',
  LAB_ENGINE: 'memory',
  REGISTRY_URL: 'registry.example',
};

const mistakesOf = (env: Record<string, string | undefined>, roles: Role[]) => {
  try {
    readConfig(env, roles);
    return [];
  } catch (error) {
    return (error as ConfigError).mistakes.map(({ variable, found }) => `${variable} ${found}`);
  }
};

test('readConfig reads a complete environment into typed values, and prints none of its secrets', (t) => {
  const config = readConfig(complete, ['all']);
  t.deepEqual(config.PLATFORM_LISTEN, { host: '::1', port: 8002 });
  t.is(config.PUBLIC_URL, 'https://labs.example');
  t.deepEqual(config.TRUSTED_PROXIES, ['127.0.0.1', '10.0.0.0/8']);
  t.deepEqual([config.ENVIRONMENT, config.REPLICAS, config.LOG_LEVEL, config.FAILPOINT], ['dev', 1, 'info', []]);
  t.is(config.DATABASE_ANALYTICS?.reveal(), complete.DATABASE_ANALYTICS);
  t.false(JSON.stringify(config).includes('hidden-pw'));
  t.true(Object.isFrozen(config));
});

test('readConfig reports every mistake at once, with its name and what was expected, never with the value', (t) => {
  const wrong = {
    ...complete,
    ANALYTICS_LISTEN: 'nowhere',
    REPLICAS: '0',
    DATABASE_ANALYTICS: 'postgres://app:100%hidden-pw@db/analytics',
    REDIS_URL: 'http://hidden-pw',
    KEY_RING: 'k1:hidden-pw',
    LOG_LEVEL: 'loud',
    SPOOL_DIR: undefined,
  };
  t.deepEqual(mistakesOf(wrong, ['analytics']), [
    'ANALYTICS_LISTEN wrong',
    'DATABASE_ANALYTICS wrong',
    'REDIS_URL wrong',
    'KEY_RING wrong',
    'SPOOL_DIR missing',
    'REPLICAS wrong',
    'LOG_LEVEL wrong',
  ]);
  const error = t.throws(() => readConfig(wrong, ['analytics']), { instanceOf: ConfigError });
  t.regex(
    error?.message ?? '',
    /^The environment has 7 errors:\n {2}ANALYTICS_LISTEN is wrong; expected host:port, such as 127\.0\.0\.1:8000\n/,
  );
  t.false(error?.message.includes('hidden-pw'));
});

test('readConfig requires the variables of a role and no others', (t) => {
  const { INFRA_LISTEN: _, ...rest } = complete;
  t.deepEqual(mistakesOf(rest, ['analytics', 'platform']), []);
  t.deepEqual(mistakesOf(rest, ['infra']), ['INFRA_LISTEN missing']);
  t.deepEqual(mistakesOf(rest, ['all']), ['INFRA_LISTEN missing']);
  t.deepEqual(mistakesOf({}, ['migrate']), [
    'DATABASE_ANALYTICS_OWNER missing',
    'DATABASE_PLATFORM_OWNER missing',
    'DATABASE_INFRASTRUCTURE_OWNER missing',
  ]);
  t.deepEqual(mistakesOf(complete, ['all']), []);
});

test('readConfig requires the key of a service or the shared one, and refuses half a pair', (t) => {
  const { OBJECTS_ACCESS_KEY: _, OBJECTS_SECRET_KEY: __, ...none } = complete;
  const pair = (service: string) => ({
    [`OBJECTS_ACCESS_KEY_${service}`]: service,
    [`OBJECTS_SECRET_KEY_${service}`]: 'hidden-pw',
  });
  const shared = ['OBJECTS_ACCESS_KEY missing', 'OBJECTS_SECRET_KEY missing'];
  t.deepEqual(mistakesOf({ ...none, ...pair('ANALYTICS') }, ['analytics', 'ingest', 'relay']), []);
  t.deepEqual(mistakesOf({ ...none, ...pair('PLATFORM') }, ['platform']), []);
  t.deepEqual(mistakesOf({ ...none, ...pair('INFRA') }, ['infra']), []);
  t.deepEqual(mistakesOf({ ...none, ...pair('WORKER') }, ['worker']), []);
  t.deepEqual(mistakesOf({ ...none, ...pair('WORKER') }, ['worker', 'platform']), shared);
  const all = { ...pair('ANALYTICS'), ...pair('PLATFORM'), ...pair('INFRA'), ...pair('WORKER') };
  t.deepEqual(mistakesOf({ ...none, ...all }, ['all']), []);
  t.deepEqual(mistakesOf({ ...none, ...all, OBJECTS_SECRET_KEY_INFRA: '' }, ['all']), [
    'OBJECTS_SECRET_KEY_INFRA missing',
  ]);
  t.deepEqual(mistakesOf({ ...complete, OBJECTS_SECRET_KEY_WORKER: 'hidden-pw' }, ['analytics']), [
    'OBJECTS_ACCESS_KEY_WORKER missing',
  ]);
  t.deepEqual(mistakesOf({ ...none, OBJECTS_ACCESS_KEY: 'access' }, ['infra']), ['OBJECTS_SECRET_KEY missing']);
  t.deepEqual(mistakesOf(none, ['all']), shared);
});

test('readConfig prefers the key of a service to the shared one', (t) => {
  const own = { OBJECTS_ACCESS_KEY_WORKER: 'worker', OBJECTS_SECRET_KEY_WORKER: 'hidden-own' };
  const config = readConfig({ ...complete, ...own }, ['all']);
  const keyOf = (account: ObjectsAccount) => {
    const key = objectKeyOf(config, account);
    return [key?.accessKey, key?.secretKey.reveal()];
  };
  t.deepEqual(
    [keyOf('worker'), keyOf('infra')],
    [
      ['worker', 'hidden-own'],
      ['access', 'hidden-pw'],
    ],
  );
});

test('readConfig sets the part of their limits that pods of labs request', (t) => {
  const of = (env: Record<string, string>) => {
    const { LAB_CPU_REQUEST_PERCENT: cpu, LAB_MEMORY_REQUEST_PERCENT: memory } = readConfig({ ...complete, ...env }, [
      'all',
    ]);
    return { cpu, memory };
  };
  t.deepEqual(of({}), { cpu: 5, memory: 20 });
  t.deepEqual(of({ LAB_CPU_REQUEST_PERCENT: '100', LAB_MEMORY_REQUEST_PERCENT: '1' }), { cpu: 100, memory: 1 });
  for (const wrong of ['0', '101', '5%', '0.5'])
    t.deepEqual(mistakesOf({ ...complete, LAB_CPU_REQUEST_PERCENT: wrong }, ['worker']), [
      'LAB_CPU_REQUEST_PERCENT wrong',
    ]);
});

test('readConfig names what the chosen engine needs from a worker', (t) => {
  t.deepEqual(mistakesOf({ ...complete, LAB_ENGINE: 'containers', LAB_TOOLS_IMAGE: 'x' }, ['worker']), [
    'LAB_ENGINE_SOCKET missing',
  ]);
  t.deepEqual(mistakesOf({ ...complete, LAB_ENGINE: 'kubernetes' }, ['worker']), [
    'LAB_SSH_HOST missing',
    'LAB_TOOLS_IMAGE missing',
  ]);
});

test('readConfig reads origins and raised limits into lists and quotas, and reports mistakes in them at the start', (t) => {
  const read = (more: Record<string, string>) => readConfig({ ...complete, ...more }, ['all']);
  t.deepEqual(read({}).CORS_ORIGINS, []);
  t.deepEqual(read({}).RATE_LIMITS, { analytics: {}, platform: {}, infra: {} });
  t.deepEqual(read({ CORS_ORIGINS: 'https://app.example, http://localhost:3000' }).CORS_ORIGINS, [
    'https://app.example',
    'http://localhost:3000',
  ]);
  t.deepEqual(read({ RATE_LIMITS: 'analytics.login=2000, infra.service=99999' }).RATE_LIMITS, {
    analytics: { login: 2_000 },
    platform: {},
    infra: { service: 99_999 },
  });
  const origins = ['app.example', 'https://app.example/', 'https://app.example:443', 'HTTPS://app.example', 'null'];
  for (const CORS_ORIGINS of origins)
    t.deepEqual(mistakesOf({ ...complete, CORS_ORIGINS }, ['all']), ['CORS_ORIGINS wrong'], CORS_ORIGINS);
  const limits = [
    'analytics.login=599',
    'login=2000',
    'analytics.nobody=2000',
    'analytics.login',
    'analytics.login=1e9',
  ];
  for (const RATE_LIMITS of limits)
    t.deepEqual(mistakesOf({ ...complete, RATE_LIMITS }, ['all']), ['RATE_LIMITS wrong'], RATE_LIMITS);
});
