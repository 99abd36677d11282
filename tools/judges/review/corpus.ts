// The corpus as pairs of contract trees with the verdicts they deserve.

import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { Direction, Rating } from './change.ts';
import { type Fields, fields, isFields, list, text } from './source.ts';
import type { Tree } from './tree.ts';

export type Expected = {
  readonly direction: Direction;
  readonly rule: string;
  readonly rating: Rating;
  readonly reason: string;
};

export type CorpusCase = {
  /** File and id, with the direction of a schema: `schema-types/integer-to-number/reply`. */
  readonly name: string;
  readonly kind: 'openapi' | 'asyncapi' | 'other';
  readonly before: Tree;
  readonly after: Tree;
  readonly expected: readonly Expected[];
  /** Rules that the same change has to break as well; they are labelled in cases of their own. */
  readonly also: readonly string[];
  readonly allowed: boolean;
  readonly today: Date;
  /** The worst of the expected ratings. */
  readonly rating: Rating;
};

const folder = join(import.meta.dirname, 'corpus');
const base = (name: string): Fields => fields(parse(readFileSync(join(folder, 'bases', `${name}.yaml`), 'utf8')));

export function corpus(): CorpusCase[] {
  return globSync('*.yaml', { cwd: folder })
    .sort()
    .flatMap((file) => {
      const topic = basename(file, '.yaml');
      return list(fields(parse(readFileSync(join(folder, file), 'utf8'))).cases).flatMap((each) =>
        read(topic, fields(each)),
      );
    });
}

function read(topic: string, raw: Fields): CorpusCase[] {
  if (raw.base === undefined) return placements.flatMap((placement) => ofSchema(topic, raw, placement));
  const [before, after] = (['before', 'after'] as const).map((side) =>
    tree(String(raw.base), edited(base(String(raw.base)), raw, side)),
  );
  const expected = (
    Array.isArray(list(raw.expect)[0]) ? list(raw.expect) : [raw.expect].filter((each) => list(each).length > 0)
  ).map(expectation);
  return [finished(`${topic}/${String(raw.id)}`, raw, before as Tree, after as Tree, expected)];
}

function finished(name: string, raw: Fields, before: Tree, after: Tree, expected: readonly Expected[]): CorpusCase {
  const [file = ''] = before.keys();
  const kind = file.endsWith('openapi.yaml') ? 'openapi' : file.endsWith('asyncapi.yaml') ? 'asyncapi' : 'other';
  const worst =
    (['breaking', 'additive'] as const).find((rating) => expected.some((each) => each.rating === rating)) ??
    'editorial';
  return {
    name,
    kind,
    before,
    after,
    expected,
    also: list(raw.also).map(String),
    allowed: raw.allowed === true,
    today: new Date(text(raw.today) || '2026-11-21'),
    rating: worst,
  };
}

function expectation(value: unknown): Expected {
  const [direction, rule, rating, reason] = list(value).map(String);
  return { direction: direction as Direction, rule: rule ?? '', rating: rating as Rating, reason: reason ?? '' };
}

// --- contracts that cases change

const places: Readonly<Record<string, readonly string[]>> = {
  document: [],
  operation: ['paths', '/things', 'get'],
  creating: ['paths', '/things', 'post'],
};
const messagePlaces: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  broker: { channel: ['channels', 'thingCreated'], message: ['components', 'messages', 'ThingCreated'] },
  socket: { channel: ['channels', 'live'], message: ['components', 'messages', 'Delta'] },
};

const files: Readonly<Record<string, string>> = {
  http: 'spec/things/openapi.yaml',
  broker: 'spec/things/asyncapi.yaml',
  socket: 'spec/things/asyncapi.yaml',
  registry: 'spec/problems.yaml',
  'lab-config': 'spec/lab/lab-config.schema.yaml',
};
const tree = (kind: string, document: Fields): Tree =>
  new Map([[files[kind] ?? '', stringify(document, { lineWidth: 0, aliasDuplicateObjects: false })]]);

function edited(document: Fields, raw: Fields, side: 'before' | 'after'): Fields {
  const edits = raw.edits === undefined ? [raw] : list(raw.edits).map(fields);
  for (const edit of edits) {
    const path = pathOf(text(edit.at), String(raw.base));
    const [from, to] = list(edit.rename).map(String);
    if (from !== undefined && to !== undefined) {
      if (side === 'after') rename(document, path, from, to);
    } else set(document, path, edit[side]);
  }
  return document;
}

function pathOf(at: string, kind: string): string[] {
  const [first = '', ...rest] = at.split('/');
  const start = places[first] ?? messagePlaces[kind]?.[first];
  if (start === undefined) throw new Error(`no place ${first} in ${kind}`);
  return [...start, ...rest.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))];
}

function set(document: Fields, path: readonly string[], value: unknown): void {
  let node: unknown = document;
  for (const step of path.slice(0, -1)) {
    if (!Array.isArray(node) && isFields(node) && node[step] === undefined && value !== undefined)
      Reflect.set(node, step, {});
    node = (node as Fields | undefined)?.[step];
  }
  const last = path.at(-1) ?? '';
  if (typeof node !== 'object' || node === null) return;
  if (value === undefined && Array.isArray(node)) node.splice(Number(last), 1);
  else if (value === undefined) Reflect.deleteProperty(node, last);
  else Reflect.set(node, last, structuredClone(value));
}

function rename(document: Fields, path: readonly string[], from: string, to: string): void {
  let node: unknown = document;
  for (const step of path) node = (node as Fields | undefined)?.[step];
  const old = { ...fields(node) };
  for (const key of Object.keys(old)) {
    Reflect.deleteProperty(node as object, key);
    Reflect.set(node as object, key === from ? to : key, old[key]);
  }
}

// --- schemas in each direction

const placements = ['request', 'reply', 'messages', 'teacher'] as const;
type Placement = (typeof placements)[number];

/**
 * On the broker one change is judged for both ends; where only one is labelled, the other has the label of the request
 * or the reply.
 */
function labelled(raw: Fields, placement: Placement): (readonly [Direction, unknown])[] {
  if (placement === 'teacher') return raw.teacher === undefined ? [] : [['request', raw.teacher]];
  if (placement !== 'messages') return raw[placement] === undefined ? [] : [[placement, raw[placement]]];
  if (raw.producer === undefined && raw.consumer === undefined) return [];
  return [
    ['producer', raw.producer ?? raw.request],
    ['consumer', raw.consumer ?? raw.reply],
  ];
}

const textual = new Set(['wording', 'restructured', 'unused-changed']);

function ofSchema(topic: string, raw: Fields, placement: Placement): CorpusCase[] {
  const labels = labelled(raw, placement).filter(([, label]) => label !== undefined);
  if (labels.length === 0) return [];
  const side = (name: 'before' | 'after') => placed(raw, name, placement);
  const expected = labels.map(([direction, label]) => {
    const [rating, reason] = list(label).map(String);
    return expectation([textual.has(String(raw.rule)) ? 'text' : direction, raw.rule, rating, reason]);
  });
  return [
    finished(
      `${topic}/${String(raw.id)}/${placement}`,
      raw,
      side('before'),
      side('after'),
      raw.rule === 'none' ? [] : expected,
    ),
  ];
}

/** One field of a body that is closed where it is sent; `body`: the schema is the whole of it. */
function placed(raw: Fields, side: 'before' | 'after', placement: Placement): Tree {
  const schema = fields(raw[side]);
  const components = fields(fields(raw.components)[side]);
  const closed = placement === 'request' || placement === 'teacher' ? { additionalProperties: false } : {};
  const plain = [raw.before, raw.after].every((each) => 'properties' in fields(each));
  const body =
    raw.in !== 'body'
      ? { type: 'object', ...closed, properties: { value: schema } }
      : plain
        ? { ...schema, ...closed }
        : schema;
  if (placement === 'teacher') {
    const head = { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: 'https://things.example/lab-config' };
    return new Map([[files['lab-config'] ?? '', stringify({ ...head, ...body }, { aliasDuplicateObjects: false })]]);
  }
  return placement === 'messages'
    ? tree('broker', channelWith(body, components))
    : tree('http', operationWith(body, components, placement));
}

function operationWith(body: Fields, schemas: Fields, direction: 'request' | 'reply'): Fields {
  const content = { 'application/json': { schema: body } };
  const reply = { '200': { description: 'Done', ...(direction === 'reply' ? { content } : {}) } };
  const operation = {
    operationId: 'doThing',
    ...(direction === 'request' ? { requestBody: { content } } : {}),
    responses: reply,
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '2026-11-21' },
    'x-document': 'things',
    paths: { '/things': { post: operation } },
    components: { schemas },
  };
}

function channelWith(payload: Fields, schemas: Fields): Fields {
  const amqp = { is: 'routingKey', exchange: { name: 'thing.events', type: 'direct' } };
  return {
    asyncapi: '3.0.0',
    info: { title: 'Things', version: '2026-11-21' },
    'x-document': 'things',
    channels: { items: { address: 'items', messages: { item: { name: 'Item', payload } }, bindings: { amqp } } },
    operations: { sendItem: { action: 'send', channel: { $ref: '#/channels/items' } } },
    components: { schemas },
  };
}
