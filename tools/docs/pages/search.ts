// The texts of full-text search and the library that searches them; scripts, so that they also load from a file.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { SitePage } from './page.ts';

const longest = 600;

/** The browser builds the index at the first search: as an index these texts are twice as large. */
export function searchFiles(pages: readonly SitePage[]): readonly (readonly [string, string])[] {
  const known = new Map<string, number>();
  // Most fields stand in several operations, with one text.
  const number = (text: string): number => known.get(text) ?? known.set(text, known.size).size - 1;
  const entries = pages.map(({ path: page, short, search }) => [
    page,
    short,
    search.map(({ anchor, title, kind, text }) => [anchor, title, kind, number(text.slice(0, longest))]),
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

/** The library is published with its comments, which are half of it. */
const withoutComments = (code: string): string =>
  code
    .replaceAll(/^\s*\/\*[\s\S]*?\*\/\n/gm, '')
    .replaceAll(/^\s*\/\/.*\n/gm, '')
    .replaceAll(/^ +/gm, '');
