// A page of operations that belong together.

import type { Operation } from '../../../contract/model/operations.ts';
import { inline, type OperationContext } from './context.ts';
import { h, type VNode } from './element.ts';
import { methodMark } from './navigation.ts';
import { operationView } from './operation.ts';

export interface Tag {
  readonly title: string;
  readonly part: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

export const tagView = ({ title, part, description, operations }: Tag, context: OperationContext): VNode[] => [
  h('section', { class: 'op intro' }, [
    h('div', { class: 'op-text' }, [
      h('p', { class: 'eyebrow' }, part),
      h('h1', {}, title),
      description === '' ? null : inline(description, context),
    ]),
    h('div', { class: 'op-code' }, h('div', { class: 'op-sticky' }, contents(operations))),
  ]),
  ...operations.map((operation) => operationView(operation, context)),
];

const contents = (operations: readonly Operation[]): VNode =>
  h('figure', { class: 'card index' }, [
    h('figcaption', {}, h('span', { class: 'card-title' }, 'Operations')),
    h(
      'ul',
      {},
      operations.map(({ id, method, path }) =>
        h('li', {}, h('a', { href: `#${id}` }, [methodMark(method), h('code', {}, path)])),
      ),
    ),
  ]);
