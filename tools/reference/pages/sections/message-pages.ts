// The pages of messages: one for each AsyncAPI document.
import { asRecord } from '../../../contract/json.ts';
import { type Channel, channelsOf, isInternal } from '../../../contract/model/channels.ts';
import type { Contracts, MessageDocument } from '../../../contract/model/contracts.ts';
import { operationsOf } from '../../../contract/model/operations.ts';
import { textOf } from '../../../contract/model/schema.ts';
import type { Links } from '../links.ts';
import { plain } from '../markdown.ts';
import type { SearchText, SitePage } from '../page.ts';
import { type Cause, channelView } from '../views/channel.ts';
import { inline, type PageContext } from '../views/context.ts';
import { h, type VNode } from '../views/element.ts';

const shorts: Readonly<Record<string, string>> = {
  analytics: 'Analytics events',
  lab: 'Lab messages',
  platform: 'Live updates (WebSocket)',
};

export function messagePages(
  contracts: Contracts,
  links: Links,
  contextOf: (path: string) => PageContext,
): readonly SitePage[] {
  const causes = causesOf(contracts, links);
  return contracts.messages.map((document) => messagePage(document, (address) => causes.get(address) ?? [], contextOf));
}

/** By the address of a channel. */
function causesOf({ http }: Contracts, links: Links): ReadonlyMap<string, readonly Cause[]> {
  const all = http.flatMap((document) =>
    operationsOf(document).flatMap(({ id, emits }) =>
      emits.map((address) => ({
        address,
        cause: { path: links.operation(document.id, id) ?? '', id, part: document.title },
      })),
    ),
  );
  return new Map(
    [...Map.groupBy(all, ({ address }) => address)].map(([address, own]) => [address, own.map(({ cause }) => cause)]),
  );
}

function messagePage(
  document: MessageDocument,
  causes: (address: string) => readonly Cause[],
  contextOf: (path: string) => PageContext,
): SitePage {
  const path = `messages/${document.id}.html`;
  const context = { ...contextOf(path), causes };
  const channels = channelsOf(document);
  const title = shorts[document.id] ?? document.title;
  const { description } = asRecord(document.value.info);
  const about = textOf(description);
  return {
    path,
    title,
    short: title,
    description: plain(about).slice(0, 200),
    layout: 'reference',
    entries: channels.map((channel) => ({
      anchor: channel.id,
      title: isInternal(channel) ? `${channel.title} (internal)` : channel.title,
    })),
    search: channels.flatMap(searchTexts),
    content: [
      h('section', { class: 'op intro' }, [
        h('div', { class: 'op-text' }, [
          h('p', { class: 'eyebrow' }, 'Messages'),
          h('h1', {}, title),
          inline(about, context),
          channels.some(({ socket }) => socket !== undefined) ? null : howToConsume(context),
        ]),
        h(
          'div',
          { class: 'op-code' },
          channels.length === 1 ? null : h('div', { class: 'op-sticky' }, contents(channels)),
        ),
      ]),
      ...channels.map((channel) => channelView(channel, context)),
    ],
  };
}

const contents = (channels: readonly Channel[]): readonly VNode[] => [
  ...contentsCard(
    channels.some(isInternal) ? 'For other teams' : 'Messages',
    channels.filter((channel) => !isInternal(channel)),
  ),
  ...contentsCard('Internal: between the services', channels.filter(isInternal)),
];

const contentsCard = (title: string, channels: readonly Channel[]): readonly VNode[] =>
  channels.length === 0
    ? []
    : [
        h('figure', { class: 'card index' }, [
          h('figcaption', {}, h('span', { class: 'card-title' }, title)),
          h(
            'ul',
            {},
            channels.map(({ id, address }) => h('li', {}, h('a', { href: `#${id}` }, h('code', {}, address)))),
          ),
        ]),
      ];

const howToConsume = ({ up }: PageContext) =>
  h('div', { class: 'md' }, [
    h('p', {}, [
      h('a', { href: `${up}guides/consuming-messages.html` }, 'Consuming messages'),
      ' has the address, the account and the packages for Node and Python.',
    ]),
  ]);

const searchTexts = ({ id, title, address, description, messages }: Channel): readonly SearchText[] => [
  { anchor: id, title, kind: address, text: plain(description) },
  ...messages.flatMap(({ id: message, payload }) =>
    payload.fields.map((field) => ({
      anchor: `${id}.${message}.payload.${field.path}`,
      title: field.path,
      kind: `field of ${address}`,
      text: plain(field.description),
    })),
  ),
];
