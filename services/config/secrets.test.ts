// Passwords, secrets and keys in production: what can be guessed and what two variables share is refused by name, all
// at once.
import { randomBytes } from 'node:crypto';
import test from 'ava';
import { ConfigError, readConfig } from './read-config.ts';
import { isGuessable } from './secret-strength.ts';
import { definitions } from './variables.ts';

const random = () => randomBytes(24).toString('base64url');

/** Everything that is secret in an environment, each made by `make`. */
const secretsMadeBy = (make: (variable: string) => string) => ({
  DATABASE_ANALYTICS: `postgres://analytics_app:${make('DATABASE_ANALYTICS')}@db/analytics?sslmode=require`,
  DATABASE_PLATFORM: `postgres://platform_app:${make('DATABASE_PLATFORM')}@db/platform?sslmode=require`,
  DATABASE_INFRASTRUCTURE: `postgres://infra_app:${make('DATABASE_INFRASTRUCTURE')}@db/infra?sslmode=require`,
  DATABASE_ANALYTICS_OWNER: `postgres://analytics_owner:${make('DATABASE_ANALYTICS_OWNER')}@db/analytics?sslmode=require`,
  DATABASE_PLATFORM_OWNER: `postgres://platform_owner:${make('DATABASE_PLATFORM_OWNER')}@db/platform?sslmode=require`,
  DATABASE_INFRASTRUCTURE_OWNER: `postgres://infra_owner:${make('DATABASE_INFRASTRUCTURE_OWNER')}@db/infra?sslmode=require`,
  REDIS_URL: `rediss://:${make('REDIS_URL')}@cache`,
  BROKER_URL_ANALYTICS: `amqps://analytics:${make('BROKER_URL_ANALYTICS')}@mq`,
  BROKER_URL_PLATFORM: `amqps://platform:${make('BROKER_URL_PLATFORM')}@mq`,
  BROKER_URL_INFRA: `amqps://infra:${make('BROKER_URL_INFRA')}@mq`,
  BROKER_URL_WORKER: `amqps://worker:${make('BROKER_URL_WORKER')}@mq`,
  OBJECTS_SECRET_KEY: make('OBJECTS_SECRET_KEY'),
  OBJECTS_SECRET_KEY_ANALYTICS: make('OBJECTS_SECRET_KEY_ANALYTICS'),
  OBJECTS_SECRET_KEY_PLATFORM: make('OBJECTS_SECRET_KEY_PLATFORM'),
  OBJECTS_SECRET_KEY_INFRA: make('OBJECTS_SECRET_KEY_INFRA'),
  OBJECTS_SECRET_KEY_WORKER: make('OBJECTS_SECRET_KEY_WORKER'),
  ANALYTICS_CLIENT_SECRET: make('ANALYTICS_CLIENT_SECRET'),
  PLATFORM_CLIENT_SECRET: make('PLATFORM_CLIENT_SECRET'),
  INFRA_CLIENT_SECRET: make('INFRA_CLIENT_SECRET'),
});
const names = Object.keys(secretsMadeBy(random));
const keyRing = `k1:${randomBytes(32).toString('base64')}`;

type Env = Readonly<Record<string, string>>;

/** The mistakes of the secrets alone, by variable. */
function refused(env: Env) {
  const others = Object.fromEntries(
    ['ANALYTICS', 'PLATFORM', 'INFRA', 'WORKER'].map((name) => [`OBJECTS_ACCESS_KEY_${name}`, `key-of-${name}`]),
  );
  const error = reportOf({ OBJECTS_ACCESS_KEY: 'key', ...others, KEY_RING: keyRing, ...env });
  return (error?.mistakes ?? []).filter(({ found }) => found === 'unsafe');
}

function reportOf(env: Env): ConfigError | undefined {
  try {
    readConfig({ LAB_ENGINE: 'containers', ...env }, ['all', 'migrate']);
    return undefined;
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

test('production accepts random secrets, each for one account', (t) => {
  t.deepEqual(refused(secretsMadeBy(random)), []);
});

test('production judges every variable that is secret', (t) => {
  const secret = Object.entries(definitions).filter(([, { reader }]) =>
    /password$|^a secret|base64/.test(reader.expected),
  );
  t.deepEqual(secret.map(([variable]) => variable).sort(), [...names, 'KEY_RING'].sort());
});

test('production refuses a secret that can be guessed in every variable, all at once, and shows no value', (t) => {
  const secrets = secretsMadeBy((name) => `Password-${names.indexOf(name)}-Password`);
  const mistakes = refused(secrets);
  t.deepEqual(mistakes.map(({ variable }) => variable).sort(), names.toSorted());
  t.deepEqual(
    new Set(mistakes.map(({ expected }) => expected)),
    new Set(['at least 16 characters that cannot be guessed, for example from `openssl rand -base64 24`']),
  );
  t.false(/Password-/.test(reportOf(secrets)?.message ?? ''));
});

test('production refuses one secret for all, and names the variable that has it already', (t) => {
  const one = random();
  const secrets = secretsMadeBy(() => one);
  const mistakes = refused(secrets);
  const [first, ...others] = names;
  t.deepEqual(mistakes.map(({ variable }) => variable).sort(), others.toSorted());
  t.deepEqual(
    new Set(mistakes.map(({ expected }) => expected)),
    new Set([`a secret that is not in ${first}, or shared-secrets in ALLOW_IN_PRODUCTION`]),
  );
  t.false((reportOf(secrets)?.message ?? '').includes(one));
  t.deepEqual(refused({ ...secrets, ALLOW_IN_PRODUCTION: 'shared-secrets' }), []);
});

test('production refuses a key of the key ring that is also a secret, or is there twice', (t) => {
  const key = randomBytes(32).toString('base64');
  const expected = (where: string) => `a secret that is not ${where}, or shared-secrets in ALLOW_IN_PRODUCTION`;
  const withKey = { ...secretsMadeBy(random), INFRA_CLIENT_SECRET: key };
  t.deepEqual(
    [
      refused({ ...withKey, KEY_RING: `k1:${key}` }),
      refused({ ...secretsMadeBy(random), KEY_RING: `a:${key},b:${key}` }),
    ],
    [
      [{ variable: 'KEY_RING', expected: expected('in INFRA_CLIENT_SECRET'), found: 'unsafe' }],
      [{ variable: 'KEY_RING', expected: expected('twice in it'), found: 'unsafe' }],
    ],
  );
});

test('production asks for no password of a socket, and for one of a host that the query names', (t) => {
  const of = (url: string) =>
    refused({ ...secretsMadeBy(random), DATABASE_ANALYTICS: url }).map(({ variable }) => variable);
  t.deepEqual(
    [
      of('postgres:///analytics?host=/run/postgresql'),
      of('postgres:///analytics?host=db.example'),
      of(`postgres://u:${random()}@/analytics?host=db.example&sslmode=require`),
      of(`postgres://u:${random()}@127.0.0.1/analytics?host=db.example`),
    ],
    [[], ['DATABASE_ANALYTICS', 'DATABASE_ANALYTICS'], [], ['DATABASE_ANALYTICS']],
  );
});

test('a secret can be guessed that is short, known, a sequence, a repetition or the name of its user', (t) => {
  const guessable = [
    ...['', 'Password1', 'k3-Xq9-vT2-pwLm', 'Password1Password1', 'P@ssw0rdP@ssw0rd1234', 'Summer2026!Summer2026!'],
    ...['changeme-changeme-1', 'MySuperSecretKey123456', 'your-256-bit-secret', 'minioadmin-minioadmin'],
    ...['correct horse battery staple', 'Tr0ub4dor&3Tr0ub4dor&3', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'],
    ...['1234567890abcdefghij', 'qwertyuiopasdfghjkl', 'aaaaaaaaaaaaaaaaaaaaaaaa', 'abababababababababababab'],
    ...['fjordbil_app_fjordbil_app', 'x7-fjordbil_app-x9-fjordbil_app', 'Covenant-Analytics-2026!'],
  ];
  const strong = ['k3-Xq9-vT2-pwLmZ', 'purple-tractor-sings-loudly', 'postgres-k3Xq9vT2pwLm'];
  t.deepEqual(
    guessable.filter((secret) => !isGuessable(secret, 'fjordbil_app')),
    [],
  );
  t.deepEqual(
    strong.filter((secret) => isGuessable(secret, 'fjordbil_app')),
    [],
  );
});

test('a random secret of 96 bits cannot be guessed', (t) => {
  const forms = [
    () => randomBytes(12).toString('base64'),
    () => randomBytes(32).toString('base64url'),
    () => randomBytes(16).toString('hex'),
    () => crypto.randomUUID(),
  ];
  const all = forms.flatMap((make) => Array.from({ length: 100 }, make));
  t.deepEqual(
    all.filter((secret) => isGuessable(secret, 'analytics_app')),
    [],
  );
});

test('outside production any secret of eight characters is accepted', (t) => {
  t.deepEqual(refused({ ...secretsMadeBy(() => 'Password1'), ENVIRONMENT: 'dev' }), []);
});
