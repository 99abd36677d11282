// What the object store's key of each service opens, tried on the store and with the keys that whole systems run with.
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import test from 'ava';
import { s3 } from '../../../adapters/objects/s3.ts';
import { buckets } from '../../../tools/local/servers/objects.ts';
import { eventually } from '../fixtures/eventually.ts';
import { type System, system } from '../fixtures/system.ts';

const names = buckets.map(({ name }) => name);

let whole: System;
test.before(async (t) => {
  whole = await system(t);
});

test('each service opens its own buckets alone, and Infrastructure only reads', async (t) => {
  const { env } = whole;
  const { OBJECTS_ENDPOINT: endpoint = '', OBJECTS_REGION: region = '' } = env;
  const found: Record<string, object> = {};
  for (const service of ['ANALYTICS', 'PLATFORM', 'INFRA', 'WORKER']) {
    const accessKey = env[`OBJECTS_ACCESS_KEY_${service}`] ?? '';
    const secretKey = env[`OBJECTS_SECRET_KEY_${service}`] ?? '';
    await using store = s3({ endpoint, region, accessKey, secretKey });
    const opens = async (ask: (bucket: string) => Promise<unknown>) => {
      const answers = names.map((name) => ask(name).then(() => [name], codeOf));
      return (await Promise.all(answers)).flat().sort();
    };
    const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey };
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
    const { Buckets = [] } = await client.send(new ListBucketsCommand({}));
    client.destroy();
    found[service] = {
      writes: await opens((name) => store.bucket(name).put('own', Buffer.from('x'))),
      reads: await opens((name) => store.bucket(name).read('missing')),
      knows: Buckets.map(({ Name }) => Name),
    };
  }
  const only = (name: string) => ({ writes: [name], reads: [name], knows: [name] });
  t.deepEqual(found, {
    ANALYTICS: only('analytics-uploads'),
    PLATFORM: only('lab-configs'),
    INFRA: { ...only('lab-configs'), writes: [] },
    WORKER: only('lab-volumes'),
  });
});

/** No bucket, if it was closed to the key; any other fault is one of the test. */
function codeOf(error: unknown): readonly string[] {
  if ((error as { readonly code?: string }).code === 'AccessDenied') return [];
  throw error;
}

test('a service whose key does not open its bucket names the bucket', async (t) => {
  const { OBJECTS_ACCESS_KEY_WORKER: access, OBJECTS_SECRET_KEY_WORKER: secret } = whole.env;
  const infra = await whole.run(['infra'], { OBJECTS_ACCESS_KEY_INFRA: access, OBJECTS_SECRET_KEY_INFRA: secret });
  const { missing } = await eventually(
    async () => (await (await fetch(`${infra.url}/readyz`)).json()) as { readonly missing: readonly string[] },
    (found) => found.missing.length > 0,
  );
  t.deepEqual(missing, ['bucket lab-configs']);
});
