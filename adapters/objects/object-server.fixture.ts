// The object store that the adapter's cases run on: our own server, or the versitygw whose program COVENANT_VERSITYGW
// names.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CreateBucketCommand, PutBucketVersioningCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '../../tools/local/servers/ports.ts';
import { startS3 } from '../../tools/local/servers/s3/server.ts';

export const key = { accessKey: 'adapter-test', secretKey: 'adapter-secret' };
export const region = 'eu-test-1';
/** A bucket with versions, which each server has. */
export const bucket = 'archive';

const versitygw = process.env.COVENANT_VERSITYGW;
/** versitygw lists keys as they are, and XML cannot carry those with control characters, which none of our keys has. */
export const encodesKeys = versitygw === undefined;

export type ObjectServer = { readonly endpoint: string; stop(): Promise<void> };

export async function startObjectServer(dir: string): Promise<ObjectServer> {
  if (versitygw !== undefined) return await startVersitygw(versitygw, dir);
  const server = await startS3({ dir, credentials: [key], region, buckets: [{ name: bucket, versioned: true }] });
  return { endpoint: `http://127.0.0.1:${server.port}`, stop: () => server.stop() };
}

async function startVersitygw(program: string, dir: string): Promise<ObjectServer> {
  const port = await freePort();
  const [data, versions] = [path.join(dir, 'data'), path.join(dir, 'versions')];
  for (const folder of [data, versions]) await mkdir(folder);
  const env = { ...process.env, ROOT_ACCESS_KEY: key.accessKey, ROOT_SECRET_KEY: key.secretKey };
  const flags = ['--quiet', '--port', `127.0.0.1:${port}`, '--region', region];
  const child = spawn(program, [...flags, 'posix', '--versioning-dir', versions, data], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`versitygw ended with ${child.exitCode}`);
    await pause(20);
  }
  const endpoint = `http://127.0.0.1:${port}`;
  await createBucket(endpoint);
  return {
    endpoint,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => socket.destroy() && resolve(true)).on('error', () => resolve(false));
  });

async function createBucket(endpoint: string): Promise<void> {
  const credentials = { accessKeyId: key.accessKey, secretAccessKey: key.secretKey };
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  const VersioningConfiguration = { Status: 'Enabled' } as const;
  await client.send(new PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration }));
  client.destroy();
}
