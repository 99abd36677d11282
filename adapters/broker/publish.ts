// Publishing on one confirm channel: every message gets exactly one verdict, whatever happens to the channel.
import type { ChannelModel, ConfirmChannel, Options } from 'amqplib';
import type { Outgoing, Verdict } from './port.ts';

export class Publisher {
  readonly #channel: ConfirmChannel;
  readonly #confirmTimeoutMs: number;
  readonly #returned = new Set<string>();
  readonly #waiting = new Map<number, (verdict: Verdict) => void>();
  #count = 0;
  #open = true;
  #quiet = Promise.withResolvers<void>();

  /** `lost` is called with the reason when the channel has closed. */
  static async open(
    connection: ChannelModel,
    confirmTimeoutMs: number,
    lost: (reason: string) => void,
  ): Promise<Publisher> {
    return new Publisher(await connection.createConfirmChannel(), confirmTimeoutMs, lost);
  }

  private constructor(channel: ConfirmChannel, confirmTimeoutMs: number, lost: (reason: string) => void) {
    this.#channel = channel;
    this.#confirmTimeoutMs = confirmTimeoutMs;
    // The return of an unroutable message always arrives before its confirm, so the confirm knows the outcome.
    channel.on('return', (message) => this.#returned.add(String(message.properties.messageId)));
    const end = (reason: string) => {
      this.#open = false;
      for (const settle of [...this.#waiting.values()]) settle('failed');
      lost(reason);
    };
    channel.on('error', (error: Error) => end(error.message));
    channel.on('close', () => end('the publishing channel was closed'));
  }

  publish(message: Outgoing): Promise<Verdict> {
    if (!this.#open) return Promise.resolve('failed');
    const ticket = this.#count++;
    return new Promise((resolve) => {
      // The timer may be late because this process was busy: a confirm that has arrived by then counts, and immediates
      // run after the sockets were read.
      const timer = setTimeout(() => setImmediate(() => settle('failed')), this.#confirmTimeoutMs);
      const settle = (verdict: Verdict): void => {
        if (!this.#waiting.delete(ticket)) return; // a confirm after its time-out: the message is out a second time by now
        clearTimeout(timer);
        resolve(verdict);
        if (this.#waiting.size === 0) this.#quiet.resolve();
      };
      this.#waiting.set(ticket, settle);
      try {
        this.#channel.publish(
          message.exchange,
          message.routingKey,
          Buffer.from(message.body),
          properties(message),
          (error) => {
            const returned = this.#returned.delete(message.id);
            settle(error ? 'failed' : returned ? 'unroutable' : 'confirmed');
          },
        );
      } catch {
        settle('failed');
      }
    });
  }

  /** Waits for the verdicts of everything published so far. */
  async drain(): Promise<void> {
    while (this.#waiting.size > 0) {
      this.#quiet = Promise.withResolvers();
      await this.#quiet.promise;
    }
  }
}

/** correlationId = message id: Celery clients and workers read the task's id there (decision 19). */
function properties({ id, type, headers, contentType, ttlMs, transient }: Outgoing): Options.Publish {
  return {
    persistent: transient !== true,
    mandatory: true,
    messageId: id,
    correlationId: id,
    timestamp: Math.floor(Date.now() / 1000),
    contentType,
    contentEncoding: 'utf-8',
    headers: { ...headers },
    ...(type === undefined ? {} : { type }),
    ...(ttlMs === undefined ? {} : { expiration: String(ttlMs) }),
  };
}
