// The published endpoints judged as their reader would: the shape, and whether each address answers.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import amqp from 'amqplib';
import { Redis } from 'ioredis';
import type { Endpoints } from '../servers/endpoints.ts';
import { withClient } from '../servers/postgres.ts';

/** The value with the name of its type in place of each leaf; null stays. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]));
}

/** What gave no good answer at the first try, with its reason. */
export async function answersAtOnce(endpoints: Endpoints): Promise<readonly string[]> {
  const { front_door, identity, postgres, broker, analytics, platform, infra } = endpoints;
  const { management_url, management_user, management_password } = broker;
  const basic = Buffer.from(`${management_user}:${management_password}`).toString('base64');
  const asked: Readonly<Record<string, Promise<unknown>>> = {
    front: gives(front_door.url, 200),
    analytics: gives(`${analytics.base_url}/scope`, 401),
    platform: gives(`${platform.base_url}/labs`, 401),
    infra: gives(`${infra.base_url}/deployments`, 401),
    ...Object.fromEntries(
      Object.values(identity.issuers).map((issuer) => [
        issuer,
        gives(`${issuer}/.well-known/openid-configuration`, 200),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(postgres).map(([name, url]) => [name, withClient(url, (client) => client.query('select 1'))]),
    ),
    redis: pings(endpoints.redis.url),
    'redis-cli': pingsByHand(endpoints.redis.url),
    broker: amqp.connect(broker.url).then((connection) => connection.close()),
    team: amqp.connect(broker.team?.url ?? '').then((connection) => connection.close()),
    management: gives(`${management_url}/api/overview`, 200, { authorization: `Basic ${basic}` }),
    objects: lists(endpoints.objects),
  };
  const answers = await Promise.allSettled(Object.values(asked));
  return Object.keys(asked).flatMap((name, at) => {
    const answer = answers[at];
    return answer?.status === 'rejected' ? [`${name}: ${answer.reason}`] : [];
  });
}

async function gives(url: string, status: number, headers: Record<string, string> = {}): Promise<void> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(120_000) });
  const text = await response.text();
  if (response.status !== status) throw new Error(`${response.status} ${text.slice(0, 200)}`);
}

async function pings(url: string): Promise<void> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
  } finally {
    client.disconnect();
  }
}

/** As the README's reader would. It says AUTH failed for a password without a user name, and goes on. */
async function pingsByHand(url: string): Promise<void> {
  const { stdout, stderr } = await promisify(execFile)('redis-cli', ['-u', url, 'ping']);
  if (stdout !== 'PONG\n') throw new Error(`${stdout}${stderr}`);
}

async function lists({ endpoint, region, access_key, secret_key }: Endpoints['objects']): Promise<void> {
  const credentials = { accessKeyId: access_key, secretAccessKey: secret_key };
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  const { Buckets = [] } = await client.send(new ListBucketsCommand({}));
  client.destroy();
  if (Buckets.length < 4) throw new Error(`only ${Buckets.map(({ Name }) => Name).join(', ')}`);
}
