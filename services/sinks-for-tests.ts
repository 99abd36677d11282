// Every place where a secret could be left: all tables of a database, all keys of Redis, all queues of the broker, all objects. And the search in them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { Redis } from 'ioredis';
import { s3 } from '../adapters/objects/s3.ts';
import { type Postgres, withClient } from '../tools/embedded/postgres.ts';
import type { BrokerFacts } from '../tools/embedded/rabbitmq.ts';
import { manage } from '../tools/embedded/rabbitmq.ts';

/** As the administrator, whom no row-level security stops. */
export function asAdmin<T>(postgres: Postgres, database: string, use: Parameters<typeof withClient<T>>[1]): Promise<T> {
  const url = new URL(postgres.adminUrl);
  url.pathname = `/${database}`;
  return withClient(url.href, use);
}

/** Of every row its text, as COPY writes it: bytes in hexadecimal. */
export function tablesOf(postgres: Postgres, database: string): Promise<string> {
  return asAdmin(postgres, database, async (client) => {
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ text: string }>(`select t::text as text from ${name} as t`);
      texts.push(`-- ${name}`, ...rows.map(({ text }) => text));
    }
    return texts.join('\n');
  });
}

/** Keys and values of all of its databases. */
export async function keysOf(url: string): Promise<string> {
  const redis = new Redis(url);
  const texts: string[] = [];
  for (let db = 0; db < 16; db++) {
    await redis.select(db);
    for (const key of await redis.keys('*')) texts.push(`${db} ${key} ${await storedUnder(redis, key)}`);
  }
  redis.disconnect();
  return texts.join('\n');
}

async function storedUnder(redis: Redis, key: string): Promise<string> {
  const read: Readonly<Record<string, () => Promise<unknown>>> = {
    string: () => redis.get(key),
    hash: () => redis.hgetall(key),
    list: () => redis.lrange(key, 0, -1),
    set: () => redis.smembers(key),
    zset: () => redis.zrange(key, '0', '-1'),
    stream: () => redis.xrange(key, '-', '+'),
  };
  const type = await redis.type(key);
  if (read[type] === undefined) throw new Error(`the key ${key} is a ${type}, which is not read here`);
  return JSON.stringify(await read[type]());
}

type Taken = { readonly payload: string; readonly properties: object; readonly routing_key: string };

/** What waits in the queues of a virtual host, dead letters too; it stays there. */
export async function queuesOf(broker: BrokerFacts, vhost: string): Promise<string> {
  const queues = (await (await manage(broker, 'GET', `queues/${vhost}`)).json()) as { name: string }[];
  const texts: string[] = [];
  for (const { name } of queues) {
    const wanted = { count: 1_000, ackmode: 'ack_requeue_true', encoding: 'auto' };
    const response = await manage(broker, 'POST', `queues/${vhost}/${name}/get`, wanted);
    for (const each of (await response.json()) as Taken[])
      texts.push(`${name} ${JSON.stringify(each)} ${each.payload}`);
  }
  return texts.join('\n');
}

/** Names, facts and contents of these buckets, of every version and of what was deleted; what was packed, unpacked. */
export async function objectsOf(objects: Parameters<typeof s3>[0], buckets: readonly string[]): Promise<string> {
  await using store = s3(objects);
  const client = new S3Client({
    endpoint: objects.endpoint,
    region: objects.region,
    forcePathStyle: true,
    credentials: { accessKeyId: objects.accessKey, secretAccessKey: objects.secretKey },
  });
  const texts: string[] = [];
  for (const name of buckets) {
    const page = await client.send(new ListObjectVersionsCommand({ Bucket: name }));
    if (page.IsTruncated) throw new Error(`${name} holds more than is searched`);
    for (const { Key } of page.DeleteMarkers ?? []) texts.push(`${name} ${Key} deleted`);
    for (const { Key = '', VersionId } of page.Versions ?? []) {
      const version = VersionId === undefined || VersionId === 'null' ? {} : { versionId: VersionId };
      const found = await store.bucket(name).read(Key, version);
      if (found === 'missing') throw new Error(`${name} lost ${Key} while it was searched`);
      const bytes = await buffer(found.body);
      const content = Key.endsWith('.gz') ? gunzipSync(bytes) : bytes;
      texts.push(`${name} ${Key} ${JSON.stringify(found.facts)} ${content.toString('latin1')}`);
    }
  }
  client.destroy();
  return texts.join('\n');
}

/** All bytes of all files below a folder that a server writes to meanwhile. */
export function filesIn(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const read = (name: string): string => {
    try {
      return readFileSync(name, 'latin1');
    } catch {
      return ''; // the server has just removed it
    }
  };
  return files.map(({ parentPath, name }) => read(path.join(parentPath, name))).join('\n');
}

/** As it is, and as it looks inside other texts. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const forms = [secret, bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')];
  return [...new Set([...forms.map((form) => form.replace(/=+$/, '')), encodeURIComponent(secret)])];
}

/** Names of the secrets that stand somewhere in `text`. */
export const foundIn = (text: string, secrets: ReadonlyMap<string, string>): string[] =>
  [...secrets].flatMap(([name, secret]) => (formsOf(secret).some((form) => text.includes(form)) ? [name] : []));
