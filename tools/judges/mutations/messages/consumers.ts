// A consumer in small on a real broker, and mutants of it: what is lost, repeated, blocked or kept.
import type { Broker, Delivery, Settlement } from '../../../../adapters/broker/port.ts';
import { consumers } from '../../../../generated/lab/messages.ts';
import { type Consumer, type Decoded, scrub } from '../../../../generated/runtime/messages/message.ts';
import type { CheckName } from '../../conformance/checks.ts';

/**
 * Where a consumer in small listens: one queue carries secrets, of one the broker keeps what is rejected, one has
 * messages of which the newest counts.
 */
export type QueueName = 'studentNotification' | 'teacherNotification' | 'labStatus';

export type ConsumerMutant = {
  readonly id: string;
  readonly what: string;
  /** Which must find it. */
  readonly check: CheckName;
  readonly rule: string;
  readonly queue?: QueueName;
  readonly mutate: Partial<Steps>;
};

type Named = { readonly id: string; readonly payload?: News };

/** What a message says of a resource. */
type News = { readonly instance_id?: string; readonly sequence?: number; readonly since?: string };

/** What a consumer does with each delivery. */
export type Steps = {
  readonly decode: (delivery: Delivery, consumer: Consumer<Named>) => Decoded<Named>;
  /** How often it has its effect now. */
  readonly effects: (before: number) => number;
  /** Whether what it receives is news. */
  readonly isNews: (known: News | undefined, news: News) => boolean;
  readonly deadLetter: (burial: Burial) => Promise<Settlement>;
};

export type Burial = {
  readonly broker: Broker;
  readonly consumer: Consumer<Named>;
  readonly delivery: Delivery;
  readonly reason: string;
  readonly signal: AbortSignal;
};

async function buried({ broker, consumer, delivery, reason }: Burial, secrets = consumer.secrets): Promise<Settlement> {
  const { headers, messageId = 'nameless', contentType = 'application/octet-stream', body } = delivery;
  await broker.publish({
    id: messageId,
    ...consumer.deadLetter,
    headers: { ...headers, 'x-reason': reason },
    contentType,
    body: scrub(body, secrets) ?? new Uint8Array(),
  });
  return 'ack';
}

export const healthySteps: Steps = {
  decode: (delivery, consumer) => consumer.decode(delivery),
  effects: (before) => (before > 0 ? 0 : 1),
  isNews: (known, news) => (news.sequence ?? 0) > (known?.sequence ?? 0),
  deadLetter: (burial) => buried(burial),
};

/** What has that fault is taken for good. */
const blindFor =
  (reason: string): Steps['decode'] =>
  (delivery, consumer) => {
    const decoded = consumer.decode(delivery);
    if (decoded.ok || decoded.reason !== reason) return decoded;
    return { ok: true, message: { id: delivery.messageId ?? 'nameless' } };
  };

export const consumerMutants: readonly ConsumerMutant[] = [
  {
    id: 'applied-twice',
    what: 'a message that comes again has its effect again',
    check: 'consumer-repeated',
    rule: 'applied once',
    mutate: { effects: () => 1 },
  },
  {
    id: 'applied-never',
    what: 'a good message is acknowledged and forgotten',
    check: 'consumer-good',
    rule: 'lost',
    mutate: { effects: () => 0 },
  },
  {
    id: 'good-buried',
    what: 'a message with a field that is not known is laid aside',
    check: 'consumer-unknown-field',
    rule: 'dead letter',
    mutate: {
      decode: (delivery, consumer) =>
        Buffer.from(delivery.body).includes('zz_unknown')
          ? { ok: false, reason: 'invalid-payload', detail: 'zz_unknown' }
          : consumer.decode(delivery),
    },
  },
  {
    id: 'payload-unchecked',
    what: 'a payload that breaks the contract is applied',
    check: 'consumer-broken',
    rule: 'lost',
    mutate: { decode: blindFor('invalid-payload') },
  },
  {
    id: 'broken-applied',
    what: 'a message with broken headers has its effect',
    check: 'consumer-broken',
    rule: 'lost',
    mutate: { decode: blindFor('invalid-headers') },
  },
  {
    id: 'poison-dropped',
    what: 'what cannot be read is acknowledged and gone',
    check: 'consumer-broken',
    rule: 'lost',
    mutate: { deadLetter: async () => 'ack' },
  },
  {
    id: 'poison-requeued',
    what: 'what cannot be read is given back for ever',
    queue: 'teacherNotification',
    check: 'consumer-broken',
    rule: 'reason',
    mutate: { deadLetter: async () => 'requeue' },
  },
  {
    id: 'poison-rejected',
    what: 'what cannot be read is laid aside without a reason',
    queue: 'teacherNotification',
    check: 'consumer-broken',
    rule: 'reason',
    mutate: { deadLetter: async () => 'dead-letter' },
  },
  {
    id: 'buried-twice',
    what: 'a dead letter is written twice',
    check: 'consumer-broken',
    rule: 'dead letter',
    mutate: {
      async deadLetter(burial) {
        await buried(burial);
        return buried(burial);
      },
    },
  },
  {
    id: 'secret-buried',
    what: 'a dead letter keeps the password',
    check: 'consumer-broken',
    rule: 'secret',
    mutate: { deadLetter: (burial) => buried(burial, []) },
  },
  {
    id: 'long-buried',
    what: 'a message that is very long is laid aside',
    check: 'consumer-oversized',
    rule: 'dead letter',
    mutate: {
      decode: (delivery, consumer) =>
        delivery.body.length > 100_000
          ? { ok: false, reason: 'invalid-payload', detail: 'too long' }
          : consumer.decode(delivery),
    },
  },
  {
    id: 'stale-applied',
    what: 'an older message counts after a newer one',
    check: 'consumer-reordered',
    queue: 'labStatus',
    rule: 'newest',
    mutate: { isNews: () => true },
  },
  {
    id: 'poison-blocks',
    what: 'what cannot be read is held, and the queue behind it waits',
    check: 'consumer-unblocked',
    rule: 'blocked',
    mutate: {
      deadLetter: ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve('requeue'))),
    },
  },
];

/** Takes from the queue until the broker is closed. */
export async function startMutated(broker: Broker, mutate: Partial<Steps>, queue: QueueName = 'studentNotification') {
  const steps = { ...healthySteps, ...mutate };
  const consumer = consumers[queue] as unknown as Consumer<Named>;
  const effects = new Map<string, number>();
  const instances = new Map<string, News>();
  await broker.consume(consumer.queue, { prefetch: 2 }, async (delivery, signal) => {
    const decoded = steps.decode(delivery, consumer);
    if (!decoded.ok) return steps.deadLetter({ broker, consumer, delivery, reason: decoded.reason, signal });
    const { id, payload = {} } = decoded.message;
    const before = effects.get(id) ?? 0;
    effects.set(id, before + steps.effects(before));
    const { instance_id: instance, sequence, since } = payload;
    if (instance !== undefined && steps.isNews(instances.get(instance), payload))
      instances.set(instance, {
        ...(sequence === undefined ? {} : { sequence }),
        ...(since === undefined ? {} : { since }),
      });
    return 'ack';
  });
  return {
    applied: async (id: string) => effects.get(id) ?? 0,
    state: async (instance: string) => instances.get(instance),
  };
}
