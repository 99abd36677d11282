// Rules about message contracts: names, routing and dead letters, headers, closed payloads.

import { type Document, entries, type Finding, fields, list, text } from '../document.ts';
import type { Rule } from '../rule.ts';
import { openObjects } from './schemas.ts';

function* operationNames({ root }: Document): Generator<Finding> {
  for (const [id, { action, summary }] of entries(root.operations)) {
    const at = ['operations', id];
    if (!/^(send|receive)([A-Z][a-z0-9]+)+$/.test(id) || !id.startsWith(text(action)))
      yield { at, message: `An operation is named after its action and channel as sendLabCreate, not '${id}'.` };
    if (text(summary) === '') yield { at, message: 'The operation has a summary.' };
  }
}

/** Only for channels on the broker; a WebSocket has no queue. */
function* routing({ root }: Document): Generator<Finding> {
  for (const [id, channel] of entries(root.channels)) {
    const amqp = fields(fields(channel.bindings).amqp);
    if (Object.keys(amqp).length === 0) continue;
    const at = ['channels', id, 'bindings', 'amqp'];
    const { durable, type } = fields(amqp.exchange);
    if (durable !== true || type !== 'direct') yield { at, message: 'The exchange is direct and durable.' };
    const own = fields(amqp['x-amqp']);
    const dead = fields(own.dead_letter);
    if (own.queue !== channel.address)
      yield { at, message: `The queue has the name of the address, ${text(channel.address)}.` };
    if (dead.exchange === undefined || dead.queue !== `${text(own.queue)}.dead`)
      yield { at, message: `dead_letter names an exchange and the queue ${text(own.queue)}.dead.` };
    if (own.type !== 'quorum' && own.type !== 'classic') yield { at, message: 'type is quorum or classic.' };
    if ((own.type === 'quorum') !== (own.delivery_limit !== undefined))
      yield { at, message: 'A quorum queue has a delivery_limit, and only that.' };
    if (own.delivery_limit !== undefined && Number(own.attempts ?? 5) >= Number(own.delivery_limit))
      yield { at, message: 'attempts of the consumer stay below the delivery_limit of the broker.' };
  }
}

const onBroker = (root: Document['root']): boolean =>
  entries(root.channels).some(([, { bindings }]) => fields(bindings).amqp !== undefined);

function* headers({ root }: Document): Generator<Finding> {
  if (!onBroker(root)) return;
  for (const [key, message] of entries(fields(root.components).messages))
    for (const name of ['message_id', 'occurred_at', 'schema_version'])
      if (!list(fields(message.headers).required).includes(name) && message['x-protocol'] === undefined)
        yield { at: ['components', 'messages', key], message: `The message requires the header ${name}.` };
}

function* closedPayloads({ root }: Document): Generator<Finding> {
  for (const [key, message] of entries(fields(root.components).messages))
    for (const names of message['x-protocol'] === undefined ? openObjects(message.payload) : [])
      yield {
        at: ['components', 'messages', key, 'payload'],
        message: `A payload is closed for its producer; the object with ${names} is open.`,
      };
}

export const messageRules: readonly Rule[] = [
  {
    id: 'message-operations',
    why: 'The id becomes the name of the publisher or consumer.',
    see: 'Messages',
    messages: operationNames,
  },
  {
    id: 'dead-letters',
    why: 'A message that no consumer can read must wait somewhere to be looked at.',
    see: 'Messages',
    messages: routing,
  },
  {
    id: 'message-headers',
    why: 'Consumers know a repetition by message_id, and the age by occurred_at.',
    see: 'Messages',
    messages: headers,
  },
  {
    id: 'payloads-closed',
    why: 'A producer that sends what no contract says binds itself unnoticed.',
    see: 'Messages',
    messages: closedPayloads,
  },
];
