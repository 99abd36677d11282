// Generated from tools/runtime/amqp.ts by tools/generate.ts; do not edit.
// What a broker must hold before a service speaks over it, as plain data. The messages themselves: message.ts.

export type ExchangeFacts = {
  readonly name: string;
  readonly type: 'direct' | 'topic' | 'fanout' | 'headers';
  readonly durable: boolean;
};

export type QueueFacts = {
  readonly name: string;
  readonly type: 'classic' | 'quorum';
  readonly durable: boolean;
  /** Where the broker puts what it gives up on: expired, rejected, or lost with its connection too often. */
  readonly deadLetter?: { readonly exchange: string; readonly routingKey: string };
  /** Attempts that the consumer of this queue makes before it gives a message up; counted in its inbox. */
  readonly deliveryLimit?: number;
  readonly messageTtlMs?: number;
  readonly maxLength?: number;
};

export type BindingFacts = { readonly exchange: string; readonly queue: string; readonly routingKey: string };

export type Topology = {
  readonly exchanges: readonly ExchangeFacts[];
  readonly queues: readonly QueueFacts[];
  readonly bindings: readonly BindingFacts[];
};

/**
 * Arguments of a queue on the wire. RabbitMQ's own limit counts every delivery that comes back, also one that a lost
 * connection returned before anybody looked at it. So it stands well above the attempts, as the net below the inbox:
 * otherwise six cut connections would dead-letter a healthy backlog.
 */
export function queueArguments(queue: QueueFacts): Record<string, string | number> {
  return {
    ...(queue.type === 'quorum' ? { 'x-queue-type': 'quorum' } : {}),
    ...(queue.type === 'quorum' && queue.deliveryLimit !== undefined
      ? { 'x-delivery-limit': queue.deliveryLimit * BROKER_LIMIT_FACTOR }
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

const BROKER_LIMIT_FACTOR = 4;
