// A broker that becomes unavailable, or falls silent, while it owes an answer: no one waits for that one.
import { randomUUID } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import type { Topology } from '../../generated/runtime/messages/amqp.ts';
import { manage } from '../../tools/local/servers/broker/rabbitmq.ts';
import { freshVhost, parts } from '../../tools/test/servers.ts';
import { type BrokerOptions, openBroker } from './amqp.ts';
import type { Broker, Outgoing } from './port.ts';

const topology: Topology = {
  exchanges: [{ name: 'things', type: 'direct', durable: true }],
  queues: [{ name: 'made', type: 'classic', durable: true }],
  bindings: [{ exchange: 'things', queue: 'made', routingKey: 'made' }],
};

/** Class and method in front of a method's fields; AMQP 0-9-1, 1.4. */
const asks = {
  'channel.open': [20, 10],
  'channel.close': [20, 40],
  'exchange.declare': [40, 10],
  'queue.declare': [50, 10],
  'queue.bind': [50, 20],
  'confirm.select': [85, 10],
  'basic.qos': [60, 10],
  'basic.consume': [60, 20],
  'basic.cancel': [60, 30],
} as const;
type Question = keyof typeof asks;

const isAsked = (bytes: Buffer, question: Question): boolean => {
  const [of, method] = asks[question];
  for (let at = 0; at + 11 <= bytes.length; at += bytes.readUInt32BE(at + 3) + 8)
    if (bytes[at] === 1 && bytes.readUInt16BE(at + 7) === of && bytes.readUInt16BE(at + 9) === method) return true;
  return false;
};

/** What happens to a connection once `question` has gone through it. */
type Harm = { readonly at: Question; readonly how: 'cut' | 'silent' };

/** A cable to the broker, which `harmed` damages once. */
async function cable(t: ExecutionContext) {
  const { broker: facts } = await parts(t, ['broker']);
  const { url } = await freshVhost(facts);
  const [here, there] = [new URL(url), new URL(url)];
  const sockets = new Set<Socket>();
  let harm: Harm | undefined;
  const happened = Promise.withResolvers<void>();
  const server = createServer((near) => {
    const far = connect(Number(there.port), there.hostname);
    for (const each of [near, far]) {
      sockets.add(each);
      each.on('error', () => {}).on('close', () => [near, far].map((end) => end.destroy()));
    }
    far.pipe(near);
    near.on('data', (bytes: Buffer) => {
      const met = harm !== undefined && bytes[0] !== 65 && isAsked(bytes, harm.at) ? harm : undefined;
      if (met === undefined) return far.write(bytes);
      harm = undefined;
      if (met.how === 'cut') near.destroy();
      else far.unpipe(near);
      happened.resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    for (const each of sockets) each.destroy();
    server.close();
  });
  const { port } = server.address() as { port: number };
  here.port = String(port);
  return {
    url: here.href,
    harmed: (next: Harm) => {
      harm = next;
      return happened.promise;
    },
  };
}

/** Ends with the test, which is only over when that is done. */
function open(t: ExecutionContext, url: string, options: Partial<BrokerOptions> = {}): Broker {
  t.timeout(180_000);
  const broker = openBroker({ url, name: t.title, backoff: { firstMs: 1, longestMs: 10 }, ...options });
  t.teardown(() => broker.close());
  return broker;
}

const letter: Outgoing = {
  id: 'one',
  exchange: 'things',
  routingKey: 'made',
  headers: {},
  contentType: 'text/plain',
  body: Buffer.from('hello'),
};

const declaring = ['channel.open', 'exchange.declare', 'queue.declare', 'queue.bind', 'channel.close'] as const;

for (const at of ['confirm.select', ...declaring] as const) {
  test(`connect declares the topology again on a broker that was unavailable at ${at}`, async (t) => {
    const { url, harmed } = await cable(t);
    const happened = harmed({ at, how: 'cut' });
    const broker = open(t, url);
    await broker.assertTopology(topology);
    await happened;
    await broker.ready();
    t.is(await broker.publish(letter), 'confirmed');
  });

  test(`connect leaves a broker that is silent at ${at}, and declares the topology on the next one`, async (t) => {
    const { url, harmed } = await cable(t);
    const happened = harmed({ at, how: 'silent' });
    const broker = open(t, url, { heartbeatS: 1, prepareTimeoutMs: 2_000 });
    await broker.assertTopology(topology);
    await happened;
    do await broker.ready();
    while ((await broker.publish(letter)) !== 'confirmed'); // a slow machine misses a heartbeat again
    t.pass();
  });
}

for (const at of ['channel.open', 'basic.qos', 'basic.consume'] as const)
  test(`a consumer whose broker was unavailable at ${at} receives what is published later`, async (t) => {
    const { url, harmed } = await cable(t);
    const broker = open(t, url);
    await broker.assertTopology(topology);
    const happened = harmed({ at, how: 'cut' });
    const came = Promise.withResolvers<string>();
    await broker.consume('made', { prefetch: 1 }, async ({ body }) => {
      came.resolve(Buffer.from(body).toString());
      return 'ack';
    });
    await happened;
    while ((await broker.publish(letter)) !== 'confirmed') await broker.ready();
    t.is(await came.promise, 'hello');
  });

for (const at of ['basic.cancel', 'channel.close'] as const)
  for (const how of ['cut', 'silent'] as const)
    test(`cancel and close end also when the broker ${how === 'cut' ? 'goes away' : 'falls silent'} at ${at}`, async (t) => {
      const { url, harmed } = await cable(t);
      const broker = open(t, url);
      await broker.assertTopology(topology);
      const subscription = await broker.consume('made', { prefetch: 1 }, async () => 'ack');
      const happened = harmed({ at, how });
      await Promise.all([subscription.cancel(), happened]);
      await broker.close();
      t.false(broker.connected());
    });

test('close rejects what waits to be declared on an unavailable broker', async (t) => {
  const broker = open(t, 'amqp://127.0.0.1:9');
  await t.throwsAsync(broker.assertTopology(topology, AbortSignal.timeout(5)), { name: 'TimeoutError' });
});

test('a process that starts before its broker pauses 200 ms at most between attempts', async (t) => {
  const closed = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => closed.once('listening', resolve));
  const { port } = closed.address() as { port: number };
  await new Promise((resolve) => closed.close(resolve));
  const pauses: number[] = [];
  const enough = Promise.withResolvers<void>();
  open(t, `amqp://127.0.0.1:${port}`, {
    backoff: { firstMs: 100, longestMs: 5_000 },
    random: () => 1,
    pause: async (ms) => {
      if (pauses.push(ms) === 6) enough.resolve();
    },
  });
  await enough.promise;
  t.deepEqual(pauses.slice(0, 6), [100, 200, 200, 200, 200, 200]);
});

test('a login that the broker refuses fails at once, names the user, and is tried again until it is accepted', async (t) => {
  const { broker: facts } = await parts(t, ['broker']);
  const { url } = await freshVhost(facts);
  const user = `late-${randomUUID()}`;
  const late = Object.assign(new URL(url), { username: user, password: 'wrong' });
  const pauses: number[] = [];
  const broker = open(t, late.href, {
    random: () => 1,
    pause: async (ms) => {
      pauses.push(ms);
      if (pauses.length === 9) await allowed(facts, late, 'wrong');
    },
    backoff: { firstMs: 100, longestMs: 5000 },
  });
  const expected = {
    name: 'LoginRefused',
    message: `The broker at ${late.host} refuses the login of "${user}" (403 ACCESS_REFUSED). Check user and password.`,
  };
  await t.throwsAsync(broker.assertTopology(topology), expected);
  await t.throwsAsync(broker.ready(), expected);
  while (!broker.connected()) await new Promise(setImmediate);
  await broker.ready();
  t.deepEqual(pauses.slice(0, 9), [100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000]);
});

/** Makes the user with this password. */
async function allowed(facts: Parameters<typeof manage>[0], { username, pathname }: URL, password: string) {
  await manage(facts, 'PUT', `users/${username}`, { password, tags: '' });
  const all = { configure: '.*', write: '.*', read: '.*' };
  await manage(facts, 'PUT', `permissions/${pathname.slice(1)}/${username}`, all);
}
