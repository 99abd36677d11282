// One channel: who publishes and consumes, the queue and its limits, and the fields of its messages.

import type { Json, JsonObject } from '../../../contract/json.ts';
import { asRecord } from '../../../contract/json.ts';
import { type Channel, isInternal, type Message } from '../../../contract/model/channels.ts';
import { inWords, seconds } from '../../../contract/model/words.ts';
import { plain } from '../markdown.ts';
import { card, pretty } from './code.ts';
import type { PageContext } from './context.ts';
import { inline } from './context.ts';
import { type Attributes, type ComponentChildren, h, type VNode } from './element.ts';
import { about, inside, top } from './fields.ts';
import { reasons } from './operation-facts.ts';

export interface ChannelContext extends PageContext {
  /** Operations that cause a message on the channel. */
  readonly causes: (address: string) => readonly Cause[];
}

export interface Cause {
  readonly path: string;
  readonly id: string;
  readonly part: string;
}

export function channelView(channel: Channel, context: ChannelContext): VNode {
  const { id, title, address, description, messages, amqp } = channel;
  return h('section', { class: 'op', id, 'aria-labelledby': `${id}-title`, ...socketData(channel) }, [
    h('div', { class: 'op-text' }, [
      h('h2', { id: `${id}-title` }, h('a', { class: 'self' }, title)),
      h('p', { class: 'signature' }, [
        h('span', { class: 'method' }, amqp === undefined ? 'WS' : 'AMQP'),
        h('code', {}, address),
        isInternal(channel) ? h('span', { class: 'internal' }, 'internal') : null,
      ]),
      h(
        'dl',
        { class: 'facts' },
        factsOf(channel, context).map(([name, value]) => h('div', {}, [h('dt', {}, name), h('dd', {}, value)])),
      ),
      description === '' ? null : inline(description, context),
      ...operationNotes(channel, context),
      ...closes(channel),
      ...messages.map((message) => messageView(channel, message, context)),
      reasons(channel.decisions, context),
    ]),
    h(
      'div',
      { class: 'op-code' },
      h(
        'div',
        { class: 'op-sticky' },
        messages.flatMap((message) => exampleCard(channel, message)),
      ),
    ),
  ]);
}

/** For "Try it": the path of a WebSocket, and the message that a client sends first. */
function socketData({ socket, address, messages }: Channel): Attributes {
  if (socket === undefined) return {};
  const [first] = messages.flatMap(({ examples }) => examples).filter(({ name }) => name === 'first');
  return { 'data-socket': address, 'data-first': JSON.stringify(first?.value ?? {}) };
}

type Fact = readonly [string, ComponentChildren];

function factsOf(channel: Channel, context: ChannelContext): readonly Fact[] {
  const { amqp, socket, operations, address } = channel;
  const by = (action: string) => [
    ...new Set(operations.filter((each) => each.action === action).map(({ service }) => service)),
  ];
  const parties: readonly Fact[] = [
    ['Published by', by('send').join(', ')],
    ['Consumed by', by('receive').join(', ')],
  ];
  return [
    ...parties.filter(([, services]) => services !== ''),
    ...(amqp === undefined ? [] : isInternal(channel) ? brokerFacts(amqp) : bindingFacts(amqp, address, context)),
    ...(socket === undefined ? [] : socketFacts(socket)),
    ...causeFacts(context.causes(address), context),
  ];
}

function brokerFacts({ exchange, 'x-amqp': written }: JsonObject): readonly Fact[] {
  const {
    queue,
    type = 'quorum',
    delivery_limit,
    attempts = 5,
    dead_letter,
    message_ttl_ms,
    max_length,
    prefetch,
    routing_keys,
  } = asRecord(written);
  const { name, type: kind } = asRecord(exchange);
  const dead = asRecord(dead_letter);
  const count = (value: Json | undefined, unit: string): string =>
    typeof value === 'number' ? `${inWords(value)} ${unit}` : '';
  const facts: readonly Fact[] = [
    ['Exchange', [h('code', {}, String(name)), `, ${kind}, durable`]],
    ['Queue', [h('code', {}, String(queue)), `, ${type}`]],
    ['Routing keys', Array.isArray(routing_keys) ? routing_keys.join(', ') : ''],
    ['Tries', [count(attempts, 'attempts'), count(delivery_limit, 'deliveries')].filter(Boolean).join(', ')],
    [
      'Dead letters',
      dead.queue === undefined
        ? ''
        : [
            h('code', {}, String(dead.queue)),
            dead.by === 'consumer' ? ', moved by the consumer' : ', moved by the broker',
          ],
    ],
    ['Expire after', typeof message_ttl_ms === 'number' ? seconds(message_ttl_ms / 1000) : ''],
    ['Holds at most', count(max_length, 'messages')],
    ['Prefetch', count(prefetch, '')],
  ];
  return facts.filter(([, value]) => value !== '');
}

/** What another team needs: the queue of the services is not for it. */
function bindingFacts({ exchange }: JsonObject, address: string, { up }: PageContext): readonly Fact[] {
  const { name, type } = asRecord(exchange);
  return [
    ['Exchange', [h('code', {}, String(name)), `, ${type}, durable`]],
    ['Routing key', h('code', {}, address)],
    ['Queue', h('a', { href: `${up}guides/consuming-messages.html` }, 'your own, bound to the exchange')],
  ];
}

const socketFacts = ({ max_bytes, ping_every_s, frames }: JsonObject): readonly Fact[] => {
  const { quota, window_s } = asRecord(frames);
  return [
    ['Message size', `at most ${inWords(Number(max_bytes))} bytes`],
    ['Pings', `every ${seconds(Number(ping_every_s))}`],
    ['From the client', `at most ${quota} messages and pings in ${seconds(Number(window_s))}`],
  ];
};

/** Two APIs have operations of one name. */
function causeFacts(causes: readonly Cause[], { up }: PageContext): readonly Fact[] {
  if (causes.length === 0) return [];
  const parts = [...Map.groupBy(causes, ({ part }) => part)];
  const lines = parts.map(([part, own]) =>
    h('div', {}, [
      parts.length === 1 ? '' : `${part}: `,
      ...own.flatMap(({ path, id }, index) => [
        index === 0 ? '' : ', ',
        h('a', { href: up + path }, h('code', {}, id)),
      ]),
    ]),
  );
  return [['Caused by', lines]];
}

const operationNotes = ({ operations }: Channel, context: PageContext): VNode[] =>
  operations.flatMap(({ action, service, summary, description }) => [
    h('p', { class: 'party' }, [
      h('strong', {}, `${service} ${action === 'send' ? 'publishes' : 'consumes'}`),
      summary === '' ? '' : `: ${plain(summary)}`,
    ]),
    ...(description === '' ? [] : [inline(description, context)]),
  ]);

function closes({ socket, id }: Channel): VNode[] {
  const rows = Object.entries(asRecord(socket?.closes)).map(
    ([name, close]) => ({ name, ...asRecord(close) }) as { name: string; code: number; reason: string },
  );
  if (rows.length === 0) return [];
  return [
    h('h3', {}, 'Why the server closes a connection'),
    h('table', {}, [
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ['Code', 'Reason'].map((title) => h('th', { scope: 'col' }, title)),
        ),
      ),
      h(
        'tbody',
        {},
        rows.map(({ name, code, reason }) =>
          h('tr', { id: `${id}.close.${name}` }, [h('td', {}, h('code', {}, String(code))), h('td', {}, reason)]),
        ),
      ),
    ]),
  ];
}

function messageView(channel: Channel, message: Message, context: PageContext): VNode {
  const anchor = `${channel.id}.${message.id}`;
  const fields = { ...context, openUpTo: 99, marksRequired: true };
  return h('div', { id: anchor }, [
    h('h3', {}, [
      h('a', { class: 'self' }, message.name),
      ' ',
      h('span', { class: 'media' }, message.protocol ?? 'application/json'),
    ]),
    message.summary === '' ? null : inline(message.summary, context),
    ...about(message.payload, fields),
    ...top(message.payload, `${anchor}.payload`, fields),
    ...(message.headers === undefined
      ? []
      : [
          h('details', { class: 'inner' }, [
            h('summary', {}, 'Headers'),
            h('div', {}, inside(message.headers, `${anchor}.headers`, fields)),
          ]),
        ]),
  ]);
}

function exampleCard(channel: Channel, message: Message): VNode[] {
  const tabs = message.examples.map(({ name, summary, value }) => ({
    label: name,
    language: 'json',
    code: pretty(value),
    note: summary,
  }));
  return tabs.length === 0 ? [] : [card(message.name, `${channel.id}.${message.id}.example`, tabs)];
}
