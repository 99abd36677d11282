// Defects of what is said on a broker: messages that are published otherwise than the contract says, and a consumer that does otherwise with what it is fed.
import type { Broker, Delivery, Settlement } from '../../adapters/broker/port.ts';
import { consumers } from '../../generated/lab/messages.ts';
import { type Consumer, type Decoded, scrub } from '../../generated/runtime/message.ts';
import type { CheckName } from '../conformance/checks.ts';

export type Published = {
  readonly properties: Readonly<Record<string, unknown>> & { readonly headers: Readonly<Record<string, unknown>> };
  readonly body: unknown;
};

/** One message, spoilt; several when the defect is between them. */
export type PublisherDefect = {
  readonly id: string;
  readonly what: string;
  readonly rule: string | RegExp;
  readonly spoil: (healthy: Published) => Published | readonly Published[];
};

const property = (name: string, value: unknown) => (healthy: Published) => ({
  ...healthy,
  properties: { ...healthy.properties, [name]: value },
});
const header = (name: string, value: unknown) => (healthy: Published) => {
  const { [name]: _, ...others } = healthy.properties.headers;
  const headers = value === undefined ? others : { ...others, [name]: value };
  return { ...healthy, properties: { ...healthy.properties, headers } };
};
const member = (name: string, value?: unknown) => (healthy: Published) => {
  const { [name]: _, ...others } = healthy.body as Readonly<Record<string, unknown>>;
  return { ...healthy, body: value === undefined ? others : { ...others, [name]: value } };
};

export const publisherDefects: readonly PublisherDefect[] = [
  { id: 'field-omitted', what: 'a required field is missing', rule: 'body at ""', spoil: member('ssh_port') },
  {
    id: 'field-of-another-type',
    what: 'a number is sent as text',
    rule: 'body at "/ssh_port"',
    spoil: member('ssh_port', '30022'),
  },
  {
    id: 'field-unknown',
    what: 'a field is sent that the contract does not have',
    rule: /^body at "/,
    spoil: member('ssh_shell', 'bash'),
  },
  {
    id: 'header-missing',
    what: 'nobody can tell when it happened',
    rule: 'headers at ""',
    spoil: header('occurred_at', undefined),
  },
  {
    id: 'version-unknown',
    what: 'another schema version than that of the contract',
    rule: 'headers at "/schema_version"',
    spoil: header('schema_version', 2),
  },
  {
    id: 'other-identity',
    what: 'property and header name another message',
    rule: 'identity',
    spoil: property('messageId', 'another'),
  },
  {
    id: 'other-type',
    what: 'the type is not the name of the message',
    rule: 'type',
    spoil: property('type', 'Student'),
  },
  {
    id: 'other-content-type',
    what: 'JSON is sent as text',
    rule: 'content type',
    spoil: property('contentType', 'text/plain'),
  },
  {
    id: 'not-persistent',
    what: 'the message is lost with the broker',
    rule: 'persistent',
    spoil: property('persistent', false),
  },
  {
    id: 'no-timestamp',
    what: 'the time of sending is missing',
    rule: 'timestamp',
    spoil: property('timestamp', undefined),
  },
  {
    id: 'lives-too-long',
    what: 'a secret waits longer than the contract lets it',
    rule: 'expiration',
    spoil: property('expiration', '86400000'),
  },
  {
    id: 'identity-twice',
    what: 'two messages under one identity',
    rule: 'identity',
    spoil: (healthy) => [healthy, member('ssh_port', 30_023)(healthy)],
  },
];

/** Where a consumer in small listens: one queue carries secrets, of one the broker keeps what is rejected, one has messages of which the newest counts. */
export type QueueName = 'studentNotification' | 'teacherNotification' | 'labStatus';

export type ConsumerDefect = {
  readonly id: string;
  readonly what: string;
  /** Which must find it. */
  readonly check: CheckName;
  readonly rule: string;
  readonly queue?: QueueName;
  readonly bend: Partial<Steps>;
};

type Named = { readonly id: string; readonly payload?: Told };

/** What a message says of a thing. */
type Told = { readonly instance_id?: string; readonly sequence?: number; readonly since?: string };

/** What a consumer does with each delivery. */
export type Steps = {
  readonly decode: (delivery: Delivery, consumer: Consumer<Named>) => Decoded<Named>;
  /** How often it has its effect now. */
  readonly effects: (before: number) => number;
  /** Whether what it is told is news. */
  readonly isNews: (known: Told | undefined, told: Told) => boolean;
  readonly bury: (burial: Burial) => Promise<Settlement>;
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
  isNews: (known, told) => (told.sequence ?? 0) > (known?.sequence ?? 0),
  bury: (burial) => buried(burial),
};

/** What has that fault is taken for good. */
const blindFor =
  (reason: string): Steps['decode'] =>
  (delivery, consumer) => {
    const decoded = consumer.decode(delivery);
    if (decoded.ok || decoded.reason !== reason) return decoded;
    return { ok: true, message: { id: delivery.messageId ?? 'nameless' } };
  };

export const consumerDefects: readonly ConsumerDefect[] = [
  {
    id: 'applied-twice',
    what: 'a message that comes again has its effect again',
    check: 'consumer-repeated',
    rule: 'applied once',
    bend: { effects: () => 1 },
  },
  {
    id: 'applied-never',
    what: 'a good message is acknowledged and forgotten',
    check: 'consumer-good',
    rule: 'lost',
    bend: { effects: () => 0 },
  },
  {
    id: 'good-buried',
    what: 'a message with a field that is not known is laid aside',
    check: 'consumer-unknown-field',
    rule: 'dead letter',
    bend: {
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
    bend: { decode: blindFor('invalid-payload') },
  },
  {
    id: 'broken-applied',
    what: 'a message with broken headers has its effect',
    check: 'consumer-broken',
    rule: 'lost',
    bend: { decode: blindFor('invalid-headers') },
  },
  {
    id: 'poison-dropped',
    what: 'what cannot be read is acknowledged and gone',
    check: 'consumer-broken',
    rule: 'lost',
    bend: { bury: async () => 'ack' },
  },
  {
    id: 'poison-requeued',
    what: 'what cannot be read is given back for ever',
    queue: 'teacherNotification',
    check: 'consumer-broken',
    rule: 'reason',
    bend: { bury: async () => 'requeue' },
  },
  {
    id: 'poison-rejected',
    what: 'what cannot be read is laid aside without a reason',
    queue: 'teacherNotification',
    check: 'consumer-broken',
    rule: 'reason',
    bend: { bury: async () => 'dead-letter' },
  },
  {
    id: 'buried-twice',
    what: 'a dead letter is written twice',
    check: 'consumer-broken',
    rule: 'dead letter',
    bend: {
      async bury(burial) {
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
    bend: { bury: (burial) => buried(burial, []) },
  },
  {
    id: 'long-buried',
    what: 'a message that is very long is laid aside',
    check: 'consumer-oversized',
    rule: 'dead letter',
    bend: {
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
    bend: { isNews: () => true },
  },
  {
    id: 'poison-blocks',
    what: 'what cannot be read is held, and the queue behind it waits',
    check: 'consumer-unblocked',
    rule: 'blocked',
    bend: {
      bury: ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve('requeue'))),
    },
  },
];

/** Takes from the queue until the broker is closed. */
export async function startBent(broker: Broker, bend: Partial<Steps>, queue: QueueName = 'studentNotification') {
  const steps = { ...healthySteps, ...bend };
  const consumer = consumers[queue] as unknown as Consumer<Named>;
  const effects = new Map<string, number>();
  const things = new Map<string, Told>();
  await broker.consume(consumer.queue, { prefetch: 2 }, async (delivery, signal) => {
    const decoded = steps.decode(delivery, consumer);
    if (!decoded.ok) return steps.bury({ broker, consumer, delivery, reason: decoded.reason, signal });
    const { id, payload = {} } = decoded.message;
    const before = effects.get(id) ?? 0;
    effects.set(id, before + steps.effects(before));
    const { instance_id: thing, sequence, since } = payload;
    if (thing !== undefined && steps.isNews(things.get(thing), payload))
      things.set(thing, { ...(sequence === undefined ? {} : { sequence }), ...(since === undefined ? {} : { since }) });
    return 'ack';
  });
  return {
    applied: async (id: string) => effects.get(id) ?? 0,
    state: async (thing: string) => things.get(thing),
  };
}
