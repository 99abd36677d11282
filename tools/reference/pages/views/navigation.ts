// The navigation: sections, their pages, and the entries of the page that is open.
import { h, type VNode } from './element.ts';

export interface NavigationItem {
  readonly title: string;
  readonly pages: readonly NavigationPage[];
}

export interface NavigationPage {
  readonly path: string;
  readonly title: string;
  readonly entries: readonly NavigationEntry[];
}

export interface NavigationEntry {
  readonly anchor: string;
  readonly title: string;
  readonly method?: string;
}

/** Pages are listed in the open section alone: all of them on every page would be a quarter of the site. */
export const navigation = (items: readonly NavigationItem[], current: string, up: string): VNode[] =>
  items.map(({ title, pages }) => {
    const isOpen = pages.some(({ path }) => path === current);
    const [first] = pages;
    if (!isOpen)
      return h('p', { class: 'section' }, h('a', { class: 'closed', href: up + (first?.path ?? '') }, title));
    return h('div', { class: 'section' }, [
      h('p', {}, title),
      h(
        'ul',
        {},
        pages.map((page) => pageItem(page, current, up)),
      ),
    ]);
  });

function pageItem({ path, title, entries }: NavigationPage, current: string, up: string): VNode {
  const isCurrent = path === current;
  const link = h('a', { href: isCurrent ? '#main' : up + path, 'aria-current': isCurrent ? 'page' : undefined }, title);
  if (!isCurrent || entries.length === 0) return h('li', {}, link);
  return h('li', {}, [link, h('ul', { class: 'entries' }, entries.map(entryItem))]);
}

const entryItem = ({ anchor, title, method }: NavigationEntry): VNode =>
  h('li', {}, h('a', { href: `#${anchor}` }, [h('span', {}, title), method === undefined ? null : methodMark(method)]));

export const methodMark = (method: string): VNode =>
  h('span', { class: `method ${method.toLowerCase()}` }, method === 'DELETE' ? 'DEL' : method);
