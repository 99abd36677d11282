// The frame of every page: head, top bar, navigation, main.

import { renderToString } from 'preact-render-to-string';
import { type ComponentChildren, h, type VNode } from './element.ts';
import { type NavigationItem, navigation } from './navigation.ts';

export interface PageFacts {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** `reference` has a third column for code. */
  readonly layout: 'reference' | 'text' | 'home';
}

export interface SiteFacts {
  readonly items: readonly NavigationItem[];
}

/** From a page to the top of the site. */
export const upFrom = (path: string): string => '../'.repeat(path.split('/').length - 1);

export function frame(site: SiteFacts, facts: PageFacts, children: ComponentChildren): string {
  const up = upFrom(facts.path);
  const body = h('html', { lang: 'en' }, [
    head(facts, up),
    h('body', { class: `layout-${facts.layout}`, 'data-up': up }, [
      h('a', { class: 'skip', href: '#main' }, 'Skip to content'),
      topBar(up),
      h(
        'nav',
        { class: 'side', id: 'side', popover: 'auto', 'aria-label': 'Documentation' },
        navigation(site.items, facts.path, up),
      ),
      h('main', { id: 'main', tabIndex: -1 }, [children, footer(up)]),
      h('script', { src: `${up}assets/site.js` }),
    ]),
  ]);
  return `<!doctype html>\n${renderToString(body)}\n`;
}

function head({ title, description, path }: PageFacts, up: string): VNode {
  return h('head', {}, [
    h('meta', { charset: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('title', {}, path === 'index.html' ? title : `${title} · Covenant`),
    h('meta', { name: 'description', content: description }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('link', { rel: 'icon', href: `${up}assets/icon.svg`, type: 'image/svg+xml' }),
    h('link', { rel: 'alternate', type: 'application/atom+xml', title: 'Changelog', href: `${up}changelog.atom` }),
    h('link', { rel: 'stylesheet', href: `${up}assets/site.css` }),
    // Before the first paint, so that a chosen theme does not flash.
    h('script', { src: `${up}assets/theme.js` }),
  ]);
}

const topBar = (up: string): VNode =>
  h('header', { class: 'top' }, [
    h('a', { class: 'brand', href: `${up}index.html` }, [mark(), 'Covenant']),
    h('div', { class: 'tools' }),
    // A popover opens without script; wide windows show the navigation always.
    h('button', { class: 'menu', type: 'button', popovertarget: 'side' }, 'Menu'),
  ]);

const mark = (): VNode =>
  h('svg', { width: 22, height: 22, viewBox: '0 0 22 22', 'aria-hidden': 'true' }, [
    h('path', {
      d: 'M15.5 5.2A7.3 7.3 0 1 0 15.5 16.8',
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': 2.6,
      'stroke-linecap': 'round',
    }),
    h('circle', { cx: 15.6, cy: 11, r: 2.4, fill: 'currentColor' }),
  ]);

const footer = (up: string): VNode =>
  h('footer', { class: 'foot' }, [
    h('p', {}, [
      h('a', { href: `${up}downloads.html` }, 'Downloads'),
      h('a', { href: `${up}changelog.html` }, 'Changelog'),
      h('a', { href: `${up}decisions/index.html` }, 'Decisions'),
      h('a', { href: `${up}llms.txt` }, 'llms.txt'),
    ]),
  ]);
