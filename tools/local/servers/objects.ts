// The object store as a part: our S3 server in its own process, with the buckets of the contract.
import path from 'node:path';
import type { DataFolder } from './data-folder.ts';
import { get } from './probe.ts';
import type { PartPlan } from './processes/supervise.ts';
import type { Rights } from './s3/protocol/signature.ts';

export type ObjectsFacts = {
  readonly endpoint: string;
  readonly region: string;
  /** The key of an administrator; services have keys of their own. */
  readonly accessKey: string;
  readonly secretKey: string;
  readonly keys: Readonly<Record<ObjectsUser, ObjectsKey>>;
};

export type ObjectsKey = { readonly accessKey: string; readonly secretKey: string };

/** What each service does with which bucket (decision 256). */
const rights = {
  analytics: { buckets: ['analytics-uploads'] },
  platform: { buckets: ['lab-configs'] },
  infra: { buckets: ['lab-configs'], readOnly: true },
  worker: { buckets: ['lab-volumes'] },
} as const satisfies Record<string, Rights>;

export type ObjectsUser = keyof typeof rights;

/** A key for each service, and what the S3 server knows of it. */
export function serviceKeys(make: (user: ObjectsUser) => ObjectsKey) {
  const users = Object.keys(rights) as readonly ObjectsUser[];
  const keys = Object.fromEntries(users.map((user) => [user, make(user)])) as ObjectsFacts['keys'];
  return { keys, limited: users.map((user) => ({ ...keys[user], ...rights[user] })) };
}

/** The variables by which the services get their keys. */
export const keyVariables = ({ keys }: ObjectsFacts) => ({
  OBJECTS_ACCESS_KEY_ANALYTICS: keys.analytics.accessKey,
  OBJECTS_SECRET_KEY_ANALYTICS: keys.analytics.secretKey,
  OBJECTS_ACCESS_KEY_PLATFORM: keys.platform.accessKey,
  OBJECTS_SECRET_KEY_PLATFORM: keys.platform.secretKey,
  OBJECTS_ACCESS_KEY_INFRA: keys.infra.accessKey,
  OBJECTS_SECRET_KEY_INFRA: keys.infra.secretKey,
  OBJECTS_ACCESS_KEY_WORKER: keys.worker.accessKey,
  OBJECTS_SECRET_KEY_WORKER: keys.worker.secretKey,
});

/** Those of the seed are versioned; an upload is forgotten once its job has ended (decision 129). */
export const buckets = [
  ...['lab-configs', 'lab-volumes', 'static-files', 'backups'].map((name) => ({ name, versioned: true })),
  { name: 'analytics-uploads', versioned: false },
];
export const region = 'us-east-1';

export async function objects(place: DataFolder): Promise<PartPlan<ObjectsFacts>> {
  const port = await place.port('objects');
  const accessKey = place.secret('objects_access_key');
  const secretKey = place.secret('objects_secret_key');
  const { keys, limited } = serviceKeys((user) => ({
    accessKey: place.secret(`objects_${user}_access_key`),
    secretKey: place.secret(`objects_${user}_secret_key`),
  }));
  const endpoint = `http://127.0.0.1:${port}`;
  const server = path.join(import.meta.dirname, 's3', 'main.ts');
  const folder = path.join(place.folder('objects'), 'data');
  const options = ['--dir', folder, '--port', String(port), '--region', region];
  const bucketFlags = buckets.flatMap(({ name, versioned }) => ['--bucket', versioned ? `${name}:versioned` : name]);
  return {
    name: 'objects',
    facts: { endpoint, region, accessKey, secretKey, keys },
    program: {
      name: 'objects',
      command: [process.execPath, server, ...options, ...bucketFlags],
      env: {
        ...process.env,
        S3_ACCESS_KEY: accessKey,
        S3_SECRET_KEY: secretKey,
        S3_LIMITED_KEYS: JSON.stringify(limited),
      },
      mayBeThread: true,
    },
    stopSignal: 'SIGTERM',
    readyWithinMs: 30_000,
    ports: [port],
    // Without a key any answer is a refusal, and a refusal is an answer.
    ready: async () => (await get(endpoint))?.status === 403,
    dropPorts: () => place.dropPort('objects'),
  };
}
