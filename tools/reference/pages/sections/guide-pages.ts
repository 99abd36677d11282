// The guides in guides/*.md. They quote the contracts: `[[analytics/getJob]]` is a link, and a line `{{name ...}}` is a
// part of a contract, which exists or fails the build.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { asRecord } from '../../../contract/json.ts';
import type { Contracts } from '../../../contract/model/contracts.ts';
import { markdown, plain } from '../markdown.ts';
import type { SitePage } from '../page.ts';
import type { PageContext } from '../views/context.ts';
import { h, type VNode } from '../views/element.ts';
import { type Quotes, quotesOf } from './guide-quotes.ts';
import { readmeSearch } from './readme-quotes.ts';

interface Guide {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly text: string;
}

const folder = path.join(import.meta.dirname, '../guides');

/** In the order of the numbers that their files begin with. */
function guides(): readonly Guide[] {
  return globSync('*.md', { cwd: folder })
    .sort()
    .map((file) => {
      const [, head = '', text = ''] =
        /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(path.join(folder, file), 'utf8')) ?? [];
      const { title, summary } = asRecord(parse(head));
      return {
        name: file.replace(/^\d+-/, '').replace(/\.md$/, ''),
        title: String(title),
        summary: String(summary),
        text,
      };
    });
}

export const guidePages = (contracts: Contracts, contextOf: (path: string) => PageContext): readonly SitePage[] =>
  guides().map((guide) =>
    guidePage(
      contracts.root,
      guide,
      quotesOf(contracts, contextOf(`guides/${guide.name}.html`)),
      contextOf(`guides/${guide.name}.html`),
    ),
  );

function guidePage(
  root: string,
  { name, title, summary, text }: Guide,
  quotes: Quotes,
  context: PageContext,
): SitePage {
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
  return {
    path: `guides/${name}.html`,
    title,
    short: title,
    description: summary,
    layout: 'text',
    entries: [],
    search: [
      { anchor: '', title, kind: 'guide', text: `${summary} ${proseOf(text.split(/^## /m)[0] ?? '')}` },
      ...headings.flatMap((heading) => [
        {
          anchor: anchorOf(heading),
          title: heading,
          kind: `guide: ${title}`,
          text: proseOf(sectionOf(text, heading)),
        },
        ...readmesIn(sectionOf(text, heading)).flatMap((readme) =>
          readmeSearch(root, readme, `guide: ${heading}`, anchorOf(heading)),
        ),
      ]),
    ],
    content: [
      h('p', { class: 'eyebrow' }, 'Guide'),
      h('h1', {}, title),
      h('p', { class: 'lead' }, summary),
      ...blocksOf(text, quotes, context),
    ],
  };
}

/** Without programs and quotes; a link is the name of what it leads to. */
const proseOf = (section: string): string =>
  plain(
    section
      .replaceAll(/^```[\s\S]*?^```$/gm, '')
      .replaceAll(/\{\{[^}]*\}\}/g, '')
      .replaceAll(/\[\[(?:[^\]/]*\/)?([^\]]*)\]\]/g, '$1'),
  );

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
/** Whole ones: the start of one has no points. */
const readmesIn = (section: string): readonly string[] =>
  [...section.matchAll(/^\{\{readme (\S+)\}\}$/gm)].map(([, name = '']) => name);
const sectionOf = (text: string, heading: string): string =>
  (text.split(`## ${heading}\n`)[1] ?? '').split(/^## /m)[0] ?? '';

const blocksOf = (text: string, quotes: Quotes, { up, decision }: PageContext): VNode[] =>
  text.split(/^\{\{(.+)\}\}$/m).flatMap((part, index) => {
    if (index % 2 === 1) return quotes.block(part.trim());
    const linked = part.replaceAll(/\[\[([^\]]+)\]\]/g, (_, target: string) => quotes.link(target));
    if (linked.trim() === '') return [];
    return [h('div', { class: 'md', dangerouslySetInnerHTML: { __html: markdown(linked, { up, decision }) } })];
  });
