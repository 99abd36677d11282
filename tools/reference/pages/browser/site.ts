// What moves on a page. Without it everything can be read; with it: theme, search, copying, one language in all cards,
// and the entry of the navigation that is on the screen.
const tools = document.querySelector('.tools');

function button(text: string, kind: string, press: (self: HTMLButtonElement) => void): HTMLButtonElement {
  const self = document.createElement('button');
  self.type = 'button';
  self.className = kind;
  self.textContent = text;
  self.addEventListener('click', () => press(self));
  return self;
}

/** A page from a file may have no storage. */
function stored(name: string, value?: string): string | null {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function addTheme(): void {
  const isDark = () =>
    (document.documentElement.dataset.theme ??
      (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  const label = () => (isDark() ? 'Light' : 'Dark');
  const self = button(label(), 'theme', () => {
    const theme = isDark() ? 'light' : 'dark';
    document.documentElement.dataset.theme = theme;
    stored('theme', theme);
    self.textContent = label();
  });
  self.setAttribute('aria-label', 'Switch between dark and light');
  tools?.append(self);
}

/** Adds one button to a card, beside its title: over the code it would hide the end of a line. */
function addCopying(): void {
  for (const card of document.querySelectorAll('.card:has(pre)'))
    card.querySelector(':scope > figcaption, :scope > fieldset')?.append(copyOf(() => shownIn(card)));
  for (const pre of document.querySelectorAll('pre:not(.card pre)')) wrapped(pre).append(copyOf(() => pre));
}

const shownIn = (card: Element): Element | undefined =>
  [...card.querySelectorAll('pre')].find((pre) => pre.getClientRects().length > 0);

const copyOf = (find: () => Element | undefined): HTMLElement =>
  button('Copy', 'copy', async (self) => {
    self.textContent = (await copied(find())) ? 'Copied' : 'Not copied';
    setTimeout(() => {
      self.textContent = 'Copy';
    }, 1500);
  });

/**
 * Pages over plain HTTP beside the loopback address have no clipboard: there the text is selected, and the browser's
 * older command copies it.
 */
async function copied(element: Element | undefined): Promise<boolean> {
  if (element === undefined) return false;
  if (navigator.clipboard !== undefined)
    return navigator.clipboard.writeText(element.textContent ?? '').then(
      () => true,
      () => false,
    );
  getSelection()?.selectAllChildren(element);
  return document.execCommand('copy');
}

function wrapped(pre: Element): HTMLElement {
  const holder = document.createElement('div');
  holder.className = 'copyable';
  pre.replaceWith(holder);
  holder.append(pre);
  return holder;
}

function chooseLanguage(language: string): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[data-group]'))
    if (input.dataset.group === language) input.checked = true;
}

function syncLanguages(): void {
  const known = stored('language');
  if (known !== null) chooseLanguage(known);
  document.addEventListener('change', ({ target }) => {
    const language = target instanceof HTMLInputElement ? target.dataset.group : undefined;
    if (language === undefined) return;
    stored('language', language);
    chooseLanguage(language);
  });
}

function followReading(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.entries a')].map((link) => [link.hash.slice(1), link]),
  );
  const watcher = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) links.get(target.id)?.classList.toggle('here', isIntersecting);
    },
    { rootMargin: '-20% 0px -75%' },
  );
  for (const id of links.keys()) {
    const target = document.getElementById(id);
    if (target !== null) watcher.observe(target);
  }
}

/**
 * Adds the contents of a long page of text, beside it where the window has room. The navigation lists the entries of
 * the others.
 */
function addContents(): void {
  const headings = [...document.querySelectorAll<HTMLElement>('.layout-text main :is(h2[id], [id] > h2:first-child)')];
  if (headings.length < 4 || document.querySelector('.entries, .drawing') !== null) return;
  const contents = document.createElement('nav');
  contents.className = 'contents';
  contents.setAttribute('aria-label', 'On this page');
  const title = document.createElement('p');
  title.textContent = 'On this page';
  contents.append(title);
  for (const heading of headings) {
    const link = document.createElement('a');
    link.href = `#${heading.id || heading.parentElement?.id}`;
    link.textContent = heading.textContent;
    contents.append(link);
  }
  document.querySelector('main')?.before(contents);
}

/** A field inside a closed list opens with its link. */
function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let at = target?.parentElement ?? null; at !== null; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true;
  target?.scrollIntoView();
}

/** A heading and the name of a field are the links to it. */
function addOwnLinks(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a.self:not([href])'))
    link.href = `#${link.closest('[id]')?.id.replace(/-title$/, '')}`;
  for (const name of document.querySelectorAll('li[id] > .name > code, .variant[id] > .name > code')) {
    const link = document.createElement('a');
    link.className = 'self';
    link.href = `#${name.parentElement?.parentElement?.id}`;
    name.replaceWith(link);
    link.append(name);
  }
}

type TryWindow = { tryIt?: (section: HTMLElement) => void };

/** Only what a server answers can be tried; the script that does it is loaded at the first use. */
function offerTrying(): void {
  if (!location.protocol.startsWith('http')) return;
  const isHttp = document.body.dataset.document !== undefined;
  for (const section of document.querySelectorAll<HTMLElement>('.op[id]')) {
    if (!isHttp && section.dataset.socket === undefined) continue;
    const caption = section.querySelector('.op-sticky > .card > figcaption');
    const title = section.querySelector('h2')?.textContent ?? '';
    const self = button('Try it', 'try-open', () => void tryIn(section));
    self.setAttribute('aria-label', `Try it: ${title}`);
    caption?.append(self);
  }
}

async function tryIn(section: HTMLElement): Promise<void> {
  const own = window as unknown as TryWindow;
  if (own.tryIt === undefined)
    await new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = `${document.body.dataset.up}assets/try.js`;
      script.onload = resolve;
      script.onerror = reject;
      document.head.append(script);
    });
  own.tryIt?.(section);
}

addTheme();
offerTrying();
addCopying();
syncLanguages();
followReading();
addContents();
if (location.hash.length > 1) openTarget();
addEventListener('hashchange', openTarget);
// Safari has no requestIdleCallback.
(window.requestIdleCallback ?? setTimeout)(addOwnLinks);

export type {};
