// Full-text search: the dialog, and the index that is built at the first search.
import { commonWords } from './common-words.ts';

type Found = {
  readonly id: number;
  readonly title: string;
  readonly kind: string;
  readonly page: string;
  readonly url: string;
  readonly text: string;
};
type Index = { addAll(documents: readonly unknown[]): void; search(query: string, options: object): readonly Found[] };
type SearchWindow = {
  MiniSearch: new (options: object) => Index;
  searchTexts: readonly string[];
  searchEntries: readonly (readonly [
    page: string,
    short: string,
    found: readonly (readonly [anchor: string | 0, title: string, kind: string | 0, text: number])[],
  ])[];
  searchWords: string;
  searchWordTexts: string;
};

const top = document.body.dataset.up ?? '';
const shown = 30;
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

/** The words of the rest of each text. Written down are the words, a capital for the letters that two have in common, and for each the distance from text to text. */
function restsOf(words: string, distances: string): ReadonlyMap<number, readonly string[]> {
  const rests = new Map<number, string[]>();
  const lists = distances.split('!');
  let word = '';
  for (const [index, written] of words.split(/(?=[A-Z])/).entries()) {
    word = word.slice(0, written.charCodeAt(0) - 65) + written.slice(1);
    let text = -1;
    for (const sign of lists[index] ?? '') {
      text += sign.charCodeAt(0) - 34;
      const known = rests.get(text);
      if (known === undefined) rests.set(text, [word]);
      else known.push(word);
    }
  }
  return rests;
}

async function build(): Promise<Index> {
  await Promise.all(['search-library.js', 'search-texts.js', 'search-words.js'].map(load));
  const { MiniSearch, searchTexts, searchEntries, searchWords, searchWordTexts } = window as unknown as SearchWindow;
  const made = new MiniSearch({
    fields: ['title', 'words', 'text', 'rest', 'kind'],
    storeFields: ['title', 'kind', 'page', 'url', 'text'],
    searchOptions: { boost: { title: 4, words: 3 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  });
  const rests = restsOf(searchWords, searchWordTexts);
  let texts = 0;
  const documents = searchEntries.flatMap(([path, page, found]) => {
    let last = '';
    return found.map(([anchor, title, written, number]) => {
      last = anchor === 0 ? last : anchor;
      const kind = written === 0 ? 'field' : written;
      const at = number === 0 ? texts++ : number - 1;
      const text = searchTexts[at];
      return {
        title,
        kind,
        page,
        text: rests.has(at) ? `${text} …` : text,
        rest: rests.get(at)?.join(' '),
        words: wordsIn(isOperation(kind) ? `${title} ${idIn(text)}` : title),
        url: last === '' ? path : `${path}#${last}${last.endsWith('.') ? title : ''}`,
      };
    });
  });
  made.addAll(documents.map((document, id) => ({ id, ...document })));
  return made;
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

function row({ title, kind, page, url, text }: Found): HTMLElement {
  const link = document.createElement('a');
  link.href = top + url;
  link.append(
    element('strong', title),
    element('small', kind === 'field' || kind.startsWith('guide') ? `${kind}, ${page}` : kind),
    element('span', text),
  );
  link.addEventListener('click', () => dialog.close());
  const item = document.createElement('li');
  item.append(link);
  return item;
}

/** What a reader does comes before what it is made of, and before why; a name with `_` or `.` is that of a field. */
const rankFor =
  (query: string) =>
  (_id: unknown, _term: string, { kind = '', title = '' }: Partial<Found> = {}): number => {
    if (/^(?:field|measure)/.test(kind)) return /[_.]/.test(query) ? 1 : 0.1;
    const asked = query.toLowerCase();
    // Many sections of guides have a title of one word, such as Login.
    if (kind.startsWith('guide:')) return title.toLowerCase().startsWith(asked) ? 1 : 0.4;
    if ([kind, title].some((name) => name.toLowerCase() === asked)) return 2;
    if (isOperation(kind)) return 1;
    if (kind === 'guide') return 0.8;
    return /^(?:decision|release)/.test(kind) ? 0.1 : 0.3;
  };

/** Common words alone are searched for: `as_of` is a field. */
function withoutCommon(query: string): string {
  const words = query.split(/\s+/);
  const rare = words.filter((word) => word.length > 1 && !commonWords.has(word.toLowerCase()));
  return (rare.length === 0 ? words : rare).join(' ');
}

async function search(): Promise<void> {
  const query = input.value.trim();
  try {
    const found =
      query === '' ? [] : ((await index)?.search(withoutCommon(query), { boostDocument: rankFor(query) }) ?? []);
    if (query !== input.value.trim()) return;
    list.replaceChildren(...found.slice(0, shown).map(row));
    count.textContent =
      query === ''
        ? ''
        : found.length === 0
          ? 'Nothing matches.'
          : `${found.length} ${found.length === 1 ? 'match' : 'matches'}`;
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
