// What a consumer is fed: good messages that it must apply once, and broken ones that must end in its dead letters,
// each broken in one way.
import { randomUUID } from 'node:crypto';
import { type Asking, asking, type CheckName } from '../checks.ts';
import { isRecord, type Json } from '../contract/bundle.ts';
import { type Schema, schemaAt } from '../contract/document.ts';
import { invalidBodies } from '../requests/invalid-values.ts';
import type { Message, MessageContract } from './document.ts';

export type MessageCase = {
  readonly check: CheckName;
  /** In words. */
  readonly asked: string;
  readonly id: string;
  readonly properties: Json & { readonly headers: Json };
  readonly body: Buffer;
  /** How often it is sent. */
  readonly times: number;
  /** `applied`: once, whatever comes twice; `dead`: one letter, with the reason. */
  readonly outcome: 'applied' | 'dead';
  /**
   * What came before it about the same resource, and is newer: that is what must be known of the resource in the end.
   */
  readonly newer?: { readonly subject: string; readonly payload: Json; readonly case: MessageCase };
};

const oversizedBytes = 1 << 20;

/** The header by which a message is known again among dead letters, whatever else is wrong with it. */
export const mark = 'x-conformance';

export function casesOf({ raw }: Pick<MessageContract, 'raw'>, message: Message): readonly MessageCase[] {
  return [...good(message), ...broken(raw, message)];
}

/** Another one each time: its ids are new, so that it meets nothing that is there. */
export function good(message: Message): readonly MessageCase[] {
  const fresh = (about: Asking, more: { times?: number; change?: (payload: unknown) => unknown } = {}): MessageCase =>
    made(message, about, 'applied', more.change ?? ((payload) => payload), more.times ?? 1);
  const unknown = (text: string) => ({ change: (payload: unknown) => ({ ...(payload as Json), zz_unknown: text }) });
  return [
    fresh(['consumer-good', 'its own example']),
    fresh(['consumer-repeated', 'the same message three times'], { times: 3 }),
    // A foreign protocol has its own rules for what it does not know.
    ...(message.isForeign
      ? []
      : [
          fresh('consumer-unknown-field', unknown('x')),
          fresh(['consumer-oversized', 'a very long unknown field'], unknown('x'.repeat(oversizedBytes))),
        ]),
    ...reordered(message),
  ];
}

/** Two about one resource, the older one last. They differ in what they say, so that it shows which of them counts. */
function reordered(message: Message): readonly MessageCase[] {
  const [example] = message.examples;
  if (!isRecord(example?.payload) || !('sequence' in example.payload)) return [];
  const subject = randomUUID();
  const at = (sequence: number, since: string) => (payload: unknown) => ({
    ...(payload as Json),
    instance_id: subject,
    sequence,
    ...('since' in (payload as Json) ? { since } : {}),
  });
  const about = (asked: string) => ['consumer-reordered', asked] as const;
  const newer = made(message, about('the newer one of two'), 'applied', at(7, '2026-11-21T10:00:00Z'));
  const older = made(message, about('the older one after it'), 'applied', at(3, '2026-11-21T09:00:00Z'));
  const payload = JSON.parse(newer.body.toString('utf8')) as Json;
  return [newer, { ...older, newer: { subject, payload, case: newer } }];
}

function made(
  message: Message,
  about: Asking,
  outcome: MessageCase['outcome'],
  change: (payload: unknown) => unknown,
  times = 1,
): MessageCase {
  const [example] = message.examples;
  const id = randomUUID();
  const payload = change(renewed(example?.payload));
  const headers = { ...example?.headers, [message.idHeader]: id, [mark]: id };
  const properties = { contentType: 'application/json', type: message.name, messageId: id, correlationId: id, headers };
  return { ...asking(about), id, properties, body: Buffer.from(JSON.stringify(payload)), times, outcome };
}

/** Every UUID is another one. */
function renewed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renewed);
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, renewed(each)]));
  return typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}$/.test(value) ? randomUUID() : value;
}

function broken(raw: Json, message: Message): readonly MessageCase[] {
  const dead = (asked: string, change: (payload: unknown) => unknown = (payload) => payload): MessageCase =>
    made(message, ['consumer-broken', asked], 'dead', change);
  const bytes = (asked: string, body: Buffer): MessageCase => ({ ...dead(asked), body });
  const withProperties = (
    asked: string,
    change: (properties: MessageCase['properties']) => MessageCase['properties'],
  ): MessageCase => {
    const whole = dead(asked);
    return { ...whole, properties: change(whole.properties) };
  };
  const nameless = ({ messageId: _, ...all }: MessageCase['properties']): MessageCase['properties'] => {
    const { [message.idHeader]: __, ...headers } = all.headers;
    return { ...all, headers };
  };
  return [
    bytes('what is no JSON', Buffer.from('{')),
    bytes('what is no UTF-8', Buffer.from([0x22, 0xff, 0x22])),
    bytes('an empty body', Buffer.alloc(0)),
    bytes('a mebibyte that is no JSON', Buffer.alloc(oversizedBytes, 'x')),
    withProperties('another content type', (all) => ({ ...all, contentType: 'text/plain' })),
    withProperties('no identity', nameless),
    ...(message.isForeign
      ? []
      : [
          withProperties('another schema version', (all) => ({
            ...all,
            headers: { ...all.headers, schema_version: 2 },
          })),
        ]),
    ...invalidPayloads(schemaAt(raw, message.payload), message).map(({ pointer, rule, value }) =>
      dead(`${pointer || 'the payload'} breaks ${rule}`, () => value),
    ),
  ];
}

/** One for each rule of each field. Unknown fields are welcome, since producers are younger than consumers. */
function invalidPayloads(schema: Schema, { examples }: Message) {
  const [example] = examples;
  if (!isRecord(example?.payload)) return [{ pointer: '', rule: 'type', value: 7 }];
  const observed = new Set<string>();
  return invalidBodies(schema, example.payload).filter(({ pointer, rule, value }) => {
    const key = rule === 'required' ? JSON.stringify(Object.keys(value as Json)) : `${pointer} ${rule}`;
    const isNew = !observed.has(key);
    observed.add(key);
    return isNew && rule !== 'additionalProperties';
  });
}
