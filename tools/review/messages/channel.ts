// Channels, operations and messages of an AsyncAPI document, and who is at their ends.

import { nameOf, unique } from '../collect.ts';
import { fields, type Node, text } from '../source.ts';

export type Operation = {
  readonly key: string;
  readonly node: Node;
  readonly action: string;
  readonly channel: string;
  readonly service: string;
  readonly messages: ReadonlyMap<string, Node>;
};

export type Channel = {
  readonly key: string;
  readonly address: string;
  readonly node: Node;
  readonly root: Node;
  /** A broker keeps both ends apart in time and deployment; a socket joins a client with our server. */
  readonly socket: boolean;
  readonly messages: ReadonlyMap<string, Node>;
  readonly operations: readonly Operation[];
  /** Names of the servers it is on; silence means all of them. */
  readonly servers: readonly string[];
};

export function channelsOf(root: Node): Channel[] {
  const operations = operationsOf(root);
  const sockets = (root.get('servers')?.entries() ?? []).some(([, server]) =>
    /^wss?$/.test(text(server.fields.protocol)),
  );
  return (root.get('channels')?.entries() ?? []).map(([key, node]) => ({
    key,
    address: text(node.fields.address) || key,
    node,
    root,
    socket: node.get('bindings', 'ws') !== undefined || (sockets && node.get('bindings', 'amqp') === undefined),
    messages: new Map(node.get('messages')?.entries() ?? []),
    operations: operations.filter(({ channel }) => channel === node.id),
    servers: serversOf(node, root),
  }));
}

function serversOf(channel: Node, root: Node): string[] {
  const named = channel.get('servers')?.items() ?? [];
  if (named.length > 0) return named.map((node) => String(node.path.at(-1)));
  return (root.get('servers')?.entries() ?? []).map(([name]) => name);
}

export function operationsOf(root: Node): Operation[] {
  return (root.get('operations')?.entries() ?? []).map(([key, node]) => {
    const channel = node.get('channel');
    const all = new Map(channel?.get('messages')?.entries() ?? []);
    const named = node.raw('messages');
    // A reference to a channel's message ends with the key that the message has there.
    const keys = Array.isArray(named?.value)
      ? named.value.map((each) => text(fields(each).$ref).split('/').at(-1) ?? '')
      : [...all.keys()];
    return {
      key,
      node,
      action: text(node.fields.action),
      channel: channel?.id ?? '',
      service: text(node.fields['x-service']) || nameOf(root),
      messages: new Map([...all].filter(([name]) => keys.includes(name))),
    };
  });
}

export const amqp = (channel: Channel): Node | undefined => channel.node.get('bindings', 'amqp');

/** Whoever runs the broker has to delete by hand what cannot be declared anew. */
export const operators = 'operators of the broker';

export function producers({ address, operations, socket }: Channel): string[] {
  const services = unique(operations.filter(({ action }) => action === 'send').map(({ service }) => service));
  if (socket) return [`clients that send to ${address}`];
  return [`producers of ${address}${services.length > 0 ? ` (${services.join(', ')})` : ''}`];
}

export function consumers(channel: Channel): string[] {
  const { address, operations, socket } = channel;
  if (socket) return [`clients that listen on ${address}`];
  const binding = amqp(channel);
  const queue = text(binding?.get('x-amqp', 'queue')?.value) || text(binding?.get('queue', 'name')?.value) || address;
  const exchange = text(binding?.get('exchange', 'name')?.value);
  const services = unique(operations.filter(({ action }) => action === 'receive').map(({ service }) => service));
  return [
    `consumers of queue ${queue}${services.length > 0 ? ` (${services.join(', ')})` : ''}`,
    ...(exchange === '' ? [] : [`teams with queues of their own on exchange ${exchange}`]),
  ];
}
