// One HTTP operation: what it does, what it takes, what it answers; the request and the replies beside it.

import type { Body, Example, Operation, Parameter } from '../../../contract/model/operations.ts';
import { filesOf } from '../snippets/request.ts';
import { snippetsOf } from '../snippets/snippets.ts';
import { card, foldedCard, pretty, type Tab } from './code.ts';
import { inline, type OperationContext, type PageContext } from './context.ts';
import { h, type VNode } from './element.ts';
import { about, inside, row, shapeView } from './fields.ts';
import { methodMark } from './navigation.ts';
import { factList, reasons } from './operation-facts.ts';
import { replySection } from './replies.ts';

export function operationView(operation: Operation, context: OperationContext): VNode {
  const { id, method, path, summary, description } = operation;
  // What it does, then the facts: those of a long text would be far below.
  const [lead = '', ...more] = description.split(/\n{2,}/);
  return h('section', { class: 'op', id, 'aria-labelledby': `${id}-title` }, [
    h('div', { class: 'op-text' }, [
      h('h2', { id: `${id}-title` }, h('a', { class: 'self' }, summary)),
      h('p', { class: 'signature' }, [
        methodMark(method),
        h('code', {}, path),
        operation.isPlanned ? h('span', { class: 'planned' }, 'planned: answers 501') : null,
      ]),
      lead === '' ? null : inline(lead, context),
      factList(operation, context),
      more.length === 0 ? null : inline(more.join('\n\n'), context),
      ...parameterSections(operation, context),
      ...operation.bodies.map((body) => bodySection(operation, body, context)),
      replySection(operation, context),
      reasons(operation.decisions, context),
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

const parameterSections = ({ id, parameters }: Operation, context: PageContext): VNode[] =>
  places.flatMap(([place, title]) => {
    const own = parameters.filter((each) => each.place === place);
    return own.length === 0 ? [] : [h('h3', {}, title), parameterList(own, `${id}.${place}`, context)];
  });

const parameterList = (parameters: readonly Parameter[], anchor: string, context: PageContext): VNode =>
  h(
    'ul',
    { class: 'fields' },
    parameters.map((parameter) => {
      const id = `${anchor}.${parameter.name}`;
      return h('li', { id }, [
        row(parameter, parameter.isRequired),
        ...about(parameter, context),
        ...inside(parameter, id, context),
      ]);
    }),
  );

function bodySection({ id, bodies, isBodyRequired }: Operation, body: Body, context: PageContext): VNode {
  const anchor = `${id}.body${bodies.indexOf(body) === 0 ? '' : `-${bodies.indexOf(body) + 1}`}`;
  return h('div', { id: anchor }, [
    h('h3', {}, ['Body ', h('span', { class: 'media' }, body.mediaType), isBodyRequired ? null : ' optional']),
    ...shapeView(body.shape, anchor, { ...context, marksRequired: true, openUpTo: 6 }),
  ]);
}

type Answer = Tab & { readonly name: string; readonly mediaType: string };

/** A status that all have is in the title. Examples of one name are distinguished by their media types. */
function replyCard(id: string, answers: readonly Answer[]): readonly VNode[] {
  const statuses = new Set(answers.map(({ label }) => label));
  const tabs = answers.map(({ name, mediaType, ...answer }) => {
    const isShared = answers.some((other) => other.name === name && other.mediaType !== mediaType);
    const media = isShared ? (mediaNames[mediaType] ?? mediaType) : '';
    const title = [inWords(name), media].filter(Boolean).join(', ');
    return { ...answer, label: statuses.size > 1 || title === '' ? `${answer.label} ${title}`.trim() : title };
  });
  const [status] = statuses;
  const isInTab = statuses.size > 1 || tabs.some(({ label }) => label === status);
  return tabs.length === 0 ? [] : [card(isInTab ? 'Reply' : `Reply ${status}`, `${id}.replies`, tabs)];
}

const mediaNames: Readonly<Record<string, string>> = {
  'application/json': 'JSON',
  'application/x-ndjson': 'NDJSON',
  'text/csv': 'CSV',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'workbook',
};

/** `two-months` is Two months. */
const inWords = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1).replaceAll('-', ' ');

function cards(operation: Operation): VNode[] {
  const { id, method, path, bodies, replies } = operation;
  const [body] = bodies;
  const [first, ...further] = body?.examples ?? [];
  const answers = replies
    .filter(({ status }) => status < '400')
    .flatMap(({ status, bodies: contents }) =>
      contents.flatMap(({ examples, mediaType }) =>
        examples.map(({ name, summary, value }) => ({
          label: status,
          name: name === 'example' ? '' : name,
          mediaType,
          language: mediaType.endsWith('json') ? 'json' : '',
          code: typeof value === 'string' ? value : pretty(value),
          note: summary,
        })),
      ),
    );
  return [
    card(
      h('span', {}, [methodMark(method), h('code', {}, path)]),
      `${id}.request`,
      requestTabs(operation, body, first),
    ),
    ...replyCard(id, answers),
    // Closed: the reply stays on the screen.
    ...further.map((example) =>
      foldedCard(
        example.summary || example.name,
        `${id}.request.${example.name}`,
        requestTabs(operation, body, example),
      ),
    ),
  ];
}

/** The snippets of a request, and the file that it sends. */
const requestTabs = (operation: Operation, body: Body | undefined, example: Example | undefined): readonly Tab[] => [
  ...snippetsOf(operation, body, example).map(({ language, label, code }) => ({ language, label, code, group: label })),
  ...filesOf(operation, body, example).map(({ file, value }) => ({
    label: file,
    language: file.endsWith('.yaml') ? 'yaml' : '',
    code: value,
  })),
];
