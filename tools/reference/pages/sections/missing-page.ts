// What a server answers where there is no page, at any depth: it puts its own way to the top for each `./`.
import type { SitePage } from '../page.ts';
import { h } from '../views/element.ts';

const text = 'There is no page at this address.';

export const missingPage: SitePage = {
  path: '404.html',
  up: './',
  title: 'Page not found',
  short: 'Page not found',
  description: text,
  layout: 'text',
  entries: [],
  search: [],
  content: [
    h('h1', {}, 'Page not found'),
    h('p', { class: 'lead' }, `${text} Search at the top finds operations, fields, problems and guides.`),
    h('p', { class: 'begin' }, [
      h('a', { class: 'first', href: './index.html' }, 'Start of the documentation'),
      h('a', { href: './problems/index.html' }, 'All problems'),
    ]),
  ],
};
