// The first page of an HTTP document: what it is for, its servers, credentials and rate limits.
import { asRecord } from '../../../contract/json.ts';
import type { HttpDocument } from '../../../contract/model/contracts.ts';
import { operationsOf } from '../../../contract/model/operations.ts';
import { textOf } from '../../../contract/model/schema.ts';
import { bytes, seconds } from '../../../contract/model/words.ts';
import { plain } from '../markdown.ts';
import type { SitePage } from '../page.ts';
import { inline, type PageContext } from '../views/context.ts';
import { h, type VNode } from '../views/element.ts';
import { limitTable } from '../views/limit-table.ts';
import { methodMark } from '../views/navigation.ts';
import { sharedReplies } from './shared-replies.ts';

export const overviewPath = (document: string): string => `${document}/index.html`;

export function overviewPage(document: HttpDocument, context: PageContext): SitePage {
  const info = asRecord(document.value.info);
  const { body_bytes, timeout_ms } = asRecord(document.value['x-defaults']);
  const path = overviewPath(document.id);
  return {
    path,
    title: document.title,
    short: 'Overview',
    description: textOf(info.summary),
    layout: 'text',
    entries: [],
    search: [{ anchor: '', title: document.title, kind: 'overview', text: plain(textOf(info.description)) }],
    content: [
      h('p', { class: 'eyebrow' }, [
        `Version ${String(info.version)} · `,
        ...downloads(document, context).flatMap((link, index) => (index === 0 ? [link] : [' · ', link])),
      ]),
      h('h1', {}, document.title),
      h('p', { class: 'lead' }, textOf(info.summary)),
      inline(textOf(info.description), context),
      ...servers(document, context),
      ...credentials(document, context),
      ...limitTable(document),
      typeof body_bytes === 'number' && typeof timeout_ms === 'number'
        ? h(
            'p',
            {},
            `Unless an operation has other limits, a body has at most ${bytes(body_bytes)} and a request takes at most ${seconds(timeout_ms / 1000)}.`,
          )
        : null,
      ...sharedReplies(document, context),
      h('h2', { id: 'operations' }, 'Operations'),
      operationTable(document, context),
    ],
  };
}

const downloads = (document: HttpDocument, { up }: PageContext): VNode[] =>
  [
    ['openapi.json', 'openapi.json'],
    ['openapi.yaml', 'openapi.yaml'],
    ['postman.json', 'Postman collection'],
  ].map(([file, label]) => h('a', { href: `${up}downloads/${document.id}/${file}` }, label));

function servers({ value }: HttpDocument, context: PageContext): VNode[] {
  const list = Array.isArray(value.servers) ? value.servers.map(asRecord) : [];
  const rows = list.flatMap(({ url, description, variables }) => [
    h('dt', {}, h('code', {}, textOf(url))),
    h('dd', {}, [
      inline(textOf(description), context),
      ...Object.entries(asRecord(variables)).map(([name, facts]) =>
        h('p', { class: 'limits' }, [
          h('code', {}, name),
          h('span', {}, textOf(asRecord(facts).description)),
          h('span', {}, ['for example ', h('code', {}, textOf(asRecord(facts).default))]),
        ]),
      ),
    ]),
  ]);
  return rows.length === 0 ? [] : [h('h2', { id: 'servers' }, 'Servers'), h('dl', { class: 'problem-list' }, rows)];
}

function credentials({ value }: HttpDocument, context: PageContext): VNode[] {
  const schemes = Object.entries(asRecord(asRecord(value.components).securitySchemes));
  if (schemes.length === 0) return [];
  return [
    h('h2', { id: 'credentials' }, 'Credentials'),
    h(
      'dl',
      { class: 'problem-list' },
      schemes.flatMap(([name, scheme]) => [
        h('dt', {}, h('code', {}, name)),
        h('dd', {}, inline(textOf(asRecord(scheme).description), context)),
      ]),
    ),
  ];
}

const operationTable = (document: HttpDocument, { up, operation }: PageContext): VNode =>
  h(
    'table',
    { class: 'operations' },
    h(
      'tbody',
      {},
      operationsOf(document).map(({ id, method, path, summary, isPlanned }) =>
        h('tr', {}, [
          h('td', {}, [methodMark(method)]),
          h('td', {}, h('code', {}, path)),
          h('td', {}, [
            h('a', { href: up + (operation(document.id, id) ?? '') }, summary),
            isPlanned ? ' (planned)' : '',
          ]),
        ]),
      ),
    ),
  );
