// The texts of full-text search and the library that searches them; scripts, so that they also load from a file.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { SearchText, SitePage } from './page.ts';

/** Of a long text, search knows the beginning. */
const longest = 100;

/** The browser builds the index at the first search: as an index these texts are twice as large. */
export function searchFiles(pages: readonly SitePage[]): readonly (readonly [string, string])[] {
  const known = new Map<string, number>();
  // Most fields stand in several operations, with one text.
  const number = (text: string): number => known.get(text) ?? known.set(text, known.size).size - 1;
  const shown = new Set<string>();
  const entries = pages.map(({ path: page, short, search }) => [
    page,
    short,
    search
      .filter((entry) => isNew(entry, page, shown))
      .map(({ anchor, title, kind, text }) => [
        withoutEnd(anchor, title),
        title,
        kind === 'field' ? 0 : kind,
        number(beginning(text)),
      ]),
  ]);
  const library = path.join(path.dirname(createRequire(import.meta.url).resolve('minisearch')), '../umd/index.js');
  return [
    ['assets/search-library.js', withoutComments(readFileSync(library, 'utf8'))],
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

/** The library is published with its comments, which are half of it. */
const withoutComments = (code: string): string =>
  code
    .replaceAll(/^\s*\/\*[\s\S]*?\*\/\n/gm, '')
    .replaceAll(/^\s*\/\/.*\n/gm, '')
    .replaceAll(/^ +/gm, '');
