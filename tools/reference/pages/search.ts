// The texts of full-text search, the other words for them, and the library that searches: scripts, so that they also
// load from a file.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { transformSync } from 'esbuild';
import { plain } from './markdown.ts';
import type { SearchText, SitePage } from './page.ts';

/** What a reader may type, and the terms of these pages that it stands for. */
export type Synonyms = readonly (readonly [typed: string, terms: readonly string[]])[];

/** The browser builds the index at the first search: as an index these texts are twice as large. */
export function searchFiles(pages: readonly SitePage[], synonyms: Synonyms): readonly (readonly [string, string])[] {
  const numbers = new Map<string, number>();
  // Most fields stand in several operations, with one text: it is kept once, and 0 is the next that is new.
  const number = (text: string): number => {
    const existing = numbers.get(text);
    if (existing === undefined) numbers.set(text, numbers.size + 1);
    return existing ?? 0;
  };
  const listed = new Set<string>();
  const entries = pages.map(({ path: page, short, search }) => {
    let last = '';
    const rows = search
      .filter((entry) => isNew(entry, page, listed))
      .map(({ anchor, title, kind, text }) => {
        const before = last;
        last = withoutEnd(anchor, title);
        // The fields of one body have one beginning.
        return [last === before ? 0 : last, plain(title), kind === 'field' ? 0 : kind, number(plain(text))];
      });
    return [page, short, rows];
  });
  const library = path.join(path.dirname(createRequire(import.meta.url).resolve('minisearch')), '../umd/index.js');
  return [
    ['assets/search-library.js', transformSync(readFileSync(library, 'utf8'), { minify: true, charset: 'utf8' }).code],
    [
      'assets/search-texts.js',
      `var searchTexts=${JSON.stringify([...numbers.keys()])},searchEntries=${JSON.stringify(entries)},searchSynonyms=${JSON.stringify(synonyms)}\n`,
    ],
  ];
}

/** The table of the glossary with this heading has what readers type on the left, and our terms on the right. */
export function synonymsOf(root: string): Synonyms {
  const [, section = ''] = readFileSync(path.join(root, 'spec/glossary.md'), 'utf8').split(
    /^## Words that readers search for$/m,
  );
  const rows = section.split(/^## /m)[0]?.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm) ?? [];
  const list = (cell = ''): readonly string[] => cell.split(',').map((term) => term.trim().toLowerCase());
  return [...rows]
    .filter(([, typed]) => typed !== 'typed' && !typed?.startsWith('---'))
    .flatMap(([, typed, terms]) => list(typed).map((word) => [word, list(terms)] as const))
    .sort(([a], [b]) => b.length - a.length);
}

/** A field that several operations of a document have is found where it stands first. */
function isNew({ kind, title, text }: SearchText, page: string, listed: Set<string>): boolean {
  const key = `${page.split('/')[0]} ${title.split('.').at(-1)} ${text}`;
  if (kind === 'field' && listed.has(key)) return false;
  listed.add(key);
  return true;
}

/** The anchor of a field ends with its title. */
const withoutEnd = (anchor: string, title: string): string =>
  anchor.endsWith(`.${title}`) ? anchor.slice(0, -title.length) : anchor;
