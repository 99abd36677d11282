// The decisions behind the contracts: a page for each area.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { areas, readDecisions } from '../../decisions.ts';
import { markdown, plain } from '../markdown.ts';
import type { SitePage } from '../page.ts';
import type { Context } from '../views/context.ts';
import { h, type VNode } from '../views/element.ts';

export interface DecisionText {
  readonly number: number;
  readonly title: string;
  readonly area: string;
  readonly date: string;
  readonly status: string;
  /** Below its heading. */
  readonly text: string;
}

export function decisionTexts(root: string): readonly DecisionText[] {
  const folder = path.join(root, 'spec/decisions');
  return readDecisions(folder).map(({ number, title, file, affects, date, status }) => ({
    number,
    title,
    area: affects[0] ?? 'http',
    date,
    status,
    text: readFileSync(path.join(folder, file), 'utf8')
      .replace(/^[\s\S]*?\n# .+\n/, '')
      .trim(),
  }));
}

export const decisionPath = ({ area, number }: DecisionText): string => `decisions/${area}.html#decision-${number}`;

export function decisionPages(
  decisions: readonly DecisionText[],
  contextOf: (path: string) => Context,
): readonly SitePage[] {
  const pages = Object.entries(areas).map(([area, title]) => {
    const own = decisions.filter((decision) => decision.area === area);
    return areaPage(area, { title, own }, contextOf(`decisions/${area}.html`));
  });
  return [indexPage(decisions), ...pages];
}

interface Area {
  readonly title: string;
  readonly own: readonly DecisionText[];
}

const areaPage = (area: string, { title, own }: Area, context: Context): SitePage => ({
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
    text: plain(text),
  })),
  content: [
    h('p', { class: 'eyebrow' }, h('a', { href: 'index.html' }, 'Decisions')),
    h('h1', {}, title),
    ...own.map((decision) => decisionView(decision, context)),
  ],
});

function decisionView({ number, title, date, status, text }: DecisionText, { up, decision }: Context): VNode {
  const id = `decision-${number}`;
  const html = markdown(text.replaceAll(/^## (.+)$/gm, '**$1**\n'), { up, decision, link: decisionLink });
  return h('section', { class: 'decision', id, 'aria-labelledby': `${id}-title` }, [
    h('h2', { id: `${id}-title` }, h('a', { class: 'self', href: `#${id}` }, `${number}. ${title}`)),
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
  description: 'Why the contracts are as they are: each question, what was chosen, why, and what else was possible.',
  layout: 'text',
  entries: [],
  search: [],
  content: [
    h('h1', {}, 'Decisions'),
    h(
      'p',
      { class: 'lead' },
      'Why the contracts are as they are: each question, what was chosen, why, and what else was possible.',
    ),
    ...Object.entries(areas).flatMap(([area, title]) => [
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
