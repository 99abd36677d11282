// Every place of a running system where a secret could be left: how it is read, and how a test leaves one there, to see that it is found. The reading: sinks-for-tests.ts.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import { s3 } from '../adapters/objects/s3.ts';
import { buckets } from '../tools/embedded/objects.ts';
import { type Postgres, withClient } from '../tools/embedded/postgres.ts';
import { manage } from '../tools/embedded/rabbitmq.ts';
import { parseKeyRing } from './lib/key-ring.ts';
import { Secret } from './lib/secret.ts';
import { asAdmin, keysOf, objectsOf, queuesOf, tablesOf } from './sinks-for-tests.ts';
import { eventually, type Running, type System } from './testing.ts';

export type Place = {
  read(): Promise<string>;
  /** Leaves it there as a mistake of ours would; resolves when it has arrived. */
  plant(secret: string): Promise<void>;
};

/** The places that every system has: databases, Redis, broker, objects, what the servers log. */
export function placesOf(whole: System, postgres: Postgres): Readonly<Record<string, Place>> {
  const identity = new URL(whole.identity.databaseUrl).pathname.slice(1);
  const databases = {
    analytics: whole.analytics.name,
    platform: whole.platform.name,
    infrastructure: whole.infrastructure.name,
    identity,
    'code hosting': 'code_hosting',
  };
  return {
    ...Object.fromEntries(Object.entries(databases).map(([name, database]) => [name, tables(postgres, database)])),
    redis: { read: () => keysOf(whole.redis.url), plant: (secret) => intoRedis(whole.redis.url, secret) },
    queues: queues(whole, ''),
    'dead letters': queues(whole, '.dead'),
    objects: objects(whole, (secret) => ['planted', secret]),
    'names of objects': objects(whole, (secret) => [secret, 'planted']),
    'deleted objects': objects(whole, (secret) => ['deleted', secret], true),
    servers: { read: async () => logsOfServers(), plant: (secret) => intoLogOf(postgres, secret) },
  };
}

function tables(postgres: Postgres, database: string): Place {
  return {
    read: () => tablesOf(postgres, database),
    // Each of these databases is seen by other test files too, or has no table at all: a table of its own disturbs nobody.
    plant: (secret) =>
      asAdmin(postgres, database, async (client) => {
        await client.query(`create table "planted ${secret.slice(0, 8)}" as select '${secret}'::text as text`);
      }),
  };
}

/** Takes away what `plant` has left in databases that others use. */
export async function uproot(postgres: Postgres, secret: string): Promise<void> {
  for (const database of ['code_hosting', 'identity']) {
    await asAdmin(
      postgres,
      database,
      async (client) => void (await client.query(`drop table if exists "planted ${secret.slice(0, 8)}"`)),
    );
  }
}

async function intoRedis(url: string, secret: string): Promise<void> {
  const redis = new Redis(url);
  await redis.select(3);
  await redis.hset('planted', 'field', secret);
  redis.disconnect();
}

function queues({ broker, vhost: { vhost } }: System, suffix: string): Place {
  const read = () => queuesOf(broker, vhost);
  return {
    read,
    plant: async (secret) => {
      const message = {
        properties: { headers: { planted: secret } },
        routing_key: `subscription.changed${suffix}`,
        payload: '{}',
        payload_encoding: 'string',
      };
      const answer = await manage(broker, 'POST', `exchanges/${vhost}/amq.default/publish`, message);
      const { routed } = (await answer.json()) as { routed: boolean };
      if (!routed) throw new Error(`no queue subscription.changed${suffix}`);
      await eventually(read, (text) => text.includes(secret));
    },
  };
}

function objects(
  whole: System,
  named: (secret: string) => readonly [key: string, content: string],
  gone = false,
): Place {
  return {
    read: () =>
      objectsOf(
        whole.objects,
        buckets.map(({ name }) => name),
      ),
    plant: async (secret) => {
      await using store = s3(whole.objects);
      const bucket = store.bucket('lab-volumes');
      const [key, content] = named(secret);
      await bucket.put(key, Buffer.from(content));
      if (gone) await bucket.delete(key);
    },
  };
}

/** What the servers of the run have logged, of all its tests. */
function logsOfServers(): string {
  const folder = path.join(process.env.COVENANT_TEST_FOLDER ?? '', 'log');
  return readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n');
}

/** PostgreSQL logs the text of a statement that failed, which is why ours have parameters. */
const intoLogOf = (postgres: Postgres, secret: string): Promise<void> =>
  withClient(postgres.adminUrl, async (client) => {
    await client.query(`select 1 / 0 as "planted ${secret}"`).catch(() => undefined);
    await eventually(
      async () => logsOfServers(),
      (text) => text.includes(secret),
    );
  });

/** The provider's own refresh tokens, which the façade keeps for each login: sealed, so that only a process with the keys can use them. */
export async function providerSessions({ analytics, env }: System): Promise<readonly string[]> {
  const keys = parseKeyRing(new Secret(env.KEY_RING ?? ''));
  const { rows } = await withClient(analytics.ownerUrl, (client) =>
    client.query<{ session: Buffer }>(
      'select provider_session as session from refresh_families where provider_session is not null',
    ),
  );
  if (rows.length === 0) throw new Error('no login has a session of the provider');
  return rows.map(({ session }) => keys.open('provider session', session).toString());
}

export const logsOf = (seen: readonly Running[]): string => seen.map((each) => each.output()).join('\n');

/** What a request names itself for tracing is logged with it. */
export async function intoLog(api: Running, seen: readonly Running[], secret: string): Promise<void> {
  await fetch(`${api.url}/api/v1/indices`, { headers: { traceparent: `00-${secret}-00f067aa0ba902b7-01` } });
  await eventually(
    async () => logsOf(seen),
    (text) => text.includes(secret),
  );
}
