// The texts of full-text search and the library that searches them; scripts, so that they also load from a file.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { transformSync } from 'esbuild';
import type { SearchText, SitePage } from './page.ts';

/** Of a long text, search knows the beginning. */
const longest = 60;

/** The browser builds the index at the first search: as an index these texts are twice as large. */
export function searchFiles(pages: readonly SitePage[]): readonly (readonly [string, string])[] {
  const known = new Map<string, number>();
  // Most fields stand in several operations, with one text: it is kept once, and 0 is the next that is new.
  const number = (text: string): number => {
    const at = known.get(text);
    if (at === undefined) known.set(text, known.size + 1);
    return at ?? 0;
  };
  const shown = new Set<string>();
  const entries = pages.map(({ path: page, short, search }) => {
    let last = '';
    const found = search
      .filter((entry) => isNew(entry, page, shown))
      .map(({ anchor, title, kind, text }) => {
        const before = last;
        last = withoutEnd(anchor, title);
        // The fields of one body have one beginning.
        return [last === before ? 0 : last, title, kind === 'field' ? 0 : kind, number(beginning(text))];
      });
    return [page, short, found];
  });
  const library = path.join(path.dirname(createRequire(import.meta.url).resolve('minisearch')), '../umd/index.js');
  return [
    ['assets/search-library.js', transformSync(readFileSync(library, 'utf8'), { minify: true, charset: 'utf8' }).code],
    [
      'assets/search-texts.js',
      `var searchTexts=${JSON.stringify([...known.keys()])},searchEntries=${JSON.stringify(entries)}\n`,
    ],
  ];
}

/** A field that several operations of a document have is found where it stands first. */
function isNew({ kind, title, text }: SearchText, page: string, shown: Set<string>): boolean {
  const key = `${page.split('/')[0]} ${title.split('.').at(-1)} ${text}`;
  if (kind === 'field' && shown.has(key)) return false;
  shown.add(key);
  return true;
}

/** The anchor of a field ends with its title. */
const withoutEnd = (anchor: string, title: string): string =>
  anchor.endsWith(`.${title}`) ? anchor.slice(0, -title.length) : anchor;

const beginning = (text: string): string =>
  text.length <= longest ? text : text.slice(0, text.lastIndexOf(' ', longest));
