// What the judge of messages is worth: nothing is found where a healthy consumer and publisher work, and each defect is found by its rule.
// Some here; `FAULTS=all` takes all of them.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openBroker } from '../../adapters/broker/amqp.ts';
import { topology } from '../../generated/lab/topology.ts';
import { readMessages } from '../conformance/messages/document.ts';
import { openTap } from '../conformance/messages/tap.ts';
import { conformMessages, type MessagesReport } from '../conformance/messages.ts';
import { freshVhost, parts } from '../embedded/for-tests.ts';
import {
  consumerDefects,
  type Published,
  publisherDefects,
  type QueueName,
  type Steps,
  startBent,
} from './messages.ts';

const document = join(import.meta.dirname, '../../spec/lab/asyncapi.yaml');
const all = process.env.FAULTS === 'all';
const some = <T>(list: readonly T[]): readonly T[] => (all ? list : list.filter((_, n) => n % 4 === 0));

const rules = ({ findings }: MessagesReport): string[] => findings.map(({ rule }) => rule);
const told = ({ findings }: MessagesReport) =>
  findings.map((each) => Object.values(each).join(' | ')).join('\n') || 'nothing';

/** A virtual host with queues, and nobody in it. */
async function empty(t: ExecutionContext) {
  const { broker: server } = await parts(t, ['broker']);
  const { url } = await freshVhost(server);
  const broker = openBroker({ url, name: 'defects' });
  t.teardown(() => broker.close());
  await broker.ready();
  await broker.assertTopology(topology);
  return { url, broker };
}

async function published(t: ExecutionContext, letters: readonly Published[]): Promise<MessagesReport> {
  const { url } = await empty(t);
  await using tap = await openTap(url);
  return await conformMessages({
    document,
    brokerUrl: url,
    async during() {
      for (const { properties, body } of letters)
        await tap.send('notifications', 'student.notifications', {
          properties,
          body: Buffer.from(JSON.stringify(body)),
        });
      // A copy reaches the judge after the broker has confirmed the message.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
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
    messageId: id,
    timestamp: 1_795_000_000,
    expiration: '600000',
    headers,
  };
  return { properties, body: example?.payload };
}

async function fed(t: ExecutionContext, bend: Partial<Steps>, queue?: QueueName): Promise<MessagesReport> {
  const { url, broker } = await empty(t);
  const { applied } = await startBent(broker, bend, queue);
  const operation = queue === 'teacherNotification' ? 'receiveTeacherNotification' : 'receiveStudentNotification';
  const consumers = [{ operation, applied }];
  return await conformMessages({ document, brokerUrl: url, consumers, patienceMs: 4_000 });
}

test('nothing is found in what a healthy publisher says', async (t) => {
  const report = await published(t, [healthy(), healthy()]);
  t.deepEqual([told(report), report.published], ['nothing', { StudentNotification: 2 }]);
});

test('nothing is found in what a healthy consumer does', async (t) => {
  t.is(told(await fed(t, {})), 'nothing');
});

for (const { id, what, rule, spoil } of some(publisherDefects))
  test(`found: ${id} (${what})`, async (t) => {
    const report = await published(t, [spoil(healthy())].flat());
    t.true(
      rules(report).some((each) => (typeof rule === 'string' ? each === rule : rule.test(each))),
      told(report),
    );
  });

for (const { id, what, rule, bend, queue } of some(consumerDefects))
  test(`found: ${id} (${what})`, async (t) => {
    t.timeout(110_000);
    const report = await fed(t, bend, queue);
    t.true(rules(report).includes(rule), told(report));
  });
