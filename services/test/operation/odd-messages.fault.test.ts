// Every queue that one of our services reads, fed with odd messages on a real broker: each is applied or a dead letter
// with a log line, and none is lost on the way.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { type ConfirmChannel, connect } from 'amqplib';
import test from 'ava';
import { bundle, valueAt } from '../../../tools/judges/conformance/contract/bundle.ts';
import { manage } from '../../../tools/local/servers/broker/rabbitmq.ts';
import { withClient } from '../../../tools/local/servers/postgres.ts';
import { atEnd } from '../../../tools/test/servers.ts';
import { eventually } from '../fixtures/eventually.ts';
import { type Example, type OddMessage, oddMessages, renewed } from '../fixtures/malformed-messages.ts';
import { randomOf, seeds, shuffled } from '../fixtures/seeds.ts';
import { type Running, type System, system } from '../fixtures/system.ts';

/** Beside one message of each kind. */
const doublyOdd = process.env.FAULTS === 'all' ? 40 : 12;

const queues = {
  'lab.create': { message: 'LabCreate', exchange: 'lab.events', reader: 'worker' },
  'lab.delete': { message: 'LabDelete', exchange: 'lab.events', reader: 'worker' },
  'lab.status': { message: 'LabStatus', exchange: 'lab.events', reader: 'platform' },
  'student.notifications': { message: 'StudentNotification', exchange: 'notifications', reader: 'platform' },
  'teacher.notifications': { message: 'TeacherNotification', exchange: 'notifications', reader: 'platform' },
  'celery.tasks': { message: 'CeleryTask', exchange: 'celery', reader: 'worker' },
} as const;
type Queue = keyof typeof queues;

const { raw } = bundle(path.join(import.meta.dirname, '../../../spec/lab/asyncapi.yaml'));

function exampleOf(queue: Queue): Example {
  const { message } = queues[queue];
  const [first] = valueAt(raw, ['components', 'messages', message, 'examples']) as Example[];
  const { headers, payload } = first as Example;
  const id = 'id' in headers ? { id: randomUUID() } : { message_id: randomUUID() };
  return { type: message, headers: { ...headers, ...id }, payload: renewed(payload) };
}

let whole: System;
let readers: Readonly<Record<'worker' | 'platform', Running>>;
let channel: ConfirmChannel;

test.before(async (t) => {
  whole = await system(t);
  const [worker, platform] = await Promise.all([whole.run(['worker']), whole.run(['platform'])]);
  readers = { worker, platform };
  const connection = await connect(whole.vhost.url);
  atEnd(() => connection.close());
  channel = await connection.createConfirmChannel();
});

/** What the client library takes as headers; other clients send more. */
const longestHeaders = 60_000;
/** What the broker takes over HTTP, where a body is base64. */
const longestOverHttp = 7_000_000;

async function send(queue: Queue, { body, properties: all }: OddMessage): Promise<void> {
  const { exchange } = queues[queue];
  const isLong = JSON.stringify(all.headers).length > longestHeaders;
  if (isLong && body.length < longestOverHttp) return publishOverHttp(queue, { body, properties: all });
  const properties = isLong ? { ...all, headers: { ...all.headers, long: 'x'.repeat(longestHeaders / 2) } } : all;
  await new Promise<void>((resolve, reject) => {
    const settled = (error: unknown) => (error ? reject(error as Error) : resolve());
    channel.publish(exchange, queue, body, { persistent: true, ...properties }, settled);
  });
}

async function publishOverHttp(queue: Queue, { body, properties }: OddMessage): Promise<void> {
  const { contentType, type, messageId } = properties;
  const headers = Object.fromEntries(
    Object.entries(properties.headers ?? {}).filter(([, value]) => value !== null && !Array.isArray(value)),
  );
  const { exchange } = queues[queue];
  const answer = await manage(whole.broker, 'POST', `exchanges/${whole.vhost.vhost}/${exchange}/publish`, {
    properties: { content_type: contentType, type, message_id: messageId, delivery_mode: 2, headers },
    routing_key: queue,
    payload: body.toString('base64'),
    payload_encoding: 'base64',
  });
  const { routed } = (await answer.json()) as { routed?: boolean };
  if (routed !== true) throw new Error(`The broker did not take a message with long headers: ${answer.status}`);
}

/** How many messages had their effect, by the inbox of the service that reads the queue. */
const appliedBy = async (reader: 'worker' | 'platform'): Promise<number> => {
  const { ownerUrl } = reader === 'worker' ? whole.infrastructure : whole.platform;
  let count = 0;
  await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query('select count(*)::int as n from inbox where done_at is not null');
    count = (rows as { n: number }[])[0]?.n ?? 0;
  });
  return count;
};

const waiting = async (queue: string): Promise<number> => (await channel.checkQueue(queue)).messageCount;

const linesOf = (reader: 'worker' | 'platform', name: string): number =>
  readers[reader].lines.filter(({ event }) => event === name).length;

for (const seed of seeds)
  for (const queue of Object.keys(queues) as Queue[])
    test.serial(
      `odd messages on ${queue} are each applied, or dead-lettered with a log line (seed ${seed})`,
      async (t) => {
        t.timeout(180_000, 'a message is neither applied nor a dead letter');
        const { reader } = queues[queue];
        const random = randomOf(seed);
        const messages = shuffled(
          random,
          oddMessages(random, () => exampleOf(queue), doublyOdd),
        );
        const dead = `${queue}.dead`;
        const counts = async () => ({
          applied: await appliedBy(reader),
          dead: await waiting(dead),
          rejected: linesOf(reader, 'message_rejected'),
          // A broker short of memory takes a dead letter and confirms it too late: then it is written once more.
          unburied: linesOf(reader, 'message_unburied'),
        });
        await eventually(
          () => channel.checkQueue(queue),
          ({ consumerCount }) => consumerCount > 0,
        );
        const before = await counts();
        for (const message of messages) await send(queue, message);
        const settled = await eventually(
          async () => {
            const now = await counts();
            return {
              applied: now.applied - before.applied,
              dead: now.dead - before.dead,
              rejected: now.rejected - before.rejected,
              unburied: now.unburied - before.unburied,
            };
          },
          ({ applied, dead: letters, rejected }) => applied + rejected >= messages.length && letters >= rejected,
        );
        t.is(settled.applied + settled.rejected, messages.length);
        t.true(settled.dead <= settled.rejected + settled.unburied, JSON.stringify(settled));
        t.true(settled.applied > 10, `${settled.applied} of ${messages.length} were applied`);
        t.is(await waiting(queue), 0);
        await channel.purgeQueue(dead); // or the broker runs short of memory
      },
    );
