// Messages of the contracts for programs of other teams: typed, validated in and out, each handled once, dead after a
// bounded number of attempts.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import './node20.ts';
import { openBroker as openAmqp } from '../../../../adapters/broker/amqp.ts';
import type { Broker, Delivery, Settlement } from '../../../../adapters/broker/port.ts';
import { TopologyMissing } from '../../../../adapters/broker/topology.ts';
import type { Topology } from '../../../../generated/runtime/messages/amqp.ts';
import { decodeAs, InvalidMessage } from '../../../../generated/runtime/messages/message.ts';
import { definitions, type MessageName, type Payloads } from './definitions.ts';
import { memoryStore, type Store } from './store.ts';

export { InvalidMessage, memoryStore, type MessageName, type Payloads, type Store };

export interface BrokerOptions {
  /** `amqp://user:password@host:5672/vhost`; `amqps:` for TLS. */
  readonly url: string;
  /** Shown in the broker's list of connections. */
  readonly name: string;
  /** Connections that came and went. A lost one is replaced without a call of yours. */
  readonly onConnection?: (event: ConnectionEvent) => void;
}

export interface ConnectionEvent {
  readonly kind: 'connected' | 'away' | 'blocked';
  readonly error?: string;
  readonly retryMs?: number;
}

export type Message<Name extends MessageName = MessageName> = {
  [Each in Name]: {
    /** The routing key of the contract, such as `lab.status`. */
    readonly name: Each;
    /** The same for each delivery of one message. */
    readonly id: string;
    /** RFC 3339. */
    readonly occurredAt: string;
    /** W3C Trace Context of the sender. */
    readonly traceparent: string | undefined;
    readonly payload: Payloads[Each];
  };
}[Name];

/** Why a message became a dead letter. */
export interface Dead {
  readonly reason: string;
  readonly detail: string;
  readonly id: string | undefined;
}

export interface ConsumeOptions<Name extends MessageName> {
  /**
   * A durable quorum queue, declared if it is missing and bound to the exchanges of `messages`. Its name begins with
   * the name of your team and a dot.
   */
  readonly queue: string;
  readonly messages: readonly Name[];
  /** Resolves when the effect is stored. `signal` aborts when the consumer stops. */
  readonly handle: (message: Message<Name>, signal: AbortSignal) => Promise<void>;
  /** Ids of messages that have been handled; by default in the memory of this process. */
  readonly store?: Store;
  /** How often a message is tried before it is a dead letter in `<queue>.dead`; 5 by default. */
  readonly attempts?: number;
  /** Milliseconds before the second attempt, doubled for each further one up to a minute; 1,000 by default. */
  readonly retryMs?: number;
  /** How many messages are handled at a time; 1 by default. With more, later ones pass one that is tried again. */
  readonly prefetch?: number;
  readonly onDead?: (dead: Dead) => void;
  readonly onError?: (error: unknown, message: Message<Name>, attempt: number) => void;
}

export interface Consumer {
  /** No new message after this; resolves when those in hand are settled. */
  stop(): Promise<void>;
}

export interface Meta {
  /** Given once for one fact; a new one by default. */
  readonly id?: string;
  readonly occurredAt?: Date;
  /** Within a handler, that of its message by default. */
  readonly traceparent?: string;
}

/** The broker did not confirm it. Publish it again with the same id: consumers drop the second one. */
export class PublishFailed extends Error {
  override readonly name = 'PublishFailed';
  readonly id: string;

  constructor(name: string, id: string, reason: string, options?: ErrorOptions) {
    super(`${name} ${id} was not published: ${reason}`, options);
    this.id = id;
  }
}

export interface Messages {
  /**
   * Resolves once the queue exists, is bound, and is consumed. Throws TopologyConflict when it exists in another form.
   */
  consume<Name extends MessageName>(options: ConsumeOptions<Name>): Promise<Consumer>;
  /** Resolves with the id when the broker has it in a queue. Throws InvalidMessage or PublishFailed. */
  publish<Name extends MessageName>(name: Name, payload: Payloads[Name], meta?: Meta): Promise<string>;
  /** Stops all consumers, waits for what is in hand, and closes the connection. */
  close(): Promise<void>;
}

const longestRetryMs = 60_000;

export function openMessages({ url, name, onConnection }: BrokerOptions): Messages {
  const broker = openAmqp({ url, name, ...(onConnection === undefined ? {} : { report: onConnection }) });
  return {
    consume: (options) => consume(broker, options),
    publish: (kind, payload, meta) => publish(broker, kind, payload, meta),
    close: () => broker.close(),
  };
}

async function consume<Name extends MessageName>(broker: Broker, options: ConsumeOptions<Name>): Promise<Consumer> {
  const { queue, messages, prefetch = 1 } = options;
  await broker.assertTopology(topologyOf(queue, messages)).catch((error: unknown) => {
    if (error instanceof TopologyMissing && error.subject.includes(`"${queue}`))
      error.message += ' The queues of a team begin with the name of its account and a dot.';
    throw error;
  });
  const store = options.store ?? memoryStore();
  const once = sharing<Settlement>();
  const subscription = await broker.consume(queue, { prefetch }, (delivery, signal) =>
    once(delivery.messageId, () => settle(delivery, signal, { ...options, store })),
  );
  return { stop: () => subscription.cancel() };
}

/** Two deliveries of one message side by side are one piece of work, with one result. */
function sharing<T>() {
  const inHand = new Map<string, Promise<T>>();
  return (id: string | undefined, work: () => Promise<T>): Promise<T> => {
    if (id === undefined) return work();
    const found = inHand.get(id);
    if (found !== undefined) return found;
    const started = work().finally(() => inHand.delete(id));
    inHand.set(id, started);
    return started;
  };
}

/** A queue of the team and its dead letters, bound to exchanges that exist. */
export function topologyOf(queue: string, messages: readonly MessageName[]): Topology {
  const dead = `${queue}.dead`;
  const exchanges = [...new Set(messages.map((each) => definitions[each].exchange))];
  return {
    exchanges: [...exchanges, dead].map((name) => ({ name, type: 'direct', durable: true })),
    queues: [
      { name: dead, type: 'quorum', durable: true },
      {
        name: queue,
        type: 'quorum',
        durable: true,
        deliveryLimit: 20,
        deadLetter: { exchange: dead, routingKey: dead },
      },
    ],
    bindings: [
      { exchange: dead, queue: dead, routingKey: dead },
      ...messages.map((each) => ({ exchange: definitions[each].exchange, queue, routingKey: each })),
    ],
    others: exchanges,
  };
}

/** The trace of the message that is being handled: what is published meanwhile has it, too. */
const traceparentInHand = new AsyncLocalStorage<string | undefined>();

type Settling<Name extends MessageName> = ConsumeOptions<Name> & { readonly store: Store };

async function settle<Name extends MessageName>(
  delivery: Delivery,
  signal: AbortSignal,
  { messages, handle, store, attempts = 5, retryMs = 1_000, onDead, onError }: Settling<Name>,
): Promise<Settlement> {
  const dead = (reason: string, detail: string): Settlement => {
    onDead?.({ reason, detail, id: delivery.messageId });
    return 'dead-letter';
  };
  const decoded = decodeAs<Decoded>(
    messages.map((each) => definitions[each].candidate),
    delivery,
  );
  if (!decoded.ok) return dead(decoded.reason, decoded.detail);
  const message = messageOf<Name>(decoded.message);
  for (let attempt = 1; ; attempt++) {
    try {
      if (await store.has(message.id)) return 'ack';
      await traceparentInHand.run(message.traceparent, () => handle(message, signal));
      await store.add(message.id);
      return 'ack';
    } catch (error) {
      onError?.(error, message, attempt);
      if (signal.aborted) return 'requeue';
      if (attempt >= attempts) return dead('delivery-limit', error instanceof Error ? error.message : String(error));
    }
    const ms = Math.min(longestRetryMs, retryMs * 2 ** (attempt - 1));
    const isStopped = await wait(ms, false, { signal }).catch(() => true);
    if (isStopped) return 'requeue';
  }
}

interface Decoded {
  readonly name: string;
  readonly id: string;
  readonly headers: { readonly occurred_at: string; readonly traceparent?: string };
  readonly payload: unknown;
}

/** The candidates and the types are generated together. */
const messageOf = <Name extends MessageName>({ name, id, headers, payload }: Decoded): Message<Name> =>
  ({
    name,
    id,
    occurredAt: headers.occurred_at,
    traceparent: headers.traceparent,
    payload,
  }) as unknown as Message<Name>;

async function publish<Name extends MessageName>(
  broker: Broker,
  name: Name,
  payload: Payloads[Name],
  { id = randomUUID(), occurredAt = new Date(), traceparent = traceparentInHand.getStore() }: Meta = {},
): Promise<string> {
  const meta = { id, occurredAt: occurredAt.toISOString(), ...(traceparent === undefined ? {} : { traceparent }) };
  const { body, ttlMs, ...composed } = definitions[name].compose(payload as never, meta);
  await broker.ready(AbortSignal.timeout(30_000)).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PublishFailed(name, id, `the broker did not confirm it (${reason})`, { cause: error });
  });
  const verdict = await broker.publish({
    ...composed,
    body: Buffer.from(JSON.stringify(body)),
    ...(ttlMs === undefined ? {} : { ttlMs }),
  });
  if (verdict === 'confirmed') return id;
  throw new PublishFailed(
    name,
    id,
    verdict === 'unroutable' ? 'no queue is bound for it' : 'the broker did not confirm it',
  );
}
