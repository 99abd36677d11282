// What the judge of messages is worth: nothing is found where a healthy consumer and publisher work, and each mutant is
// found by its rule.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openBroker } from '../../../../adapters/broker/amqp.ts';
import { topology } from '../../../../generated/lab/topology.ts';
import type { Topology } from '../../../../generated/runtime/messages/amqp.ts';
import { freshVhost, parts } from '../../../test/servers.ts';
import { readMessages } from '../../conformance/messages/document.ts';
import { openTap } from '../../conformance/messages/tap.ts';
import { conformMessages, conformQueues, type MessagesReport } from '../../conformance/messages.ts';
import { consumerMutants, type QueueName, type Steps, startMutated } from './consumers.ts';
import { type Published, publisherMutants } from './publishers.ts';

const document = join(import.meta.dirname, '../../../../spec/lab/asyncapi.yaml');
const findingsOf = ({ findings }: MessagesReport) =>
  findings.map((each) => Object.values(each).join(' | ')).join('\n') || 'nothing';

/** A virtual host with queues and without consumers. */
const empty = (t: ExecutionContext) => holding(t, topology);

async function holding(t: ExecutionContext, what: Topology) {
  const { broker: server } = await parts(t, ['broker']);
  const { url } = await freshVhost(server);
  const broker = openBroker({ url, name: 'mutants' });
  t.teardown(() => broker.close());
  await broker.ready();
  await broker.assertTopology(what);
  return { url, broker };
}

/** A copy reaches the judge after the broker has confirmed the message. */
async function until(isSo: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`not within a minute: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function published(t: ExecutionContext, letters: readonly Published[]): Promise<MessagesReport> {
  const { url } = await empty(t);
  await using tap = await openTap(url);
  return await conformMessages({
    document,
    brokerUrl: url,
    async during(received) {
      for (const { properties, body } of letters)
        await tap.send('notifications', 'student.notifications', {
          properties,
          body: Buffer.from(JSON.stringify(body)),
        });
      await until(() => received() >= letters.length, `${letters.length} messages are heard`);
    },
  });
}

function healthy(): Published {
  const [message] =
    readMessages(document).channels.find(({ address }) => address === 'student.notifications')?.messages ?? [];
  const [example] = message?.examples ?? [];
  const id = randomUUID();
  const headers = { ...example?.headers, message_id: id };
  const properties = {
    contentType: 'application/json',
    type: 'StudentNotification',
    persistent: false,
    messageId: id,
    timestamp: 1_795_000_000,
    expiration: '600000',
    headers,
  };
  return { properties, body: example?.payload };
}

const operations: Readonly<Record<QueueName, string>> = {
  studentNotification: 'receiveStudentNotification',
  teacherNotification: 'receiveTeacherNotification',
  labStatus: 'receiveLabStatus',
};

async function fed(
  t: ExecutionContext,
  mutate: Partial<Steps>,
  queue: QueueName = 'studentNotification',
  timeoutMs = 4_000,
): Promise<MessagesReport> {
  const { url, broker } = await empty(t);
  const probes = await startMutated(broker, mutate, queue);
  const consumers = [{ operation: operations[queue], ...probes }];
  return await conformMessages({ document, brokerUrl: url, consumers, timeoutMs });
}

test('conformMessages finds nothing in the messages of a healthy publisher', async (t) => {
  const report = await published(t, [healthy(), healthy()]);
  t.deepEqual([findingsOf(report), report.published], ['nothing', { StudentNotification: 2 }]);
});

for (const queue of ['studentNotification', 'labStatus'] as const)
  test(`conformMessages finds nothing in a healthy consumer of ${queue}`, async (t) => {
    t.timeout(110_000);
    t.is(findingsOf(await fed(t, {}, queue, 60_000)), 'nothing');
  });

test('conformMessages finds a queue without a consumer', async (t) => {
  const { url } = await empty(t);
  const consumers = [{ operation: 'receiveLabStatus' }];
  const { findings } = await conformMessages({ document, brokerUrl: url, consumers, timeoutMs: 500 });
  t.deepEqual(
    findings.map(({ operation, check, repeat }) => [operation, check, repeat]),
    [['receiveLabStatus', 'consumer', 'curl -u "$BROKER_ACCOUNT" "$BROKER_MANAGEMENT/api/queues/$VHOST/lab.status"']],
  );
});

/** One queue or exchange in another form, and by which rule it must be found. */
const forms: Readonly<Record<string, (topology: Topology) => Topology>> = {
  'x-delivery-limit': queue('lab.status', { deliveryLimit: 5 }),
  'x-message-ttl': queue('student.notifications', { messageTtlMs: 1 }),
  'x-dead-letter-exchange': queue('student.notifications', {
    deadLetter: { exchange: 'dead-letters', routingKey: 'student.notifications.dead' },
  }),
  'x-max-length': queue('celery.tasks', { maxLength: 7 }),
  'x-queue-type': queue('lab.create.dead', { type: 'classic' }),
  durable: (all) => ({
    ...all,
    exchanges: all.exchanges.map((each) => (each.name === 'celery' ? { ...each, durable: false } : each)),
  }),
  declared: ({ queues, bindings, ...all }) => ({
    ...all,
    queues: queues.filter(({ name }) => name !== 'lab.delete.dead'),
    bindings: bindings.filter((each) => each.queue !== 'lab.delete.dead'),
  }),
};

function queue(name: string, change: Partial<Topology['queues'][number]>) {
  return (all: Topology): Topology => ({
    ...all,
    queues: all.queues.map((each) => (each.name === name ? { ...each, ...change } : each)),
  });
}

for (const [rule, change] of Object.entries(forms))
  test(`conformMessages finds an exchange or queue that differs from the document (${rule})`, async (t) => {
    const { url } = await holding(t, change(topology));
    const { findings, declared } = await conformQueues({ document, brokerUrl: url });
    t.deepEqual(
      findings.map(({ check, rule: found }) => [check, found]),
      [['declared', rule]],
    );
    t.is(declared, 16);
  });

for (const { id, what, rule, mutate } of publisherMutants)
  test(`conformMessages finds ${id} (${what})`, async (t) => {
    const report = await published(t, [mutate(healthy())].flat());
    const found = report.findings.find(
      (each) => each.check === 'published' && (typeof rule === 'string' ? each.rule === rule : rule.test(each.rule)),
    );
    t.regex(found?.repeat ?? '', /exchanges\/\$VHOST\/notifications\/publish/, findingsOf(report));
  });

for (const { id, what, check, rule, mutate, queue } of consumerMutants)
  test(`conformMessages finds ${id} (${what})`, async (t) => {
    t.timeout(110_000);
    const report = await fed(t, mutate, queue);
    const found = report.findings.find((each) => each.check === check && each.rule === rule);
    t.regex(found?.repeat ?? '', /curl -u/, `expected ${check} | ${rule}, found:\n${findingsOf(report)}`);
  });
