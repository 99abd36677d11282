// A wire tap on a broker: copies of what goes through an exchange or to the dead letters, taken by separate queues that
// vanish with it.
import { type Channel as Amqp, type ChannelModel, type ConsumeMessage, connect } from 'amqplib';
import { messageOf } from '../../../command-line/message-of.ts';
import type { Declaration } from './declaration.ts';

export type Letter = {
  readonly exchange: string;
  readonly routingKey: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly properties: ConsumeMessage['properties'];
  readonly body: Buffer;
};

export type Tap = AsyncDisposable & {
  /** Copies of everything with that key go to `take`, until the tap ends. */
  copy(exchange: string, key: string, take: (letter: Letter) => void): Promise<void>;
  /** Resolves when the broker has it. */
  send(exchange: string, key: string, letter: Pick<Letter, 'body'> & { properties: object }): Promise<void>;
  /** How many wait and how many consumers there are. */
  depth(queue: string): Promise<{ readonly waiting: number; readonly consumers: number }>;
  /** Whether it is there in that form, or what the broker answers. What is missing is not made. */
  declare(what: Declaration): Promise<'equal' | 'missing' | (string & {})>;
};

export class NoBroker extends Error {}

export async function openTap(url: string): Promise<Tap> {
  const connection: ChannelModel = await connect(url, { timeout: 10_000 }).catch((error: Error) => {
    throw new NoBroker(`No broker lets us in at ${URL.parse(url)?.host ?? 'that address'}: ${error.message}`);
  });
  connection.on('error', () => {}); // what is asked of it then fails by itself
  const channel = await connection.createConfirmChannel();
  channel.on('error', () => {});
  return {
    async copy(exchange, key, take) {
      const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true, durable: false });
      await channel.bindQueue(queue, exchange, key);
      await channel.consume(queue, (message) => message && take(letterOf(message)), { noAck: true });
    },
    send: (exchange, key, { body, properties }) =>
      new Promise((resolve, reject) => {
        channel.publish(exchange, key, body, { persistent: true, ...properties }, (error) =>
          error ? reject(error as Error) : resolve(),
        );
      }),
    depth: (queue) => depthOf(connection, queue),
    declare: (what) => declare(connection, what),
    async [Symbol.asyncDispose]() {
      await connection.close().catch(() => undefined); // the broker has gone before
    },
  };
}

/** On a separate channel, since the broker ends the channel that asks for a queue which is not there. */
async function depthOf(connection: ChannelModel, queue: string) {
  const asking: Amqp = await connection.createChannel();
  asking.on('error', () => {});
  try {
    const { messageCount, consumerCount } = await asking.checkQueue(queue);
    return { waiting: messageCount, consumers: consumerCount };
  } catch {
    return { waiting: 0, consumers: 0 }; // there is no such queue
  } finally {
    await asking.close().catch(() => undefined);
  }
}

async function declare(connection: ChannelModel, what: Declaration): Promise<string> {
  const answered = async (ask: (channel: Amqp) => Promise<unknown>): Promise<string | undefined> => {
    const channel = await connection.createChannel();
    channel.on('error', () => {});
    try {
      await ask(channel);
      await channel.close();
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  };
  const { name, durable } = what;
  const isExchange = 'type' in what;
  if (await answered((channel) => (isExchange ? channel.checkExchange(name) : channel.checkQueue(name))))
    return 'missing';
  const refusal = await answered((channel) =>
    'type' in what
      ? channel.assertExchange(name, what.type, { durable })
      : channel.assertQueue(name, { durable, arguments: what.queueArguments }),
  );
  return refusal ?? 'equal';
}

const letterOf = ({ fields, properties, content }: ConsumeMessage): Letter => ({
  exchange: fields.exchange,
  routingKey: fields.routingKey,
  headers: (properties.headers ?? {}) as Letter['headers'],
  properties,
  body: content,
});
