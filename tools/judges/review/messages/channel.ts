// Channels, operations and messages of an AsyncAPI document, and who is at their ends.

import { nameOf, unique } from '../collect.ts';
import { fields, type Node, text } from '../source.ts';
import { withTraits } from './traits.ts';

export type Operation = {
  readonly key: string;
  readonly node: Node;
  readonly action: string;
  readonly channel: string;
  readonly service: string;
  readonly messages: ReadonlyMap<string, Node>;
  readonly reply: Reply | undefined;
};

type Reply = { readonly node: Node; readonly channel: string; readonly messages: ReadonlyMap<string, Node> };

/** One end of a channel: an operation on it, or the answers to one that come this way. */
type End = Pick<Operation, 'action' | 'service' | 'messages'>;

export type Channel = {
  readonly key: string;
  readonly address: string;
  readonly node: Node;
  readonly root: Node;
  /** A broker keeps both ends apart in time and deployment; a socket joins a client with our server. */
  readonly socket: boolean;
  readonly messages: ReadonlyMap<string, Node>;
  readonly operations: readonly Operation[];
  /** What answers come this way, to operations of any channel. */
  readonly answers: readonly End[];
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
    messages: messagesOf(node),
    operations: operations.filter(({ channel }) => channel === node.id),
    answers: operations
      .filter(({ reply }) => reply?.channel === node.id)
      .map(({ action, service, reply }) => ({
        action: action === 'send' ? 'receive' : 'send',
        service,
        messages: reply?.messages ?? new Map(),
      })),
    servers: serversOf(node, root),
  }));
}

function serversOf(channel: Node, root: Node): string[] {
  const named = channel.get('servers')?.items() ?? [];
  if (named.length > 0) return named.map((node) => String(node.path.at(-1)));
  return (root.get('servers')?.entries() ?? []).map(([name]) => name);
}

export function operationsOf(root: Node): Operation[] {
  return (root.get('operations')?.entries() ?? []).map(([key, written]) => {
    const node = withTraits(written);
    const reply = node.get('reply');
    return {
      key,
      node,
      action: text(node.fields.action),
      channel: node.get('channel')?.id ?? '',
      service: text(node.fields['x-service']) || nameOf(root),
      messages: carriedBy(node),
      reply:
        reply === undefined
          ? undefined
          : { node: reply, channel: reply.get('channel')?.id ?? '', messages: carriedBy(reply) },
    };
  });
}

const messagesOf = (channel: Node | undefined): Map<string, Node> =>
  new Map((channel?.get('messages')?.entries() ?? []).map(([key, node]) => [key, withTraits(node)]));

/**
 * All messages of the channel, or those that are named. A reference to a channel's message ends with the key that the
 * message has there.
 */
function carriedBy(node: Node): ReadonlyMap<string, Node> {
  const all = messagesOf(node.get('channel'));
  const named = node.raw('messages');
  if (!Array.isArray(named?.value)) return all;
  const keys = named.value.map((each) => text(fields(each).$ref).split('/').at(-1) ?? '');
  return new Map([...all].filter(([name]) => keys.includes(name)));
}

const servicesAt = ({ operations, answers }: Channel, performed: string): string[] =>
  unique([...operations, ...answers].filter(({ action }) => action === performed).map(({ service }) => service));

export const amqp = (channel: Channel): Node | undefined => channel.node.get('bindings', 'amqp');

/** The operator of the broker has to delete by hand what cannot be declared again. */
export const operators = 'operators of the broker';

export function producers(channel: Channel): string[] {
  const { address, socket } = channel;
  const services = servicesAt(channel, 'send');
  if (socket) return [`clients that send to ${address}`];
  return [`producers of ${address}${services.length > 0 ? ` (${services.join(', ')})` : ''}`];
}

export function consumers(channel: Channel): string[] {
  const { address, socket } = channel;
  if (socket) return [`clients that listen on ${address}`];
  const binding = amqp(channel);
  const queue = text(binding?.get('x-amqp', 'queue')?.value) || text(binding?.get('queue', 'name')?.value) || address;
  const exchange = text(binding?.get('exchange', 'name')?.value);
  const services = servicesAt(channel, 'receive');
  return [
    `consumers of queue ${queue}${services.length > 0 ? ` (${services.join(', ')})` : ''}`,
    ...(exchange === '' ? [] : [`teams with queues of their own on exchange ${exchange}`]),
  ];
}
