// What goes to the dead letters of a queue: the message as it came, without its secrets and without what a broker would
// refuse, and why it is dead.
import { createHash } from 'node:crypto';
import type { Delivery, Outgoing } from '../../../adapters/broker/port.ts';
import { type Consumer, type DeadReason, scrub } from '../../../generated/runtime/messages/message.ts';

export type Death = {
  /** The id of the message, when it could be read. */
  readonly id: string | undefined;
  readonly reason: DeadReason;
  readonly detail: string;
  /** The name of the consumer that gave the message up. */
  readonly by: string;
};

type Facts = Pick<Consumer<unknown>, 'deadLetter' | 'secrets'>;

export function deadLetter(delivery: Delivery, { deadLetter: to, secrets }: Facts, death: Death): Outgoing {
  const { contentType = 'application/octet-stream', type } = delivery;
  const body = scrub(delivery.body, secrets);
  const headers = isPublishable(delivery.headers) ? forwarded(delivery.headers) : undefined;
  return {
    id: idOf(delivery, death),
    ...to,
    headers: {
      ...(headers ?? { 'x-headers': 'removed' }),
      ...why(delivery, death),
      ...(body === undefined ? { 'x-body': 'removed' } : {}),
    },
    contentType,
    body: body ?? new Uint8Array(),
    ...(type === undefined ? {} : { type }),
  };
}

/** Nothing but why: for a message of which the broker, or our client of it, refuses even that letter. */
export const plainDeadLetter = (delivery: Delivery, { deadLetter: to }: Facts, death: Death): Outgoing => ({
  id: digestOf(delivery.body),
  ...to,
  headers: { ...why(delivery, death), 'x-headers': 'removed', 'x-body': 'removed' },
  contentType: 'application/octet-stream',
  body: new Uint8Array(),
});

const why = ({ queue }: Delivery, { reason, detail, by }: Death) => ({
  'x-reason': reason,
  'x-detail': detail.slice(0, 1_000),
  'x-queue': queue,
  'x-consumer': by,
});

// A short string of AMQP.
const longestId = 255;

const idOf = ({ body, messageId }: Delivery, { id = messageId }: Death): string =>
  id === undefined || id === '' || Buffer.byteLength(id) > longestId ? digestOf(body) : id;

const digestOf = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex').slice(0, 32);

/** The broker reads these two as further routing keys. */
const forwarded = ({ CC: _, BCC: __, ...headers }: Delivery['headers']) => headers;

// amqplib writes at most 65,536 bytes of headers; other clients fill a whole frame with them, twice as much.
const longestHeaders = 32_768;
const deepestHeaders = 16;

function isPublishable(headers: Delivery['headers']): boolean {
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value: headers, depth: 0 }];
  let bytes = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    bytes += 16 + (typeof value === 'string' ? Buffer.byteLength(value) : Buffer.isBuffer(value) ? value.length : 0);
    if (bytes > longestHeaders || depth > deepestHeaders) return false;
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue;
    for (const [name, inner] of Object.entries(value)) {
      bytes += Buffer.byteLength(name);
      waiting.push({ value: inner, depth: depth + 1 });
    }
  }
  return true;
}
