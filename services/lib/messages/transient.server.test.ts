// What the files of the broker hold of a message with a login secret: nothing, whether it waits, is read or is refused.
import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import test from 'ava';
import { consumers } from '../../../generated/lab/messages.ts';
import { ownParts } from '../../../tools/test/servers.ts';
import { bench, drain, until } from '../../test/fixtures/relay.ts';
import { killPart } from '../../test/fixtures/server-outage.ts';
import { filesIn, foundIn } from '../../test/fixtures/stored-data.ts';

test('the broker writes no waiting or refused secret to a file', async (t) => {
  t.timeout(180_000, 'the broker did not come back');
  const own = await ownParts(t, ['postgres', 'broker']);
  const at = await bench(t, own);
  const secrets = new Map<string, string>();
  const found = () => foundIn(filesIn(path.join(own.dir, 'broker')), secrets);
  const publish = async (name: string, more: { readonly transient?: true }) => {
    const secret = randomBytes(18).toString('base64url');
    secrets.set(name, secret);
    const id = randomUUID();
    const body = Buffer.from(JSON.stringify({ ssh_credentials: secret, note: `${name} in the clear` }));
    const headers = { message_id: id, occurred_at: '2026-11-21T09:00:00Z', schema_version: 1 };
    const to = { exchange: 'notifications', routingKey: 'student.notifications' };
    const message = { id, ...to, headers, contentType: 'application/json', body, ...more };
    t.is(await at.broker.publish(message), 'confirmed');
  };

  await publish('persistent', {});
  await until(() => found().includes('persistent'));
  await publish('waiting', { transient: true });
  await at.consumer({ consumer: consumers.studentNotification as never });
  await publish('refused', { transient: true });
  const letters = await drain(at.broker, 'student.notifications.dead', 3);
  t.deepEqual(
    letters.map(({ body }) => (JSON.parse(body) as { ssh_credentials: string }).ssh_credentials),
    ['[redacted]', '[redacted]', '[redacted]'],
  );
  t.deepEqual(found(), ['persistent'], 'the search finds what is persistent, and that alone');

  await (await killPart(own, 'broker')).back();
  t.deepEqual(
    found().filter((name) => name !== 'persistent'),
    [],
  );
});
