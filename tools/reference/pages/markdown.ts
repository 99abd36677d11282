// Markdown of contracts and guides as HTML. What the contracts say is not trusted to be HTML: tags in it are shown as
// text.
import { Marked } from 'marked';
import { slug } from '../../contract/model/words.ts';
import { escapeHtml, highlighted } from './highlight.ts';

export interface MarkdownOptions {
  /** From the page to the top of the site: `../`. */
  readonly up: string;
  /** Where a link of the text leads from the page; undefined leaves its text alone. */
  readonly link?: (href: string) => string | undefined;
  readonly decision?: (number: number) => string | undefined;
}

/** Most texts are many times on the pages. */
const known = new Map<string, string>();

export function markdown(text: string, { up, link, decision }: MarkdownOptions): string {
  const plainHtml = known.get(text) ?? rendered(text);
  known.set(text, plainHtml);
  const html = link === undefined ? plainHtml : relinked(plainHtml, link);
  return decision === undefined ? html : withDecisions(html, up, decision);
}

const relinked = (html: string, link: (href: string) => string | undefined): string =>
  html.replaceAll(/<a href="([^"]*)">([\s\S]*?)<\/a>/g, (_, href: string, text: string) => {
    const target = link(href);
    return target === undefined ? text : `<a href="${target}">${text}</a>`;
  });

const rendered = (text: string): string => marked.parse(text, { async: false }).trimEnd();

const marked = new Marked({ gfm: true });
marked.use({
  renderer: {
    html: ({ text }) => escapeHtml(text),
    code: ({ text, lang }) => codeBlock(text, (lang ?? '').split(/\s/)[0] ?? ''),
    heading({ tokens, depth, text }) {
      const id = slug(text.replaceAll('`', ''));
      return `<h${depth} id="${id}"><a class="self">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
    },
    link({ href, tokens }) {
      return `<a href="${escapeHtml(href)}">${this.parser.parseInline(tokens)}</a>`;
    },
    table({ header, rows }) {
      const row = (cells: typeof header, tag: string) =>
        `<tr>${cells.map(({ tokens }) => cell(this.parser.parseInline(tokens), tag)).join('')}</tr>`;
      return `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead>${row(header, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>\n`;
    },
  },
});

/** A long line of a shell goes on below: its reader looks for no columns. */
export const codeBlock = (code: string, language: string): string =>
  `<pre${language === 'sh' ? ' class="wrap"' : ''} tabindex="0"><code>${highlighted(code.trimEnd(), language)}</code></pre>`;

/** `decision 7` becomes a link, outside tags, code and other links: of each of those, the expression takes all. */
const withDecisions = (html: string, up: string, decision: (number: number) => string | undefined): string =>
  html.replaceAll(/<(pre|code|a)\b[\s\S]*?<\/\1>|<[^>]*>|\bdecision (\d+)/g, (text, _, number?: string) => {
    const target = number === undefined ? undefined : decision(Number(number));
    return target === undefined ? text : `<a href="${up}${target}">${text}</a>`;
  });

/** The text alone, for search. */
export const plain = (text: string): string =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replaceAll(/[`*|#]|-{3,}/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A heading without text would be read out as one. */
const cell = (html: string, tag: string): string => (html === '' ? '<td></td>' : `<${tag}>${html}</${tag}>`);
