// How a test reaches real servers: those that `npm test` started once for all files, else its own, which end with the
// file.
import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { type ExecutionContext, registerCompletionHandler } from 'ava';
import { migrate, readSteps } from '../../adapters/store/migrate.ts';
import { brokerUsers } from '../local/servers/broker/broker-rights.ts';
import { type BrokerFacts, manage, permissionsOf } from '../local/servers/broker/rabbitmq.ts';
import { alphanumeric } from '../local/servers/data-folder.ts';
import { type IdentityAccount, saveAccount } from '../local/servers/identity/accounts.ts';
import { ofRandom } from '../local/servers/identity/passwords.ts';
import type { Realm } from '../local/servers/identity/settings.ts';
import type { IdentityFacts } from '../local/servers/identity.ts';
import { buckets, type ObjectsFacts, region, serviceKeys } from '../local/servers/objects.ts';
import {
  attach,
  type EmbeddedFacts,
  type EmbeddedParts,
  needs,
  type PartName,
  startParts,
} from '../local/servers/parts.ts';
import { createDatabase, type Database, type Postgres, withClient } from '../local/servers/postgres.ts';
import { startS3 } from '../local/servers/s3/server.ts';
import { testFolder } from './folder.ts';
import { keepInMemory, removeFolder } from './memory-folder.ts';

type Test = Pick<ExecutionContext, 'log'>;
type Client = Parameters<typeof createDatabase>[0];
export type SharedParts = Omit<EmbeddedParts, 'pid' | 'stop'>;

/** Servers to use and to leave as they are; anyone who kills one takes `ownParts`. */
export async function parts(t: Test, names: readonly PartName[]): Promise<SharedParts> {
  const url = process.env.COVENANT_TEST_SERVERS;
  if (url !== undefined) return await partsOfRun(url, names);
  for (const name of names) {
    const requested = [...(needs[name] ?? []), name];
    if (own.has(name)) continue;
    const starting = ownParts(t, requested);
    for (const each of requested) if (!own.has(each)) own.set(each, starting);
  }
  const started = await Promise.all(names.map((name) => own.get(name)));
  return attach(Object.assign({}, ...started.map((found) => found?.facts)) as EmbeddedFacts);
}

async function partsOfRun(url: string, names: readonly PartName[]): Promise<SharedParts> {
  const response = await fetch(`${url}/parts/${names.join(',')}`);
  if (!response.ok) throw new Error(await response.text());
  const found = attach((await response.json()) as EmbeddedFacts);
  for (const lasting of [found.facts.postgres?.adminUrl, found.facts.identity?.databaseUrl])
    if (lasting !== undefined) ofRun.add(lasting);
  return found;
}

/** Databases of the run's own server, which no test kills. */
const ofRun = new Set<string>();
type Connection = { readonly opened: Promise<Client>; last: Promise<unknown> };
const connections = new Map<string, Connection>();

/**
 * One connection for all that a file does as administrator, where the server lasts: a test makes a few databases and
 * people. One use at a time.
 */
async function onServer<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  if (!ofRun.has(url)) return withClient(url, use);
  const connection = connections.get(url) ?? connected(url);
  const result = connection.last.then(async () => use(await connection.opened));
  connection.last = result.catch(() => undefined);
  return result;
}

function connected(url: string): Connection {
  const opened = Promise.withResolvers<Client>();
  const over = Promise.withResolvers<void>();
  const ended = withClient(url, (client) => {
    opened.resolve(client);
    return over.promise;
  });
  ended.catch(opened.reject);
  atEnd(async () => {
    over.resolve();
    await ended.catch(() => undefined);
  });
  const connection: Connection = { opened: opened.promise, last: Promise.resolve() };
  connections.set(url, connection);
  return connection;
}

const own = new Map<PartName, Promise<EmbeddedParts>>();

export type OwnParts = EmbeddedParts & {
  readonly dir: string;
  /** From now on the part stays down when it is killed, until the answer is called. */
  hold(part: PartName): () => void;
};

/**
 * Servers of this file alone, which it may kill: they are restarted like those of `npm start`, and end with the file.
 */
export async function ownParts(t: Test, names: readonly PartName[]): Promise<OwnParts> {
  const dir = await testFolder();
  if (names.some((name) => [name, ...(needs[name] ?? [])].includes('postgres'))) keepInMemory(dir);
  t.log(`starts ${names.join(', ')} for this file alone`);
  const held = new Map<string, Promise<void>>();
  const mayRestart = (part: string) => held.get(part) ?? Promise.resolve();
  const started = await startParts({ dir, only: names, durable: false, mayRestart });
  atEnd(async () => {
    await started.stop();
    removeFolder(dir);
  });
  const hold = (part: PartName) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held.set(part, promise);
    return resolve;
  };
  return Object.assign(started, { dir, hold });
}

const endings: (() => Promise<void>)[] = [];

/** Runs when all tests of the file are over, the last registered first. */
export function atEnd(ending: () => Promise<void>): void {
  if (endings.length === 0) registerCompletionHandler(() => void runEndings());
  endings.push(ending);
}

async function runEndings(): Promise<void> {
  for (const ending of endings.reverse()) await ending();
}

export type FreshDatabase = { readonly name: string; readonly ownerUrl: string; readonly appUrl: string };

/** A separate migrated, empty database; a copy of a template, so it costs some 50 ms. */
export async function freshDatabase(server: Postgres, purpose: Database): Promise<FreshDatabase> {
  return ownDatabase(server, purpose, async (name) =>
    onServer(server.adminUrl, async (client) => {
      // One at a time over all test files: a template must have no session while it is copied.
      await client.query("select pg_advisory_lock(hashtext('covenant test template'))");
      try {
        const template = await migratedTemplate(server, purpose, client);
        await createDatabase(client, purpose, name, template);
      } finally {
        await client.query("select pg_advisory_unlock(hashtext('covenant test template'))");
      }
    }),
  );
}

/** A separate database that no migration has run in. */
export async function emptyDatabase(server: Postgres, purpose: Database): Promise<FreshDatabase> {
  return ownDatabase(server, purpose, async (name) =>
    onServer(server.adminUrl, (client) => createDatabase(client, purpose, name)),
  );
}

async function ownDatabase(
  server: Postgres,
  purpose: Database,
  create: (name: string) => Promise<void>,
): Promise<FreshDatabase> {
  const name = `test_${purpose}_${randomBytes(6).toString('hex')}`;
  await create(name);
  // After the connection has been registered, so that it ends later.
  atEnd(() =>
    onServer(
      server.adminUrl,
      async (client) => void (await client.query(`drop database if exists ${name} with (force)`)),
    ).catch(
      () => undefined, // the server is gone already, and the database with it
    ),
  );
  return { name, ownerUrl: server.url(purpose, 'owner', name), appUrl: server.url(purpose, 'app', name) };
}

async function migratedTemplate(server: Postgres, purpose: Database, client: Client): Promise<string> {
  if (purpose === 'identity' || purpose === 'code_hosting') return 'template1';
  const steps = await readSteps(purpose);
  const fingerprint = createHash('sha256').update(JSON.stringify(steps)).digest('hex').slice(0, 12);
  const name = `template_${purpose}_${fingerprint}`;
  const found = await client.query('select 1 from pg_database where datname = $1 and datconnlimit = 0', [name]);
  if (found.rowCount === 1) return name;
  await client.query(`drop database if exists ${name} with (force)`); // one that was cut short
  await createDatabase(client, purpose, name);
  await migrate(server.url(purpose, 'owner', name), purpose);
  await client.query(`alter database ${name} connection limit 0`); // marks it finished and keeps sessions out
  return name;
}

export type FreshVhost = {
  readonly vhost: string;
  /** As the management user. */
  readonly url: string;
  /** Each service as itself, with the permissions that it has in earnest. */
  readonly urls: BrokerFacts['urls'];
  readonly teamUrl: string;
};

/** A separate empty virtual host of the broker. */
export async function freshVhost(broker: BrokerFacts): Promise<FreshVhost> {
  const vhost = `test-${randomBytes(6).toString('hex')}`;
  await demand(broker, 'PUT', `vhosts/${vhost}`);
  for (const { user, vhost: of, ...rights } of permissionsOf(vhost))
    await demand(broker, 'PUT', `permissions/${of}/${user}`, rights);
  atEnd(async () => void (await manage(broker, 'DELETE', `vhosts/${vhost}`).catch(() => undefined)));
  const urls = brokerUsers.map((user) => [user, `${broker.urls[user]}/${vhost}`]);
  return {
    vhost,
    url: `${broker.url}/${vhost}`,
    urls: Object.fromEntries(urls) as BrokerFacts['urls'],
    teamUrl: `${broker.teamUrl}/${vhost}`,
  };
}

async function demand(broker: BrokerFacts, method: string, resource: string, body?: object): Promise<void> {
  const ask = () => manage(broker, method, resource, body);
  // A slow machine connects, and sends when the broker has given up the connection: each of these may be asked for
  // twice.
  const response = await ask().catch(ask).catch(ask);
  if (!response.ok)
    throw new Error(`The broker answered ${response.status} to ${method} ${resource}: ${await response.text()}`);
}

/** A separate Redis: it costs 50 ms, and tests that flush it or count its keys disturb no one. */
export async function freshRedis(t: Test): Promise<{ readonly url: string }> {
  return (await ownParts(t, ['redis'])).redis;
}

/** A separate empty object store in the test's process, with the buckets of the contract or those that are named. */
export async function freshBuckets(requested = buckets): Promise<ObjectsFacts> {
  const dir = await testFolder();
  const key = () => ({ accessKey: alphanumeric(20), secretKey: alphanumeric(32) });
  const credential = key();
  const { keys, limited } = serviceKeys(key);
  const server = await startS3({
    dir: path.join(dir, 'objects'),
    credentials: [credential, ...limited],
    region,
    buckets: requested,
  });
  atEnd(async () => {
    await server.stop(0);
    rmSync(dir, { recursive: true, force: true });
  });
  return { endpoint: `http://127.0.0.1:${server.port}`, region, ...credential, keys };
}

export type FreshUser = IdentityAccount & { readonly email: string; readonly password: string };

/** A person of the embedded identity provider, whose name no other test has. */
export async function freshUser(
  provider: IdentityFacts,
  realm: Realm,
  roles: readonly string[] = [],
): Promise<FreshUser> {
  const username = `u${randomBytes(6).toString('hex')}`;
  // Hexadecimal, since a command line takes a dash at the beginning for an option.
  const password = randomBytes(12).toString('hex');
  const requested = { username, email: `${username}@covenant.example`, name: `User ${username}`, roles, password };
  const account = await onServer(provider.databaseUrl, (client) =>
    saveAccount(client, realm, requested, { cost: ofRandom }),
  );
  return { ...account, email: requested.email, password };
}
