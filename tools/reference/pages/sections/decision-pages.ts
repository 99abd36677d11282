// The decisions behind the contracts: a page for each area.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { channelsOf } from '../../../contract/model/channels.ts';
import type { Contracts } from '../../../contract/model/contracts.ts';
import { areas, readDecisions } from '../../../generator/tables/decisions.ts';
import { markdown, plain } from '../markdown.ts';
import type { SitePage } from '../page.ts';
import type { PageContext } from '../views/context.ts';
import { h, type VNode } from '../views/element.ts';
import { decisionsOfChangelog } from './changelog-pages.ts';

export interface DecisionText {
  readonly number: number;
  readonly title: string;
  readonly area: string;
  readonly date: string;
  readonly status: string;
  /** Below its heading, without the alternatives: those are for who changes the decision. */
  readonly text: string;
}

function decisionTexts(root: string): readonly DecisionText[] {
  const folder = path.join(root, 'spec/decisions');
  return readDecisions(folder).map(({ number, title, file, affects, date, status }) => ({
    number,
    title,
    area: affects[0] ?? 'http',
    date,
    status,
    text: readFileSync(path.join(folder, file), 'utf8')
      .replace(/^[\s\S]*?\n# .+\n/, '')
      .replace(/\n## Alternatives\n[\s\S]*/, '')
      .trim(),
  }));
}

/** Those that an operation, a message or the changelog names: the others are for who changes the services. */
export function shownDecisions({ root, http, messages }: Contracts): readonly DecisionText[] {
  const named = new Set([
    ...http.flatMap(({ notes }) => [...notes.values()].flatMap(({ decisions }) => decisions)),
    ...messages.flatMap(channelsOf).flatMap(({ decisions }) => decisions),
    ...decisionsOfChangelog(root),
  ]);
  return decisionTexts(root).filter(({ number }) => named.has(number));
}

export const decisionPath = ({ area, number }: DecisionText): string => `decisions/${area}.html#decision-${number}`;

export function decisionPages(
  decisions: readonly DecisionText[],
  contextOf: (path: string) => PageContext,
): readonly SitePage[] {
  const pages = Object.entries(areas).flatMap(([area, title]) => {
    const own = decisions.filter((decision) => decision.area === area);
    return own.length === 0 ? [] : [areaPage(area, { title, own }, contextOf(`decisions/${area}.html`))];
  });
  return [indexPage(decisions), ...pages];
}

interface Area {
  readonly title: string;
  readonly own: readonly DecisionText[];
}

const areaPage = (area: string, { title, own }: Area, context: PageContext): SitePage => ({
  path: `decisions/${area}.html`,
  title: `Decisions: ${title}`,
  short: title,
  description: own.map((each) => each.title).join(' '),
  layout: 'text',
  entries: [],
  search: own.map(({ number, title: question, text }) => ({
    anchor: `decision-${number}`,
    title: question,
    kind: `decision ${number}`,
    text: searchTextOf(text),
  })),
  content: [
    h('p', { class: 'eyebrow' }, h('a', { href: 'index.html' }, 'Decisions')),
    h('h1', {}, title),
    ...own.map((decision) => decisionView(decision, context)),
  ],
});

/** The choice alone: reasons and alternatives speak of what is not built. */
function searchTextOf(text: string): string {
  const [choice = ''] = (text.split('## Choice\n')[1] ?? '').split(/^## /m);
  return plain(choice);
}

function decisionView({ number, title, date, status, text }: DecisionText, { up, decision }: PageContext): VNode {
  const id = `decision-${number}`;
  const html = markdown(text.replaceAll(/^## (?:Question|Choice)\n+/gm, '').replaceAll(/^## (.+)\n+/gm, '**$1.** '), {
    up,
    decision,
    link: decisionLink,
  });
  return h('section', { class: 'decision', id }, [
    h('h2', {}, h('a', { class: 'self' }, `${number}. ${title}`)),
    h('p', { class: 'limits' }, [h('span', {}, date), status === 'accepted' ? null : h('span', {}, status)]),
    h('div', { class: 'md', dangerouslySetInnerHTML: { __html: html } }),
  ]);
}

/** Files of the project are not on the site. */
const decisionLink = (href: string): string | undefined => (/^https?:/.test(href) ? href : undefined);

const indexPage = (decisions: readonly DecisionText[]): SitePage => ({
  path: 'decisions/index.html',
  title: 'Decisions',
  short: 'Decisions',
  description: 'Why the contracts are as they are: each question, what was chosen, and why.',
  layout: 'text',
  entries: [],
  search: [],
  content: [
    h('h1', {}, 'Decisions'),
    h('p', { class: 'lead' }, 'Why the contracts are as they are: each question, what was chosen, and why.'),
    ...Object.entries(areas)
      .filter(([area]) => decisions.some((decision) => decision.area === area))
      .flatMap(([area, title]) => [
        h('h2', {}, h('a', { class: 'self', href: `${area}.html` }, title)),
        h(
          'ol',
          { class: 'questions' },
          decisions
            .filter((decision) => decision.area === area)
            .map((decision) =>
              h(
                'li',
                { value: decision.number },
                h('a', { href: decisionPath(decision).replace('decisions/', '') }, decision.title),
              ),
            ),
        ),
      ]),
  ],
});
