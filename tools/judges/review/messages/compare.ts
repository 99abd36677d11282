// Compares two AsyncAPI documents channel by channel, on the broker and on WebSockets. Rules: the files beside this
// one.

import type { Usage } from '../change.ts';
import { type Collector, nameOf } from '../collect.ts';
import { type Finding, found, inPart } from '../finding.ts';
import { compareSecurity } from '../http/security.ts';
import { compareServers } from '../http/servers.ts';
import { compareDeprecation } from '../lifecycle/deprecation.ts';
import type { SchemaComparer } from '../schema/compare.ts';
import { additive, breaking } from '../schema/verdicts.ts';
import { canonical, type Node } from '../source.ts';
import { compareAddressParameters } from './address.ts';
import { type Channel, channelsOf, consumers, producers } from './channel.ts';
import { messages } from './message.ts';
import { operations } from './operations.ts';
import { queueArguments, queueIdentity } from './queue.ts';
import type { ChannelRule } from './rule.ts';
import { shared } from './shared.ts';
import { ends, handshake } from './socket.ts';
import { binding } from './topology.ts';

const channelRules: readonly ChannelRule[] = [
  messages,
  binding,
  queueIdentity,
  queueArguments,
  shared,
  operations,
  handshake,
  ends,
];

export function compareMessages(before: Node, after: Node, collector: Collector, schemas: SchemaComparer): void {
  const [old, now] = [channelsOf(before), channelsOf(after)];
  const pairs = old.map((channel) => [channel, now.find(({ address }) => address === channel.address)] as const);
  const readdressed = (channel: Channel) =>
    now.find(({ key, address }) => key === channel.key && !old.some((each) => each.address === address));
  for (const [channel, other] of pairs) {
    const successor = other ?? readdressed(channel);
    const findings =
      successor === undefined
        ? [removed(channel, after)]
        : other === undefined
          ? [addressChanged(channel, successor)]
          : both(channel, other, schemas);
    for (const finding of findings) collector.add(usage(successor ?? channel, channel, finding), finding);
  }
  for (const channel of now.filter(
    ({ address, key }) =>
      !old.some((each) => each.address === address || (each.key === key && readdressed(each) !== undefined)),
  ))
    collector.add(usage(channel, undefined, added(channel, before)), added(channel, before));
  for (const finding of documentWide(before, after))
    collector.add({ ...usageOf(after), label: 'all channels' }, finding);
}

const usageOf = (root: Node): Omit<Usage, 'label'> => ({
  document: `${nameOf(root)} messages`,
  file: root.fileName,
  direction: 'both',
  affects: ['all producers and consumers'],
  senders: 'producers',
  readers: 'consumers',
});

function usage(channel: Channel, before: Channel | undefined, { direction }: Finding): Usage {
  const ends = { producer: producers(channel), consumer: consumers(channel) };
  const affects =
    direction === 'producer' || direction === 'consumer' ? ends[direction] : [...ends.producer, ...ends.consumer];
  const readers = channel.socket ? 'clients' : undefined;
  return {
    ...usageOf(channel.root),
    label: channel.address,
    affects,
    owner: before?.node,
    ...(readers === undefined ? {} : { senders: readers, readers: readers }),
  };
}

/** A server that leaves the document as a whole is reported there. */
function serversOf(before: Channel, after: Channel): Finding[] {
  const exists = (name: string, root: Node) => root.get('servers', name) !== undefined;
  const ends = { before: before.node.raw('servers') ?? before.node, after: after.node.raw('servers') ?? after.node };
  const gone = before.servers.filter((name) => !after.servers.includes(name) && exists(name, after.root));
  const fresh = after.servers.filter((name) => !before.servers.includes(name) && exists(name, before.root));
  return [
    ...gone.map((name) =>
      found(
        'both',
        '',
        { ...ends, rule: 'channel-server-removed', what: `it is no longer on the server \`${name}\`` },
        breaking('Callers that use the old address reach no service.'),
      ),
    ),
    ...fresh.map((name) =>
      found(
        'both',
        '',
        { ...ends, rule: 'channel-server-added', what: `it is on the server \`${name}\` too` },
        additive('It stays where it was.'),
      ),
    ),
  ];
}

const both = (before: Channel, after: Channel, schemas: SchemaComparer): Finding[] => [
  ...channelRules.flatMap((rule) => rule.compare(before, after, schemas)),
  ...serversOf(before, after),
  ...compareAddressParameters(before.node, after.node),
  ...inPart('both', '', compareDeprecation(before.node, after.node)),
];

const removed = (channel: Channel, after: Node): Finding =>
  found(
    'both',
    '',
    {
      rule: 'channel-removed',
      what: 'the channel is gone',
      before: channel.node,
      after: after.raw('channels') ?? after,
    },
    breaking('Messages sent to the old address have no reader, and its listeners receive nothing.'),
  );

const added = (channel: Channel, before: Node): Finding =>
  found(
    'both',
    '',
    {
      rule: 'channel-added',
      what: 'the channel is new',
      before: before.raw('channels') ?? before,
      after: channel.node,
    },
    additive('Using it is optional.'),
  );

const addressChanged = (before: Channel, after: Channel): Finding =>
  found(
    'both',
    '',
    {
      rule: 'address-changed',
      what: `the address was \`${before.address}\``,
      before: before.node.raw('address') ?? before.node,
      after: after.node.raw('address') ?? after.node,
    },
    breaking('A new address is a removal and an addition: callers that send or listen at the old one is alone.'),
  );

function documentWide(before: Node, after: Node): Finding[] {
  const servers = (root: Node) => root.get('servers')?.entries() ?? [];
  const partner = (name: string) => servers(after).find(([other]) => other === name)?.[1];
  const changed = servers(before).flatMap(([name, node]) => {
    const other = partner(name);
    if (other === undefined) return [];
    const protocol = ['protocol', 'protocolVersion'].filter(
      (key) => canonical(node.fields[key]) !== canonical(other.fields[key]),
    );
    return [
      ...protocol.map((key) =>
        found(
          'both',
          '',
          {
            rule: 'protocol-changed',
            what: `${key} changes from ${String(node.fields[key])} to ${String(other.fields[key])}`,
            before: node.raw(key) ?? node,
            after: other.raw(key) ?? other,
          },
          breaking('Both sides use the old protocol.'),
        ),
      ),
      ...compareSecurity({ holder: node, root: node }, { holder: other, root: other }).map((each) => ({
        ...each,
        direction: 'both' as const,
      })),
    ];
  });
  const hosts = changed.some(({ effect }) => effect.rule === 'protocol-changed') ? [] : compareServers(before, after);
  return [...changed, ...hosts];
}
