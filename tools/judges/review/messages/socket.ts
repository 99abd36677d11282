// The handshake of a WebSocket: method, headers and query, which the client sends.

import { type Finding, found, inPart } from '../finding.ts';
import type { SchemaComparer } from '../schema/compare.ts';
import { additive, breaking } from '../schema/verdicts.ts';
import { canonical, type Node } from '../source.ts';
import type { Channel } from './channel.ts';
import type { ChannelRule } from './rule.ts';

export const handshake: ChannelRule = {
  id: 'bindings.ws',
  reason: 'A client that shakes hands in the old way is not let in.',
  compare(before, after, schemas) {
    if (!before.socket || !after.socket) return [];
    const [old, now] = [before, after].map(({ node }) => node.get('bindings', 'ws'));
    return [
      ...method(old, now, before, after),
      ...described('headers', before, after, schemas),
      ...described('query', before, after, schemas),
    ];
  },
};

export const ends: ChannelRule = {
  id: 'x-socket',
  reason: 'A client decides by the code whether to come again, and stays below the limits that it knows.',
  compare(before, after) {
    const [old, now] = [before, after].map(({ node }) => node.raw('x-socket'));
    if (old === undefined || now === undefined) return [];
    return [...codes(old, now), ...limits(old, now)];
  },
};

function codes(old: Node, now: Node): Finding[] {
  const [was, is] = [old, now].map((node) => node.get('closes')?.entries() ?? []) as [Closes, Closes];
  return was.flatMap(([name, before]) => {
    const after = is.find(([other]) => other === name)?.[1];
    if (after?.fields.code === before.fields.code) return [];
    const where = { rule: 'close-code-changed', what: `${name} has another code`, before, after: after ?? now };
    return [found('consumer', 'closes', where, breaking('{Readers} take the old code for the reason.'))];
  });
}

type Closes = [string, Node][];

function limits(old: Node, now: Node): Finding[] {
  return ['max_bytes', 'frames'].flatMap((name) => {
    const [before, after] = [old, now].map((node) => node.raw(name));
    if (canonical(before?.value) === canonical(after?.value)) return [];
    const where = { rule: 'socket-limit-changed', what: `${name} changes`, before: before ?? old, after: after ?? now };
    return [found('producer', 'limits', where, breaking('{Senders} that use the old limit may be cut off.'))];
  });
}

/** RFC 6455 knows no other method than GET, so silence means GET. */
function method(old: Node | undefined, now: Node | undefined, before: Channel, after: Channel): Finding[] {
  const [was, is] = [old, now].map((node) => String(node?.fields.method ?? 'GET'));
  if (was === is) return [];
  const where = {
    rule: 'handshake-method-changed',
    what: `the method is ${is}, no longer ${was}`,
    before: old?.raw('method') ?? old ?? before.node,
    after: now?.raw('method') ?? now ?? after.node,
  };
  return [found('producer', 'handshake', where, breaking('{Senders} shake hands with the old method.'))];
}

function described(name: string, before: Channel, after: Channel, schemas: SchemaComparer): Finding[] {
  const [old, now] = [before, after].map(({ node }) => node.get('bindings', 'ws', name));
  const part = `handshake ${name}`;
  if (old !== undefined && now !== undefined) return inPart('producer', part, schemas.nodes(old, now));
  if (old === undefined && now === undefined) return [];
  const ends = { before: old ?? before.node, after: now ?? after.node };
  if (now === undefined)
    return [
      found(
        'producer',
        part,
        { ...ends, rule: 'handshake-freed', what: `the ${name} of the handshake may have any form` },
        additive('{Senders} may shake hands as before.'),
      ),
    ];
  return [
    found(
      'producer',
      part,
      { ...ends, rule: 'handshake-limited', what: `the ${name} of the handshake have a form` },
      breaking('{Senders} that shake hands in another way are not let in.'),
    ),
  ];
}
