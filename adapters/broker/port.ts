// What services ask of a message broker.
import type { Topology } from '../../generated/runtime/messages/amqp.ts';

/** A message to publish: mandatory, and persistent unless it says otherwise. */
export type Outgoing = {
  readonly id: string;
  readonly exchange: string;
  readonly routingKey: string;
  readonly type?: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly ttlMs?: number;
  /** It must not reach the broker's disk, and a restart of the broker may drop it. */
  readonly transient?: true;
};

/**
 * `confirmed`: the broker has it in at least one queue, on disk unless it is transient. `unroutable`: the broker
 * answered, but no queue wanted it. `failed`: the outcome is unknown; it may have arrived. Publish it again, consumers
 * drop the second one by its id.
 */
export type Verdict = 'confirmed' | 'unroutable' | 'failed';

export type Delivery = {
  readonly queue: string;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly contentType?: string;
  readonly type?: string;
  readonly messageId?: string;
  readonly correlationId?: string;
  /** True when the message was handed out before, to us or another, and came back without an answer. */
  readonly redelivered: boolean;
};

/** `dead-letter`: the queue's own dead-letter exchange gets it, as it is. */
export type Settlement = 'ack' | 'requeue' | 'dead-letter';

export type Subscription = {
  /** No new delivery after this; resolves when those in hand are settled. */
  cancel(): Promise<void>;
};

export interface Broker {
  /** Whether a publish has a chance right now. */
  connected(): boolean;
  /**
   * Names of exchanges and queues of the asserted topologies that the broker refused, because they are missing or of
   * another form.
   */
  missing(): readonly string[];
  /** Resolves at the next moment with a connection and every asserted topology in place. */
  ready(signal?: AbortSignal): Promise<void>;
  /**
   * Creates what is missing, now and after every reconnect. Throws TopologyConflict when something exists in another
   * form, unless it is a queue of transient messages, which is replaced. Waits for a broker that is unavailable until
   * the signal.
   */
  assertTopology(topology: Topology, signal?: AbortSignal): Promise<void>;
  /**
   * Never throws. Calls made together share one window of confirms; calls made one after the other keep their order.
   */
  publish(message: Outgoing): Promise<Verdict>;
  /**
   * Hands out at most `prefetch` deliveries at a time and goes on after every reconnect. `signal` of the handler aborts
   * on cancel.
   */
  consume(
    queue: string,
    options: { readonly prefetch: number },
    handle: (delivery: Delivery, signal: AbortSignal) => Promise<Settlement>,
  ): Promise<Subscription>;
  /** Cancels what consumes, lets what is in hand finish, then hangs up. */
  close(): Promise<void>;
}
