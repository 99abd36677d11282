// The messages package on a real RabbitMQ, with the rights that another team has.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openBroker } from '../../../adapters/broker/amqp.ts';
import { topology as analytics } from '../../../generated/analytics/topology.ts';
import { topology as lab } from '../../../generated/lab/topology.ts';
import { channelsOf } from '../../contract/model/channels.ts';
import { readContracts } from '../../contract/model/contracts.ts';
import { team } from '../../local/servers/broker/rabbitmq.ts';
import { freshVhost, parts } from '../../test/servers.ts';
import { differences, main } from './check-topology.ts';
import { definitions } from './runtime/definitions.ts';
import {
  type Dead,
  InvalidMessage,
  type Message,
  memoryStore,
  openMessages,
  PublishFailed,
} from './runtime/messages.ts';
import { sample } from './runtime/samples.ts';

const root = path.join(import.meta.dirname, '../../..');

/** A team's connection, one that may publish, and a broker as the services leave it. */
async function opened(t: ExecutionContext) {
  const { broker } = await parts(t, ['broker']);
  const { url, urls, teamUrl } = await freshVhost(broker);
  const first = openBroker({ url, name: t.title });
  for (const topology of [analytics, lab]) await first.assertTopology(topology);
  await first.close();
  const ours = openMessages({ url: urls.infra, name: 'infra' });
  const theirs = openMessages({ url: teamUrl, name: team });
  const raw = openBroker({ url: teamUrl, name: 'raw' });
  t.teardown(() => Promise.all([ours.close(), theirs.close(), raw.close()]));
  return { ours, theirs, raw, teamUrl, queue: `${team}.reports` };
}

/** Resolves with the first `count` values that are given to `add`. */
function collected<T>(count: number) {
  const values: T[] = [];
  const { promise, resolve } = Promise.withResolvers<readonly T[]>();
  const add = (value: T) => {
    values.push(value);
    if (values.length === count) resolve(values);
  };
  return { add, all: promise };
}

test('a message reaches a queue of the team once, typed and with its trace, however often it is delivered', async (t) => {
  const { ours, theirs, queue } = await opened(t);
  const received = collected<Message<'lab.status'>>(2);
  const handle = async (message: Message<'lab.status'>) => received.add(message);
  const [id, other] = [randomUUID(), randomUUID()];
  // A store that answers when the last message has come: both deliveries of the first are in hand by then.
  const { has, add } = memoryStore();
  const last = Promise.withResolvers<void>();
  const late = async (each: string) => {
    const isKnown = await has(each);
    if (each === other) last.resolve();
    await last.promise;
    return isKnown;
  };
  await theirs.consume({ queue, messages: ['lab.status'], prefetch: 10, store: { has: late, add }, handle });
  const payload = sample('lab.status').payload;
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const occurredAt = new Date('2026-11-23T10:00:00Z');
  await ours.publish('lab.status', payload, { id, occurredAt, traceparent });
  await ours.publish('lab.status', payload, { id, occurredAt, traceparent });
  await ours.publish('lab.status', payload, { id: other, occurredAt });
  const at = occurredAt.toISOString();
  t.deepEqual(await received.all, [
    { name: 'lab.status', id, occurredAt: at, traceparent, payload },
    { name: 'lab.status', id: other, occurredAt: at, traceparent: undefined, payload },
  ]);
});

test('a handler publishes with the trace of its message, unless it gives another', async (t) => {
  const { ours, theirs, queue } = await opened(t);
  const payload = sample('lab.status').payload;
  const traced = (span: string) => `00-0af7651916cd43dd8448eb211c80319c-${span}-01`;
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
  const received = collected<readonly [string, string | undefined]>(3);
  await theirs.consume({
    queue,
    messages: ['lab.status'],
    async handle({ id, traceparent }) {
      received.add([id, traceparent]);
      if (id === first) await ours.publish('lab.status', payload, { id: second });
      if (id === second)
        await ours.publish('lab.status', payload, { id: third, traceparent: traced('00f067aa0ba902b7') });
    },
  });
  await ours.publish('lab.status', payload, { id: first, traceparent: traced('b7ad6b7169203331') });
  t.deepEqual(await received.all, [
    [first, traced('b7ad6b7169203331')],
    [second, traced('b7ad6b7169203331')],
    [third, traced('00f067aa0ba902b7')],
  ]);
});

/** What infra asks of its workers: no team may take it from them. */
const commands = ['lab.create', 'lab.delete'];

test('each message that the contracts send to teams can be consumed', (t) => {
  const contracts = readContracts(root).messages.flatMap(channelsOf);
  const sent = contracts.flatMap(({ address, amqp, messages }) => {
    const exchange = (amqp?.exchange as { readonly name: string } | undefined)?.name ?? '';
    if (!exchange.endsWith('.events') || commands.includes(address)) return [];
    return messages.map(({ name }) => ({ address, exchange, name: address, type: name }));
  });
  const known = Object.entries(definitions).map(([address, { exchange, candidate }]) => {
    const { name, type } = candidate;
    return { address, exchange, name, type };
  });
  const sorted = (list: readonly { address: string }[]) => list.toSorted((a, b) => a.address.localeCompare(b.address));
  t.deepEqual(sorted(known), sorted(sent));
});

test('a handler that fails is tried again a bounded number of times, and then the message is a dead letter', async (t) => {
  const { ours, theirs, raw, queue } = await opened(t);
  const attempts: number[] = [];
  const dead = collected<Dead>(1);
  const handled = collected<string>(1);
  const [id, good] = [randomUUID(), randomUUID()];
  await theirs.consume({
    queue,
    messages: ['lab.status'],
    attempts: 3,
    retryMs: 1,
    async handle(message) {
      if (message.id === id) throw new Error('the database is down');
      handled.add(message.id);
    },
    onError: (_error, _message, attempt) => attempts.push(attempt),
    onDead: dead.add,
  });
  await ours.publish('lab.status', sample('lab.status').payload, { id });
  t.deepEqual(await dead.all, [{ reason: 'delivery-limit', detail: 'the database is down', id }]);
  t.deepEqual(attempts, [1, 2, 3]);
  await ours.publish('lab.status', sample('lab.status').payload, { id: good });
  t.deepEqual(await handled.all, [good]);
  const letters = collected<string | undefined>(1);
  await raw.consume(`${queue}.dead`, { prefetch: 1 }, async ({ messageId }) => {
    letters.add(messageId);
    return 'ack';
  });
  t.deepEqual(await letters.all, [id]);
});

test('a queue that does not begin with the name of the team is refused, and how it may begin is said', async (t) => {
  const { theirs } = await opened(t);
  await t.throwsAsync(theirs.consume({ queue: 'others.reports', messages: ['lab.status'], handle: async () => {} }), {
    message:
      'exchange "others.reports.dead" is missing on the broker, and this account may not declare it. The queues of a team begin with the name of its account and a dot.',
  });
});

test('an invalid message is neither published nor handled', async (t) => {
  const { ours, theirs, raw, queue } = await opened(t);
  const payload = { ...sample('lab.status').payload, colour: 'red' };
  const invalid = await t.throwsAsync(ours.publish('lab.status', payload), { instanceOf: InvalidMessage });
  t.is(invalid?.message, 'LabStatus: / additionalProperties "colour"');
  const dead = collected<Dead>(1);
  await theirs.consume({ queue, messages: ['lab.status'], handle: async () => t.fail(), onDead: dead.add });
  const id = randomUUID();
  const headers = { message_id: id, occurred_at: '2026-11-23T10:00:00Z', schema_version: 1 };
  const message = { id, exchange: `${queue}.dead`, headers, contentType: 'application/json', type: 'LabStatus' };
  // A team publishes only to its own exchanges; this one is bound to the queue for the occasion.
  const bindings = [{ exchange: `${queue}.dead`, queue, routingKey: 'invalid' }];
  await raw.assertTopology({ exchanges: [], queues: [], bindings });
  t.is(await raw.publish({ ...message, routingKey: 'invalid', body: Buffer.from('{"sequence": "one"}') }), 'confirmed');
  const [letter] = await dead.all;
  t.like(letter, { reason: 'invalid-payload', id });
  t.regex(letter?.detail ?? '', /\/sequence type|required "/);
});

test('a publish that the account may not send is no success', async (t) => {
  const { ours, theirs } = await opened(t);
  const refused = await t.throwsAsync(theirs.publish('lab.status', sample('lab.status').payload), {
    instanceOf: PublishFailed,
  });
  t.regex(refused?.message ?? '', /^lab\.status \S+ was not published: the broker did not confirm it$/);
  t.regex(await ours.publish('lab.status', sample('lab.status').payload), /^[0-9a-f-]{36}$/);
});

test('a publish without a connection names the id to publish it again with', async (t) => {
  const { teamUrl } = await opened(t);
  const url = new URL(teamUrl);
  url.password = 'wrong';
  const messages = openMessages({ url: url.href, name: team });
  t.teardown(() => messages.close());
  const id = randomUUID();
  const refused = await t.throwsAsync(messages.publish('lab.status', sample('lab.status').payload, { id }), {
    instanceOf: PublishFailed,
  });
  t.is(refused?.id, id);
  t.regex(refused?.message ?? '', /^lab\.status \S+ was not published: the broker did not confirm it \(.+\)$/);
});

test('the memory of handled ids forgets the oldest', async (t) => {
  const store = memoryStore(2);
  for (const id of ['a', 'b', 'c']) await store.add(id);
  t.deepEqual(await Promise.all(['a', 'b', 'c'].map((id) => store.has(id))), [false, true, true]);
});

test('npm run topology names what a broker lacks or has in another form, and changes nothing', async (t) => {
  const { broker } = await parts(t, ['broker']);
  const { url } = await freshVhost(broker);
  const missing = await differences(url);
  t.deepEqual(new Set(missing.map(({ finding }) => finding)), new Set(['is missing']));
  t.deepEqual(await differences(url), missing, 'nothing was declared');
  const services = openBroker({ url, name: t.title });
  const older = lab.queues.map((queue) => (queue.name === 'lab.create' ? { ...queue, deliveryLimit: 7 } : queue));
  await services.assertTopology(analytics);
  await services.assertTopology({ ...lab, queues: older });
  await services.close();
  const [difference, ...others] = await differences(url);
  t.deepEqual(others, []);
  t.is(difference?.subject, 'queue lab.create');
  t.is(difference?.finding, "has another x-delivery-limit: received '20' but current is '7'");
  t.is((await main(['--check', url])).code, 1);
  t.deepEqual((await main([])).code, 2);
  t.true(
    (JSON.parse((await main(['--definitions'])).output) as { queues: { name: string }[] }).queues.some(
      ({ name }) => name === 'lab.status',
    ),
  );
});
