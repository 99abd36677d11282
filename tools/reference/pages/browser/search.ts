// Full-text search: the dialog, and the index that is built at the first search.
import { commonWords } from './common-words.ts';

type Match = {
  readonly id: number;
  readonly title: string;
  readonly kind: string;
  readonly page: string;
  readonly url: string;
  readonly text: string;
  /** The words of the entry that match. */
  readonly terms: readonly string[];
};
type Query = string | { readonly combineWith: 'AND' | 'OR'; readonly queries: readonly Query[] };
type Index = { addAll(documents: readonly unknown[]): void; search(query: Query, options: object): readonly Match[] };
type SearchWindow = {
  MiniSearch: new (options: object) => Index;
  searchTexts: readonly string[];
  searchEntries: readonly (readonly [
    page: string,
    short: string,
    rows: readonly (readonly [anchor: string | 0, title: string, kind: string | 0, text: number])[],
  ])[];
  searchSynonyms: readonly (readonly [typed: string, terms: readonly string[]])[];
};

const top = document.body.dataset.up ?? '';
const listedAtMost = 30;
let index: Promise<Index> | undefined;

const load = (file: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${top}assets/${file}`;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${file} does not load`));
    document.head.append(script);
  });

const isOperation = (kind: string): boolean => /^[A-Z]+ \//.test(kind);

/** The text of an operation begins with its id. */
const idIn = (text = ''): string => text.slice(0, text.indexOf(' '));

const wordsIn = (name: string): string => `${name} ${name.replaceAll(/([a-z])([A-Z])|[_./-]/g, '$1 $2')}`;

async function build(): Promise<Index> {
  await Promise.all(['search-library.js', 'search-texts.js'].map(load));
  const { MiniSearch, searchTexts, searchEntries } = window as unknown as SearchWindow;
  const created = new MiniSearch({
    fields: ['title', 'words', 'text', 'kind'],
    storeFields: ['title', 'kind', 'page', 'url', 'text'],
    searchOptions: { boost: { title: 4, words: 3 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  });
  let texts = 0;
  const documents = searchEntries.flatMap(([path, page, rows]) => {
    let last = '';
    return rows.map(([anchor, title, written, number]) => {
      last = anchor === 0 ? last : anchor;
      const kind = written === 0 ? 'field' : written;
      const text = searchTexts[number === 0 ? texts++ : number - 1] ?? '';
      return {
        title,
        kind,
        page,
        text,
        words: wordsIn(isOperation(kind) ? `${title} ${idIn(text)}` : title),
        url: last === '' ? path : `${path}#${last}${last.endsWith('.') ? title : ''}`,
      };
    });
  });
  created.addAll(documents.map((document, id) => ({ id, ...document })));
  return created;
}

const dialog = document.createElement('dialog');
dialog.className = 'search';
dialog.setAttribute('aria-label', 'Search');
const input = document.createElement('input');
input.type = 'search';
input.placeholder = 'Operations, fields, problems, guides ...';
input.setAttribute('aria-label', 'Search the documentation');
const list = document.createElement('ul');
const count = document.createElement('p');
count.className = 'count';
count.setAttribute('role', 'status');
dialog.append(input, list, count);
document.body.append(dialog);

const opener = document.createElement('button');
opener.type = 'button';
opener.className = 'search-open';
opener.innerHTML = 'Search <kbd>/</kbd>';
opener.addEventListener('click', open);
document.querySelector('.tools')?.prepend(opener);

function open(): void {
  if (dialog.open) return;
  index ??= build();
  dialog.showModal();
  input.select();
}

function element(kind: string, text: string): HTMLElement {
  const self = document.createElement(kind);
  self.textContent = text;
  return self;
}

function row({ title, kind, page, url, text, terms }: Match): HTMLElement {
  const link = document.createElement('a');
  link.href = top + url;
  const isOfGuide = kind === 'guide' ? page !== title : kind.startsWith('guide') && !kind.includes(page);
  const place = document.createElement('span');
  place.append(...marked(excerptOf(text, terms), terms));
  link.append(
    element('strong', title),
    element('small', kind === 'field' || isOfGuide ? `${kind}, ${page}` : kind),
    place,
  );
  link.addEventListener('click', () => dialog.close());
  const item = document.createElement('li');
  item.append(link);
  return item;
}

const excerptLength = 110;

const escaped = (term: string): string => term.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** A pattern of any of these words where a word begins, also inside of a name such as `next_cursor`. */
const beginningsOf = (terms: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${terms.map(escaped).join('|')})`, 'giu');

/** The part of a text where most of the words that match are close together, with whole words at both ends. */
function excerptOf(text: string, terms: readonly string[]): string {
  const places = terms.length === 0 ? [] : [...text.matchAll(beginningsOf(terms))].map(({ index }) => index);
  const wordsFrom = (start: number): number =>
    new Set(
      [...text.slice(start, start + excerptLength).matchAll(beginningsOf(terms))].map(([word]) => word.toLowerCase()),
    ).size;
  const [best = 0] = places.slice(0, 50).toSorted((a, b) => wordsFrom(b) - wordsFrom(a));
  if (best < excerptLength / 2) return shortened(text, 0);
  return shortened(text, text.indexOf(' ', Math.max(best - 40, 0)) + 1);
}

function shortened(text: string, start: number): string {
  const end = start + excerptLength;
  const part = end >= text.length ? text.slice(start) : `${text.slice(start, text.lastIndexOf(' ', end))} …`;
  return start === 0 ? part : `… ${part}`;
}

/** The words that match stand in `mark`; nothing of a text is read as HTML. */
function marked(text: string, terms: readonly string[]): readonly (string | HTMLElement)[] {
  if (terms.length === 0) return [text];
  const parts: (string | HTMLElement)[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(beginningsOf(terms))) {
    parts.push(text.slice(end, index), element('mark', word));
    end = index + word.length;
  }
  return [...parts, text.slice(end)];
}

/** What a reader does comes before what it is made of, and before why; a name with `_` or `.` is that of a field. */
const rankFor =
  (query: string) =>
  (_id: unknown, _term: string, { kind = '', title = '' }: Partial<Match> = {}): number => {
    if (/^(?:field|measure)/.test(kind)) return /[_.]/.test(query) ? 1 : 0.1;
    const typed = query.toLowerCase();
    // Many sections of guides have a title of one word, such as Login.
    if (kind.startsWith('guide:')) return title.toLowerCase().startsWith(typed) ? 1 : 0.4;
    if ([kind, title].some((name) => name.toLowerCase() === typed)) return 2;
    if (isOperation(kind)) return 1;
    if (kind === 'guide') return 0.8;
    return /^(?:decision|release)/.test(kind) ? 0.1 : 0.3;
  };

/** One part of a query for each word; words that the glossary explains may also be found as our terms for them. */
function partsOf(query: string): readonly Query[] {
  const { searchSynonyms } = window as unknown as SearchWindow;
  let rest = ` ${query.toLowerCase().replaceAll(/\s+/g, ' ')} `;
  const parts: Query[] = [];
  for (const [typed, terms] of searchSynonyms) {
    const place = rest.indexOf(` ${typed} `);
    if (place < 0) continue;
    rest = `${rest.slice(0, place)} ${rest.slice(place + typed.length + 1)}`;
    const phrases = [typed, ...terms].map((term): Query => ({ combineWith: 'AND', queries: term.split(' ') }));
    parts.push({ combineWith: 'OR', queries: phrases });
  }
  const words = rest.split(' ').filter((word) => word.length > 1);
  const rare = words.filter((word) => !commonWords.has(word));
  // Common words alone are searched for: `as_of` is a field.
  return [...parts, ...(rare.length + parts.length === 0 ? words : rare)];
}

type Result = { readonly matches: readonly Match[]; readonly message: string };

function resultOf(searched: Index, query: string): Result {
  const queries = partsOf(query);
  if (queries.length === 0) return { matches: [], message: '' };
  const options = { boostDocument: rankFor(query) };
  const all = searched.search({ combineWith: 'AND', queries }, options);
  if (all.length > 0) return { matches: all, message: `${all.length} ${all.length === 1 ? 'match' : 'matches'}` };
  const some = queries.length === 1 ? [] : searched.search({ combineWith: 'OR', queries }, options);
  return some.length === 0
    ? { matches: [], message: 'Nothing matches. Try another word, or look through the guides and the glossary.' }
    : { matches: some, message: 'No entry has all of these words. These have some of them:' };
}

async function search(): Promise<void> {
  const query = input.value.trim();
  try {
    const searched = await index;
    if (searched === undefined || query !== input.value.trim()) return;
    const { matches, message } = resultOf(searched, query);
    list.replaceChildren(...matches.slice(0, listedAtMost).map(row));
    count.textContent = message;
  } catch (error) {
    count.textContent = `Search is not available: ${error instanceof Error ? error.message : error}.`;
  }
}

/** Arrows move through the matches; Enter in the field opens the first. */
function move(event: KeyboardEvent): void {
  const links = [...list.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === 'Enter' && at < 0) links[0]?.click();
  if (step === undefined) return;
  event.preventDefault();
  (links[at + step] ?? input).focus();
}

input.addEventListener('input', () => void search());
dialog.addEventListener('keydown', move);
dialog.addEventListener('click', ({ target }) => {
  if (target === dialog) dialog.close();
});
addEventListener('keydown', (event) => {
  const isTyping =
    event.target instanceof HTMLElement && event.target.closest('input:not([type=radio]), textarea, select') !== null;
  const isKey = (event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey));
  if (!isKey) return;
  event.preventDefault();
  open();
});
