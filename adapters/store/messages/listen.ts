// Receives PostgreSQL's notifications, on a connection that all channels of a database share.
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { Channel, Listen } from './port.ts';

const retryMs = 1000;

type Wake = Parameters<Listen>[0];
type Subscription = { readonly channel: Channel; readonly wake: Wake };

/** One channel on a separate connection. */
export const listen = (url: string, channel: Channel = 'outbox'): Listen => listener(url)(channel);

/** The connection is there while a subscription is. */
export function listener(url: string): (channel?: Channel) => Listen {
  const subscriptions = new Set<Subscription>();
  let connection: Connection | undefined;
  return (channel = 'outbox') =>
    (wake) => {
      const subscription = { channel, wake };
      subscriptions.add(subscription);
      connection ??= new Connection(url, subscriptions);
      void connection.begin(subscription);
      return {
        async close() {
          subscriptions.delete(subscription);
          if (subscriptions.size > 0) return;
          const last = connection;
          connection = undefined;
          await last?.close();
        },
      };
    };
}

class Connection {
  readonly #url: string;
  readonly #subscriptions: ReadonlySet<Subscription>;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #client: Client | undefined;
  /**
   * One statement after the other: pg sends the second only when the first has ended, and says that it will not wait
   * for long.
   */
  #last: Promise<void> = Promise.resolve();

  constructor(url: string, subscriptions: ReadonlySet<Subscription>) {
    this.#url = url;
    this.#subscriptions = subscriptions;
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Nothing while there is no connection: the next one begins with all that are there. */
  begin(subscription: Subscription): Promise<void> {
    this.#last = this.#last.then(() => this.#begin(subscription));
    return this.#last;
  }

  async #begin({ channel, wake }: Subscription): Promise<void> {
    const client = this.#client;
    if (client === undefined) return;
    try {
      await client.query(`listen ${channel}`);
      wake(''); // for what was committed while no connection listened
    } catch {
      // A channel that receives nothing is worse than a new connection.
      void client.end().catch(() => {});
    }
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#listen(signal).catch(() => {}); // unavailable: the listener's timer stands in
      await wait(retryMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Returns when the connection is lost or `signal` aborts. */
  async #listen(signal: AbortSignal): Promise<void> {
    const client = new Client({
      connectionString: this.#url,
      connectionTimeoutMillis: 3000,
      query_timeout: 3000,
      keepAlive: true,
    });
    const ended = Promise.withResolvers<void>();
    client.on('error', () => ended.resolve());
    client.on('end', () => ended.resolve());
    client.on('notification', ({ channel, payload }) => this.#wake(channel, payload ?? ''));
    signal.addEventListener('abort', () => ended.resolve(), { once: true });
    try {
      await client.connect();
      this.#client = client;
      await Promise.all([...this.#subscriptions].map((subscription) => this.begin(subscription)));
      await ended.promise;
    } finally {
      this.#client = undefined;
      void client.end().catch(() => {});
    }
  }

  #wake(channel: string, payload: string): void {
    for (const subscription of this.#subscriptions) if (subscription.channel === channel) subscription.wake(payload);
  }
}
