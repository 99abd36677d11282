// Messages of the real contracts, from their publisher's hand to their consumer's.
import test from 'ava';
import {
  consumers,
  fill,
  type LabCreate,
  messages,
  type StudentNotification,
} from '../../../generated/lab/messages.ts';
import { topology } from '../../../generated/lab/topology.ts';
import { queueArguments } from './amqp.ts';
import { type Incoming, scrub } from './message.ts';

const meta = { id: '3a1f2c9e-5b7d-4e62-9f0a-6d1c8b2e4f70', occurredAt: '2026-11-21T09:00:01.204Z' };

const labCreate = {
  instance_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  run_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  generation: 1,
  lab_id: 'linux-basics',
  deployment_mode: 'per_student',
  student_id: 'anna',
  group_id: null,
} as LabCreate;

const incoming = (body: unknown, changes: Partial<Incoming> = {}): Incoming => ({
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  headers: { message_id: meta.id, occurred_at: meta.occurredAt, schema_version: 1 },
  contentType: 'application/json',
  ...changes,
});

test('a publisher fills in exchange, key and headers', (t) => {
  t.deepEqual(
    messages.labCreate(labCreate, { ...meta, traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' }),
    {
      id: meta.id,
      type: 'LabCreate',
      exchange: 'lab.events',
      routingKey: 'lab.create',
      headers: {
        message_id: meta.id,
        occurred_at: meta.occurredAt,
        schema_version: 1,
        traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      },
      contentType: 'application/json',
      body: labCreate,
    },
  );
});

test('a consumer reads back what was published', (t) => {
  const { body, headers, id } = messages.labCreate(labCreate, meta);
  t.deepEqual(consumers.labCreate.decode(incoming(body, { headers })), {
    ok: true,
    message: { name: 'labCreate', id, headers, payload: labCreate } as never,
  });
});

test('a publisher refuses what its contract does not know, and a consumer accepts it', (t) => {
  const more = { ...labCreate, colour: 'red' };
  t.throws(() => messages.labCreate(more, meta), {
    name: 'InvalidMessage',
    message: 'LabCreate: / additionalProperties "colour"',
  });
  t.true(consumers.labCreate.decode(incoming(more)).ok);
});

test('a consumer dead-letters an invalid message with its reason and without its values', (t) => {
  const decode = (body: unknown, changes?: Partial<Incoming>) => consumers.labCreate.decode(incoming(body, changes));
  t.deepEqual(
    [
      decode('{"a":'),
      decode(labCreate, { body: Buffer.from([0xff, 0xfe]) }),
      decode(labCreate, { contentType: 'application/x-python-serialize' }),
      decode(labCreate, { headers: { message_id: 'x' } }),
      decode({ ...labCreate, generation: 'S3cret', lab_id: undefined }),
    ],
    [
      { ok: false, reason: 'not-json', detail: 'the body is not JSON' },
      { ok: false, reason: 'not-json', detail: 'the body is not UTF-8' },
      { ok: false, reason: 'unsupported-content-type', detail: 'application/x-python-serialize' },
      {
        ok: false,
        reason: 'invalid-headers',
        detail: '/ required "occurred_at"; / required "schema_version"; /message_id format',
      },
      { ok: false, reason: 'invalid-payload', detail: '/ required "lab_id"; /generation type' },
    ],
  );
});

const withoutSecret: Omit<StudentNotification, 'ssh_credentials'> = {
  student_id: 'anna' as StudentNotification['student_id'],
  ssh_host: 'node1.example',
  ssh_port: 30022,
  ssh_user: 'student',
  host_key_fingerprint: 'SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDASLGYKb0hhf3p2mE',
  known_hosts: '[node1.example]:30022 ssh-ed25519 AAAA',
  lab_id: labCreate.lab_id,
  instance_id: labCreate.instance_id,
  run_id: labCreate.run_id,
  generation: 1,
};

test('the outbox stores a message without its secret, and the relay completes it', (t) => {
  const reference = { instance_id: labCreate.instance_id, member: 'anna' };
  const waiting = messages.studentNotification(withoutSecret, reference, meta);
  t.deepEqual([waiting.body, waiting.reference, waiting.ttlMs], [withoutSecret, reference, 600_000]);
  t.deepEqual(fill.StudentNotification(withoutSecret, { ssh_credentials: 'pw' }), {
    ...withoutSecret,
    ssh_credentials: 'pw',
  });
  t.throws(() => messages.studentNotification({ ...withoutSecret, ssh_credentials: 'pw' } as never, reference, meta), {
    name: 'InvalidMessage',
  });
});

test('a dead letter keeps everything but its secrets', (t) => {
  const { secrets } = consumers.studentNotification;
  const letter = (body: unknown) =>
    JSON.parse(Buffer.from(scrub(Buffer.from(JSON.stringify(body)), secrets) ?? '""').toString());
  t.deepEqual(letter({ ...withoutSecret, ssh_credentials: 'pw' }), { ...withoutSecret, ssh_credentials: '[redacted]' });
  t.deepEqual(letter([{ deep: { ssh_credentials: { pw: 'pw' } } }]), [{ deep: { ssh_credentials: '[redacted]' } }]);
  t.is(scrub(Buffer.from('{"ssh_credentials":"pw'), secrets), undefined);
});

test('a dead letter keeps nothing of a body that is nested too deeply to be cleaned', (t) => {
  const { secrets } = consumers.studentNotification;
  for (const depth of [3_000, 200_000]) {
    t.is(scrub(Buffer.from('['.repeat(depth) + ']'.repeat(depth)), secrets), undefined);
    t.is(scrub(Buffer.from(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`), secrets), undefined);
  }
});

test('no broker keeps an expired login secret', (t) => {
  const queue = topology.queues.find(({ name }) => name === 'student.notifications');
  t.deepEqual(queue && [queue.transient, queueArguments(queue)], [true, { 'x-message-ttl': 600_000 }]);
});

test('a task is sent and received by the protocol of Celery', (t) => {
  const body = [[], { dry_run: true }, { callbacks: null, errbacks: null, chain: null, chord: null }] as const;
  const task = messages.celeryTask(body, { task: 'cleanup_old_labs', lang: 'py' }, meta);
  t.deepEqual(task.headers, { task: 'cleanup_old_labs', lang: 'py', id: meta.id });
  const received = {
    lang: 'py',
    task: 'cleanup_old_labs',
    id: 'f00',
    shadow: null,
    eta: null,
    retries: 0,
    timelimit: [null, null],
    stamps: {},
    replaced_task_nesting: 0,
  };
  const decoded = consumers.celeryTask.decode(
    incoming([[30], {}, null], { headers: received, contentType: 'application/json' }),
  );
  t.deepEqual(decoded, {
    ok: true,
    message: { name: 'celeryTask', id: 'f00', headers: received, payload: [[30], {}, null] } as never,
  });
});
