// What the operations of a document answer alike, on its overview: the refusals of most of them, and all header fields.
import type { HttpDocument } from '../../../contract/model/contracts.ts';
import { operationsOf } from '../../../contract/model/operations.ts';
import { replyHeaders, standardReplies } from '../standard-replies.ts';
import { inline, type PageContext } from '../views/context.ts';
import { h, type VNode } from '../views/element.ts';

export function sharedReplies(document: HttpDocument, context: PageContext): VNode[] {
  const operations = operationsOf(document);
  const { refusals, headers } = standardReplies(operations);
  return [
    ...(refusals.length === 0
      ? []
      : [
          h('h2', { id: 'standard-replies' }, 'Replies of most operations'),
          h('table', { class: 'problems' }, [
            h('caption', { class: 'hidden' }, 'Problems of most operations'),
            h(
              'tbody',
              {},
              refusals.map(({ status, description, problems }) =>
                h('tr', {}, [
                  h('th', { scope: 'row' }, h('code', { class: 'status' }, status)),
                  h('td', {}, [
                    inline(description, context),
                    h(
                      'p',
                      { class: 'slugs' },
                      problems.map((slug) =>
                        h('a', { href: `${context.up}problems/${slug}.html` }, h('code', {}, slug)),
                      ),
                    ),
                  ]),
                ]),
              ),
            ),
          ]),
        ]),
    h('h2', { id: 'reply-headers' }, 'Header fields of replies'),
    h(
      'dl',
      { class: 'problem-list' },
      [...replyHeaders(operations)].flatMap(([name, own]) => [
        h('dt', { id: `header.${name}` }, [
          h('code', {}, name),
          headers.has(name) ? h('span', { class: 'media' }, 'every successful reply') : null,
        ]),
        h(
          'dd',
          {},
          own.map(({ description }) => inline(description, context)),
        ),
      ]),
    ),
  ];
}
