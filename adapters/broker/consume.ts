// One queue's deliveries, over as many connections as it takes: each delivery is settled on the channel that brought
// it, or not at all.
import { setTimeout as wait } from 'node:timers/promises';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { Delivery, Settlement } from './port.ts';

export type Handler = (delivery: Delivery, signal: AbortSignal) => Promise<Settlement>;

export class Intake {
  readonly #queue: string;
  readonly #prefetch: number;
  readonly #handle: Handler;
  readonly #cancelled = new AbortController();
  readonly #inHand = new Set<Promise<void>>();
  #channel: Channel | undefined;
  #tag: string | undefined;

  constructor(queue: string, prefetch: number, handle: Handler) {
    this.#queue = queue;
    this.#prefetch = prefetch;
    this.#handle = handle;
  }

  /**
   * Resolves once the queue is consumed on this connection. `lost` is called when that ends for any other reason than
   * `cancel`.
   */
  async attach(connection: ChannelModel, lost: (reason: string) => void): Promise<void> {
    const channel = await connection.createChannel();
    let open = true;
    const end = (reason: string): void => {
      open = false;
      if (!this.#cancelled.signal.aborted) lost(reason);
    };
    channel.on('error', (error: Error) => end(error.message));
    channel.on('close', () => end('a consuming channel was closed'));
    await channel.prefetch(this.#prefetch);
    const take = (message: ConsumeMessage | null): void => {
      if (message === null) {
        end(`queue ${this.#queue} was deleted`);
        return;
      }
      const work = this.#settle(channel, message, () => open).finally(() => this.#inHand.delete(work));
      this.#inHand.add(work);
    };
    const { consumerTag } = await channel.consume(this.#queue, take, { noAck: false });
    this.#channel = channel;
    this.#tag = consumerTag;
  }

  async cancel(): Promise<void> {
    this.#cancelled.abort();
    const channel = this.#channel;
    if (channel === undefined || this.#tag === undefined) return;
    await answered(channel, channel.cancel(this.#tag));
    await Promise.all(this.#inHand);
    await answered(channel, channel.close());
  }

  async #settle(channel: Channel, message: ConsumeMessage, open: () => boolean): Promise<void> {
    // A handler reports its own faults; what still escapes is treated like a lost connection, not like a bad message.
    const settlement = await this.#handle(toDelivery(this.#queue, message), this.#cancelled.signal).catch(
      (): Settlement => 'requeue',
    );
    if (!open()) return; // the broker has redelivered it to another consumer
    try {
      if (settlement === 'ack') channel.ack(message);
      else channel.nack(message, false, settlement === 'requeue');
    } catch {
      // The channel closed in this very moment; the same as above.
    }
  }
}

const timeoutMs = 5_000;

/** The channel may be gone with its connection, or the broker silent: a cancel waits for neither. */
async function answered(channel: Channel, goodbye: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const gone = () => over.abort();
  channel.once('close', gone);
  const late = wait(timeoutMs, undefined, { signal: over.signal });
  await Promise.race([goodbye, late]).catch(() => {});
  channel.off('close', gone);
  over.abort();
}

function toDelivery(queue: string, { content, fields, properties }: ConsumeMessage): Delivery {
  const { contentType, type, messageId, correlationId } = properties;
  return {
    queue,
    body: content,
    headers: properties.headers ?? {},
    redelivered: fields.redelivered,
    ...(typeof contentType === 'string' ? { contentType } : {}),
    ...(typeof type === 'string' ? { type } : {}),
    ...(typeof messageId === 'string' ? { messageId } : {}),
    ...(typeof correlationId === 'string' ? { correlationId } : {}),
  };
}
