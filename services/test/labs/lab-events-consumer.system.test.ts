// What the broker brings, by the queues of the contract: each message once, whatever comes twice, late or broken.
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import type { Broker } from '../../../adapters/broker/port.ts';
import { platformStores } from '../../../adapters/store/platform/all.ts';
import { fill, messages } from '../../../generated/lab/messages.ts';
import type { LabStatus, StudentNotification, TeacherNotification } from '../../../generated/lab/payloads.ts';
import type { OutboxMessage } from '../../../generated/runtime/messages/message.ts';
import { withClient } from '../../../tools/local/servers/postgres.ts';
import { platformOf } from '../../platform/index.ts';
import { eventually } from '../fixtures/eventually.ts';
import { brokerOf, type Stage, stage } from '../fixtures/platform/platform.ts';

let on: Stage;

test.before(async (t) => {
  on = await stage(t);
});

/** A process of the platform, and a broker to speak through. */
async function listening(t: ExecutionContext) {
  const broker = brokerOf(t, on);
  const stopping = new AbortController();
  const running = platformOf(on.depsOf({ broker })).run(stopping.signal);
  t.teardown(async () => {
    stopping.abort();
    await running;
  });
  await broker.ready();
  const publisher = brokerOf(t, on, 'management');
  await publisher.ready();
  return publisher;
}

const status = (more: Partial<LabStatus> = {}): LabStatus =>
  ({
    sequence: 1,
    instance_id: randomUUID(),
    run_id: randomUUID(),
    generation: 1,
    lab_id: 'shell',
    deployment_mode: 'per_student',
    student_id: 'anna',
    group_id: null,
    state: 'creating',
    volume: 'none',
    reason: null,
    advice: null,
    since: '2026-11-21T09:00:00.000Z',
    ...more,
  }) as LabStatus;

const meta = (id = randomUUID()) => ({ id, occurredAt: '2026-11-21T09:00:01.000Z' });

async function publish(broker: Broker, { type, body, ...message }: OutboxMessage): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(body));
  await eventually(
    () => broker.publish({ ...message, type, body: bytes }),
    (verdict) => verdict === 'confirmed',
  );
}

const stateOf = async (lab_id: string) => {
  const { instances } = platformStores(on.store);
  return (await instances.list(lab_id, 'all', { limit: 9 })).map(
    ({ student_id, group_id, members, state, sequence }) => ({
      owner: student_id ?? group_id,
      members,
      state,
      sequence,
    }),
  );
};

test('the platform consumes states in either of two processes, each once, and the newest counts', async (t) => {
  const [broker] = await Promise.all([listening(t), listening(t)]);
  const [first, second] = [status({ lab_id: 'twice' as never }), status({ lab_id: 'twice' as never })];
  const newer = { ...first, sequence: 3, state: 'degraded' } as const;
  const older = { ...first, sequence: 2, state: 'running' } as const;
  const again = meta();
  for (const [payload, of] of [
    [first, meta()],
    [newer, again],
    [newer, again],
    [older, meta()],
  ] as const)
    await publish(broker, messages.labStatus(payload, of));
  await publish(broker, messages.labStatus({ ...second, student_id: 'ben' as never }, meta()));
  const found = await eventually(
    () => stateOf('twice'),
    (found) => found.length === 2 && found[0]?.sequence === 3,
  );
  t.deepEqual(found, [
    { owner: 'anna', members: ['anna'], state: 'degraded', sequence: 3 },
    { owner: 'ben', members: ['ben'], state: 'creating', sequence: 1 },
  ]);
});

test('the platform sets a lab to running when its access arrives, and stores its password nowhere', async (t) => {
  const broker = await listening(t);
  const payload = status({ lab_id: 'way-in' as never });
  await publish(broker, messages.labStatus(payload, meta()));
  await eventually(
    () => stateOf('way-in'),
    (found) => found.length === 1,
  );
  const { student_id, lab_id, instance_id, run_id, generation } = payload;
  const stored = {
    student_id,
    lab_id,
    instance_id,
    run_id,
    generation,
    ssh_host: 'node1.example',
    ssh_port: 30022,
    ssh_user: 'student',
    host_key_fingerprint: 'SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDASLGYKb0hhf3p2mE',
    known_hosts: '[node1.example]:30022 ssh-ed25519 AAAA',
  } as Omit<StudentNotification, 'ssh_credentials'>;
  const secret = `secret-${randomUUID()}`;
  const message = messages.studentNotification(stored, { of: 'a test' }, meta());
  await publish(broker, { ...message, body: fill.StudentNotification(stored, { ssh_credentials: secret }) });
  const found = await eventually(
    () => stateOf('way-in'),
    (found) => found[0]?.state === 'running',
  );
  t.deepEqual(found, [{ owner: 'anna', members: ['anna'], state: 'running', sequence: 1 }]);
  // One that can not be read is a dead letter, without what it must not show.
  await publish(broker, { ...message, id: randomUUID(), body: { ssh_credentials: secret } });
  const letter = await deadLetter(t, broker, 'student.notifications.dead');
  t.deepEqual(letter, { ssh_credentials: '[redacted]' });
  await withClient(on.database.ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    for (const { name } of rows) {
      const held = await client.query(`select 1 from ${name} t where t::text like '%' || $1 || '%'`, [secret]);
      t.is(held.rowCount, 0, name);
    }
  });
});

async function deadLetter(t: ExecutionContext, broker: Broker, queue: string): Promise<unknown> {
  const found = Promise.withResolvers<unknown>();
  const reading = await broker.consume(queue, { prefetch: 1 }, async ({ body }) => {
    found.resolve(JSON.parse(Buffer.from(body).toString('utf8')));
    return 'ack';
  });
  t.teardown(() => reading.cancel());
  return await found.promise;
}

test('the platform stores a notice once, for the teachers of the lab', async (t) => {
  const broker = await listening(t);
  const payload = {
    kind: 'lab_expiring',
    lab_id: 'noticed',
    instance_id: null,
    student_id: null,
    group_id: null,
    message: 'The lab noticed will be stopped tomorrow.',
    advice: 'Start it again.',
    due_at: '2026-11-28T02:00:00.000Z',
  } as TeacherNotification;
  const { id } = meta();
  const message = messages.teacherNotification(payload, meta(id));
  await publish(broker, message);
  await publish(broker, message);
  const { feed } = platformStores(on.store);
  const reader = { user_id: randomUUID(), scope: 'every' } as const;
  const notices = async () => (await feed.read(reader, null)).notices.filter(({ lab_id }) => lab_id === 'noticed');
  const found = await eventually(notices, (found) => found.length > 0);
  await publish(broker, messages.labStatus(status({ lab_id: 'after' as never }), meta()));
  await eventually(
    () => stateOf('after'),
    (found) => found.length === 1,
  );
  t.deepEqual(found, [
    {
      notice_id: id,
      kind: 'lab_expiring',
      lab_id: 'noticed',
      instance_id: null,
      student_id: null,
      username: null,
      display_name: null,
      message: payload.message,
      advice: payload.advice,
      due_at: '2026-11-28T02:00:00.000Z',
      occurred_at: '2026-11-21T09:00:01.000Z',
    },
  ]);
  t.is((await notices()).length, 1);
});
