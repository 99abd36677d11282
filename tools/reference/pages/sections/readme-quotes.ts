// The READMEs of the packages as parts of a guide: their sections become subsections, and search finds what they
// explain.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isReadme, type ReadmeName, readmeText } from '../../../clients/readmes.ts';
import { slug } from '../../../contract/model/words.ts';
import { markdown, plain } from '../markdown.ts';
import type { SearchText } from '../page.ts';
import type { PageContext } from '../views/context.ts';
import { h, type VNode } from '../views/element.ts';

/** With `start`, what comes before the first section. */
export function readmeView(root: string, [name = '', part]: readonly string[], { up, decision }: PageContext): VNode {
  const [start = ''] = textOf(root, name).split(/^## /m);
  const text = part === 'start' ? start : textOf(root, name);
  const html = markdown(text.replaceAll(/^## /gm, '### '), { up, decision, link: () => undefined })
    .replaceAll(' id="', ` id="${name}-`)
    .replaceAll(' href="#', ` href="#${name}-`);
  return h('div', { class: 'md', dangerouslySetInnerHTML: { __html: html } });
}

/** Each point that begins with a bold word, below the section that has it. */
export const readmeSearch = (root: string, name: string, kind: string, above: string): readonly SearchText[] =>
  textOf(root, name)
    .split(/^## /m)
    .flatMap((section, index) => {
      const anchor = index === 0 ? above : `${name}-${slug(section.slice(0, section.indexOf('\n')))}`;
      return [...section.matchAll(/^- \*\*(.+?)\.\*\* (.+)$/gm)].map(([, title = '', text = '']) => ({
        anchor,
        title,
        kind,
        text: plain(text),
      }));
    });

/** Without the name and the version that it begins with. */
function textOf(root: string, name: string): string {
  if (!isReadme(name)) throw new Error(`A guide quotes the README of ${name}, which is not a package.`);
  return textAt(root, name).replace(/^# .+\n+(?:Version \S+ )?/, '');
}

function textAt(root: string, name: ReadmeName): string {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { readonly version: string };
  return readmeText(name, version);
}
