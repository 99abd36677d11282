// What the tests of the S3 server share: a server in a separate folder, and the real SDK as its client.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { S3Client, type S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3';
import type { ExecutionContext } from 'ava';
import { startS3 } from './server.ts';

export const region = 'eu-test-1';
export const credential = { accessKey: 'test-access-key', secretKey: 'test/secret+key' };
/** A key for the bucket `plain` alone. */
export const limited = { accessKey: 'limited-access-key', secretKey: 'limited/secret+key', buckets: ['plain'] };
export const reading = {
  accessKey: 'reading-access-key',
  secretKey: 'reading/secret+key',
  buckets: ['plain'],
  readOnly: true,
};
export const credentials = { accessKeyId: credential.accessKey, secretAccessKey: credential.secretKey };

export async function freshFolder(t: ExecutionContext): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'covenant-s3-'));
  t.teardown(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** A server with the buckets `plain` and `versioned`, and a client for it. */
export async function served(t: ExecutionContext, config: S3ClientConfig = {}) {
  const dir = path.join(await freshFolder(t), 'objects');
  const buckets = [
    { name: 'plain', versioned: false },
    { name: 'versioned', versioned: true },
  ];
  const server = await startS3({ dir, credentials: [credential, limited, reading], region, buckets });
  t.teardown(() => server.stop());
  const endpoint = `http://127.0.0.1:${server.port}`;
  return { dir, server, endpoint, s3: clientOf(t, endpoint, config) };
}

export function clientOf(t: ExecutionContext, endpoint: string, config: S3ClientConfig = {}): S3Client {
  const logger = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };
  const s3 = new S3Client({ endpoint, region, credentials, forcePathStyle: true, maxAttempts: 1, logger, ...config });
  t.teardown(() => s3.destroy());
  return s3;
}

type Sent = {
  method: string;
  path: string;
  headers: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
};

/** Lets the test change each request after the SDK has signed it. */
export function tampering(s3: S3Client, change: (request: Sent) => void): S3Client {
  s3.middlewareStack.add(
    (next) => async (args) => {
      change(args.request as Sent);
      return await next(args);
    },
    { step: 'deserialize', priority: 'low', name: 'tampering' },
  );
  return s3;
}

/** The code and the status that a call is refused with. */
export async function refused(call: Promise<unknown>): Promise<readonly [string, number | undefined]> {
  try {
    await call;
  } catch (error) {
    if (error instanceof S3ServiceException) return [error.name, error.$metadata.httpStatusCode];
    throw error;
  }
  return ['accepted', 200];
}

/** What the SDK returned, without its notes on the transfer. */
export function facts<T extends object>(output: T): Omit<T, '$metadata'> {
  const { $metadata: _, ...rest } = output as T & { $metadata?: unknown };
  return JSON.parse(JSON.stringify(rest));
}

export async function textOf(output: { Body?: { transformToString(): Promise<string> } | undefined }): Promise<string> {
  return (await output.Body?.transformToString()) ?? '';
}

export type ServerProcess = {
  child: ChildProcess;
  endpoint: string;
  end(signal: NodeJS.Signals): Promise<number | null>;
};

type Spawning = {
  /** The command that it runs in, if not by itself. */
  readonly inside?: (command: readonly string[]) => readonly [string, ...string[]];
  readonly stderr?: 'pipe';
};

/** The server as `npm start` runs it. */
export async function spawned(
  t: ExecutionContext,
  dir: string,
  buckets: readonly string[],
  { inside, stderr }: Spawning = {},
): Promise<ServerProcess> {
  const main = path.join(import.meta.dirname, 'main.ts');
  const args = [main, '--dir', dir, '--region', region, ...buckets.flatMap((bucket) => ['--bucket', bucket])];
  const env = {
    ...process.env,
    S3_ACCESS_KEY: credential.accessKey,
    S3_SECRET_KEY: credential.secretKey,
    S3_LIMITED_KEYS: JSON.stringify([limited]),
  };
  const [program, ...rest] = inside?.([process.execPath, ...args]) ?? [process.execPath, ...args];
  const child = spawn(program, rest, { env, stdio: ['ignore', 'pipe', stderr ?? 'inherit'] });
  const ended = once(child, 'exit');
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return (await ended)[0] as number | null;
  };
  t.teardown(() => end('SIGKILL'));
  const [line] = await Promise.race([
    once(child.stdout as Readable, 'data'),
    ended.then(() => {
      throw new Error('the server ended before it was ready');
    }),
  ]);
  return { child, endpoint: String(line).trim().replace('ready ', ''), end };
}

/** Every file of the folder, by the subfolder that it stands in. */
export async function filesOf(dir: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    const folder = path.relative(dir, entry.parentPath);
    if (entry.isFile()) counts[folder] = (counts[folder] ?? 0) + 1;
  }
  return counts;
}
