// What every test that uses real servers relies on.
import amqp from 'amqplib';
import test from 'ava';
import { freshDatabase, freshVhost, parts } from './for-tests.ts';
import { withClient } from './postgres.ts';

test('a fresh database is migrated, empty and closed to the roles of other databases', async (t) => {
  const { postgres } = await parts(t, ['postgres']);
  const [one, two] = await Promise.all([freshDatabase(postgres, 'analytics'), freshDatabase(postgres, 'analytics')]);
  t.not(one.name, two.name);
  const count = await withClient(one.appUrl, (client) => client.query('select count(*)::int as count from sales'));
  t.deepEqual(count.rows, [{ count: 0 }]);
  const foreign = postgres.url('platform', 'app', one.name);
  await t.throwsAsync(
    withClient(foreign, (client) => client.query('select 1')),
    { message: /permission denied for database/ },
  );
});

test('a service sees its own exchanges on a fresh virtual host and no others', async (t) => {
  const { broker } = await parts(t, ['broker']);
  const { urls } = await freshVhost(broker);
  const connection = await amqp.connect(urls.worker);
  t.teardown(() => connection.close());
  connection.on('error', () => undefined);
  const allowed = await connection.createChannel();
  allowed.on('error', () => undefined);
  await allowed.assertExchange('lab.events', 'direct', { durable: true });
  const refused = await connection.createChannel();
  refused.on('error', () => undefined);
  await t.throwsAsync(refused.assertExchange('ingest', 'direct'), { message: /ACCESS_REFUSED|access.*refused/i });
});
