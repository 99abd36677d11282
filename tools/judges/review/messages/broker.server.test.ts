// What the review says of changed exchanges and queues, against what a real RabbitMQ answers to them.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import amqp from 'amqplib';
import test, { type ExecutionContext } from 'ava';
import { parse, stringify } from 'yaml';
import { queueArguments } from '../../../runtime/messages/amqp.ts';
import { freshVhost, parts } from '../../../test/servers.ts';
import { review } from '../review.ts';
import { Sources } from '../source.ts';
import { channelsOf } from './channel.ts';
import { queueOf } from './queue.ts';

const base = readFileSync(join(import.meta.dirname, '../corpus/bases/broker.yaml'), 'utf8');
const file = 'spec/things/asyncapi.yaml';
const today = new Date('2026-11-21');

type Binding = { readonly exchange?: object; readonly 'x-amqp'?: object; readonly [key: string]: unknown };

/** The small contract with these keys of its binding in place of what stands there; undefined takes a key away. */
function contract(change: Binding): ReadonlyMap<string, string> {
  const document = parse(base) as { channels: Record<'thingCreated', { bindings: { amqp: Record<string, object> } }> };
  const binding = document.channels.thingCreated.bindings.amqp;
  const { exchange, 'x-amqp': own } = change;
  Object.assign(binding.exchange ?? {}, exchange);
  Object.assign(binding['x-amqp'] ?? {}, own);
  return new Map([[file, stringify(document, { aliasDuplicateObjects: false })]]);
}

/** Declares what the contract names, as a service does when it starts; the answer of a refusal, or nothing. */
async function declared(url: string, tree: ReadonlyMap<string, string>): Promise<string | undefined> {
  const root = new Sources(tree, today).root(file);
  const [channel] = root === undefined ? [] : channelsOf(root);
  const queue = channel === undefined ? undefined : queueOf(channel);
  const { name, type, durable, autoDelete } = (channel?.node.get('bindings', 'amqp', 'exchange')?.fields ??
    {}) as Record<string, never>;
  const connection = await amqp.connect(url);
  try {
    const wire = await connection.createChannel();
    wire.on('error', () => undefined); // the failing call rejects with the same error
    await wire.assertExchange(name ?? '', type ?? '', { durable: durable === true, autoDelete: autoDelete === true });
    if (queue === undefined) return undefined;
    await wire.assertQueue(queue.name, { durable: queue.durable, arguments: queueArguments(queue) });
    await wire.bindQueue(queue.name, name ?? '', channel?.address ?? '');
    return undefined;
  } catch (error) {
    return error instanceof Error ? (/\d{3} \([A-Z-]+\)/.exec(error.message)?.[0] ?? error.message) : String(error);
  } finally {
    await connection.close().catch(() => undefined);
  }
}

async function place(t: ExecutionContext): Promise<string> {
  const { broker } = await parts(t, ['broker']);
  return (await freshVhost(broker)).url;
}

const refused = '406 (PRECONDITION-FAILED)';
const own = (before: object, after: object): readonly [Binding, Binding] => [{ 'x-amqp': before }, { 'x-amqp': after }];
const changes: Readonly<Record<string, readonly [Binding, Binding]>> = {
  'a delivery limit is raised': own({ delivery_limit: 5 }, { delivery_limit: 8 }),
  'a delivery limit is lowered': own({ delivery_limit: 5 }, { delivery_limit: 2 }),
  'the usual delivery limit is left out': own({ delivery_limit: 5 }, { delivery_limit: undefined }),
  'a consumer tries more often': own({ attempts: 5 }, { attempts: 8 }),
  'dead letters are sent by the consumer': own(
    {},
    { dead_letter: { exchange: 'dead-letters', queue: 'thing.created.dead', by: 'consumer' } },
  ),
  'messages live longer': own({ message_ttl_ms: 1000 }, { message_ttl_ms: 2000 }),
  'messages live less long': own({ message_ttl_ms: 2000 }, { message_ttl_ms: 1000 }),
  'messages live for ever': own({ message_ttl_ms: 2000 }, { message_ttl_ms: undefined }),
  'messages no longer live for ever': own({ message_ttl_ms: undefined }, { message_ttl_ms: 2000 }),
  'a queue holds more': own({ max_length: 10 }, { max_length: 20 }),
  'a queue holds less': own({ max_length: 20 }, { max_length: 10 }),
  'dead letters are kept': own({ dead_letter: undefined }, {}),
  'dead letters are dropped': own({}, { dead_letter: undefined }),
  'dead letters go to another queue': own({}, { dead_letter: { exchange: 'dead-letters', queue: 'graveyard' } }),
  'dead letters go through another exchange': own(
    {},
    { dead_letter: { exchange: 'graves', queue: 'thing.created.dead' } },
  ),
  'a queue becomes classic': own({ type: 'quorum' }, { type: 'classic' }),
  'the usual type of a queue is left out': own({ type: 'quorum' }, { type: undefined }),
  'a consumer holds more messages': own({ prefetch: 1 }, { prefetch: 20 }),
  'a queue is bound by one key more': own(
    { routing_keys: ['thing.created'] },
    { routing_keys: ['thing.created', 'a'] },
  ),
  'an exchange becomes a topic exchange': [{ exchange: { type: 'direct' } }, { exchange: { type: 'topic' } }],
  'an exchange becomes transient': [{ exchange: { durable: true } }, { exchange: { durable: false } }],
  'an exchange goes with its last queue': [{ exchange: { autoDelete: false } }, { exchange: { autoDelete: true } }],
  'an exchange gets another name': [{ exchange: { name: 'thing.events' } }, { exchange: { name: 'events' } }],
  'a queue gets another name and its messages live longer': own(
    { queue: 'things', message_ttl_ms: 1000 },
    { queue: 'items', message_ttl_ms: 2000 },
  ),
};

for (const [what, [before, after]] of Object.entries(changes))
  test(`where ${what}, review predicts 406 exactly if RabbitMQ answers it`, async (t) => {
    const url = await place(t);
    const [old, now] = [contract(before), contract(after)];
    t.is(await declared(url, old), undefined, 'the broker takes the contract before the change');
    const answer = await declared(url, now);
    const refusals = review(old, now, { today }).changes.filter(({ why }) => why.includes('(406)'));
    t.deepEqual(
      refusals.map(({ rating, affects }) => [rating, affects.includes('operators of the broker')]),
      answer === undefined ? [] : [['breaking', true]],
      `RabbitMQ answers ${answer ?? 'nothing'}`,
    );
    t.true(answer === undefined || answer === refused, answer);
  });

test('RabbitMQ refuses a changed queue that is the channel itself as review predicts, for each property', async (t) => {
  const url = await place(t);
  const answers = await Promise.all(
    (['durable', 'autoDelete'] as const).map(async (property) => {
      const connection = await amqp.connect(url);
      t.teardown(() => connection.close());
      const wire = await connection.createChannel();
      wire.on('error', () => undefined);
      const name = `tasks-${randomBytes(4).toString('hex')}`;
      await wire.assertQueue(name, { durable: true, autoDelete: false });
      const change = property === 'durable' ? { durable: false } : { durable: true, autoDelete: true };
      return wire.assertQueue(name, change).then(
        () => 'taken',
        (error: Error) => /\d{3} \([A-Z-]+\)/.exec(error.message)?.[0],
      );
    }),
  );
  t.deepEqual(answers, [refused, refused]);
});
