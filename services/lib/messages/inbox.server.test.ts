// The consumer on a real database and broker.
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import type { Outgoing } from '../../../adapters/broker/port.ts';
import { StoreError } from '../../../adapters/store/faults.ts';
import { consumers } from '../../../generated/lab/messages.ts';
import { parts } from '../../../tools/test/servers.ts';
import { type Bench, bench, drain, effects, labCreate, until } from '../../test/fixtures/relay.ts';
import { leaveEffect } from '../../test/fixtures/short-waits.ts';

const opened = async (t: ExecutionContext): Promise<Bench> => bench(t, await parts(t, ['postgres', 'broker']));

const outgoing = (changes: Partial<Outgoing> & { body?: Uint8Array } = {}): Outgoing => {
  const { id, type, exchange, routingKey, headers, contentType, body } = labCreate();
  return { id, type, exchange, routingKey, headers, contentType, body: Buffer.from(JSON.stringify(body)), ...changes };
};

test('startConsumer gives a message its effect once, however often it arrives', async (t) => {
  const at = await opened(t);
  await at.consumer();
  const message = outgoing();
  for (let i = 0; i < 3; i++) t.is(await at.broker.publish(message), 'confirmed');
  await until(() => at.consumerEvents.length === 3);
  t.deepEqual([...(await effects(at.store))], [[message.id, 1]]);
  t.deepEqual(at.consumerEvents.map(({ kind }) => kind).sort(), ['applied', 'repeated', 'repeated']);
});

test('startConsumer shares the work between two consumers with one name', async (t) => {
  const at = await opened(t);
  const took = { a: 0, b: 0 };
  const start = (process: 'a' | 'b') =>
    at.consumer({
      broker: at.open(process),
      handle: (tx, { id }) => {
        took[process]++;
        return leaveEffect(tx, id, process);
      },
    });
  await Promise.all([start('a'), start('b')]);
  await Promise.all(Array.from({ length: 500 }, () => at.broker.publish(outgoing())));
  await until(async () => (await effects(at.store)).size === 500);
  t.is(took.a + took.b, 500);
  t.true(took.a > 50 && took.b > 50, JSON.stringify(took));
});

test('startConsumer retries a poison message up to its limit, and then dead-letters it with its reason', async (t) => {
  const at = await opened(t);
  const tries: string[] = [];
  await at.consumer({
    handle: async (tx, { id }) => {
      await leaveEffect(tx, id, 'undone');
      tries.push(id);
      if (tries.length % 2 === 0) throw new Error('it broke');
      return 'retry';
    },
  });
  const message = outgoing();
  await at.broker.publish(message);
  const [dead] = await drain(at.broker, 'lab.create.dead', 1);
  t.deepEqual(tries, Array(consumers.labCreate.attempts).fill(message.id));
  t.deepEqual(dead, {
    id: message.id,
    body: Buffer.from(message.body).toString(),
    headers: {
      ...message.headers,
      'x-reason': 'delivery-limit',
      'x-detail': 'failed 5 times',
      'x-queue': 'lab.create',
      'x-consumer': 'worker',
    },
  });
  t.deepEqual([...(await effects(at.store))], []);
});

test('startConsumer gives a poison message on a classic queue the same number of attempts', async (t) => {
  const at = await opened(t);
  let tries = 0;
  const task = {
    ...outgoing(),
    exchange: 'celery',
    routingKey: 'celery.tasks',
    headers: { task: 'cleanup_old_labs', id: randomUUID() },
    body: Buffer.from('[[],{},null]'),
  };
  await at.consumer({
    consumer: consumers.celeryTask as never,
    handle: async () => {
      tries++;
      return 'retry';
    },
  });
  await at.broker.publish(task);
  const [dead] = await drain(at.broker, 'celery.tasks.dead', 1);
  t.deepEqual([tries, dead?.headers['x-reason']], [consumers.celeryTask.attempts, 'delivery-limit']);
});

test('startConsumer gives a message that was sent again from the dead letters all of its attempts', async (t) => {
  const at = await opened(t);
  let healthy = false;
  let tries = 0;
  await at.consumer({
    handle: async () => {
      tries++;
      return healthy && tries > 7 ? 'done' : 'retry';
    },
  });
  const message = outgoing();
  await at.broker.publish(message);
  await drain(at.broker, 'lab.create.dead', 1);
  healthy = true;
  await at.broker.publish(message);
  await until(() => at.consumerEvents.some(({ kind }) => kind === 'applied'));
  t.is(tries, 8);
});

test('startConsumer dead-letters what it cannot read at once, with its reason', async (t) => {
  const at = await opened(t);
  await at.consumer();
  const bad = [
    outgoing({ body: Buffer.from('{') }),
    outgoing({ headers: {} }),
    outgoing({ body: Buffer.from('{}') }),
    outgoing({ contentType: 'text/plain' }),
  ];
  for (const message of bad) await at.broker.publish(message);
  const dead = await drain(at.broker, 'lab.create.dead', bad.length);
  t.deepEqual(
    dead.map(({ headers }) => headers['x-reason']),
    ['not-json', 'invalid-headers', 'invalid-payload', 'unsupported-content-type'],
  );
  t.deepEqual([...(await effects(at.store))], []);
});

test('startConsumer rolls back and dead-letters a rejected message at once, with the reason of its consumer', async (t) => {
  const at = await opened(t);
  await at.consumer({
    handle: async (tx, { id }) => {
      await leaveEffect(tx, id, 'undone');
      return { reject: 'no such task' };
    },
  });
  await at.broker.publish(outgoing());
  const [dead] = await drain(at.broker, 'lab.create.dead', 1);
  t.deepEqual([dead?.headers['x-reason'], dead?.headers['x-detail']], ['rejected', 'no such task']);
  t.deepEqual([...(await effects(at.store))], []);
});

test('startConsumer keeps a login secret out of its dead letter', async (t) => {
  const at = await opened(t);
  await at.consumer({ consumer: consumers.studentNotification as never, handle: async () => 'reject' });
  const bodies = ['{"student_id":"anna","ssh_credentials":"live-pw"}', '{"ssh_credentials":"live-pw"'];
  for (const body of bodies)
    await at.broker.publish({
      ...outgoing(),
      exchange: 'notifications',
      routingKey: 'student.notifications',
      body: Buffer.from(body),
    });
  const dead = await drain(at.broker, 'student.notifications.dead', 2);
  t.deepEqual(
    dead.map(({ body, headers }) => [body, headers['x-body']]),
    [
      ['{"student_id":"anna","ssh_credentials":"[redacted]"}', undefined],
      ['', 'removed'],
    ],
  );
});

test('startConsumer dead-letters a message whose consumer has a fault in its code, and reports that', async (t) => {
  const at = await opened(t);
  const decode = () => {
    throw new RangeError('the stack is full');
  };
  const observe = () => {
    throw new Error('the log is full');
  };
  await at.consumer({ consumer: { ...consumers.labCreate, decode }, observe });
  await at.broker.publish(outgoing());
  const [dead] = await drain(at.broker, 'lab.create.dead', 1);
  t.deepEqual([dead?.headers['x-reason'], dead?.headers['x-detail']], ['consumer-fault', 'RangeError']);
});

test('startConsumer dead-letters a message also with headers that the broker would not accept', async (t) => {
  const at = await opened(t);
  await at.consumer();
  const { id, headers } = outgoing();
  const long = { ...headers, long: 'x'.repeat(60_000), CC: ['lab.delete.dead'] };
  await at.broker.publish(outgoing({ id, headers: long, body: Buffer.from('{') }));
  const [dead] = await drain(at.broker, 'lab.create.dead', 1);
  t.deepEqual([dead?.id, dead?.headers['x-headers'], dead?.headers['x-reason']], [id, 'removed', 'not-json']);
});

test('startConsumer leaves a letter that names the message when the broker never confirms its dead letter', async (t) => {
  const at = await opened(t);
  const isPlain = ({ headers }: Outgoing) => headers['x-body'] === 'removed';
  const broker = {
    consume: at.broker.consume.bind(at.broker),
    publish: (letter: Outgoing) => (isPlain(letter) ? at.broker.publish(letter) : Promise.resolve('failed' as const)),
  };
  await at.consumer({ broker });
  await at.broker.publish(outgoing({ body: Buffer.from('{') }));
  const [dead] = await drain(at.broker, 'lab.create.dead', 1);
  t.deepEqual([dead?.headers['x-reason'], dead?.headers['x-queue'], dead?.body.length], ['not-json', 'lab.create', 0]);
});

test('startConsumer counts no attempt while the database is unavailable', async (t) => {
  const at = await opened(t);
  let calls = 0;
  const unavailable = new StoreError('platform', Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
  const store = {
    transaction: <T>(work: Parameters<typeof at.store.transaction<T>>[0]): Promise<T> =>
      ++calls <= 12 ? Promise.reject(unavailable) : at.store.transaction(work),
  };
  await at.consumer({ store });
  const message = outgoing();
  await at.broker.publish(message);
  await until(() => at.consumerEvents.some(({ kind }) => kind === 'applied'));
  t.deepEqual([...(await effects(at.store))], [[message.id, 1]]);
  t.is(at.consumerEvents.filter(({ kind }) => kind === 'unavailable').length, 12);
});

test('startConsumer returns waiting messages when it stops', async (t) => {
  const at = await opened(t);
  const first = await at.consumer({ handle: async () => 'retry', backoff: { firstMs: 60_000, longestMs: 60_000 } });
  const message = outgoing();
  await at.broker.publish(message);
  await until(() => at.consumerEvents.some(({ kind }) => kind === 'retrying'));
  await first.cancel();
  await at.consumer();
  await until(async () => (await effects(at.store)).has(message.id));
  t.pass();
});

test('the inbox forgets ids of messages after their time, also of unfinished ones', async (t) => {
  const at = await opened(t);
  await at.store.transaction((tx) => at.inbox.apply(tx, 'worker', 'old'));
  await at.inbox.count('worker', 'open', 1);
  t.deepEqual([await at.inbox.sweep(60_000, 10), await at.inbox.sweep(0, 10), await at.inbox.sweep(0, 10)], [0, 2, 0]);
});
