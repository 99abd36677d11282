// One HTTP operation: what it does, what it takes, what it answers; the request and the replies beside it.

import type { Body, Operation, Parameter, Reply } from '../operations.ts';
import { snippetsOf } from '../snippets/snippets.ts';
import { card, pretty } from './code.ts';
import { type Context, inline, type OperationContext } from './context.ts';
import { h, type VNode } from './element.ts';
import { about, inside, row, top } from './fields.ts';
import { methodMark } from './navigation.ts';
import { factList } from './operation-facts.ts';

export function operationView(operation: Operation, context: OperationContext): VNode {
  const { id, method, path, summary, description } = operation;
  return h('section', { class: 'op', id, 'aria-labelledby': `${id}-title` }, [
    h('div', { class: 'op-text' }, [
      h('h2', { id: `${id}-title` }, h('a', { class: 'self', href: `#${id}` }, summary)),
      h('p', { class: 'signature' }, [
        methodMark(method),
        h('code', {}, path),
        operation.isPlanned ? h('span', { class: 'planned' }, 'planned: answers 501') : null,
      ]),
      factList(operation, context),
      description === '' ? null : inline(description, context),
      ...parameterSections(operation, context),
      ...operation.bodies.map((body) => bodySection(operation, body, context)),
      replySection(operation, context),
    ]),
    h('div', { class: 'op-code' }, h('div', { class: 'op-sticky' }, cards(operation))),
  ]);
}

const places = [
  ['path', 'Path'],
  ['query', 'Query'],
  ['header', 'Header'],
  ['cookie', 'Cookie'],
] as const;

const parameterSections = ({ id, parameters }: Operation, context: Context): VNode[] =>
  places.flatMap(([place, title]) => {
    const own = parameters.filter((each) => each.place === place);
    return own.length === 0 ? [] : [h('h3', {}, title), parameterList(own, `${id}.${place}`, context)];
  });

const parameterList = (parameters: readonly Parameter[], anchor: string, context: Context): VNode =>
  h(
    'ul',
    { class: 'fields' },
    parameters.map((parameter) => {
      const id = `${anchor}.${parameter.name}`;
      return h('li', { id }, [
        row(parameter, id, parameter.isRequired),
        ...about(parameter, context),
        ...inside(parameter, id, context),
      ]);
    }),
  );

function bodySection({ id, bodies, isBodyRequired }: Operation, body: Body, context: Context): VNode {
  const anchor = `${id}.body${bodies.indexOf(body) === 0 ? '' : `-${bodies.indexOf(body) + 1}`}`;
  return h('div', { id: anchor }, [
    h('h3', {}, ['Body ', h('span', { class: 'media' }, body.mediaType), isBodyRequired ? null : ' optional']),
    ...shapeView(body, anchor, { ...context, marksRequired: true, openUpTo: 6 }),
  ]);
}

/** The top of a body has no row: its meaning, then its fields. */
function shapeView({ shape }: Body, anchor: string, context: Context): VNode[] {
  const type = shape.type === 'object' ? [] : [h('p', { class: 'limits' }, h('span', {}, shape.type))];
  return [...type, ...about(shape, context), ...top(shape, anchor, context)];
}

function replySection(operation: Operation, context: OperationContext): VNode {
  const good = operation.replies.filter(({ status }) => status < '400' || status === 'default');
  const bad = operation.replies.filter(({ status }) => status >= '400' && status !== 'default');
  return h('div', { id: `${operation.id}.replies` }, [
    h('h3', {}, 'Replies'),
    ...good.map((reply) => goodReply(operation, reply, context)),
    bad.length === 0
      ? null
      : h('table', { class: 'problems' }, [
          h('caption', { class: 'hidden' }, 'Problems'),
          h(
            'tbody',
            {},
            bad.map((reply) => problemRow(operation, reply, context)),
          ),
        ]),
  ]);
}

function goodReply({ id }: Operation, reply: Reply, context: Context): VNode {
  const anchor = `${id}.${reply.status}`;
  return h('div', { class: 'reply', id: anchor }, [
    h('p', { class: 'name' }, [
      h('a', { class: 'self', href: `#${anchor}` }, h('code', { class: 'status' }, reply.status)),
      h('span', { class: 'media' }, reply.bodies.map(({ mediaType }) => mediaType).join(', ') || 'no body'),
    ]),
    inline(reply.description, context),
    ...reply.bodies.flatMap((body, index) =>
      shapeView(body, index === 0 ? anchor : `${anchor}-${index + 1}`, {
        ...context,
        marksRequired: false,
        openUpTo: 6,
      }),
    ),
    ...headerList(reply, anchor, context),
  ]);
}

function headerList({ headers }: Reply, anchor: string, context: Context): VNode[] {
  if (headers.length === 0) return [];
  return [
    h('details', { class: 'inner' }, [
      h('summary', {}, `${headers.length} header ${headers.length === 1 ? 'field' : 'fields'}`),
      parameterList(headers, `${anchor}.header`, { ...context, marksRequired: false }),
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
  const fields = bodies.flatMap((body) => shapeView(body, anchor, context));
  return h('tr', { id: anchor }, [
    h('th', { scope: 'row' }, h('a', { class: 'self', href: `#${anchor}` }, h('code', { class: 'status' }, status))),
    h('td', {}, [
      inline(description, context),
      links.length === 0 ? null : h('p', { class: 'slugs' }, links),
      ...fields,
    ]),
  ]);
}

function cards(operation: Operation): VNode[] {
  const { id, method, path, bodies, replies } = operation;
  const title = h('span', {}, [methodMark(method), h('code', {}, path)]);
  const [body] = bodies;
  const [first, ...further] = body?.examples ?? [];
  const request = card(
    title,
    `${id}.request`,
    snippetsOf(operation, body, first).map(({ language, label, code }) => ({ language, label, code, group: label })),
  );
  const others = further.map(({ name, summary, value }) => ({
    label: name,
    language: 'json',
    code: typeof value === 'string' ? value : pretty(value),
    note: summary,
  }));
  const answers = replies
    .filter(({ status }) => status < '400')
    .flatMap(({ status, bodies: contents }) =>
      contents.flatMap(({ examples, mediaType }) =>
        examples.map(({ name, summary, value }) => ({
          label: `${status} ${name === 'example' ? '' : name}`.trim(),
          language: mediaType.endsWith('json') ? 'json' : '',
          code: typeof value === 'string' ? value : pretty(value),
          note: summary,
        })),
      ),
    );
  return [
    request,
    ...(others.length === 0 ? [] : [card('Other bodies', `${id}.bodies`, others)]),
    ...(answers.length === 0 ? [] : [card('Reply', `${id}.replies`, answers)]),
  ];
}
