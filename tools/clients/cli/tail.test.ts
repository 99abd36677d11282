// What ends `covenant messages tail`, on a channel that does as the test says.
import { PassThrough } from 'node:stream';
import type { ConsumeMessage, Options } from 'amqplib';
import test from 'ava';
import { table } from './program.fixture.ts';
import { listen } from './runtime/messages.ts';

type Channel = Parameters<typeof listen>[0];

async function listening(out = new PassThrough()) {
  const ended = Promise.withResolvers<string>();
  const asked: Options.AssertQueue[] = [];
  let deliver: (message: ConsumeMessage | null) => void = () => undefined;
  const channel = {
    assertQueue: async (queue: string, options: Options.AssertQueue) => {
      asked.push(options);
      return { queue };
    },
    bindQueue: async () => ({}),
    prefetch: async () => ({}),
    consume: async (_: string, onMessage: typeof deliver) => {
      deliver = onMessage;
    },
    ack: () => undefined,
  };
  const url = new URL('amqp://reports@127.0.0.1');
  await listen(
    channel as unknown as Channel,
    { url, messages: table.messages, count: Number.POSITIVE_INFINITY, output: 'json', quiet: true },
    {
      terminal: { env: {}, out, err: new PassThrough(), in: new PassThrough() },
      stop: () => ended.resolve('stopped'),
      fail: (error) => ended.resolve(`failed: ${error instanceof Error ? error.message : error}`),
    },
  );
  return { asked, deliver: (message: ConsumeMessage | null) => deliver(message), ended: ended.promise };
}

const message = { content: Buffer.from('{}'), fields: { routingKey: 'lab.status' }, properties: {} } as ConsumeMessage;

test('messages tail fails when the broker deletes its queue', async (t) => {
  const { deliver, ended } = await listening();
  deliver(null);
  t.is(await ended, 'failed: its queue was deleted');
});

test('messages tail fails when it cannot write any more', async (t) => {
  const out = new PassThrough({ highWaterMark: 1 });
  const { deliver, ended } = await listening(out);
  deliver(message);
  await new Promise(setImmediate);
  out.destroy(new Error('the disk is full'));
  t.is(await ended, 'failed: the disk is full');
});

test('messages tail leaves at most 10,000 messages with the broker', async (t) => {
  const { asked } = await listening();
  t.deepEqual(asked, [{ exclusive: true, autoDelete: true, durable: false, maxLength: 10_000 }]);
});
