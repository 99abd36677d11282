// Messages as publishers make them and consumers read them. Nothing here talks to a broker.
import type { SchemaError, Validator } from '../formats.ts';

export type MessageMeta = {
  /** Given once, when the fact is written down; consumers apply each id once. */
  readonly id: string;
  /** RFC 3339, UTC. */
  readonly occurredAt: string;
  readonly traceparent?: string;
};

/** A message as it waits in the outbox of the database that it speaks about. */
export type OutboxMessage = {
  readonly id: string;
  /** Name of the message in the contract; the AMQP property `type`. */
  readonly type: string;
  readonly exchange: string;
  readonly routingKey: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly contentType: string;
  readonly body: unknown;
  /**
   * Stands for the fields of the body that must not be stored; the relay fills them in when it publishes (decision 16).
   */
  readonly reference?: Readonly<Record<string, unknown>>;
  readonly ttlMs?: number;
};

/** What a delivery brings; adapters/broker hands out more than this. */
export type Incoming = {
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly contentType?: string;
  readonly type?: string;
  readonly messageId?: string;
};

/** Why a message is dead: the header `x-reason` of the dead letter. */
export type DeadReason =
  | 'not-json'
  | 'unsupported-content-type'
  | 'unknown-type'
  | 'invalid-headers'
  | 'invalid-payload'
  | 'rejected'
  | 'delivery-limit'
  | 'consumer-fault';

export type Received<Name extends string, Payload, Headers> = {
  readonly name: Name;
  readonly id: string;
  readonly headers: Headers;
  readonly payload: Payload;
};

export type Decoded<Message> =
  | { readonly ok: true; readonly message: Message }
  | { readonly ok: false; readonly reason: DeadReason; readonly detail: string };

/** Everything a service needs to take messages from one queue. */
export type Consumer<Message> = {
  readonly queue: string;
  readonly prefetch: number;
  /**
   * With 5 the fifth failure is the last. Counted in the inbox; a delivery that a lost connection returned does not
   * count.
   */
  readonly attempts: number;
  readonly deadLetter: { readonly exchange: string; readonly routingKey: string };
  /** Fields that a dead letter must not keep. */
  readonly secrets: readonly string[];
  decode(incoming: Incoming): Decoded<Message>;
};

export class InvalidMessage extends Error {
  override readonly name = 'InvalidMessage';
}

type Sent = {
  readonly type: string;
  readonly exchange: string;
  readonly routingKey: string;
  readonly contentType: string;
  readonly ttlMs?: number;
  /** The header that carries the identity: `message_id`, or `id` where Celery's protocol says so. */
  readonly idHeader: string;
};

/**
 * Builds a message or throws: a service that says something else than its contract has a fault, and its transaction
 * must not commit.
 */
export function compose(
  facts: Sent,
  meta: MessageMeta,
  headers: { readonly values: Readonly<Record<string, unknown>>; readonly validate: Validator<unknown> },
  body: {
    readonly value: unknown;
    readonly validate?: Validator<unknown>;
    readonly reference?: Readonly<Record<string, unknown>>;
  },
): OutboxMessage {
  const { type, exchange, routingKey, contentType, ttlMs, idHeader } = facts;
  const allHeaders = { ...headers.values, [idHeader]: meta.id };
  check(headers.validate, allHeaders, `headers of ${type}`);
  if (body.validate !== undefined) check(body.validate, body.value, type);
  return {
    id: meta.id,
    type,
    exchange,
    routingKey,
    headers: allHeaders,
    contentType,
    body: body.value,
    ...(body.reference === undefined ? {} : { reference: body.reference }),
    ...(ttlMs === undefined ? {} : { ttlMs }),
  };
}

/** The headers of our own messages; others (Celery) bring theirs. */
export const standardHeaders = (
  { occurredAt, traceparent }: MessageMeta,
  schemaVersion: number,
): Record<string, unknown> => ({
  occurred_at: occurredAt,
  schema_version: schemaVersion,
  ...(traceparent === undefined ? {} : { traceparent }),
});

export function check<T>(validate: Validator<T>, value: unknown, what: string): T {
  if (validate(value)) return value;
  throw new InvalidMessage(`${what}: ${explain(validate.errors)}`);
}

export type Candidate = {
  readonly name: string;
  readonly type: string;
  readonly idHeader: string;
  readonly headers: Validator<unknown>;
  readonly payload: Validator<unknown>;
};

/** A message that other teams may consume. */
export type SharedMessage<Payload> = {
  readonly exchange: string;
  readonly candidate: Candidate;
  compose(payload: Payload, meta: MessageMeta): OutboxMessage;
};

/** A message of the contract's examples. */
export type Sample<Payload> = {
  readonly title: string;
  readonly id: string;
  readonly occurredAt: string;
  readonly traceparent?: string;
  readonly payload: Payload;
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a delivery as one of the messages that its queue carries. The caller's type parameter and the candidates are
 * generated together.
 */
export function decodeAs<Message>(candidates: readonly Candidate[], incoming: Incoming): Decoded<Message> {
  const { contentType = 'application/json', headers } = incoming;
  if (!/^application\/(?:[\w.+-]+\+)?json *(?:;|$)/i.test(contentType))
    return dead('unsupported-content-type', contentType);
  // A foreign producer may leave the type out, which is clear enough where a queue carries one kind of message.
  const candidate = candidates.length === 1 ? candidates[0] : candidates.find(({ type }) => type === incoming.type);
  if (candidate === undefined) return dead('unknown-type', incoming.type ?? 'the property "type" is missing');
  const identified = {
    ...(incoming.messageId === undefined ? {} : { [candidate.idHeader]: incoming.messageId }),
    ...headers,
  };
  if (!candidate.headers(identified)) return dead('invalid-headers', explain(candidate.headers.errors));
  const payload = parse(incoming.body);
  if ('error' in payload) return dead('not-json', payload.error);
  if (!candidate.payload(payload.value)) return dead('invalid-payload', explain(candidate.payload.errors));
  const id = String((identified as Record<string, unknown>)[candidate.idHeader]);
  return { ok: true, message: { name: candidate.name, id, headers: identified, payload: payload.value } as Message };
}

const dead = (reason: DeadReason, detail: string): Decoded<never> => ({ ok: false, reason, detail });

function parse(body: Uint8Array): { value: unknown } | { error: string } {
  try {
    return { value: JSON.parse(utf8.decode(body)) };
  } catch (error) {
    return { error: error instanceof SyntaxError ? 'the body is not JSON' : 'the body is not UTF-8' };
  }
}

/** Places and rules only, never values: this text stands in logs and dead letters. */
function explain(errors: readonly SchemaError[] | null | undefined): string {
  const lines = (errors ?? []).slice(0, 5).map(({ instancePath, keyword, params }) => {
    const name = params.missingProperty ?? params.additionalProperty;
    return `${instancePath || '/'} ${keyword}${typeof name === 'string' ? ` "${name}"` : ''}`;
  });
  return lines.join('; ') || 'invalid';
}

/** The body with every field of these names emptied; undefined when it cannot be read and so not be cleaned. */
export function scrub(body: Uint8Array, secrets: readonly string[]): Uint8Array | undefined {
  if (secrets.length === 0) return body;
  const parsed = parse(body);
  if ('error' in parsed || !redact(parsed.value, secrets)) return undefined;
  return new TextEncoder().encode(JSON.stringify(parsed.value));
}

/** Far above what any contract says, and far below the depth at which a stack ends, here or in JSON.stringify. */
const deepest = 100;

/** In place. False for what is nested too deeply to be written again. */
function redact(value: unknown, secrets: readonly string[], depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth > deepest) return false;
  if (Array.isArray(value)) return value.every((inner) => redact(inner, secrets, depth + 1));
  const record = value as Record<string, unknown>;
  for (const name of Object.keys(record)) {
    if (secrets.includes(name)) record[name] = '[redacted]';
    else if (!redact(record[name], secrets, depth + 1)) return false;
  }
  return true;
}
