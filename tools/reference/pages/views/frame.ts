// The frame of every page: head, top bar, navigation, main.

import { renderToString } from 'preact-render-to-string';
import { type ComponentChildren, h, type VNode } from './element.ts';
import { type NavigationItem, navigation } from './navigation.ts';

export interface PageFacts {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** The HTTP document of the page's operations. */
  readonly document?: string;
  /** `reference` has a third column for code. */
  readonly layout: 'reference' | 'text' | 'home';
  /** To the top of the site, where the path of the page does not say it. */
  readonly up?: string;
}

export interface SiteFacts {
  readonly items: readonly NavigationItem[];
}

/** From a page to the top of the site. */
export const upFrom = (path: string): string => '../'.repeat(path.split('/').length - 1);

export function frame(site: SiteFacts, facts: PageFacts, children: ComponentChildren): string {
  const up = facts.up ?? upFrom(facts.path);
  const body = h('html', { lang: 'en' }, [
    head(facts, up),
    h('body', { class: `layout-${facts.layout}`, 'data-up': up, 'data-document': facts.document }, [
      h('a', { class: 'skip', href: '#main' }, 'Skip to content'),
      topBar(up),
      h(
        'nav',
        { class: 'side', id: 'side', popover: 'auto', 'aria-label': 'Documentation' },
        navigation(site.items, facts.path, up),
      ),
      h('main', { id: 'main', tabIndex: -1 }, children),
    ]),
  ]);
  return `<!doctype html>\n${renderToString(body)}\n`;
}

function head({ title, description, path }: PageFacts, up: string): VNode {
  return h('head', {}, [
    h('meta', { charset: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width' }),
    h('title', {}, path === 'index.html' ? title : `${title} · Covenant`),
    h('meta', { name: 'description', content: description }),
    h('link', { rel: 'icon', href: `${up}assets/icon.svg` }),
    path === 'index.html' || path === 'changelog.html'
      ? h('link', { rel: 'alternate', type: 'application/atom+xml', title: 'Changelog', href: 'changelog.atom' })
      : null,
    h('link', { rel: 'stylesheet', href: `${up}assets/site.css` }),
    // Before the first paint, so that a chosen theme does not flash.
    h('script', { src: `${up}assets/theme.js` }),
    // Deferred: at the end of the body it would delay the first paint of a long page.
    h('script', { src: `${up}assets/site.js`, defer: true }),
  ]);
}

const topBar = (up: string): VNode =>
  h('header', { class: 'top' }, [
    h('a', { class: 'brand', href: `${up}index.html` }, 'Covenant'),
    h('div', { class: 'tools' }),
    // A popover opens without script; wide windows show the navigation always.
    h('button', { class: 'menu', type: 'button', popovertarget: 'side' }, 'Menu'),
  ]);
