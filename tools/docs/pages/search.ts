// The texts of full-text search and the library that searches them; scripts, so that they also load from a file.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { transformSync } from 'esbuild';
import { commonWords } from './browser/common-words.ts';
import type { SearchText, SitePage } from './page.ts';

/** A match shows the beginning of its text; of the rest, search knows the words. */
const longest = 50;

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
        return [last === before ? 0 : last, title, kind === 'field' ? 0 : kind, number(text)];
      });
    return [page, short, found];
  });
  const library = path.join(path.dirname(createRequire(import.meta.url).resolve('minisearch')), '../umd/index.js');
  return [
    ['assets/search-library.js', transformSync(readFileSync(library, 'utf8'), { minify: true, charset: 'utf8' }).code],
    [
      'assets/search-texts.js',
      `var searchTexts=${JSON.stringify([...known.keys()].map(beginning))},searchEntries=${JSON.stringify(entries)}\n`,
    ],
    ['assets/search-words.js', wordsFile([...known.keys()])],
  ];
}

/** Each word once, with the texts whose rest has it, as distances from text to text: whole, the texts are twice as large. */
function wordsFile(texts: readonly string[]): string {
  const rests = texts.map((text) => wordsOf(text).difference(wordsOf(beginning(text))));
  const all = new Set(rests.flatMap((rest) => [...rest]));
  const places = new Map<string, number[]>();
  for (const [index, rest] of rests.entries())
    for (const word of new Set([...rest].map((each) => singular(each, all))))
      places.set(word, [...(places.get(word) ?? []), index]);
  const words = [...places.keys()].sort();
  const distances = words.map((word) => {
    const at = places.get(word) ?? [];
    return at.map((index, nth) => String.fromCodePoint(firstDistance + index - (at[nth - 1] ?? -1))).join('');
  });
  const written = words.map((word, index) => withoutStart(word, words[index - 1] ?? '')).join('');
  return `var searchWords=${JSON.stringify(written)},searchWordTexts=${JSON.stringify(distances.join('!'))}\n`;
}

/** The signs before it are the separator and the quote of a JavaScript string. */
const firstDistance = 34;

/** Of a compound such as `If-Match` all parts, also those that are common words alone: a reader types it whole. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]+(?:[-_./][\p{L}\p{N}]+)*/gu) ?? [])
      .filter((word) => !commonWords.has(word))
      .flatMap((word) => word.split(/[-_./]/))
      .filter((part) => part.length > 1),
  );

/** Search takes one other letter for a match: `jobs` finds `job`, and `changed` finds `change`. */
const singular = (word: string, all: ReadonlySet<string>): string =>
  word.length > 3 && /[sd]$/.test(word) && all.has(word.slice(0, -1)) ? word.slice(0, -1) : word;

/** The capital letter counts what it has in common with the word before it, from A for nothing. */
function withoutStart(word: string, before: string): string {
  const differs = [...word].findIndex((letter, index) => letter !== before[index]);
  const same = Math.min(differs < 0 ? word.length : differs, 25);
  return String.fromCodePoint(65 + same) + word.slice(same);
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
