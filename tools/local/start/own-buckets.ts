// The buckets of the contract in an object store of the user's own: what is missing is made, and keeps versions where
// the contract says so.
import {
  CreateBucketCommand,
  HeadBucketCommand,
  PutBucketVersioningCommand,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3';
import { Failure } from '../servers/failure.ts';
import { buckets } from '../servers/objects.ts';
import type { OwnServers } from '../servers/own-servers.ts';

export async function prepareBuckets({ env }: OwnServers, print: (line: string) => void): Promise<void> {
  const client = new S3Client({
    endpoint: env.OBJECTS_ENDPOINT ?? '',
    region: env.OBJECTS_REGION ?? '',
    credentials: { accessKeyId: env.OBJECTS_ACCESS_KEY ?? '', secretAccessKey: env.OBJECTS_SECRET_KEY ?? '' },
    forcePathStyle: true,
    maxAttempts: 2,
  });
  try {
    for (const { name, versioned } of buckets)
      if (!(await exists(client, name))) await create(client, name, versioned, print);
  } finally {
    client.destroy();
  }
}

async function exists(client: S3Client, Bucket: string): Promise<boolean> {
  try {
    await client.send(new HeadBucketCommand({ Bucket }));
    return true;
  } catch (error) {
    if (statusOf(error) === 404) return false;
    throw new Failure(`The object store does not give access to bucket ${Bucket}: ${reasonOf(error)}`);
  }
}

async function create(client: S3Client, Bucket: string, versioned: boolean, print: (line: string) => void) {
  try {
    await client.send(new CreateBucketCommand({ Bucket }));
  } catch (error) {
    throw new Failure(`The bucket ${Bucket} is missing and cannot be created: ${reasonOf(error)}. Create it manually.`);
  }
  if (!versioned) return;
  const VersioningConfiguration = { Status: 'Enabled' } as const;
  await client
    .send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration }))
    .catch((error: unknown) => print(`Versioning cannot be enabled for the bucket ${Bucket}: ${reasonOf(error)}`));
}

const statusOf = (error: unknown) => (error as Partial<S3ServiceException>).$metadata?.httpStatusCode;
const reasonOf = (error: unknown) =>
  `${statusOf(error) ?? 'no answer'} (${error instanceof Error ? error.name : String(error)})`;
