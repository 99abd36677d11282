// The relay on a real database and broker.
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { sql } from '../../../adapters/store/query.ts';
import { fill, messages, type StudentNotification } from '../../../generated/lab/messages.ts';
import type { OutboxMessage } from '../../../generated/runtime/messages/message.ts';
import { parts } from '../../../tools/test/servers.ts';
import { type Bench, bench, drain, labCreate, until } from '../../test/fixtures/relay.ts';
import { manualClock } from '../clock.ts';
import { ids } from '../ids.ts';
import { enqueueFrom } from './outbox.ts';
import { startRelay } from './relay.ts';

const opened = async (t: ExecutionContext): Promise<Bench> => bench(t, await parts(t, ['postgres', 'broker']));

const add = (at: Bench, added: readonly OutboxMessage[], aggregate?: string): Promise<void> =>
  at.store.transaction(async (tx) => {
    for (const message of added) await at.outbox.add(tx, message, aggregate);
  });

/** The one message that is due. */
async function claimOne(at: Bench, by: string, leaseMs = 0) {
  const result = await at.outbox.claim({ by, limit: 1, leaseMs });
  return result.kind === 'claimed' ? result.claimed[0] : undefined;
}

const waiting = async (at: Bench): Promise<number> => (await at.outbox.backlog()).waiting;

test('startRelay publishes a message when its transaction commits, and never otherwise', async (t) => {
  const at = await opened(t);
  const [kept, undone] = [labCreate(), labCreate()];
  await t.throwsAsync(
    at.store.transaction(async (tx) => {
      await at.outbox.add(tx, undone);
      throw new Error('undone');
    }),
    { message: 'undone' },
  );
  at.relay();
  await add(at, [kept]);
  await until(async () => (await waiting(at)) === 0);
  t.deepEqual(
    (await drain(at.broker, 'lab.create', 1)).map(({ id, headers, body }) => ({ id, headers, body: JSON.parse(body) })),
    [{ id: kept.id, headers: kept.headers, body: kept.body }],
  );
});

test('startRelay publishes on a notification long before its poll', async (t) => {
  const at = await opened(t);
  at.relay({ pollMs: 3_600_000 });
  await add(at, [labCreate()]);
  await until(async () => (await waiting(at)) === 0);
  await add(at, [labCreate()]);
  await until(async () => (await waiting(at)) === 0);
  t.pass();
});

test('startRelay finds unannounced messages by polling', async (t) => {
  const at = await opened(t);
  at.relay({ listen: () => ({ close: async () => {} }), pollMs: 50 });
  await add(at, [labCreate()]);
  await until(async () => (await waiting(at)) === 0);
  t.pass();
});

test('startRelay publishes messages of one aggregate in their order, over batches and relays', async (t) => {
  const at = await opened(t);
  const written = Array.from({ length: 60 }, (_, i) => labCreate(randomUUID(), i + 1));
  for (let i = 0; i < written.length; i += 20) await add(at, written.slice(i, i + 20), 'one');
  for (const name of ['a', 'b', 'c']) at.relay({ name, batch: 7, broker: at.open(name) });
  await until(async () => (await waiting(at)) === 0);
  t.deepEqual(
    (await drain(at.broker, 'lab.create', 60)).map(({ id }) => id),
    written.map(({ id }) => id),
  );
});

test('startRelay reports a message without a queue, keeps it, and holds back only its aggregate', async (t) => {
  const at = await opened(t);
  const lost = { ...labCreate(), routingKey: 'lab.nowhere' };
  const [behind, beside] = [labCreate(), labCreate()];
  await add(at, [lost, behind], 'stuck');
  await add(at, [beside]);
  at.relay();
  const noticed = () =>
    at.relayEvents.filter((event) => event.kind === 'unroutable').map(({ message }) => [message.id, message.attempts]);
  await until(() => noticed().length >= 2);
  t.deepEqual(noticed().slice(0, 2), [
    [lost.id, 1],
    [lost.id, 2],
  ]);
  t.is(await waiting(at), 2);
  t.deepEqual(
    (await drain(at.broker, 'lab.create', 1)).map(({ id }) => id),
    [beside.id],
  );
  await at.manage('POST', 'bindings/VHOST/e/lab.events/q/lab.create', { routing_key: 'lab.nowhere' });
  t.deepEqual(
    (await drain(at.broker, 'lab.create', 2)).map(({ id }) => id),
    [lost.id, behind.id],
  );
});

test('two relays share the work and publish nothing twice', async (t) => {
  const at = await opened(t);
  const written = Array.from({ length: 1000 }, () => labCreate());
  await add(at, written);
  const counts = { a: 0, b: 0 };
  const start = (name: 'a' | 'b') =>
    at.relay({
      name,
      batch: 50,
      broker: at.open(name),
      observe: (event) => {
        if (event.kind === 'published') counts[name] += event.count;
      },
    });
  start('a');
  start('b');
  await until(async () => (await waiting(at)) === 0);
  const found = await drain(at.broker, 'lab.create', 1000);
  // Each keeps its own order; together they have none.
  t.deepEqual(found.map(({ id }) => id).sort(), written.map(({ id }) => id).sort());
  t.true(counts.a > 0 && counts.b > 0, JSON.stringify(counts));
});

const notice = (id: string): OutboxMessage =>
  messages.studentNotification(
    {
      student_id: 'anna',
      ssh_host: 'node1.example',
      ssh_port: 30022,
      ssh_user: 'student',
      host_key_fingerprint: 'SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDASLGYKb0hhf3p2mE',
      known_hosts: '[node1.example]:30022 ssh-ed25519 AAAA',
      lab_id: 'linux-basics',
      instance_id: id,
      run_id: id,
      generation: 1,
    } as unknown as StudentNotification,
    { instance_id: id, member: 'anna', generation: 1 },
    { id, occurredAt: '2026-11-21T09:00:00Z' },
  );

test('startRelay fills in a secret when it publishes, and stores it in no row', async (t) => {
  const at = await opened(t);
  const [sent, withdrawn] = [notice(randomUUID()), notice(randomUUID())];
  await add(at, [sent, withdrawn]);
  at.relay({
    fill: {
      StudentNotification: async ({ id, body, reference }) =>
        id === withdrawn.id
          ? undefined
          : fill.StudentNotification(body as StudentNotification, { ssh_credentials: `pw of ${reference.member}` }),
    },
  });
  await until(async () => (await waiting(at)) === 0);
  const [found, ...more] = await drain(at.broker, 'student.notifications', 1);
  t.deepEqual([JSON.parse(found?.body ?? '{}').ssh_credentials, more], ['pw of anna', []]);
  t.deepEqual(
    at.relayEvents.filter(({ kind }) => kind === 'withdrawn').map((event) => 'message' in event && event.message.id),
    [withdrawn.id],
  );
});

test('startRelay keeps a message that it cannot fill in, and reports why', async (t) => {
  const at = await opened(t);
  await add(at, [notice(randomUUID())]);
  at.relay();
  await until(() => at.relayEvents.some(({ kind }) => kind === 'unfilled'));
  const [event] = at.relayEvents.filter((each) => each.kind === 'unfilled');
  t.deepEqual(
    [(event?.error as Error).message, await waiting(at)],
    ['no filler is registered for messages of type StudentNotification', 1],
  );
});

test('startRelay takes over the claims of a dead relay when its lease ends', async (t) => {
  const at = await opened(t);
  await add(at, [labCreate()]);
  await claimOne(at, 'dead', 600_000);
  t.is(await claimOne(at, 'other'), undefined);
  await at.store.query(sql.unsafe`update outbox set claimed_until = clock_timestamp() + interval '1 second'`);
  // Neither a notification nor the poll: it knows when the lease ends.
  at.relay({ listen: () => ({ close: async () => {} }), pollMs: 3_600_000 });
  await until(async () => (await waiting(at)) === 0);
  t.pass();
});

test('startRelay does not postpone messages of another relay after it lost its lease', async (t) => {
  const at = await opened(t);
  await add(at, [labCreate()]);
  const claimed = await claimOne(at, 'late');
  await claimOne(at, 'holder', 60_000);
  await at.outbox.postpone('late', [{ row: claimed?.row ?? 0, error: 'failed', retryMs: 0 }]);
  t.false(await at.outbox.renew('late', [claimed?.row ?? 0], 60_000));
  t.is(await claimOne(at, 'third'), undefined);
});

test('close lets a relay finish its batch', async (t) => {
  const at = await opened(t);
  await add(at, [labCreate()]);
  const published = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const relay = startRelay({
    name: 'closing',
    outbox: at.outbox,
    broker: {
      ready: () => at.broker.ready(),
      publish: async (message) => {
        published.resolve();
        await release.promise;
        return at.broker.publish(message);
      },
    },
  });
  await published.promise;
  const closed = relay.close();
  release.resolve();
  await closed;
  t.is(await waiting(at), 0);
});

test('the outbox forgets published messages after their time, and waiting ones never', async (t) => {
  const at = await opened(t);
  await add(at, [labCreate(), labCreate()]);
  const one = await claimOne(at, 'a');
  await at.outbox.settle([one?.row ?? 0]);
  t.deepEqual([await at.outbox.sweep(60_000, 10), await at.outbox.sweep(0, 10), await waiting(at)], [0, 1, 1]);
});

test('startRelay gives a message its time and id', async (t) => {
  const at = await opened(t);
  const clock = manualClock('2026-11-21T10:00:00Z');
  const enqueue = enqueueFrom(at.outbox, { ids: ids(clock), clock });
  const body = labCreate().body as Parameters<typeof messages.labCreate>[0];
  await at.store.transaction((tx) => enqueue(tx, (meta) => messages.labCreate(body, meta), { aggregate: 'x' }));
  const claimed = await claimOne(at, 'a');
  t.like(claimed, {
    aggregate: 'x',
    type: 'LabCreate',
    headers: { message_id: claimed?.id, occurred_at: '2026-11-21T10:00:00.000Z' },
  });
});
