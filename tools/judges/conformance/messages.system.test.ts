// The consumers of the platform and of the worker, fed through a real broker, and what the infrastructure publishes
// while a lab starts.
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openBroker } from '../../../adapters/broker/amqp.ts';
import { platformOf } from '../../../services/platform/index.ts';
import {
  arrive,
  brokerOf,
  call,
  labYaml,
  type Stage,
  stage,
  uploads,
} from '../../../services/test/fixtures/platform/platform.ts';
import {
  infraAt,
  instancesOf,
  relay,
  until,
  worker,
} from '../../../services/test/fixtures/platform/platform-with-labs.ts';
import { system } from '../../../services/test/fixtures/system.ts';
import { withClient } from '../../local/servers/postgres.ts';
import { main } from './main.ts';
import { conformMessages, type MessagesReport } from './messages.ts';

const document = join(import.meta.dirname, '../../../spec/lab/asyncapi.yaml');

const findingLines = ({ findings }: MessagesReport): string[] =>
  findings.map(
    ({ operation, asked, rule, expected, observed }) => `${operation} | ${asked} | ${rule} | ${expected} | ${observed}`,
  );

/** How often a message was taken in, by any process of the service. */
const appliedIn = (databaseUrl: string) => (id: string) =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(
      'select count(*)::int as times from inbox where message_id = $1 and done_at is not null',
      [id],
    );
    return (rows as { times: number }[])[0]?.times ?? 0;
  });

/** What the platform knows of an instance, as its messages call it. */
const knownIn = (databaseUrl: string) => (instance: string) =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query('select sequence::int, since from lab_instances where instance_id = $1', [
      instance,
    ]);
    const [found] = rows as { sequence: number; since: Date }[];
    return found && { sequence: found.sequence, since: found.since.toISOString().replace('.000', '') };
  });

async function listening(t: ExecutionContext, on: Stage): Promise<void> {
  const broker = brokerOf(t, on);
  const stopping = new AbortController();
  const running = platformOf(on.depsOf({ broker })).run(stopping.signal);
  t.teardown(async () => {
    stopping.abort();
    await running;
  });
  await broker.ready();
}

test('the consumers of the platform apply each valid message once and dead-letter each invalid one', async (t) => {
  t.timeout(110_000);
  const on = await stage(t);
  await listening(t, on);
  const applied = appliedIn(on.database.ownerUrl);
  const consumers = ['receiveLabStatus', 'receiveStudentNotification', 'receiveTeacherNotification'].map(
    (operation) => ({
      operation,
      applied,
      ...(operation === 'receiveLabStatus' ? { state: knownIn(on.database.ownerUrl) } : {}),
    }),
  );
  const report = await conformMessages({ document, brokerUrl: on.vhost.url, consumers });
  t.deepEqual(findingLines(report), []);
  t.true(
    Object.values(report.fed).every((cases) => cases > 20),
    JSON.stringify(report.fed),
  );
});

test('the consumers of the worker apply each valid message once and dead-letter each invalid one', async (t) => {
  t.timeout(110_000);
  const whole = await system(t);
  worker(t, whole);
  const opened = openBroker({ url: whole.vhost.url, name: 'waits for the topology' });
  t.teardown(() => opened.close());
  await opened.ready();
  const applied = appliedIn(whole.infrastructure.ownerUrl);
  const consumers = ['receiveLabCreate', 'receiveLabDelete', 'receiveCeleryTask'].map((operation) => ({
    operation,
    applied,
  }));
  const report = await conformMessages({ document, brokerUrl: whole.vhost.url, consumers });
  t.deepEqual(findingLines(report), []);
  t.true(
    Object.values(report.fed).every((cases) => cases > 5),
    JSON.stringify(report.fed),
  );

  const code = await main([
    '--broker',
    whole.vhost.url,
    '--document',
    document,
    '--seconds',
    '1',
    '--feed',
    'receiveLabCreate',
  ]);
  t.is(code.code, 0, code.output);
  t.regex(code.output, /^No finding\.\n.*fed to receiveLabCreate: \d\d/s);
});

test('messages published while a lab starts and stops follow the contract', async (t) => {
  t.timeout(110_000);
  const on = await stage(t, await system(t));
  const infra = await on.whole.run(['infra']);
  const { url, run } = await on.serve(t, {
    infra: infraAt(on, infra),
    broker: brokerOf(t, on),
    answerTimeoutMs: 60_000,
  });
  worker(t, on.whole);
  await relay(t, on.whole);
  run();
  const [teacher, anna] = [await arrive(on, url, 'teacher'), await arrive(on, url, 'student')];
  const report = await conformMessages({
    document,
    brokerUrl: on.vhost.url,
    async during() {
      await uploads(url, teacher.token, labYaml('heard'));
      await call(url, teacher.token, 'POST', '/labs/heard/start', { body: { student_ids: [anna.username] } });
      await until(url, teacher.token, 'heard', (each) => each?.state === 'running');
      await call(url, teacher.token, 'POST', '/labs/heard/stop', { body: {} });
      await until(url, teacher.token, 'heard', (each) => each?.state === 'stopped');
    },
  });
  t.deepEqual(findingLines(report), []);
  t.deepEqual(Object.keys(report.published).sort(), [
    'LabCreate',
    'LabDelete',
    'LabStatus',
    'StudentNotification',
    'TeacherNotification',
  ]);
  t.is((await instancesOf(url, teacher.token, 'heard')).length, 1);
});
