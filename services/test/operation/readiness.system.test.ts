// /readyz names what an operator has to create: a bucket, a queue, a role, a migration. As soon as it is there, the
// process is ready.
import { CreateBucketCommand, DeleteBucketCommand, S3Client } from '@aws-sdk/client-s3';
import test from 'ava';
import { manage } from '../../../tools/local/servers/broker/rabbitmq.ts';
import { withClient } from '../../../tools/local/servers/postgres.ts';
import { emptyDatabase, parts } from '../../../tools/test/servers.ts';
import { eventually } from '../fixtures/eventually.ts';
import { type Running, type System, system } from '../fixtures/system.ts';

type Readiness = { readonly status: number; readonly ready: boolean; readonly missing: readonly string[] };

async function readiness({ url }: Running): Promise<Readiness> {
  const response = await fetch(`${url}/readyz`);
  const { ready, missing } = (await response.json()) as Readiness;
  return { status: response.status, ready, missing };
}

const becomesReady = (running: Running) =>
  eventually(
    () => readiness(running),
    ({ ready }) => ready,
  );
let whole: System;
test.before(async (t) => {
  whole = await system(t);
});

const missing = (...names: readonly string[]): Readiness => ({ status: 503, ready: false, missing: names });

test.serial('readiness names a missing bucket until it exists', async (t) => {
  const { endpoint, region, accessKey, secretKey } = whole.objects;
  const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey };
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  await client.send(new DeleteBucketCommand({ Bucket: 'lab-configs' }));
  const platform = await whole.run(['platform']);
  t.deepEqual(
    await eventually(
      () => readiness(platform),
      (found) => found.missing.length > 0,
    ),
    missing('bucket lab-configs'),
  );
  await client.send(new CreateBucketCommand({ Bucket: 'lab-configs' }));
  t.like(await becomesReady(platform), { status: 200, missing: [] });
  await platform.end('SIGTERM'); // it would declare again what the next test deletes
});

test.serial('readiness names a queue of another form until it is deleted', async (t) => {
  const queue = `queues/${whole.vhost.vhost}/lab.status`;
  t.true((await manage(whole.broker, 'DELETE', queue)).ok);
  t.true((await manage(whole.broker, 'PUT', queue, { durable: true, auto_delete: true })).ok);
  const platform = await whole.run(['platform']);
  t.deepEqual(
    await eventually(
      () => readiness(platform),
      (found) => found.missing.length > 0,
    ),
    missing('queue "lab.status"'),
  );
  t.true((await manage(whole.broker, 'DELETE', queue)).ok);
  t.like(await becomesReady(platform), { status: 200, missing: [] });
  await platform.end('SIGTERM');
});

/** Another database for the platform; what is missing there is the whole answer. */
async function platformOn(whole: System, databaseUrl: string): Promise<Readiness> {
  const platform = await whole.run(['platform'], { DATABASE_PLATFORM: databaseUrl });
  return eventually(
    () => readiness(platform),
    (found) => found.missing.length > 0,
  );
}

test.serial('readiness names the newest migration of a database without tables', async (t) => {
  const { postgres } = await parts(t, ['postgres']);
  const { appUrl } = await emptyDatabase(postgres, 'platform');
  const { missing: names, ...rest } = await platformOn(whole, appUrl);
  t.deepEqual(rest, { status: 503, ready: false });
  t.regex(names.join(), /^migration platform-\d{4}$/);
});

test.serial('readiness names a login outside of covenant_app, a wrong password and a missing database', async (t) => {
  const { postgres } = await parts(t, ['postgres']);
  const role = `outsider_${whole.platform.name}`;
  await withClient(postgres.adminUrl, async (client) => {
    await client.query(`create role ${role} login password 'own-secret'`);
    await client.query(`grant connect on database ${whole.platform.name} to ${role}`);
  });
  t.teardown(() =>
    withClient(postgres.adminUrl, async (client) => {
      await client.query(`revoke all on database ${whole.platform.name} from ${role}`);
      await client.query(`drop role ${role}`);
    }),
  );
  const urlOf = (password: string, database: string) =>
    `postgres://${role}:${password}@${postgres.host}:${postgres.port}/${database}`;
  t.deepEqual(await platformOn(whole, urlOf('own-secret', whole.platform.name)), missing('role covenant_app'));
  t.deepEqual(await platformOn(whole, urlOf('other', whole.platform.name)), missing('login to database platform'));
  t.deepEqual(await platformOn(whole, urlOf('own-secret', 'nowhere')), missing('database platform'));
});
