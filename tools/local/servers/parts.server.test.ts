// What every test that uses real servers relies on.
import amqp from 'amqplib';
import test from 'ava';
import { freshDatabase, freshUser, freshVhost, parts } from '../../test/servers.ts';
import { withClient } from './postgres.ts';

test('freshDatabase makes a database that is migrated, empty and closed to the roles of others', async (t) => {
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

test('a service has access to its own exchanges on a fresh virtual host and no others', async (t) => {
  const { broker } = await parts(t, ['broker']);
  const { urls } = await freshVhost(broker);
  const connection = await amqp.connect(urls.infra);
  t.teardown(() => connection.close());
  connection.on('error', () => undefined);
  const allowed = await connection.createChannel();
  allowed.on('error', () => undefined);
  await allowed.assertExchange('lab.events', 'direct', { durable: true });
  const refused = await connection.createChannel();
  refused.on('error', () => undefined);
  await t.throwsAsync(refused.assertExchange('ingest', 'direct'), { message: /ACCESS_REFUSED|access.*refused/i });
});

test('the token address reports a wrong password', async (t) => {
  const { identity } = await parts(t, ['identity']);
  const { username } = await freshUser(identity, 'labs', ['student']);
  const fields = { grant_type: 'password', client_id: identity.clients.demo.id, username, password: 'wrong' };
  const address = `${identity.issuers.labs}/protocol/openid-connect/token`;
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(fields) });
  t.deepEqual(
    [response.status, await response.json()],
    [
      400,
      {
        error: 'invalid_grant',
        error_description: 'The user name or the password is incorrect, or there were too many attempts.',
      },
    ],
  );
});
