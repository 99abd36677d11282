// A broker reached by AMQP 0-9-1: one connection, kept alive.
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type ChannelModel, type Connection, connect } from 'amqplib';
import type { Topology } from '../../generated/runtime/messages/amqp.ts';
import { type Handler, Intake } from './consume.ts';
import { isRefusal, LoginRefused } from './login.ts';
import type { Broker, Outgoing, Subscription, Verdict } from './port.ts';
import { Publisher } from './publish.ts';
import { assertTopology, TopologyConflict, TopologyMissing } from './topology.ts';

export type BrokerOptions = {
  readonly url: string;
  /** Shown in the broker's list of connections. */
  readonly name: string;
  readonly confirmTimeoutMs?: number;
  readonly connectTimeoutMs?: number;
  /**
   * Until topology and consumers of a new connection are in place; one that takes longer is given up, and the next one
   * tried.
   */
  readonly prepareTimeoutMs?: number;
  readonly heartbeatS?: number;
  readonly backoff?: { readonly firstMs: number; readonly longestMs: number };
  /** 0 to 1; spreads the reconnects of many processes. */
  readonly random?: () => number;
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly report?: (event: BrokerEvent) => void;
};

export type BrokerEvent =
  | { readonly kind: 'connected' }
  | { readonly kind: 'away'; readonly error: string; readonly retryMs: number }
  | { readonly kind: 'blocked'; readonly reason: string };

/**
 * Starts to connect at once and never stops trying; `ready` resolves once it has connected, and rejects with
 * LoginRefused while the broker refuses the login.
 */
export const openBroker = (options: BrokerOptions): Broker => new AmqpBroker(options);

type Line = {
  readonly connection: ChannelModel;
  /**
   * Resolves with the reason when connection or any channel is gone: whatever failed, a new connection starts clean.
   */
  readonly ended: Promise<string>;
  readonly end: (reason: string) => void;
};

type Session = Line & { readonly publisher: Publisher };

const pauseFor = (ms: number, signal: AbortSignal): Promise<void> => wait(ms, undefined, { signal }).catch(() => {});
const steadyMs = 5000;
const startingMs = 20_000;
const longestWhileStartingMs = 200;
const messageOf = (error: unknown): string => (error instanceof Error ? error.message || error.name : String(error));

class AmqpBroker implements Broker {
  readonly #options: BrokerOptions;
  readonly #topologies = new Set<Topology>();
  /** By topology, what the last try to assert it met. */
  readonly #refused = new Map<Topology, string>();
  readonly #intakes = new Set<Intake>();
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  readonly #openedAt = performance.now();
  #hasConnected = false;
  /** The refusal that the last attempt to connect ended with. */
  #refusal: LoginRefused | undefined;
  #session: Session | undefined;
  #next = upcoming<Session>();

  constructor(options: BrokerOptions) {
    this.#options = options;
    this.#running = this.#keepConnected();
  }

  connected(): boolean {
    return this.#session !== undefined;
  }

  missing(): readonly string[] {
    return [...new Set(this.#refused.values())];
  }

  async ready(signal?: AbortSignal): Promise<void> {
    await this.#reach(signal);
  }

  async assertTopology(topology: Topology, signal?: AbortSignal): Promise<void> {
    for (;;) {
      const session = await this.#reach(signal);
      try {
        await whileThere(session, this.#assert(session.connection, topology));
        this.#topologies.add(topology);
        return;
      } catch (error) {
        if (error instanceof TopologyConflict || this.#session === session) throw error;
      }
    }
  }

  async publish(message: Outgoing): Promise<Verdict> {
    return this.#session?.publisher.publish(message) ?? 'failed';
  }

  async consume(queue: string, { prefetch }: { prefetch: number }, handle: Handler): Promise<Subscription> {
    const intake = new Intake(queue, prefetch, handle);
    this.#intakes.add(intake);
    if (this.#session !== undefined) await this.#feed(intake, this.#session);
    return {
      cancel: async () => {
        this.#intakes.delete(intake);
        await intake.cancel();
      },
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#intakes].map((intake) => intake.cancel()));
    await this.#session?.publisher.drain();
    this.#stopping.abort();
    this.#next.reject(new Error('the broker connection was closed'));
    await this.#running;
  }

  async #reach(signal?: AbortSignal): Promise<Session> {
    if (this.#session !== undefined) return this.#session;
    if (this.#refusal !== undefined) throw this.#refusal;
    if (signal === undefined) return this.#next.promise;
    signal.throwIfAborted();
    const aborted = upcoming<never>();
    const abort = () => aborted.reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    return Promise.race([this.#next.promise, aborted.promise]).finally(() =>
      signal.removeEventListener('abort', abort),
    );
  }

  async #keepConnected(): Promise<void> {
    const { signal } = this.#stopping;
    for (let failures = 0; !signal.aborted; failures++) {
      const since = performance.now();
      const error = await this.#connect()
        .then((line) => this.#serve(line))
        .catch((reason: unknown) => this.#failed(reason));
      // The back-off starts again after a connection that lasted; one that was lost at once, over a missing queue for
      // example, counts as a failure.
      if (performance.now() - since > steadyMs) failures = 0;
      if (!signal.aborted) await this.#backOff(failures, error);
    }
  }

  #failed(reason: unknown): string {
    this.#refusal = reason instanceof LoginRefused ? reason : undefined;
    if (this.#refusal !== undefined) {
      this.#next.reject(this.#refusal);
      this.#next = upcoming();
    }
    return messageOf(reason);
  }

  async #backOff(failures: number, error: string): Promise<void> {
    const { backoff = { firstMs: 100, longestMs: 5000 }, random = Math.random, pause = pauseFor } = this.#options;
    const retryMs = Math.round(
      Math.min(this.#longestMs(backoff), backoff.firstMs * 2 ** Math.min(failures, 20)) * (0.5 + random() / 2),
    );
    this.#options.report?.({ kind: 'away', error, retryMs });
    await pause(retryMs, this.#stopping.signal);
  }

  /** A process often starts beside its broker, which then is up within seconds. */
  #longestMs({ longestMs }: { readonly longestMs: number }): number {
    if (this.#refusal !== undefined) return longestMs;
    const isStarting = !this.#hasConnected && performance.now() - this.#openedAt < startingMs;
    return isStarting ? Math.min(longestMs, longestWhileStartingMs) : longestMs;
  }

  /** The line ends when the connection is lost, and when we are closed. */
  async #connect(): Promise<Line> {
    const { url, name, heartbeatS = 10, connectTimeoutMs = 5000 } = this.#options;
    const address = new URL(url);
    address.searchParams.set('heartbeat', String(heartbeatS));
    const connection = await connect(address.href, {
      clientProperties: { connection_name: name },
      timeout: connectTimeoutMs,
      noDelay: true,
    }).catch((cause: unknown) => Promise.reject(isRefusal(cause) ? new LoginRefused(address, { cause }) : cause));
    this.#refusal = undefined;
    const { promise: ended, resolve: end } = Promise.withResolvers<string>();
    connection.on('error', (error: Error) => end(messageOf(error)));
    connection.on('close', (error?: Error) =>
      end(error === undefined ? 'the connection was closed' : messageOf(error)),
    );
    connection.on('blocked', (reason: string) => this.#options.report?.({ kind: 'blocked', reason }));
    const { signal } = this.#stopping;
    const stop = () => end('closed');
    signal.addEventListener('abort', stop);
    void ended.then(() => signal.removeEventListener('abort', stop));
    if (signal.aborted) stop();
    return { connection, ended, end };
  }

  async #serve(line: Line): Promise<string> {
    try {
      await this.#prepare(line);
      return await line.ended;
    } finally {
      if (this.#session !== undefined && !this.#stopping.signal.aborted) this.#next = upcoming();
      this.#session = undefined;
      await hangUp(line.connection);
    }
  }

  async #prepare(line: Line): Promise<void> {
    const { confirmTimeoutMs = 5000, prepareTimeoutMs = 30_000 } = this.#options;
    const late = setTimeout(() => line.end('the broker is not responding'), prepareTimeoutMs);
    try {
      for (const topology of this.#topologies) await whileThere(line, this.#assert(line.connection, topology));
      const publisher = await whileThere(line, Publisher.open(line.connection, confirmTimeoutMs, line.end));
      for (const intake of this.#intakes) await this.#feed(intake, line);
      // In the same turn as the last of them, so that every later caller gets the session.
      this.#session = { ...line, publisher };
      this.#hasConnected = true;
      this.#next.resolve(this.#session);
      this.#options.report?.({ kind: 'connected' });
    } finally {
      clearTimeout(late);
    }
  }

  async #assert(connection: ChannelModel, topology: Topology): Promise<void> {
    try {
      await assertTopology(connection, topology);
      this.#refused.delete(topology);
    } catch (error) {
      if (error instanceof TopologyConflict || error instanceof TopologyMissing)
        this.#refused.set(topology, error.subject);
      throw error;
    }
  }

  #feed(intake: Intake, line: Line): Promise<void> {
    return whileThere(line, intake.attach(line.connection, line.end)).catch((error: unknown) =>
      line.end(messageOf(error)),
    );
  }
}

/** A promise to settle later; a rejection that no one awaits does not end the process. */
function upcoming<T>(): PromiseWithResolvers<T> {
  const later = Promise.withResolvers<T>();
  later.promise.catch(() => {});
  return later;
}

/**
 * Not every answer that a lost connection owes is refused by the library: who closes a channel meanwhile would wait for
 * ever.
 */
const whileThere = <T>({ ended }: Line, work: Promise<T>): Promise<T> =>
  Promise.race([work, ended.then((reason) => Promise.reject(new Error(reason)))]);

/**
 * Closing politely waits for the broker's answer, which may never come; what is left of the connection would then hold
 * the process.
 */
async function hangUp(model: ChannelModel): Promise<void> {
  const answered = model.close().then(
    () => true,
    () => true, // it was closed already
  );
  if (await Promise.race([answered, wait(1000, false, { ref: false })])) return;
  const { stream } = model.connection as Connection & { readonly stream?: Duplex };
  stream?.destroy(new Error('the broker is not responding'));
}
