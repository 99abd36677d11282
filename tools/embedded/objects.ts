// The object store as a part: our S3 server (s3/) in its own process, with the buckets of the contract.
import path from 'node:path';
import type { Place } from './place.ts';
import type { PartPlan } from './supervise.ts';

export type ObjectsFacts = {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
};

/** Those of the seed are versioned; an upload is forgotten once its job has ended (decision 129). */
export const buckets = [
  ...['lab-configs', 'lab-volumes', 'static-files', 'backups'].map((name) => ({ name, versioned: true })),
  { name: 'analytics-uploads', versioned: false },
];
export const region = 'us-east-1';

export async function objects(place: Place): Promise<PartPlan<ObjectsFacts>> {
  const port = await place.port('objects');
  const accessKey = place.secret('objects_access_key');
  const secretKey = place.secret('objects_secret_key');
  const endpoint = `http://127.0.0.1:${port}`;
  const server = path.join(import.meta.dirname, 's3', 'main.ts');
  const folder = path.join(place.folder('objects'), 'data');
  const options = ['--dir', folder, '--port', String(port), '--region', region];
  const wanted = buckets.flatMap(({ name, versioned }) => ['--bucket', versioned ? `${name}:versioned` : name]);
  return {
    name: 'objects',
    facts: { endpoint, region, accessKey, secretKey },
    program: {
      name: 'objects',
      command: [process.execPath, server, ...options, ...wanted],
      env: { ...process.env, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey },
    },
    stopSignal: 'SIGTERM',
    readyWithinMs: 30_000,
    ports: [port],
    ready: () => answers(endpoint),
    dropPorts: () => place.dropPort('objects'),
  };
}

/** Without a key any answer is a refusal, and a refusal is an answer. */
async function answers(endpoint: string): Promise<boolean> {
  try {
    const response = await fetch(endpoint, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.status === 403;
  } catch {
    return false;
  }
}
