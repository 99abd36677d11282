// A page for each problem, at the path of its `type`, and the list of all.
import { asRecord, type JsonObject } from '../../../contract/json.ts';
import { type Contracts, type RegisteredProblem, strings } from '../../../contract/model/contracts.ts';
import { type Operation, operationsOf } from '../../../contract/model/operations.ts';
import type { Links } from '../links.ts';
import type { SitePage } from '../page.ts';
import { card, pretty } from '../views/code.ts';
import { inline, type PageContext } from '../views/context.ts';
import { h, type VNode } from '../views/element.ts';

interface Use {
  readonly operation: Operation;
  readonly part: string;
  readonly path: string;
}

export function problemPages(
  contracts: Contracts,
  links: Links,
  contextOf: (path: string) => PageContext,
): readonly SitePage[] {
  const uses = usesOf(contracts, links);
  const examples = examplesOf(contracts);
  const pages = contracts.problems.map((problem) =>
    problemPage(
      problem,
      { uses: uses.get(problem.slug) ?? [], example: examples.get(problem.slug), http: contracts.http },
      contextOf(`problems/${problem.slug}.html`),
    ),
  );
  return [listPage(contracts.problems), ...pages];
}

function usesOf({ http }: Contracts, links: Links): ReadonlyMap<string, readonly Use[]> {
  const all = http.flatMap((document) =>
    operationsOf(document).flatMap((operation) =>
      operation.replies.flatMap(({ problems }) =>
        problems.map((slug) => ({
          slug,
          use: { operation, part: document.title, path: links.operation(document.id, operation.id) ?? '' },
        })),
      ),
    ),
  );
  return new Map([...Map.groupBy(all, ({ slug }) => slug)].map(([slug, own]) => [slug, own.map(({ use }) => use)]));
}

/** The first example of each problem in any reply. */
function examplesOf({ http }: Contracts): ReadonlyMap<string, JsonObject> {
  const responses = http.flatMap(({ value }) => [
    ...Object.values(asRecord(asRecord(value.components).responses)),
    ...Object.values(asRecord(value.paths)).flatMap((item) =>
      Object.values(asRecord(item)).flatMap((operation) => Object.values(asRecord(asRecord(operation).responses))),
    ),
  ]);
  const found = responses.map(asRecord).flatMap((response) => {
    const examples = asRecord(asRecord(asRecord(response.content)['application/problem+json']).examples);
    return strings(response['x-problems']).map((slug) => [slug, asRecord(asRecord(examples[slug]).value)] as const);
  });
  return new Map(found.filter(([, value]) => value.type !== undefined).reverse());
}

interface ProblemFacts {
  readonly uses: readonly Use[];
  readonly example: JsonObject | undefined;
  readonly http: Contracts['http'];
}

function problemPage(
  problem: RegisteredProblem,
  { uses, example, http }: ProblemFacts,
  context: PageContext,
): SitePage {
  const { slug, status, title, meaning, action } = problem;
  return {
    path: `problems/${slug}.html`,
    title,
    short: slug,
    description: meaning,
    layout: 'text',
    entries: [],
    search: [{ anchor: '', title: slug, kind: `problem ${status}`, text: `${title}. ${meaning} ${action}` }],
    content: [
      h('p', { class: 'eyebrow' }, [h('a', { href: 'index.html' }, 'Problems')]),
      h('h1', {}, title),
      h('p', { class: 'signature' }, [
        h('code', { class: 'status bad' }, String(status)),
        h('code', {}, `https://covenant.example/problems/${slug}`),
      ]),
      h('div', { class: 'lead' }, inline(meaning, context)),
      h('h2', {}, 'What to do'),
      inline(action, context),
      ...fieldsView(problem, http, context),
      ...(example === undefined
        ? []
        : [
            h('h2', {}, 'Example'),
            card('application/problem+json', `${slug}.example`, [
              { label: '', language: 'json', code: pretty(example, 80) },
            ]),
          ]),
      ...(uses.length === 0 ? [] : [h('h2', {}, 'Operations that answer it'), ...useLists(uses, context)]),
    ],
  };
}

/** What distinguishes it from others: its registered fields, and the list that its texts name. */
function fieldsView(problem: RegisteredProblem, http: Contracts['http'], context: PageContext): VNode[] {
  const { fields, fieldMeanings, meaning, action } = problem;
  const own = Object.entries(fields).map(([name, type]) =>
    fieldRow(name, type, `field.${name}`, inline(fieldMeanings[name] ?? '', context)),
  );
  const rows = `${meaning} ${action}`.includes('`errors`') ? [...own, errorsRow(http, context)] : own;
  const common = inline(
    'Beside these it has the fields of [every problem](../guides/errors.html): `type`, `title`, `status`, `detail` and `instance`.',
    context,
  );
  return rows.length === 0 ? [] : [h('h2', {}, 'Its fields'), h('ul', { class: 'fields' }, rows), common];
}

const fieldRow = (name: string, type: string, id: string, ...content: readonly VNode[]): VNode =>
  h('li', { id }, [
    h('p', { class: 'name' }, [h('a', { class: 'self' }, h('code', {}, name)), h('span', { class: 'type' }, type)]),
    ...content,
  ]);

function errorsRow(http: Contracts['http'], context: PageContext): VNode {
  const { Problem, ProblemError } = asRecord(asRecord(http[0]?.value.components).schemas);
  const about = (schema: unknown): VNode => inline(String(asRecord(schema as JsonObject).description ?? ''), context);
  const parts = Object.entries(asRecord(asRecord(ProblemError).properties)).map(([name, schema]) =>
    fieldRow(name, String(asRecord(schema).type), `field.errors.${name}`, about(schema)),
  );
  return fieldRow(
    'errors',
    'array of objects',
    'field.errors',
    about(asRecord(asRecord(Problem).properties).errors),
    h('div', { class: 'inner' }, h('ul', { class: 'fields' }, parts)),
  );
}

/** Who reads that most operations answer a problem needs no list of them. */
const mostListed = 12;

const useLists = (uses: readonly Use[], { up }: PageContext): VNode[] =>
  [...Map.groupBy(uses, ({ part }) => part)].flatMap(([part, own]) => [
    h('h3', {}, part),
    own.length > mostListed
      ? h('p', {}, `${own.length} operations.`)
      : h(
          'ul',
          { class: 'uses' },
          own.map(({ operation, path }) => h('li', {}, h('a', { href: up + path }, operation.summary))),
        ),
  ]);

function listPage(problems: readonly RegisteredProblem[]): SitePage {
  const statuses = [...Map.groupBy(problems, ({ status }) => status)].sort(([a], [b]) => a - b);
  return {
    path: 'problems/index.html',
    title: 'Problems',
    short: 'All problems',
    description: 'Every problem that an API answers, with what it means and what to do.',
    layout: 'text',
    entries: [],
    search: [],
    content: [
      h('h1', {}, 'Problems'),
      h(
        'p',
        { class: 'lead' },
        'Each reply with status 400 or above is a problem document (RFC 9457). Its type names one of these problems and is the same in every installation; an installation shows the page of a problem at the path of its type. Title and detail are for people.',
      ),
      ...statuses.flatMap(([status, own]) => [
        h('h2', { id: `status-${status}` }, String(status)),
        h(
          'dl',
          { class: 'problem-list' },
          own.flatMap(({ slug, meaning }) => [
            h('dt', {}, h('a', { href: `${slug}.html` }, h('code', {}, slug))),
            h('dd', {}, meaning.replaceAll('`', '')),
          ]),
        ),
      ]),
    ],
  };
}
