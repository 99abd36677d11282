// The glossary, and the measures of an index with their formulas.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { items as definitions } from '../../../../services/analytics/indices/definitions.ts';
import { slug } from '../../../contract/model/words.ts';
import { markdown, plain } from '../markdown.ts';
import type { SitePage } from '../page.ts';
import type { PageContext } from '../views/context.ts';
import { h, type VNode } from '../views/element.ts';

/** Sections that users of the contracts need; how the code is worded is for those who change it. */
const contributors = ['Mechanisms', 'Say, and not'];

export function glossaryPage(root: string, { up, decision, operation }: PageContext): SitePage {
  const sections = readFileSync(path.join(root, 'spec/glossary.md'), 'utf8')
    .split(/^## /m)
    .slice(1)
    .filter((section) => !contributors.some((title) => section.startsWith(title)));
  const html = sections
    .map((section) =>
      markdown(`## ${section.replaceAll(/(\w)\*(?=[,| ])/g, '$1')}`, { up, decision, link: () => undefined }),
    )
    .join('');
  const list = operation('analytics', 'listDefinitions');
  return {
    path: 'glossary.html',
    title: 'Glossary',
    short: 'Glossary',
    description: 'What the words of the contracts mean, and how each measure of an index is computed.',
    layout: 'text',
    entries: [],
    search: [
      ...definitions.map(({ name, title, formula }) => ({
        anchor: `measure-${name}`,
        title: name,
        kind: 'measure',
        text: plain(`${title}: ${formula}`),
      })),
      ...sections
        .filter((section) => !section.startsWith('Words that readers'))
        .map((section) => {
          const [title = '', ...lines] = section.split('\n');
          return { anchor: slug(title), title, kind: 'glossary', text: plain(lines.join('\n')) };
        }),
    ],
    content: [
      h('h1', {}, 'Glossary'),
      h('p', { class: 'lead' }, 'Each concept has one name, in contracts, messages and replies.'),
      h('h2', { id: 'measures' }, 'Measures of an index'),
      h('p', {}, [
        'Ratios are taken of sums, never averaged, and rounded once, half away from zero. A program reads the same definitions with ',
        list === undefined ? 'listDefinitions' : h('a', { href: up + list }, h('code', {}, 'listDefinitions')),
        '.',
      ]),
      h('dl', { class: 'measures' }, definitions.flatMap(measure)),
      h('div', { class: 'md', dangerouslySetInnerHTML: { __html: html } }),
    ],
  };
}

type Definition = (typeof definitions)[number];

const measure = ({ name, title, unit, decimals, formula, window }: Definition): VNode[] => [
  h('dt', { id: `measure-${name}` }, [h('code', {}, name), ' ', h('span', {}, title)]),
  h('dd', {}, [
    h('p', { class: 'formula' }, [h('var', {}, name), ' = ', formula]),
    h('p', { class: 'limits' }, [
      h('span', {}, unit),
      h('span', {}, `window: ${window}`),
      h('span', {}, decimals === 0 ? 'whole number' : `${decimals} decimals`),
    ]),
  ]),
];
