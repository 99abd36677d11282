// What an operation answers: its successful replies with their fields, and its specific problems.
import type { Operation, Reply } from '../../../contract/model/operations.ts';
import { isStandard } from '../standard-replies.ts';
import { inline, type OperationContext } from './context.ts';
import { h, type VNode } from './element.ts';
import { shapeView } from './fields.ts';

export function replySection(operation: Operation, context: OperationContext): VNode {
  const isRefusal = ({ status }: Reply): boolean => status >= '400' && status !== 'default';
  const good = operation.replies.filter((reply) => !isRefusal(reply));
  const bad = operation.replies.filter(isRefusal);
  const standard = bad.filter((reply) => isStandard(context.standard, reply));
  const own = bad.filter((reply) => !standard.includes(reply));
  return h('div', { id: `${operation.id}.replies` }, [
    h('h3', {}, 'Replies'),
    ...good.map((reply) => goodReply(operation, reply, context)),
    own.length === 0
      ? null
      : h('table', { class: 'problems' }, [
          h('caption', { class: 'hidden' }, 'Problems'),
          h(
            'tbody',
            {},
            own.map((reply) => problemRow(operation, reply, context)),
          ),
        ]),
    ...standardLine(standard, context),
  ]);
}

function standardLine(replies: readonly Reply[], { overview }: OperationContext): VNode[] {
  if (replies.length === 0) return [];
  const statuses = replies.flatMap(({ status }, index) => [
    index === 0 ? '' : ', ',
    h('code', { class: 'status' }, status),
  ]);
  return [
    h('p', { class: 'limits standard' }, [
      ...statuses,
      ' as for ',
      h('a', { href: `${overview}#standard-replies` }, 'most operations'),
    ]),
  ];
}

function goodReply({ id }: Operation, reply: Reply, context: OperationContext): VNode {
  const anchor = `${id}.${reply.status}`;
  return h('div', { class: 'reply', id: anchor }, [
    h('p', { class: 'name' }, [
      h('a', { class: 'self' }, h('code', { class: 'status' }, reply.status)),
      h('span', { class: 'media' }, reply.bodies.map(({ mediaType }) => mediaType).join(', ') || 'no body'),
    ]),
    inline(reply.description, context),
    ...reply.bodies.filter(hasContent).flatMap(({ shape }, index) =>
      shapeView(shape, index === 0 ? anchor : `${anchor}-${index + 1}`, {
        ...context,
        marksRequired: false,
        openUpTo: 6,
      }),
    ),
    ...headerLine(reply, context),
  ]);
}

/** A text or a file of which its media type says everything has nothing to show. */
const hasContent = ({ shape }: Reply['bodies'][number]): boolean =>
  !['string', 'file'].includes(shape.type) ||
  shape.description !== '' ||
  shape.limits.length > 0 ||
  shape.values.length > 0;

/** Names alone: what they mean is on the overview, and those of all replies are there only. */
function headerLine({ headers }: Reply, { overview, standard }: OperationContext): VNode[] {
  const own = headers.filter(({ name }) => !standard.headers.has(name));
  if (own.length === 0) return [];
  return [
    h('p', { class: 'limits headers' }, [
      own.length === 1 ? 'Header field ' : 'Header fields ',
      ...own.flatMap(({ name }, index) => [
        index === 0 ? '' : ', ',
        h('a', { href: `${overview}#header.${name}` }, h('code', {}, name)),
      ]),
    ]),
  ];
}

/** A refusal has no fields here: those of a problem are on its page. */
function problemRow(
  { id }: Operation,
  { status, description, problems, bodies }: Reply,
  context: OperationContext,
): VNode {
  const anchor = `${id}.${status}`;
  const links = problems.map((slug) => h('a', { href: `${context.up}problems/${slug}.html` }, h('code', {}, slug)));
  const fields = bodies.flatMap(({ shape }) => shapeView(shape, anchor, context));
  return h('tr', { id: anchor }, [
    h('th', { scope: 'row' }, h('a', { class: 'self' }, h('code', { class: 'status' }, status))),
    h('td', {}, [
      inline(description, context),
      links.length === 0 ? null : h('p', { class: 'slugs' }, links),
      ...fields,
    ]),
  ]);
}
