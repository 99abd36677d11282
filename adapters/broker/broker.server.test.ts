// The broker seam on a real RabbitMQ.
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import type { Topology } from '../../generated/runtime/messages/amqp.ts';
import { manage } from '../../tools/local/servers/broker/rabbitmq.ts';
import { freshVhost, parts } from '../../tools/test/servers.ts';
import { type BrokerEvent, openBroker } from './amqp.ts';
import type { Broker, Delivery, Outgoing } from './port.ts';

const queue = {
  name: 'made',
  type: 'quorum',
  durable: true,
  deliveryLimit: 3,
  deadLetter: { exchange: 'dead-letters', routingKey: 'made.dead' },
} as const;

const topology: Topology = {
  exchanges: [
    { name: 'things', type: 'direct', durable: true },
    { name: 'dead-letters', type: 'direct', durable: true },
  ],
  queues: [queue, { name: 'made.dead', type: 'classic', durable: true }],
  bindings: [
    { exchange: 'things', queue: 'made', routingKey: 'made' },
    { exchange: 'dead-letters', queue: 'made.dead', routingKey: 'made.dead' },
  ],
};

const message = (body: string, changes: Partial<Outgoing> = {}): Outgoing => ({
  id: randomUUID(),
  exchange: 'things',
  routingKey: 'made',
  headers: {},
  contentType: 'text/plain',
  body: Buffer.from(body),
  ...changes,
});

async function opened(t: ExecutionContext): Promise<{
  broker: Broker;
  open: () => Broker;
  events: BrokerEvent[];
  manage: (method: string, resource: string, body?: object) => Promise<Response>;
}> {
  const { broker: facts } = await parts(t, ['broker']);
  const { url, vhost } = await freshVhost(facts);
  const events: BrokerEvent[] = [];
  const open = () => {
    const broker = openBroker({
      url,
      name: t.title,
      backoff: { firstMs: 20, longestMs: 200 },
      report: (event) => events.push(event),
    });
    t.teardown(() => broker.close());
    return broker;
  };
  const broker = open();
  await broker.assertTopology(topology);
  return {
    broker,
    open,
    events,
    manage: (method, resource, body) => manage(facts, method, resource.replace('VHOST', vhost), body),
  };
}

/** Collects deliveries until `count` of them have come. */
async function collect(broker: Broker, from: string, count: number): Promise<Delivery[]> {
  const found: Delivery[] = [];
  const enough = Promise.withResolvers<void>();
  const subscription = await broker.consume(from, { prefetch: 10 }, async (delivery) => {
    found.push(delivery);
    if (found.length >= count) enough.resolve();
    return 'ack';
  });
  await enough.promise;
  await subscription.cancel();
  return found;
}

const text = (delivery: Delivery | undefined): string => Buffer.from(delivery?.body ?? []).toString();

test('publish delivers a message as it was sent', async (t) => {
  const { broker } = await opened(t);
  const sent = message('hello', { type: 'Made', headers: { occurred_at: 'now' } });
  t.is(await broker.publish(sent), 'confirmed');
  const [got] = await collect(broker, 'made', 1);
  t.deepEqual(
    { ...got, body: text(got) },
    {
      queue: 'made',
      body: 'hello',
      headers: { occurred_at: 'now' },
      redelivered: false,
      contentType: 'text/plain',
      type: 'Made',
      messageId: sent.id,
      correlationId: sent.id,
    },
  );
});

test('publish names the unroutable message in the middle of a window', async (t) => {
  const { broker } = await opened(t);
  const window = Array.from({ length: 200 }, (_, i) =>
    message(String(i), i % 10 === 3 ? { routingKey: 'nobody' } : {}),
  );
  const verdicts = await Promise.all(window.map((each) => broker.publish(each)));
  t.deepEqual(
    verdicts,
    window.map(({ routingKey }) => (routingKey === 'nobody' ? 'unroutable' : 'confirmed')),
  );
});

test('publish keeps the order of a window of messages', async (t) => {
  const { broker } = await opened(t);
  const bodies = Array.from({ length: 500 }, (_, i) => String(i));
  await Promise.all(bodies.map((body) => broker.publish(message(body))));
  t.deepEqual((await collect(broker, 'made', 500)).map(text), bodies);
});

test('publish fails without its exchange, and works after a reconnect declared it again', async (t) => {
  const { broker, manage } = await opened(t);
  t.true((await manage('DELETE', 'exchanges/VHOST/things')).ok);
  t.deepEqual(await Promise.all([broker.publish(message('a')), broker.publish(message('b'))]), ['failed', 'failed']);
  await broker.ready();
  t.is(await broker.publish(message('c')), 'confirmed');
});

test('assert accepts the same topology again, and from several connections at once', async (t) => {
  const { broker, open } = await opened(t);
  await t.notThrowsAsync(
    Promise.all([broker.assertTopology(topology), open().assertTopology(topology), open().assertTopology(topology)]),
  );
});

test('assert refuses a queue that exists with other arguments, and names the queue and the argument', async (t) => {
  const { open } = await opened(t);
  const other: Topology = { ...topology, queues: [{ ...queue, messageTtlMs: 1000 }] };
  await t.throwsAsync(open().assertTopology(other), {
    name: 'TopologyConflict',
    message:
      /^queue "made" exists on the broker with another x-message-ttl than the contract has \(received the value '1000'.*but current is none\)/,
  });
});

test('assert refuses an exchange that exists with another type, and names it', async (t) => {
  const { open } = await opened(t);
  const other: Topology = { exchanges: [{ name: 'things', type: 'topic', durable: true }], queues: [], bindings: [] };
  await t.throwsAsync(open().assertTopology(other), {
    name: 'TopologyConflict',
    message: /^exchange "things" exists on the broker with another type/,
  });
});

test('assert accepts existing queues without the right to configure, and names a missing one', async (t) => {
  const { manage } = await opened(t);
  const { broker: facts } = await parts(t, ['broker']);
  const user = `reader-${randomUUID().slice(0, 8)}`;
  await manage('PUT', `users/${user}`, { password: 'secret', tags: '' });
  const vhost = await manage('GET', 'queues/VHOST/made').then(
    async (reply) => ((await reply.json()) as { vhost: string }).vhost,
  );
  await manage('PUT', `permissions/VHOST/${user}`, { configure: '', write: '.*', read: '.*' });
  const address = new URL(facts.url);
  const reader = openBroker({ url: `amqp://${user}:secret@${address.host}/${vhost}`, name: user });
  t.teardown(() => reader.close());
  await t.notThrowsAsync(reader.assertTopology(topology));
  const more: Topology = { exchanges: [], queues: [{ name: 'more', type: 'classic', durable: true }], bindings: [] };
  await t.throwsAsync(reader.assertTopology(more), {
    message: 'queue "more" is missing on the broker, and this account may not declare it.',
  });
});

test('consume dead-letters, and delivers a requeued message again', async (t) => {
  const { broker } = await opened(t);
  const flags: boolean[] = [];
  const first = await broker.consume('made', { prefetch: 1 }, async ({ redelivered }) => {
    flags.push(redelivered);
    return redelivered ? 'dead-letter' : 'requeue';
  });
  await broker.publish(message('x'));
  const [dead] = await collect(broker, 'made.dead', 1);
  await first.cancel();
  t.deepEqual([flags, text(dead)], [[false, true], 'x']);
});

test('cancel waits for deliveries in hand, and the next consumer gets the rest', async (t) => {
  const { broker, open } = await opened(t);
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const handled: string[] = [];
  const subscription = await broker.consume('made', { prefetch: 1 }, async (delivery) => {
    started.resolve();
    await release.promise;
    handled.push(text(delivery));
    return 'ack';
  });
  await Promise.all(['a', 'b'].map((body) => broker.publish(message(body))));
  await started.promise;
  const cancelled = subscription.cancel();
  release.resolve();
  await cancelled;
  const rest = await collect(open(), 'made', 1);
  t.deepEqual([handled, rest.map(text)], [['a'], ['b']]);
});

test('consume goes on after a cut connection, and loses no message', async (t) => {
  const { broker, events, manage } = await opened(t);
  const received = new Set<string>();
  const all = Promise.withResolvers<void>();
  await broker.consume('made', { prefetch: 5 }, async (delivery) => {
    received.add(text(delivery));
    if (received.size === 2) all.resolve();
    return 'ack';
  });
  await broker.publish(message('before'));
  await closeConnections(t.title, manage);
  await broker.ready();
  while ((await broker.publish(message('after'))) !== 'confirmed') await broker.ready();
  await all.promise;
  t.deepEqual([...received], ['before', 'after']);
  t.true(events.some(({ kind }) => kind === 'away'));
});

async function closeConnections(
  name: string,
  manage: (method: string, resource: string) => Promise<Response>,
): Promise<void> {
  // The management list lags behind by up to five seconds.
  for (;;) {
    const listed = (await (await manage('GET', 'vhosts/VHOST/connections')).json()) as {
      name: string;
      client_properties: { connection_name?: string };
    }[];
    const ours = listed.filter(({ client_properties }) => client_properties.connection_name === name);
    for (const each of ours) await manage('DELETE', `connections/${encodeURIComponent(each.name)}`);
    if (ours.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test('publish fails at once while the broker is unavailable, and close ends the reconnecting', async (t) => {
  const failed = Promise.withResolvers<string>();
  const broker = openBroker({
    url: 'amqp://127.0.0.1:9',
    name: 'nobody',
    backoff: { firstMs: 1, longestMs: 1 },
    report: (event) => failed.resolve(event.kind === 'away' ? event.error : event.kind),
  });
  t.false(broker.connected());
  t.is(await broker.publish(message('x')), 'failed');
  t.regex(await failed.promise, /ECONNREFUSED/);
  await t.throwsAsync(broker.ready(AbortSignal.timeout(5)), { name: 'TimeoutError' });
  const waiting = broker.ready();
  await Promise.all([t.throwsAsync(waiting, { message: 'the broker connection was closed' }), broker.close()]);
});
