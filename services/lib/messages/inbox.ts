// Takes messages from a queue: decode, then the effect and the inbox row in one transaction, then the acknowledgement.
// Each message id has one effect.
import type { Broker, Delivery, Settlement, Subscription, Verdict } from '../../../adapters/broker/port.ts';
import type { Inbox } from '../../../adapters/store/messages/port.ts';
import type { Store, Tx } from '../../../adapters/store/port.ts';
import type { Consumer, DeadReason } from '../../../generated/runtime/messages/message.ts';
import { type Clock, systemClock } from '../clock.ts';
import { isUnavailable } from '../errors.ts';
import { type BackOff, backOffMs, spread } from '../work/back-off.ts';
import { type Death, deadLetter, plainDeadLetter } from './dead-letter.ts';

/**
 * `retry`: not now, perhaps later. `reject`: never; the text becomes the detail of the dead letter. In both cases what
 * the handler wrote is undone.
 */
export type Outcome = 'done' | 'retry' | 'reject' | { readonly reject: string };

export type ConsumerOptions<Message> = {
  /**
   * Names the consumer in the inbox: two consumers with one name share the work, with two names each does all of it.
   */
  readonly name: string;
  readonly consumer: Consumer<Message>;
  readonly broker: Pick<Broker, 'consume' | 'publish'>;
  readonly store: Pick<Store, 'transaction'>;
  readonly inbox: Inbox;
  /** Has its effect through `tx` alone, and soon: long work is a row that it writes (decision 20). */
  readonly handle: (tx: Tx, message: Message) => Promise<Outcome>;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly backoff?: BackOff;
  readonly observe?: (event: ConsumerEvent) => void;
};

export type ConsumerEvent =
  | { readonly kind: 'applied' | 'repeated'; readonly consumer: string; readonly id: string }
  | {
      readonly kind: 'retrying';
      readonly consumer: string;
      readonly id: string;
      readonly attempts: number;
      readonly error?: unknown;
    }
  /** The database is unavailable: the message is kept in hand, its attempts are not counted. */
  | { readonly kind: 'unavailable'; readonly consumer: string; readonly id: string; readonly error: unknown }
  /** The broker did not confirm the dead letter: the message is kept in hand, and the letter sent again. */
  | { readonly kind: 'unburied'; readonly consumer: string; readonly id: string; readonly verdict: Verdict }
  /** A fault of the consumer's own code, after which the message is dead. */
  | { readonly kind: 'faulty'; readonly consumer: string; readonly id: string; readonly error: unknown }
  | {
      readonly kind: 'dead';
      readonly consumer: string;
      readonly id: string;
      readonly reason: DeadReason;
      readonly detail: string;
    };

export function startConsumer<Message extends { readonly id: string }>(
  options: ConsumerOptions<Message>,
): Promise<Subscription> {
  const { broker, consumer } = options;
  const mutex = new Mutex();
  return broker.consume(consumer.queue, { prefetch: consumer.prefetch }, (delivery, signal) =>
    new DeliveryAttempt(options, mutex, delivery, signal).take(),
  );
}

/**
 * Lets one work at a time pass. A message that came back may be the one that killed its process: attempted alone, it is
 * the only one that a further death is counted against, and its neighbours are not buried with it.
 */
class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn;
    return turn;
  }
}

type End =
  | { readonly kind: 'applied' }
  | { readonly kind: 'repeated' }
  | { readonly kind: 'rejected'; readonly detail: string }
  | { readonly kind: 'retry'; readonly error?: unknown }
  | { readonly kind: 'exhausted' };

/** Carries the outcome out of a transaction that must roll back. */
class Undo extends Error {
  readonly outcome: Exclude<Outcome, 'done'>;
  constructor(outcome: Exclude<Outcome, 'done'>) {
    super('rolled back by its handler');
    this.outcome = outcome;
  }
}

/** One delivery, from its arrival to its settlement. */
class DeliveryAttempt<Message extends { readonly id: string }> {
  readonly #options: ConsumerOptions<Message>;
  readonly #mutex: Mutex;
  readonly #delivery: Delivery;
  readonly #signal: AbortSignal;
  #uncounted = 0;

  constructor(options: ConsumerOptions<Message>, mutex: Mutex, delivery: Delivery, signal: AbortSignal) {
    this.#options = options;
    this.#mutex = mutex;
    this.#delivery = delivery;
    this.#signal = signal;
  }

  /**
   * Rejects never: after an error on our side, a requeued message would be redelivered until the broker drops it
   * without a trace.
   */
  async take(): Promise<Settlement> {
    try {
      return await this.#settle().catch((error: unknown) => {
        this.#signal.throwIfAborted();
        this.#report({ kind: 'faulty', id: this.#nameOf(this.#delivery.messageId), error });
        const detail = error instanceof Error ? error.name : 'a fault';
        return this.#deadLetter(this.#delivery.messageId, 'consumer-fault', detail);
      });
    } catch {
      return 'requeue'; // ended while it waited: another consumer goes on
    }
  }

  async #settle(): Promise<Settlement> {
    const decoded = this.#options.consumer.decode(this.#delivery);
    if (!decoded.ok) return this.#deadLetter(this.#delivery.messageId, decoded.reason, decoded.detail);
    return this.#tryUntilSettled(decoded.message);
  }

  /**
   * Retries happen here, with the delivery in hand, and not by giving it back: the broker would return it at once, and
   * its own count also grows when a connection is lost. A fresh delivery is counted when its first attempt has failed,
   * which saves a write; one that came back is counted before, as the second at least: the first may be what killed its
   * holder.
   */
  async #tryUntilSettled(message: Message): Promise<Settlement> {
    const { attempts: limit } = this.#options.consumer;
    const { redelivered } = this.#delivery;
    for (let again = redelivered; ; again = true) {
      const counted = again
        ? await (redelivered ? this.#mutex.run(() => this.#countThenAttempt(message)) : this.#countThenAttempt(message))
        : undefined;
      const end = counted?.end ?? (await this.#attempt(message));
      if (end.kind === 'applied' || end.kind === 'repeated') return this.#applied(end.kind, message.id);
      if (end.kind === 'rejected') return this.#deadLetter(message.id, 'rejected', end.detail);
      const attempts = counted?.attempts ?? (await this.#count(message.id, 1)).attempts;
      if (end.kind !== 'retry' || attempts >= limit)
        return this.#deadLetter(message.id, 'delivery-limit', `failed ${limit} times`);
      this.#report({ kind: 'retrying', id: message.id, attempts, error: end.error });
      await this.#pause(attempts);
    }
  }

  async #countThenAttempt(message: Message): Promise<{ attempts: number; end: End }> {
    const { attempts, done } = await this.#count(message.id, this.#delivery.redelivered ? 2 : 1);
    if (done) return { attempts, end: { kind: 'repeated' } };
    if (attempts > this.#options.consumer.attempts) return { attempts, end: { kind: 'exhausted' } };
    return { attempts, end: await this.#attempt(message) };
  }

  /** While the database is unavailable this waits, with the message in hand: an outage says nothing about a message. */
  async #attempt(message: Message): Promise<End> {
    const { store, inbox, handle, name } = this.#options;
    for (let attempt = 1; ; attempt++) {
      try {
        return await store.transaction(async (tx): Promise<End> => {
          if (!(await inbox.apply(tx, name, message.id))) return { kind: 'repeated' };
          const outcome = await handle(tx, message);
          if (outcome !== 'done') throw new Undo(outcome);
          return { kind: 'applied' };
        });
      } catch (error) {
        if (error instanceof Undo) return endOf(error.outcome);
        if (!isUnavailable(error)) return { kind: 'retry', error };
        this.#report({ kind: 'unavailable', id: message.id, error });
        await this.#pause(attempt);
      }
    }
  }

  /** What the database refuses to write, an id with NUL say, is counted here alone. */
  async #count(id: string, first: number): Promise<{ attempts: number; done: boolean }> {
    const { inbox, name } = this.#options;
    for (let attempt = 1; ; attempt++) {
      try {
        return await inbox.count(name, id, first);
      } catch (error) {
        if (!isUnavailable(error)) return { attempts: Math.max(first, ++this.#uncounted), done: false };
        this.#report({ kind: 'unavailable', id, error });
        await this.#pause(attempt);
      }
    }
  }

  #applied(kind: 'applied' | 'repeated', id: string): Settlement {
    this.#report({ kind, id });
    return 'ack';
  }

  /**
   * Sends the dead letter ourselves and waits for its confirm: the broker's dead-lettering knows no reason and cleans
   * no secret.
   */
  async #deadLetter(messageId: string | undefined, reason: DeadReason, detail: string): Promise<Settlement> {
    const { broker, consumer, inbox, name } = this.#options;
    const id = this.#nameOf(messageId);
    const death: Death = { id: messageId, reason, detail, by: name };
    for (let failures = 0; ; failures++) {
      const letter = failures < plainAfter ? deadLetter : plainDeadLetter;
      const verdict = await broker.publish(letter(this.#delivery, consumer, death));
      if (verdict === 'confirmed') break;
      this.#report({ kind: 'unburied', id, verdict });
      await this.#pause(failures + 1);
    }
    this.#report({ kind: 'dead', id, reason, detail });
    if (messageId !== undefined) await inbox.forget(name, messageId).catch(() => {});
    return 'ack';
  }

  #nameOf(messageId: string | undefined): string {
    return messageId ?? 'without an id';
  }

  #pause(failures: number): Promise<void> {
    const { clock = systemClock, random = Math.random, backoff = { firstMs: 100, longestMs: 5000 } } = this.#options;
    return clock.wait(spread(backOffMs(failures, backoff), random), this.#signal);
  }

  #report(event: DistributiveOmit<ConsumerEvent, 'consumer'>): void {
    try {
      this.#options.observe?.({ ...event, consumer: this.#options.name });
    } catch {
      // What becomes of a message does not depend on whether it can be logged.
    }
  }
}

/**
 * After so many dead letters without a confirm, a plain one is sent. An outage has the same effect, and the plain one
 * then still names the message.
 */
const plainAfter = 8;

type DistributiveOmit<T, Key extends PropertyKey> = T extends unknown ? Omit<T, Key> : never;

function endOf(outcome: Exclude<Outcome, 'done'>): End {
  if (outcome === 'retry') return { kind: 'retry' };
  return { kind: 'rejected', detail: typeof outcome === 'string' ? 'rejected by its consumer' : outcome.reject };
}
