// Declaring what the contract says, on a real broker that has something else under the same name.
import path from 'node:path';
import { connect } from 'amqplib';
import test from 'ava';
import { openBroker } from '../../../adapters/broker/amqp.ts';
import { topology as analyticsTopology } from '../../../generated/analytics/topology.ts';
import { topology } from '../../../generated/lab/topology.ts';
import { readMessages } from '../../../tools/judges/conformance/messages/document.ts';
import { manage } from '../../../tools/local/servers/broker/rabbitmq.ts';
import { freshVhost, parts } from '../../../tools/test/servers.ts';
import { systemClock } from '../clock.ts';
import { declareTopology } from './topology.ts';

test('declareTopology reports a queue in another form until an operator has removed it, and then declares everything', async (t) => {
  const { broker: server } = await parts(t, ['broker']);
  const { vhost, url } = await freshVhost(server);
  const queue = `queues/${vhost}/lab.create`;
  t.true((await manage(server, 'PUT', queue, { durable: true, auto_delete: true })).ok);
  const broker = openBroker({ url, name: 'test' });
  t.teardown(() => broker.close());
  const reported = Promise.withResolvers<unknown>();
  const deps = { broker, clock: systemClock, failed: reported.resolve, backOff: { firstMs: 50, longestMs: 50 } };
  const declaring = declareTopology(deps, topology, new AbortController().signal);
  t.regex(String(await reported.promise), /lab\.create/);
  t.true((await manage(server, 'DELETE', queue)).ok);
  await declaring;
  t.true((await manage(server, 'GET', queue)).ok);
});

/** As a team would write it that has read x-amqp and its table in spec/README.md, and nothing of our code. */
function argumentsOf(own: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const dead = own.dead_letter as Readonly<Record<string, unknown>>;
  const all = {
    'x-queue-type': own.type === 'quorum' ? 'quorum' : undefined,
    'x-delivery-limit': own.delivery_limit,
    'x-dead-letter-exchange': dead.by === 'consumer' ? undefined : dead.exchange,
    'x-dead-letter-routing-key': dead.by === 'consumer' ? undefined : dead.queue,
    'x-message-ttl': own.message_ttl_ms,
    'x-max-length': own.max_length,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

test('declareTopology is refused no queue that a consumer declares as the documents describe', async (t) => {
  const { broker: server } = await parts(t, ['broker']);
  const { url } = await freshVhost(server);
  const broker = openBroker({ url, name: 'test' });
  t.teardown(() => broker.close());
  await broker.assertTopology(topology);
  await broker.assertTopology(analyticsTopology);
  const consumer = await connect(url);
  t.teardown(() => consumer.close());
  const channel = await consumer.createChannel();
  channel.on('error', () => {});
  const declared: string[] = [];
  for (const name of ['lab', 'analytics']) {
    const { channels } = readMessages(path.join(import.meta.dirname, `../../../spec/${name}/asyncapi.yaml`));
    for (const { own, exchange, deadLetter } of channels) {
      const dead = own.dead_letter as { readonly type?: string };
      const type = dead.type ?? own.type;
      await channel.assertExchange(exchange, 'direct', { durable: true });
      await channel.assertQueue(String(own.queue), { durable: true, arguments: argumentsOf(own) });
      await channel.assertQueue(deadLetter.queue, {
        durable: true,
        arguments: type === 'quorum' ? { 'x-queue-type': 'quorum' } : {},
      });
      declared.push(String(own.queue), deadLetter.queue);
    }
  }
  const all = [...topology.queues, ...analyticsTopology.queues].map(({ name }) => name);
  t.deepEqual(declared.sort(), all.sort());
});

test('declareTopology replaces a queue of transient messages that an earlier version declared as a quorum queue', async (t) => {
  const { broker: server } = await parts(t, ['broker']);
  const { vhost, url } = await freshVhost(server);
  const resource = `queues/${vhost}/student.notifications`;
  const before = {
    durable: true,
    arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': 20, 'x-message-ttl': 600_000 },
  };
  t.true((await manage(server, 'PUT', resource, before)).ok);
  const broker = openBroker({ url, name: 'test' });
  t.teardown(() => broker.close());
  await broker.assertTopology(topology);
  const found = (await (await manage(server, 'GET', resource)).json()) as Readonly<Record<string, unknown>>;
  t.deepEqual(
    { type: found.type, durable: found.durable, arguments: found.arguments },
    { type: 'classic', durable: true, arguments: { 'x-message-ttl': 600_000 } },
  );
});

test('declareTopology keeps the newest 10,000 messages of a queue without a consumer', async (t) => {
  const { broker: server } = await parts(t, ['broker']);
  const { url } = await freshVhost(server);
  const broker = openBroker({ url, name: 'test' });
  t.teardown(() => broker.close());
  await broker.assertTopology(analyticsTopology);
  const connection = await connect(url);
  t.teardown(() => connection.close());
  const channel = await connection.createConfirmChannel();
  for (let n = 1; n <= 10_500; n++) channel.publish('analytics.events', 'subscription.changed', Buffer.from(String(n)));
  await channel.waitForConfirms();
  const first = await channel.get('subscription.changed', { noAck: true });
  const { messageCount: left } = await channel.checkQueue('subscription.changed');
  const { messageCount: dead } = await channel.checkQueue('subscription.changed.dead');
  t.deepEqual(
    { first: first === false ? null : first.content.toString(), left, dead },
    { first: '501', left: 9_999, dead: 0 },
  );
});

test('declareTopology replaces a queue that an earlier version declared without a bound while it has no consumer', async (t) => {
  const { broker: server } = await parts(t, ['broker']);
  const { vhost, url } = await freshVhost(server);
  const resource = `queues/${vhost}/subscription.changed`;
  const before = { durable: true, arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': 20 } };
  t.true((await manage(server, 'PUT', resource, before)).ok);
  const broker = openBroker({ url, name: 'test' });
  t.teardown(() => broker.close());
  const consumer = await connect(url);
  const channel = await consumer.createChannel();
  await channel.consume('subscription.changed', () => undefined);
  await t.throwsAsync(broker.assertTopology(analyticsTopology), { name: 'TopologyConflict' });
  await consumer.close();
  await broker.assertTopology(analyticsTopology);
  const found = (await (await manage(server, 'GET', resource)).json()) as Readonly<Record<string, unknown>>;
  t.deepEqual(found.arguments, { 'x-queue-type': 'quorum', 'x-delivery-limit': 20, 'x-max-length': 10_000 });
});

test('declareTopology stops waiting for the broker when it is aborted', async (t) => {
  const broker = openBroker({ url: 'amqp://127.0.0.1:1', name: 'test' });
  t.teardown(() => broker.close());
  const ending = new AbortController();
  const deps = { broker, clock: systemClock, failed: () => undefined };
  const declaring = declareTopology(deps, topology, ending.signal);
  ending.abort(new Error('the end'));
  await t.throwsAsync(declaring, { message: 'the end' });
});
