// A message contract (AsyncAPI 3.0 with AMQP bindings) as a judge reads it: channels, what they carry, who sends and
// takes it.
import { bundle, followed, isRecord, type Json, keysOf, valueAt } from '../contract/bundle.ts';
import { type Schema, schemaAt } from '../contract/document.ts';

export type Message = {
  readonly name: string;
  /** Its headers carry another protocol's identity (Celery's `id`). */
  readonly idHeader: string;
  readonly isForeign: boolean;
  /** Where the schemas stand in the document. */
  readonly headers: string;
  readonly payload: string;
  readonly examples: readonly { readonly headers: Json; readonly payload: unknown }[];
  /** Members of the payload that no consumer may store. */
  readonly secrets: readonly string[];
};

export type Channel = {
  readonly address: string;
  readonly exchange: string;
  readonly exchangeType: string;
  readonly durable: boolean;
  readonly queue: string;
  /** x-amqp, as it stands there. */
  readonly own: Json;
  readonly deadLetter: { readonly exchange: string; readonly queue: string };
  readonly ttlMs: number | undefined;
  readonly messages: readonly Message[];
};

export type Operation = {
  readonly id: string;
  readonly action: 'send' | 'receive';
  readonly service: string;
  readonly channel: Channel;
  /** What the binding promises of each message that is sent. */
  readonly sent: {
    readonly deliveryMode: number | undefined;
    readonly timestamp: boolean;
    readonly expiration: number | undefined;
  };
};

export type MessageContract = {
  readonly raw: Json;
  readonly channels: readonly Channel[];
  readonly operations: readonly Operation[];
};

export function readMessages(file: string): MessageContract {
  const { raw } = bundle(file);
  const channels = new Map(
    Object.entries(raw.channels as Json).map(([name, value]) => [name, channelOf(raw, followed(raw, value))]),
  );
  const operations = Object.entries(raw.operations as Json).flatMap(([id, value]) => {
    const operation = followed(raw, value);
    const channel = channels.get(
      String((operation.channel as Json).$ref)
        .split('/')
        .at(-1) ?? '',
    );
    return channel === undefined ? [] : [operationOf(raw, id, operation, channel)];
  });
  return { raw, channels: [...channels.values()].filter((each) => each !== undefined), operations };
}

/** None: it does not go over a broker. */
function channelOf(raw: Json, channel: Json): Channel | undefined {
  const amqp = valueAt(channel, ['bindings', 'amqp']);
  if (!isRecord(amqp)) return undefined;
  const { queue, dead_letter: dead, message_ttl_ms: ttl } = amqp['x-amqp'] as Json & { dead_letter: Json };
  const exchange = amqp.exchange as Json;
  return {
    address: String(channel.address),
    exchange: String(exchange.name),
    exchangeType: String(exchange.type),
    durable: exchange.durable === true,
    own: amqp['x-amqp'] as Json,
    queue: String(queue),
    deadLetter: { exchange: String(dead.exchange), queue: String(dead.queue) },
    ttlMs: ttl as number | undefined,
    messages: Object.values(channel.messages as Json).map((each) => messageOf(raw, each as Json)),
  };
}

function messageOf(raw: Json, reference: Json): Message {
  const pointer = pointerOf(raw, reference);
  const {
    name,
    examples = [],
    'x-protocol': protocol,
  } = valueAt(raw, keysOf(pointer)) as Json & { examples?: readonly Json[] };
  const payload = `${pointer}/payload`;
  return {
    name: String(name),
    idHeader: protocol === undefined ? 'message_id' : 'id',
    isForeign: protocol !== undefined,
    headers: `${pointer}/headers`,
    payload,
    examples: (examples as readonly Json[]).map((each) => ({ headers: each.headers as Json, payload: each.payload })),
    secrets: Object.entries(schemaAt(raw, payload).properties ?? {}).flatMap(([key, each]: [string, Schema]) =>
      each['x-secret'] === true ? [key] : [],
    ),
  };
}

function operationOf(raw: Json, id: string, operation: Json, channel: Channel): Operation {
  const bindings = followed(raw, operation.bindings ?? {});
  const { deliveryMode, timestamp, expiration } = (bindings.amqp ?? {}) as Json;
  return {
    id,
    action: operation.action as Operation['action'],
    service: String(operation['x-service'] ?? ''),
    channel,
    sent: {
      deliveryMode: deliveryMode as number | undefined,
      timestamp: timestamp === true,
      expiration: expiration as number | undefined,
    },
  };
}

/** The place behind references. */
function pointerOf(raw: Json, { $ref }: Json): string {
  const pointer = String($ref).slice(1);
  const value = valueAt(raw, keysOf(pointer)) as Json;
  return value.$ref === undefined ? pointer : pointerOf(raw, value);
}
