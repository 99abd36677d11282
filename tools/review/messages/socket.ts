// The handshake of a WebSocket: method, headers and query, which the client sends.

import { type Finding, found, inPart } from '../finding.ts';
import type { SchemaComparer } from '../schema/compare.ts';
import { breaking } from '../schema/verdicts.ts';
import type { Channel } from './channel.ts';
import type { ChannelRule } from './rule.ts';

export const handshake: ChannelRule = {
  id: 'bindings.ws',
  reason: 'A client that shakes hands in the old way is not let in.',
  compare(before, after, schemas) {
    const [old, now] = [before.node.get('bindings', 'ws'), after.node.get('bindings', 'ws')];
    if (old === undefined || now === undefined) return [];
    const method: Finding[] =
      old.fields.method === now.fields.method
        ? []
        : [
            found(
              'producer',
              'handshake',
              {
                rule: 'handshake-method-changed',
                what: `the method is ${String(now.fields.method)}, no longer ${String(old.fields.method)}`,
                before: old.raw('method') ?? old,
                after: now.raw('method') ?? now,
              },
              breaking('{Senders} shake hands with the old method.'),
            ),
          ];
    return [...method, ...described('headers', before, after, schemas), ...described('query', before, after, schemas)];
  },
};

function described(name: string, before: Channel, after: Channel, schemas: SchemaComparer): Finding[] {
  const [old, now] = [before.node.get('bindings', 'ws', name), after.node.get('bindings', 'ws', name)];
  if (old !== undefined && now !== undefined) return inPart('producer', `handshake ${name}`, schemas.nodes(old, now));
  if (now === undefined || old !== undefined) return [];
  const [ws] = [before.node.get('bindings', 'ws')];
  return [
    found(
      'producer',
      `handshake ${name}`,
      { rule: 'handshake-limited', what: `the ${name} of the handshake have a form`, before: ws, after: now },
      breaking('{Senders} that shake hands in another way are not let in.'),
    ),
  ];
}
