// What each account of the broker may do and may not, tried on a real broker: services by their own operations, and
// another team.
import { type ChannelModel, connect } from 'amqplib';
import test, { type ExecutionContext } from 'ava';
import { openBroker } from '../../../adapters/broker/amqp.ts';
import { assertTopology } from '../../../adapters/broker/topology.ts';
import { accounts as analytics } from '../../../generated/analytics/topology.ts';
import { accounts as labs } from '../../../generated/lab/topology.ts';
import { commandsFor } from '../../../tools/local/start/broker-accounts.ts';
import { type FreshVhost, freshVhost, parts } from '../../../tools/test/servers.ts';

const accounts = { ...analytics, ...labs };
type Account = keyof typeof accounts;

/** Every service has started once: each has declared its own, and waited for what it depends on. */
async function installation(t: ExecutionContext): Promise<FreshVhost> {
  const { broker: server } = await parts(t, ['broker']);
  const vhost = await freshVhost(server);
  const opened = (Object.keys(accounts) as Account[]).map(async (account) => {
    const broker = openBroker({ url: vhost.urls[account], name: account });
    t.teardown(() => broker.close());
    for (;;) {
      const failure = await broker.assertTopology(accounts[account].topology).catch((error: Error) => error.message);
      if (failure === undefined) return;
      if (!/is missing on the broker/.test(failure)) throw new Error(`${account}: ${failure}`);
    }
  });
  await Promise.all(opened);
  return vhost;
}

const refused = /ACCESS_REFUSED|403/;

/** `yes`, `no`, or what else the broker says. Each on a separate channel, since a refusal closes it. */
async function may(
  connection: ChannelModel,
  ask: (channel: Awaited<ReturnType<ChannelModel['createConfirmChannel']>>) => Promise<unknown>,
) {
  const channel = await connection.createConfirmChannel();
  const failed = new Promise<string>((resolve) => {
    channel.on('error', (error: Error) => resolve(error.message));
  });
  try {
    const answer = await Promise.race([ask(channel).then(() => 'yes'), failed]);
    await channel.close().catch(() => undefined);
    return refused.test(answer) ? 'no' : answer;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return refused.test(text) ? 'no' : text;
  }
}

async function allowed(
  t: ExecutionContext,
  url: string,
  names: readonly string[],
  ask: (name: string) => Parameters<typeof may>[1],
) {
  const connection = await connect(url);
  connection.on('error', () => {});
  t.teardown(() => connection.close());
  const yes: string[] = [];
  for (const name of names) {
    const answer = await may(connection, ask(name));
    if (answer === 'yes') yes.push(name);
    else if (answer !== 'no') throw new Error(`${name}: ${answer}`);
  }
  return yes.sort();
}

const queues = Object.values(accounts).flatMap(({ topology }) => topology.queues.map(({ name }) => name));
const allQueues = [...new Set(queues)].sort();
const allExchanges = ['analytics.events', 'celery', 'dead-letters', 'lab.events', 'notifications'];

const consume = (t: ExecutionContext, url: string) =>
  allowed(t, url, allQueues, (queue) => async (channel) => {
    const { consumerTag } = await channel.consume(queue, () => undefined);
    await channel.cancel(consumerTag);
  });
const publish = (t: ExecutionContext, url: string) =>
  allowed(t, url, allExchanges, (exchange) => async (channel) => {
    channel.publish(exchange, 'nobody', Buffer.from('{}'));
    await channel.waitForConfirms();
  });
const declare = (t: ExecutionContext, url: string) =>
  allowed(t, url, allExchanges, (exchange) => async (channel) => {
    await channel.assertExchange(exchange, 'direct', { durable: true });
  });
const bind = (t: ExecutionContext, url: string, queue: string) =>
  allowed(t, url, allExchanges, (exchange) => async (channel) => {
    await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
    await channel.bindQueue(queue, exchange, 'lab.status');
    await channel.unbindQueue(queue, exchange, 'lab.status');
  });

test('each service consumes its own queues, publishes to its own exchanges and declares only these', async (t) => {
  const { urls } = await installation(t);
  const found: Record<string, object> = {};
  for (const account of Object.keys(accounts) as Account[])
    found[account] = {
      reads: await consume(t, urls[account]),
      sends: await publish(t, urls[account]),
      declares: await declare(t, urls[account]),
    };
  t.deepEqual(found, {
    analytics: {
      reads: [
        ...['auth.refresh_token.reused', 'forecast.published', 'indices.revised', 'ingest.job.finished'],
        ...['session.revoked', 'subscription.changed', 'webhook.disabled'],
      ],
      sends: ['analytics.events', 'dead-letters'],
      declares: ['analytics.events', 'dead-letters'],
    },
    infra: {
      reads: [],
      sends: ['celery', 'lab.events', 'notifications'],
      declares: ['celery', 'lab.events', 'notifications'],
    },
    platform: {
      reads: ['lab.status', 'student.notifications', 'teacher.notifications'],
      sends: ['dead-letters'],
      declares: ['dead-letters'],
    },
    worker: {
      reads: ['celery.tasks', 'lab.create', 'lab.delete'],
      sends: ['dead-letters'],
      declares: ['dead-letters'],
    },
  });
});

test('a service that connects again is refused nothing', async (t) => {
  const { urls } = await installation(t);
  const channels: Record<string, number> = {};
  for (const account of Object.keys(accounts) as Account[]) {
    const connection = await connect(urls[account]);
    t.teardown(() => connection.close());
    const create = connection.createChannel.bind(connection);
    // Each refusal would close a channel, and another one would be opened.
    connection.createChannel = () => {
      channels[account] = (channels[account] ?? 0) + 1;
      return create();
    };
    await assertTopology(connection, accounts[account].topology);
  }
  t.deepEqual(channels, { analytics: 1, infra: 1, platform: 1, worker: 1 });
});

test('another team binds its queues to lab.events and analytics.events, and can do nothing else', async (t) => {
  const { teamUrl, urls } = await installation(t);
  t.deepEqual(
    {
      reads: await consume(t, teamUrl),
      sends: await publish(t, teamUrl),
      declares: await declare(t, teamUrl),
      binds: await bind(t, teamUrl, 'reporting.labs'),
      bindsForeign: await bind(t, teamUrl, 'billing.labs'),
    },
    { reads: [], sends: [], declares: [], binds: ['analytics.events', 'lab.events'], bindsForeign: [] },
  );
  // What a service says then reaches the team as well as the service's own queue.
  const reader = await connect(teamUrl);
  t.teardown(() => reader.close());
  const channel = await reader.createChannel();
  await channel.assertQueue('reporting.labs', { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  await channel.bindQueue('reporting.labs', 'lab.events', 'lab.status');
  const read = Promise.withResolvers<string>();
  await channel.consume('reporting.labs', (message) => read.resolve(message?.content.toString() ?? ''), {
    noAck: true,
  });
  const infra = openBroker({ url: urls.infra, name: 'infra' });
  t.teardown(() => infra.close());
  await infra.ready();
  const message = {
    id: 'm1',
    exchange: 'lab.events',
    routingKey: 'lab.status',
    headers: {},
    contentType: 'application/json',
  };
  t.is(await infra.publish({ ...message, body: Buffer.from('{"state":"running"}') }), 'confirmed');
  t.is(await read.promise, '{"state":"running"}');
});

test('the accounts of an external RabbitMQ are made with the same permissions', (t) => {
  t.deepEqual(commandsFor('reporting', '/'), [
    'rabbitmqctl add_user reporting',
    "rabbitmqctl set_permissions reporting '^reporting[.].*$' '^reporting[.].*$' '^(reporting[.].*|lab[.]events|analytics[.]events)$'",
  ]);
  const infra = commandsFor(undefined, 'labs').find(
    (line) => line.includes('set_permissions') && line.includes(' infra '),
  );
  const exchanges = "'^(celery|lab[.]events|notifications)$'";
  t.is(infra, `rabbitmqctl set_permissions -p labs infra ${exchanges} ${exchanges} '^()$'`);
});
