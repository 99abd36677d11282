// Messages of a channel: which there are, what they hold, how they are written.

import type { Direction } from '../change.ts';
import { type Finding, found, inPart } from '../finding.ts';
import { compareDeprecation } from '../lifecycle/deprecation.ts';
import type { SchemaComparer } from '../schema/compare.ts';
import { additive, breaking } from '../schema/verdicts.ts';
import { canonical, type Node, text } from '../source.ts';
import type { Channel } from './channel.ts';
import type { ChannelRule } from './rule.ts';

/** On a broker both ends count. On a socket our own end changes with the contract, so only the client's does. */
function directions(key: string, before: Channel, after: Channel): readonly Direction[] {
  if (!after.socket) return ['producer', 'consumer'];
  const actions = new Set(
    [before, after]
      .flatMap(({ operations, answers }) => [...operations, ...answers])
      .filter(({ messages }) => messages.has(key))
      .map(({ action }) => action),
  );
  if (actions.size === 0) return ['producer', 'consumer'];
  return [
    ...(actions.has('receive') ? (['producer'] as const) : []),
    ...(actions.has('send') ? (['consumer'] as const) : []),
  ];
}

export const messages: ChannelRule = {
  id: 'messages',
  reason: 'Producers send only what is described, and consumers read nothing else.',
  compare(before, after, schemas) {
    return [
      ...[...before.messages].flatMap(([key, node]) => {
        const other =
          after.messages.get(key) ??
          [...after.messages.values()].find(
            (each) => text(each.fields.name) === text(node.fields.name) && text(node.fields.name) !== '',
          );
        return directions(key, before, after).flatMap((direction) =>
          other === undefined ? [gone(node, direction, after)] : both(node, other, direction, schemas),
        );
      }),
      ...[...after.messages]
        .filter(
          ([key, node]) =>
            !before.messages.has(key) &&
            ![...before.messages.values()].some(
              (each) => text(each.fields.name) === text(node.fields.name) && text(node.fields.name) !== '',
            ),
        )
        .flatMap(([key, node]) => directions(key, before, after).map((direction) => fresh(node, direction, before))),
    ];
  },
};

const label = (node: Node): string => `message ${text(node.fields.name) || String(node.path.at(-1))}`;

function gone(node: Node, direction: Direction, after: Channel): Finding {
  const where = {
    rule: 'message-removed',
    what: 'the message is gone',
    before: node,
    after: after.node.raw('messages') ?? after.node,
  };
  return found(
    direction,
    label(node),
    where,
    breaking(direction === 'producer' ? '{Senders} of it are refused.' : '{Readers} wait for it in vain.'),
  );
}

function fresh(node: Node, direction: Direction, before: Channel): Finding {
  const where = {
    rule: 'message-added',
    what: 'the message is new here',
    before: before.node.raw('messages') ?? before.node,
    after: node,
  };
  return found(
    direction,
    label(node),
    where,
    direction === 'producer' || before.messages.size === 0
      ? additive('Sending it is optional.')
      : breaking('{Readers} of the channel meet a message of a form that they do not know.'),
  );
}

function both(before: Node, after: Node, direction: Direction, schemas: SchemaComparer): Finding[] {
  const part = label(after);
  const newMajor = raised(before, after);
  return [
    ...written(before, after, part, direction),
    ...inPart(direction, part, compareDeprecation(before, after)),
    ...schema(before, after, 'payload', part, direction, schemas),
    ...schema(before, after, 'headers', `${part}, headers`, direction, schemas),
  ].map((finding) => ({ ...finding, newMajor }));
}

/** The major version of a message is its header schema_version, which readers ask for before they read the rest. */
function raised(before: Node, after: Node): string | undefined {
  const version = (node: Node) => {
    const stated = node.get('headers', 'properties', 'schema_version');
    return Number(stated?.fields.const ?? stated?.fields.minimum);
  };
  const [old, now] = [version(before), version(after)];
  return now > old ? `schema_version ${old} → ${now}` : undefined;
}

function schema(
  before: Node,
  after: Node,
  name: string,
  part: string,
  direction: Direction,
  schemas: SchemaComparer,
): Finding[] {
  const [old, now] = [before.raw(name), after.raw(name)];
  if (old === undefined && now === undefined) return [];
  if (old !== undefined && now !== undefined) return inPart(direction, part, schemas.nodes(old, now));
  const where = {
    rule: now === undefined ? `${name}-removed` : `${name}-added`,
    what: now === undefined ? `no ${name} are described any more` : `${name} are described`,
    before: old ?? before,
    after: now ?? after,
  };
  const breaks = (direction === 'consumer') === (now === undefined);
  return [
    found(
      direction,
      part,
      where,
      breaks
        ? breaking(now === undefined ? '{Readers} may meet anything.' : '{Senders} without them are refused.')
        : additive('Nothing that was valid becomes invalid.'),
    ),
  ];
}

const facts: Readonly<Record<string, string>> = {
  name: 'name',
  contentType: 'content-type',
  correlationId: 'correlation-id',
  'x-protocol': 'protocol',
};

/** UTF-8 is what JSON is written in, whether or not it is said (RFC 8259). */
const plain = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/^(application\/(?:[\w.-]+\+)?json)\s*;\s*charset=utf-8$/i, '$1') : value;

/** How it is written, beside its schema. */
function written(before: Node, after: Node, part: string, direction: Direction): Finding[] {
  const findings: Finding[] = [];
  const defaults = { contentType: (node: Node) => node.sources.root(node.file)?.fields.defaultContentType };
  for (const [name, word] of Object.entries(facts)) {
    const value = (node: Node) =>
      node.fields[name] ?? (name === 'contentType' ? defaults.contentType(node) : undefined);
    const [was, is] = [value(before), value(after)];
    if (canonical(plain(was)) === canonical(plain(is))) continue;
    if (name === 'correlationId' && (was === undefined || is === undefined)) {
      findings.push(correlation(before, after, part, direction));
      continue;
    }
    const where = {
      rule: `message-${word}-changed`,
      what: `${name} changes from ${canonical(was)} to ${canonical(is)}`,
      before: before.raw(name) ?? before,
      after: after.raw(name) ?? after,
    };
    findings.push(
      found(
        direction,
        part,
        where,
        breaking(
          direction === 'producer'
            ? 'Messages that {senders} send in the old form are not accepted.'
            : '{Readers} read it in the old form.',
        ),
      ),
    );
  }
  const [old, now] = [before.get('bindings', 'amqp'), after.get('bindings', 'amqp')];
  for (const name of ['contentEncoding', 'messageType']) {
    if (canonical(old?.fields[name]) === canonical(now?.fields[name])) continue;
    const where = {
      rule: name === 'messageType' ? 'message-type-changed' : 'message-encoding-changed',
      what: `${name} changes from ${canonical(old?.fields[name])} to ${canonical(now?.fields[name])}`,
      before: old?.raw(name) ?? old ?? before,
      after: now?.raw(name) ?? now ?? after,
    };
    findings.push(found(direction, part, where, breaking('The other side reads or routes it by the old value.')));
  }
  return findings;
}

/** Whether a header must be there follows from its schema; this describes what it is for. */
function correlation(before: Node, after: Node, part: string, direction: Direction): Finding {
  const gone = after.fields.correlationId === undefined;
  const where = {
    rule: `message-correlation-id-${gone ? 'removed' : 'added'}`,
    what: gone ? 'nothing states how replies are matched' : 'it is stated how replies are matched',
    before: before.raw('correlationId') ?? before,
    after: after.raw('correlationId') ?? after,
  };
  const verdict =
    gone && direction === 'consumer'
      ? breaking('{Readers} that match by it find nothing to rely on.')
      : additive(gone ? '{Senders} may still send it.' : 'It is optional.');
  return found(direction, part, where, verdict);
}
