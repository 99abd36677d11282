// Generated from tools/runtime/messages/amqp.ts by npm run generate; do not edit.
// What a broker must hold before a service speaks over it, as plain data.

export type ExchangeFacts = {
  readonly name: string;
  readonly type: 'direct' | 'topic' | 'fanout' | 'headers';
  readonly durable: boolean;
};

export type QueueFacts = {
  readonly name: string;
  readonly type: 'classic' | 'quorum';
  readonly durable: boolean;
  /** Where the broker puts what it gives up on: expired, rejected, or returned by lost connections too often. */
  readonly deadLetter?: { readonly exchange: string; readonly routingKey: string };
  /**
   * Of the broker, for a quorum queue: it counts every delivery that comes back, also one that a lost connection
   * returned before a consumer had read it. So it stands well above the attempts of the consumer, as the net below the
   * inbox.
   */
  readonly deliveryLimit?: number;
  readonly messageTtlMs?: number;
  /**
   * The oldest messages beyond it are dropped, so a queue of another form may be deleted in favour of this one while no
   * one consumes it.
   */
  readonly maxLength?: number;
  /** The broker keeps its messages in memory alone, so a queue of another form may be deleted in its favour. */
  readonly transient?: true;
};

export type BindingFacts = { readonly exchange: string; readonly queue: string; readonly routingKey: string };

export type Topology = {
  readonly exchanges: readonly ExchangeFacts[];
  readonly queues: readonly QueueFacts[];
  readonly bindings: readonly BindingFacts[];
  /**
   * Names of exchanges and queues among these that another account declares: they are declared only where they are
   * missing.
   */
  readonly others?: readonly string[];
};

/** Names of exchanges and queues, as RabbitMQ divides rights. */
export type Rights = {
  readonly configure: readonly string[];
  readonly write: readonly string[];
  readonly read: readonly string[];
};

export type Account = {
  /** What belongs to others is among it where the account depends on it: it may not declare that, and waits for it. */
  readonly topology: Topology;
  readonly rights: Rights;
};

/** A permission of RabbitMQ for these names alone. */
export const patternOf = (names: readonly string[]): string =>
  `^(${[...new Set(names)]
    .sort()
    .map((name) => name.replaceAll('.', '[.]'))
    .join('|')})$`;

/** On the wire; the keys of x-amqp that they come from: spec/README.md. */
export function queueArguments(queue: QueueFacts): Record<string, string | number> {
  return {
    ...(queue.type === 'quorum' ? { 'x-queue-type': 'quorum' } : {}),
    ...(queue.type === 'quorum' && queue.deliveryLimit !== undefined
      ? { 'x-delivery-limit': queue.deliveryLimit }
      : {}),
    ...(queue.deadLetter === undefined
      ? {}
      : {
          'x-dead-letter-exchange': queue.deadLetter.exchange,
          'x-dead-letter-routing-key': queue.deadLetter.routingKey,
        }),
    ...(queue.messageTtlMs === undefined ? {} : { 'x-message-ttl': queue.messageTtlMs }),
    ...(queue.maxLength === undefined ? {} : { 'x-max-length': queue.maxLength }),
  };
}
