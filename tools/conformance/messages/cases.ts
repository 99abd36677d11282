// What a consumer is fed: good messages that it must apply once, and broken ones that must end in its dead letters, each broken in one way.
import { randomUUID } from 'node:crypto';
import { isRecord, type Json } from '../bundle.ts';
import { type Schema, schemaAt } from '../document.ts';
import { spoiltBodies } from '../spoil.ts';
import type { Message, MessageContract } from './document.ts';

export type Case = {
  readonly check: string;
  readonly id: string;
  readonly properties: Json & { readonly headers: Json };
  readonly body: Buffer;
  /** How often it is sent. */
  readonly times: number;
  /** `applied`: once, whatever comes twice; `dead`: one letter, with the reason. */
  readonly wanted: 'applied' | 'dead';
};

const oversizedBytes = 1 << 20;

/** The header by which a message is known again among dead letters, whatever else is wrong with it. */
export const mark = 'x-conformance';

export function casesOf({ raw }: Pick<MessageContract, 'raw'>, message: Message): readonly Case[] {
  return [...good(message), ...broken(raw, message)];
}

/** Another one each time: its ids are new, so that it meets nothing that is there. */
export function good(message: Message): readonly Case[] {
  const fresh = (check: string, more: { times?: number; change?: (payload: unknown) => unknown } = {}): Case =>
    made(message, check, 'applied', more.change ?? ((payload) => payload), more.times ?? 1);
  const numbered = isRecord(message.examples[0]?.payload) && 'sequence' in (message.examples[0]?.payload ?? {});
  const instance = randomUUID();
  const at = (sequence: number) => (payload: unknown) => ({ ...(payload as Json), instance_id: instance, sequence });
  return [
    fresh('its own example'),
    fresh('the same message three times', { times: 3 }),
    // A foreign protocol has its own rules for what it does not know.
    ...(message.isForeign
      ? []
      : [
          fresh('a field that nobody knows', { change: (payload) => ({ ...(payload as Json), zz_unknown: 'x' }) }),
          fresh('a very long field that nobody knows', {
            change: (payload) => ({ ...(payload as Json), zz_unknown: 'x'.repeat(oversizedBytes) }),
          }),
        ]),
    ...(numbered
      ? [fresh('the newer one of two', { change: at(7) }), fresh('the older one after it', { change: at(3) })]
      : []),
  ];
}

function made(
  message: Message,
  check: string,
  wanted: Case['wanted'],
  change: (payload: unknown) => unknown,
  times = 1,
): Case {
  const [example] = message.examples;
  const id = randomUUID();
  const payload = change(renewed(example?.payload));
  const headers = { ...example?.headers, [message.idHeader]: id, [mark]: id };
  const properties = { contentType: 'application/json', type: message.name, messageId: id, correlationId: id, headers };
  return { check, id, properties, body: Buffer.from(JSON.stringify(payload)), times, wanted };
}

/** Every UUID is another one. */
function renewed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renewed);
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, renewed(each)]));
  return typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}$/.test(value) ? randomUUID() : value;
}

function broken(raw: Json, message: Message): readonly Case[] {
  const dead = (check: string, change: (payload: unknown) => unknown = (payload) => payload): Case =>
    made(message, check, 'dead', change);
  const bytes = (check: string, body: Buffer): Case => ({ ...dead(check), body });
  const withProperties = (check: string, change: (properties: Case['properties']) => Case['properties']): Case => {
    const whole = dead(check);
    return { ...whole, properties: change(whole.properties) };
  };
  const nameless = ({ messageId: _, ...all }: Case['properties']): Case['properties'] => {
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
    ...spoiltPayloads(schemaAt(raw, message.payload), message).map(({ pointer, rule, value }) =>
      dead(`${pointer || 'the payload'} breaks ${rule}`, () => value),
    ),
  ];
}

/** One for each rule of each field. Unknown fields are welcome, since producers are younger than consumers. */
function spoiltPayloads(schema: Schema, { examples }: Message) {
  const [example] = examples;
  if (!isRecord(example?.payload)) return [{ pointer: '', rule: 'type', value: 7 }];
  const seen = new Set<string>();
  return spoiltBodies(schema, example.payload).filter(({ pointer, rule, value }) => {
    const key = rule === 'required' ? JSON.stringify(Object.keys(value as Json)) : `${pointer} ${rule}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew && rule !== 'additionalProperties';
  });
}
