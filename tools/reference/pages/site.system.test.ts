// The pages in a browser, opened from their folder: no server, and in one case no script.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { readContracts } from '../../contract/model/contracts.ts';
import { openBrowser } from '../../test/browser.ts';
import { fitsAndIsPictured } from './pictures.fixture.ts';
import { siteOf } from './site.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'covenant-pages-'));
for (const [file, content] of siteOf(readContracts(path.join(import.meta.dirname, '../../..')))) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), content);
}
test.after.always(() => rmSync(folder, { recursive: true }));
test.beforeEach((t) => t.timeout(180_000));

const axe = pathToFileURL(createRequire(import.meta.url).resolve('axe-core/axe.min.js')).href;
const urlOf = (file: string): string => {
  const [name = '', anchor] = file.split('#');
  return `${pathToFileURL(path.join(folder, name))}${anchor === undefined ? '' : `#${anchor}`}`;
};

/** Each kind of page. */
const kinds = [
  'index.html',
  '404.html',
  'analytics/index.html',
  'analytics/ingest.html',
  'messages/lab.html',
  'messages/platform.html',
  'lab-configuration.html',
  'states.html',
  'problems/index.html',
  'problems/plan-limit.html',
  'guides/first-request.html',
  'guides/limits.html',
  'guides/client-packages.html',
  'glossary.html',
  'decisions/index.html',
  'decisions/labs.html',
  'changelog.html',
  'downloads.html',
];

async function opened(t: ExecutionContext, file: string, options: BrowserContextOptions = {}): Promise<Page | null> {
  const browser = await openBrowser(t);
  if (browser === null) return null;
  const context = await browser.newContext(options);
  t.teardown(() => context.close());
  // Beside the tests that measure every page, a machine with two cores needs its time.
  context.setDefaultTimeout(150_000);
  const page = await context.newPage();
  await page.goto(urlOf(file));
  return page;
}

type Violation = {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
};

/** The two rules that look at colours. All others look at structure and layout, which no colour scheme changes. */
const ofColors = ['color-contrast', 'link-in-text-block'];
const ofAll = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const violationsOf = (page: Page, runOnly: readonly string[]): Promise<readonly Violation[]> =>
  page.evaluate(async (only) => {
    const { axe: judge } = window as unknown as {
      axe: { run(context: object, options: object): Promise<{ violations: Violation[] }> };
    };
    return (await judge.run(document, { runOnly: only, resultTypes: ['violations'] })).violations;
  }, runOnly);

const headingsAboveTitle = (page: Page): Promise<readonly string[]> =>
  page.locator('main :is(h1, h2, h3, h4):visible').evaluateAll((headings) => {
    const topOf = (each: Element | undefined): number => each?.getBoundingClientRect().top ?? 0;
    const title = topOf(headings.find(({ tagName }) => tagName === 'H1'));
    return headings.filter((each) => topOf(each) < title).map(({ textContent }) => textContent);
  });

for (const [width, first, second] of [
  [1440, 'light', 'dark'],
  [390, 'dark', 'light'],
] as const)
  test(`each kind of page begins with its title and keeps WCAG 2.2 AA, light and dark, ${width} pixels wide`, async (t) => {
    t.timeout(600_000); // it measures some thousand elements of each page, and takes a busy machine minutes
    const page = await opened(t, 'index.html', { colorScheme: first, viewport: { width, height: 900 } });
    if (page === null) return;
    const violations: string[] = [];
    for (const file of kinds) {
      await page.emulateMedia({ colorScheme: first });
      await page.goto(urlOf(file));
      // What is far from the screen is not laid out, and colours before a gradient are not judged: axe measures both
      // all the same.
      const content =
        '.op { content-visibility: visible !important } pre, .table, .choice { background-image: none !important }';
      await page.addStyleTag({ content });
      await page.addScriptTag({ url: axe });
      const found = [...(await violationsOf(page, ofAll))];
      await page.emulateMedia({ colorScheme: second });
      found.push(...(await violationsOf(page, ofColors)));
      violations.push(
        ...found.flatMap(({ id, nodes }) =>
          nodes.slice(0, 3).map(({ target, failureSummary }) => `${file} ${id} ${target.join(' ')}: ${failureSummary}`),
        ),
      );
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (overflow > 0) violations.push(`${file} is ${overflow} pixels wider than the window`);
      const above = await headingsAboveTitle(page);
      if (above.length > 0) violations.push(`${file} has above its title: ${above.join(', ')}`);
    }
    t.deepEqual(violations, []);
  });

test('without script a phone shows the request below the method, the text, the navigation and each tab of a card', async (t) => {
  const page = await opened(t, 'analytics/ingest.html', {
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  if (page === null) return;
  t.true(await page.getByRole('heading', { name: 'Get an upload job' }).isVisible());
  const card = page.locator('#uploadFile .card').first();
  t.true(await card.getByText('curl "$BASE_URL').isVisible());
  const order = await page
    .locator('#uploadFile :is(.signature, .facts, .card)')
    .evaluateAll((parts) =>
      parts
        .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map(({ className }) => className.split(' ')[0]),
    );
  t.deepEqual(order.slice(0, 4), ['signature', 'card', 'facts', 'card']);
  await card.getByText('Python', { exact: true }).click();
  t.true(await card.getByText('import requests').isVisible());
  t.false(await card.getByText('curl "$BASE_URL').isVisible());
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Forecasts' }).click();
  t.is(page.url(), urlOf('analytics/forecasts.html'));
});

test('search finds a field, and the keyboard opens it', async (t) => {
  const page = await opened(t, 'index.html');
  if (page === null) return;
  await page.keyboard.press('/');
  await page.keyboard.type('replaces_revision');
  await page.locator('dialog li a').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/analytics\/ingest\.html#.*replaces_revision$/);
  t.true(await page.locator(':target').isVisible());
});

test('search lists operations and guides of a title before fields, decisions and guides that mention it, and the field of a name first', async (t) => {
  const page = await opened(t, 'index.html');
  if (page === null) return;
  const first = async (query: string): Promise<string> => {
    if (!(await page.locator('dialog').isVisible())) await page.keyboard.press('/');
    await page.locator('dialog input').fill(query);
    const row = page.locator('dialog li').first();
    await row.waitFor();
    return (await row.locator('strong').innerText()) + (await row.locator('small').innerText());
  };
  t.is(await first('dry run'), 'Dry runsguide: Uploads');
  t.is(await first('getJob'), 'Get an upload jobGET /ingest/jobs/{id}');
  t.is(await first('idempotency'), 'Idempotencyguide');
  t.is(await first('webhooks'), 'Webhooksguide');
  t.is(await first('upload file'), 'Upload a sales file for one dealer and periodPOST /ingest/files');
  t.is(await first('indices'), 'List index valuesGET /indices');
  t.is(await first('forecast'), 'List forecasts of units soldGET /forecasts');
  t.is(await first('xlsx'), 'Upload a sales file for one dealer and periodPOST /ingest/files');
  t.regex(await first('dry_run'), /^dry_runfield/);
});

test('search finds words from the middle and the end of guides, decisions, operations, problems and the glossary', async (t) => {
  const page = await opened(t, 'index.html');
  if (page === null) return;
  const found = async (query: string): Promise<readonly string[]> => {
    if (!(await page.locator('dialog').isVisible())) await page.keyboard.press('/');
    await page.locator('dialog input').fill(query);
    await page.locator('dialog li').first().waitFor();
    return page.locator('dialog li').evaluateAll((rows) => rows.map((row) => row.querySelector('a')?.href ?? ''));
  };
  const missing: string[] = [];
  for (const [query, at] of [
    ['byte order mark is allowed', 'analytics/ingest.html#uploadFile'],
    ['Umsatz', 'analytics/ingest.html#uploadFile'],
    ['dead-letter exchange', 'guides/consuming-messages.html#acknowledge-after-the-effect'],
    ['routing keys that end in a version', 'guides/consuming-messages.html#when-a-new-version-comes'],
    ['encrypted under a key derived from the presented token', 'decisions/identity.html#decision-1'],
    ['value stays valid until the stored data changes', 'problems/confirmation-required.html'],
    ['grant of a principal', 'glossary.html#identity-and-rights'],
    ['Retry-After', 'problems/idempotency-in-flight.html'],
    ['further 429 replies are delayed', 'guides/limits.html#after-429'],
  ] as const)
    if (!(await found(query)).includes(urlOf(at))) missing.push(query);
  t.deepEqual(missing, []);
});

test('search finds what a reader calls by another word, in the first three places', async (t) => {
  const page = await opened(t, 'index.html');
  if (page === null) return;
  const topThree = async (query: string): Promise<readonly string[]> => {
    if (!(await page.locator('dialog').isVisible())) await page.keyboard.press('/');
    await page.locator('dialog input').fill(query);
    await page.locator('dialog li').first().waitFor();
    const links = page.locator('dialog li a');
    return (await links.evaluateAll((rows) => rows.map((row) => row.getAttribute('href') ?? ''))).slice(0, 3);
  };
  const missing: string[] = [];
  for (const [query, place] of [
    ['pagination', 'guides/paging.html'],
    ['websocket reconnect', 'guides/live-updates.html'],
    ['api key', '/authentication.html'],
    ['market share', 'indices.html'],
    ['sandbox', 'uploads.html#dry-runs'],
    ['rate limiting', 'guides/limits.html'],
    ['retry safely', 'guides/idempotency.html'],
    ['etag', 'guides/conditional-requests.html'],
    ['sdk', 'guides/client-packages.html'],
    ['cli', 'guides/command-line.html'],
    ['kafka', 'guides/consuming-messages.html'],
    ['error codes', 'guides/errors.html'],
    ['holidays', 'Calendar'],
    ['billing', 'subscription'],
  ] as const) {
    const links = await topThree(query);
    if (!links.some((link) => link.includes(place))) missing.push(`${query}: ${links.join(', ')}`);
  }
  t.deepEqual(missing, []);
});

test('search offers entries with some of the words where none has all, and shows the matching place without Markdown', async (t) => {
  const page = await opened(t, 'index.html');
  if (page === null) return;
  await page.keyboard.press('/');
  await page.locator('dialog input').fill('cursor xylophone');
  await page.locator('dialog li').first().waitFor();
  t.is(await page.locator('dialog .count').innerText(), 'No entry has all of these words. These have some of them:');
  await page.locator('dialog input').fill('xylophone');
  await page.getByText('Nothing matches.').waitFor();
  await page.locator('dialog input').fill('further 429 replies are delayed');
  const row = page.locator('dialog li').first();
  await row.waitFor();
  t.regex(await row.locator('span').innerText(), /further.*429.*delayed/i);
  t.true((await row.locator('mark').count()) >= 3);
  for (const query of ['upload', 'login', 'labs']) {
    await page.locator('dialog input').fill(query);
    await page.locator('dialog li').first().waitFor();
    const texts = await page.locator('dialog li').allInnerTexts();
    t.deepEqual(
      texts.filter((text) => /\]\(|`|\*\*/.test(text)),
      [],
    );
  }
});

test('the button that copies lies beside no code, and copies the tab that is shown', async (t) => {
  const page = await opened(t, 'analytics/ingest.html', {
    viewport: { width: 390, height: 844 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  if (page === null) return;
  const covered = await page.locator('.card:has(pre)').evaluateAll((cards) =>
    cards.flatMap((card) => {
      const button = card.querySelector('.copy')?.getBoundingClientRect();
      const code = [...card.querySelectorAll('pre')].map((pre) => pre.getBoundingClientRect());
      const isOver = code.some(({ top, bottom }) => button !== undefined && button.bottom > top && button.top < bottom);
      return isOver || button === undefined ? [card.textContent.slice(0, 40)] : [];
    }),
  );
  t.deepEqual(covered, []);
  const card = page.locator('#uploadFile .card').first();
  await card.getByText('Python', { exact: true }).click();
  await card.getByRole('button', { name: 'Copy' }).click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith('import os\nimport uuid'));
  t.pass();
});

test('a browser without idle callbacks and clipboard opens a linked field, links fields and copies', async (t) => {
  const page = await opened(t, 'index.html', { permissions: ['clipboard-read'] });
  if (page === null) return;
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.addInitScript(() => {
    for (const [holder, name] of [
      [window, 'requestIdleCallback'],
      [Navigator.prototype, 'clipboard'],
    ] as const)
      Reflect.deleteProperty(holder, name);
  });
  await page.goto(urlOf('analytics/ingest.html#getJob.200.read_as.columns.heading'));
  t.true(await page.locator(':target').isVisible());
  await page.locator('.name a.self > code').first().waitFor();
  await page.locator('#uploadFile .card').first().getByRole('button', { name: 'Copy' }).click();
  await page.locator('#uploadFile .copy', { hasText: 'Copied' }).waitFor();
  t.regex((await page.evaluate(() => getSelection()?.toString())) ?? '', /^curl "\$BASE_URL/);
  t.deepEqual(errors, []);
});

test('code that is wider than its box has a shadow where it continues, from its first line to its last', async (t) => {
  const page = await opened(t, 'guides/first-request.html', { viewport: { width: 390, height: 844 } });
  if (page === null) return;
  const code = page.locator('.card pre:visible', { hasText: 'wait=30' });
  await code.scrollIntoViewIfNeeded();
  const box = await code.boundingBox();
  if (box === null) return t.fail('The code is not shown.');
  /** Above the first line and below the last, where there is no text. */
  const edge = (x: number, y: number) => page.screenshot({ clip: { x: box.x + x, y: box.y + y, width: 6, height: 2 } });
  const isShaded = async (y = 4) => {
    const [left, middle, right] = [await edge(0, y), await edge(100, y), await edge(box.width - 6, y)];
    return { left: !left.equals(middle), right: !right.equals(middle) };
  };
  t.deepEqual(await isShaded(), { left: false, right: true });
  t.deepEqual(await isShaded(box.height - 14), { left: false, right: true });
  await code.evaluate((element) => element.scrollTo({ left: 60, behavior: 'instant' }));
  t.deepEqual(await isShaded(), { left: true, right: true });
  await code.evaluate((element) => element.scrollTo({ left: element.scrollWidth, behavior: 'instant' }));
  t.deepEqual(await isShaded(), { left: true, right: false });
});

test('code that is longer than its box has a shadow at its lower edge until its end', async (t) => {
  const page = await opened(t, 'analytics/indices.html');
  if (page === null) return;
  const code = page.locator('#listIndices .card pre:visible', { hasText: '"null_reasons"' }).first();
  await code.scrollIntoViewIfNeeded();
  const box = await code.boundingBox();
  if (box === null) return t.fail('The code is not shown.');
  /** Right of the text. */
  const strip = (y: number) => page.screenshot({ clip: { x: box.x + box.width * 0.8, y, width: 4, height: 3 } });
  const isShaded = async () => !(await strip(box.y + box.height - 4)).equals(await strip(box.y + 60));
  t.true(await isShaded());
  await code.evaluate((element) => element.scrollTo({ top: element.scrollHeight, behavior: 'instant' }));
  t.false(await isShaded());
});

test('a long page of text lists its headings beside it where the window has room', async (t) => {
  const page = await opened(t, 'guides/first-request.html', { viewport: { width: 1440, height: 900 } });
  if (page === null) return;
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const headings = await page.locator('main h2').allTextContents();
  t.deepEqual(await contents.getByRole('link').allTextContents(), headings);
  await contents.getByRole('link').last().click();
  t.is(await page.locator('h2:target').textContent(), headings.at(-1) ?? null);
  await page.setViewportSize({ width: 1300, height: 900 });
  t.false(await contents.isVisible());
});

test('a chosen language holds for all snippets and on the next page', async (t) => {
  const page = await opened(t, 'analytics/ingest.html');
  if (page === null) return;
  await page.locator('#uploadFile').getByText('TypeScript', { exact: true }).first().click();
  t.true(await page.locator('#getJob pre', { hasText: 'await fetch' }).isVisible());
  await page.goto(urlOf('analytics/indices.html'));
  t.true(await page.locator('#listIndices pre', { hasText: 'await fetch' }).isVisible());
});

test('a chosen theme is kept on the next page', async (t) => {
  const page = await opened(t, 'index.html', { colorScheme: 'light' });
  if (page === null) return;
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole('button', { name: 'Switch between dark and light' }).click();
  const dark = await background();
  t.not(dark, light);
  await page.goto(urlOf('glossary.html'));
  t.is(await background(), dark);
});

test('paper is light, has no navigation, and shows what is folded on a screen', async (t) => {
  const page = await opened(t, 'analytics/ingest.html', {
    colorScheme: 'dark',
    viewport: { width: 794, height: 1123 },
  });
  if (page === null) return;
  await page.getByRole('button', { name: 'Switch between dark and light' }).click();
  await page.getByRole('button', { name: 'Switch between dark and light' }).click();
  const folded = page.locator('#uploadFile details.card pre').first();
  const found = async () => ({
    background: await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
    hasNavigation: await page.locator('nav.side, header.top').first().isVisible(),
    showsFolded: await folded.isVisible(),
  });
  t.deepEqual(await found(), { background: 'rgb(21, 24, 27)', hasNavigation: true, showsFolded: false });
  await page.emulateMedia({ media: 'print' });
  t.deepEqual(await found(), { background: 'rgb(255, 255, 255)', hasNavigation: false, showsFolded: true });
});

test('no page asks another host', async (t) => {
  const page = await opened(t, 'index.html');
  if (page === null) return;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  for (const file of kinds) await page.goto(urlOf(file));
  t.deepEqual(
    asked.filter((url) => !url.startsWith('file:')),
    [],
  );
});

test('an operation fits windows of 1440, 768 and 390 pixels, and pictures of it are kept', async (t) => {
  const page = await opened(t, 'analytics/ingest.html#uploadFile', { viewport: { width: 1440, height: 1000 } });
  if (page === null) return;
  await fitsAndIsPictured(t, page, page.locator('#uploadFile'), 'operation');
});
