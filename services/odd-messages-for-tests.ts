// Messages that no service of ours would send, each odd in one way: nested deeply, very large, in another encoding, with headers of every kind. A seed decides the numbers.
import { randomUUID } from 'node:crypto';
import type { Options } from 'amqplib';
import { pick } from './lib/seeds-for-tests.ts';

type Json = Readonly<Record<string, unknown>>;

/** One good message of a queue, with an id of its own. */
export type Example = { readonly type: string; readonly headers: Json; readonly payload: unknown };

export type OddMessage = {
  readonly properties: Options.Publish;
  readonly body: Buffer;
};

type Random = () => number;
type Change = (whole: OddMessage, random: Random) => Partial<OddMessage>;

const good = ({ type, headers, payload }: Example): OddMessage => {
  const id = String(headers.message_id ?? headers.id);
  const properties = { contentType: 'application/json', type, messageId: id, correlationId: id, headers };
  return { properties, body: Buffer.from(JSON.stringify(payload)) };
};

const nested = (depth: number, open: string, middle: string, close: string): string =>
  open.repeat(depth) + middle + close.repeat(depth);
const depths = [10, 100, 1_000, 3_000, 20_000, 200_000];
const one = <T>(random: Random, list: readonly T[]): T => list[pick(random, list.length)] as T;

/** The good body with one field more, which consumers pass over. */
const withField = (body: Buffer, json: string): Buffer => {
  const text = body.toString();
  return Buffer.from(text.startsWith('{') ? `{"zz_unknown":${json},${text.slice(1)}` : `[${json},{},null]`);
};

const bodies: Readonly<Record<string, (random: Random, body: Buffer) => Buffer>> = {
  'nested lists': (random) => Buffer.from(nested(one(random, depths), '[', '', ']')),
  'lists nested 3,000 deep': () => Buffer.from(nested(3_000, '[', '', ']')),
  'nested objects': (random) => Buffer.from(nested(one(random, depths), '{"a":', '1', '}')),
  'objects nested 20,000 deep': () => Buffer.from(nested(20_000, '{"ssh_credentials":', '1', '}')),
  'lists that nobody closes': (random) => Buffer.from('['.repeat(one(random, depths))),
  'a good body with a deep field': (random, body) => withField(body, nested(one(random, depths), '[', '', ']')),
  'an empty body': () => Buffer.alloc(0),
  'one byte': (random) => Buffer.from([pick(random, 256)]),
  'random bytes': (random) => Buffer.from(Array.from({ length: 1 + pick(random, 5_000) }, () => pick(random, 256))),
  'a good body with a very long field': (random, body) =>
    withField(body, JSON.stringify('x'.repeat(1 + pick(random, 4 << 20)))),
  'eight mebibytes of numbers': () => Buffer.from(`[${'1,'.repeat(4 << 20)}1]`),
  'very many fields': (random) =>
    Buffer.from(`{${Array.from({ length: 50_000 }, (_, n) => `"f${n}":${pick(random, 9)}`).join()}}`),
  'a body cut short': (random, body) => body.subarray(0, pick(random, body.length)),
  'a byte changed': (random, body) => {
    const changed = Buffer.from(body);
    if (changed.length > 0) changed[pick(random, body.length)] = pick(random, 256);
    return changed;
  },
  'UTF-16': (_, body) => Buffer.from(body.toString(), 'utf16le'),
  'a byte order mark': (_, body) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]),
  'half a character': (_, body) => Buffer.concat([body, Buffer.from([0xe2, 0x82])]),
  'a good body with NUL and half a surrogate': (_, body) => withField(body, '"\\u0000\\ud800"'),
  'every string is NUL': (_, body) => Buffer.from(body.toString().replaceAll(/"[^"]*"(?!:)/g, '"\\u0000"')),
  __proto__: (_, body) => withField(body, '{"__proto__":{"toString":1},"constructor":1}'),
  'a body that is text in JSON': (_, body) => Buffer.from(JSON.stringify(body.toString())),
};

const deepTable = (depth: number): Json => {
  let table: Json = { end: 1 };
  for (let n = 0; n < depth; n++) table = { a: table };
  return table;
};

const headers: Readonly<Record<string, (random: Random, headers: Json) => Json>> = {
  'no headers': () => ({}),
  'headers of other types': (random, all) =>
    Object.fromEntries(Object.keys(all).map((name) => [name, one(random, [1, true, null, 1.5, [1], { a: 1 }])])),
  'headers of every type of AMQP': (_, all) => ({
    ...all,
    void: null,
    bytes: Buffer.from([0, 255]),
    float: 1.5e300,
    large: 2 ** 50,
    time: { '!': 'timestamp', value: 1_700_000_000 },
    decimal: { '!': 'decimal', value: { digits: 5, places: 2 } },
    list: [1, 'a', [true, { b: null }]],
  }),
  'tables in tables': (_, all) => ({ ...all, deep: deepTable(1_000) }),
  'headers of 100 kB': (random, all) => ({ ...all, long: 'x'.repeat(100_000 + pick(random, 20_000)) }),
  'headers that fill a frame': (_, all) => ({ ...all, long: 'x'.repeat(130_000) }),
  'a thousand headers': (_, all) => ({
    ...all,
    ...Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`h${n}`, n])),
  }),
  'a long name of a header': (_, all) => ({ ...all, ['n'.repeat(255)]: 1 }),
  'the headers of a dead letter': (_, all) => ({ ...all, 'x-death': [{ count: 3 }], 'x-reason': 'made up' }),
  'headers named like methods': (_, all) => ({ ...all, toString: 1, constructor: 'x', hasOwnProperty: null }),
  'an id with NUL': (_, all) => renamed(all, (end) => `a\u0000${end}`),
  'an id of 255 characters and more bytes': (_, all) => renamed(all, (end) => 'é'.repeat(255 - end.length) + end),
  'an id of half a surrogate': (_, all) => renamed(all, (end) => `\ud800${end}`),
};

const renamed = (all: Json, named: (end: string) => string): Json => ({ ...all, [idHeader(all)]: named(randomUUID()) });
const idHeader = (all: Json): string => ('id' in all ? 'id' : 'message_id');

const properties: Readonly<Record<string, (all: Options.Publish, random: Random) => Options.Publish>> = {
  'no content type': ({ contentType: _, ...all }) => all,
  'another content type': (all, random) => ({
    ...all,
    contentType: one(random, ['text/plain', '', 'x'.repeat(255), '\u0000']),
  }),
  'a content encoding': (all) => ({ ...all, contentEncoding: 'gzip' }),
  'no type': ({ type: _, ...all }) => all,
  'another type': (all, random) => ({ ...all, type: one(random, ['Nobody', 'x'.repeat(255), '\u0000']) }),
  'no message id': ({ messageId: _, ...all }) => all,
  'another message id': (all) => ({ ...all, messageId: 'x'.repeat(255) }),
  'a reply to nobody': (all) => ({ ...all, replyTo: 'nobody', appId: 'x', priority: 9 }),
};

const changes: Readonly<Record<string, Change>> = {
  good: () => ({}),
  ...each(bodies, (change) => ({ body }, random) => ({ body: change(random, body) })),
  ...each(headers, (change) => ({ properties: all }, random) => ({
    properties: { ...all, headers: change(random, all.headers ?? {}) },
  })),
  'headers of 100 kB beside a bad body': ({ properties: all }) => ({
    properties: { ...all, headers: { ...all.headers, long: 'x'.repeat(100_000) } },
    body: Buffer.from('[[1],{},null]'),
  }),
  'an id of too many bytes beside a bad body': ({ properties: all }) => ({
    properties: { ...all, headers: renamed(all.headers ?? {}, (end) => 'é'.repeat(255 - end.length) + end) },
    body: Buffer.from('[[1],{},null]'),
  }),
  ...each(properties, (change) => ({ properties: all }, random) => ({
    properties: change(all, random),
  })),
};

function each<T>(all: Readonly<Record<string, T>>, make: (value: T) => Change): Record<string, Change> {
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, make(value)]));
}

/** One of each kind, and `more` that are odd in two ways. */
export function oddMessages(random: Random, example: () => Example, more: number): readonly OddMessage[] {
  const kinds = Object.keys(changes);
  const pairs = Array.from({ length: more }, () => [one(random, kinds), one(random, kinds)]);
  return [...kinds.map((kind) => [kind]), ...pairs].map((chosen) => {
    let whole = good(example());
    for (const kind of chosen) whole = { ...whole, ...changes[kind]?.(whole, random) };
    return whole;
  });
}

/** The example of the contract under ids that nobody has met. */
export function renewed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renewed);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, renewed(inner)]));
  return typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}$/.test(value) ? randomUUID() : value;
}
