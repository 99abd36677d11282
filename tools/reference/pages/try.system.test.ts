// "Try it" in a browser, on the pages that a running API serves: log in, upload, follow the job, draw a series.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Locator, Page } from 'playwright-core';
import { type Running, system } from '../../../services/test/fixtures/system.ts';
import { accepted, dealers, ended, login, person, upload } from '../../../services/test/fixtures/users.ts';
import { readContracts } from '../../contract/model/contracts.ts';
import { openBrowser } from '../../test/browser.ts';
import { fitsAndIsPictured } from './pictures.fixture.ts';
import { siteOf } from './site.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'covenant-try-'));
test.after.always(() => rmSync(folder, { recursive: true }));

for (const [file, content] of siteOf(readContracts(path.join(import.meta.dirname, '../../..')))) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), content);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

/**
 * The rules that an open panel breaks. The page's policy allows no other script in it, so the debugger runs this one.
 */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    type Found = {
      readonly violations: readonly {
        readonly id: string;
        readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
      }[];
    };
    const { axe: judge } = window as unknown as { axe: { run(context: string, options: object): Promise<Found> } };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    return (await judge.run('.try', { runOnly: tags })).violations;
  });
  return found.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
  );
}

async function opened(page: Page, id: string): Promise<Locator> {
  await page.locator(`#${id} .try-open`).click();
  const panel = page.locator(`#${id} .try`);
  await panel.getByRole('button', { name: 'Send', exact: true }).waitFor();
  return panel;
}

/** The first words of each part, from top to bottom. */
const readingOrder = (panel: Locator): Promise<readonly (string | undefined)[]> =>
  panel
    .locator('fieldset, .try-login > summary, .try-row > .first')
    .evaluateAll((parts) =>
      parts
        .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map((part) => (part.querySelector('label') ?? part).textContent ?? undefined),
    );

type Reader = { readonly api: Running; readonly email: string; readonly password: string };

/**
 * Each period once, though the running one is in the history and in the forecast; the forecast is dashed, in two bands.
 */
async function drawsForecast(t: ExecutionContext, page: Page, { api, email, password }: Reader): Promise<void> {
  const { access_token: token } = await login(api, { id: '', email, password });
  const months = Array.from(
    { length: 21 },
    (_, i) => `${2025 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}`,
  );
  const file = `period_start,brand,units_sold\n${months.map((month, i) => `${month},Toyota,${30 + ((i * 7) % 12)}\n`).join('')}`;
  const job = await accepted(await upload(api, token, file, { dealer_id: 'fjordbil-oslo', period: '2025-01/2026-09' }));
  t.like(await ended(api, token, job), { status: 'succeeded' });
  await page.goto(`${api.url}/docs/analytics/forecasts.html`);
  const forecasts = await opened(page, 'listForecasts');
  await forecasts
    .getByText(/optional/)
    .first()
    .click();
  await forecasts.getByLabel('include').selectOption('history');
  await forecasts.getByRole('button', { name: 'Send', exact: true }).click();
  const chart = forecasts.getByRole('img', { name: /^value in units, / });
  await chart.waitFor();
  const dates = (await chart.locator('circle title').allTextContents()).map((title) => title.slice(0, 10));
  t.deepEqual(dates, [...new Set(dates)].toSorted());
  t.true(dates.includes('2025-01-01') && dates.length > 23, dates.join(' '));
  const drawn = ['path.line:not(.ahead)', 'path.line.ahead', 'path.band-0', 'path.band-1'].map(
    async (each) => (await chart.locator(each).getAttribute('d')) !== '',
  );
  t.deepEqual(await Promise.all(drawn), [true, true, true, true]);
  await fitsAndIsPictured(t, page, chart, 'forecast');
  t.deepEqual(await violations(page), []);
}

test('a reader logs in, uploads the example, follows its job and sees the indices drawn', async (t) => {
  t.timeout(240_000);
  const browser = await openBrowser(t);
  if (browser === null) return;
  const whole = await system(t);
  const api = await whole.run(['analytics', 'ingest'], { DOCS_DIR: folder });
  await dealers(whole, ['fjordbil-oslo']);
  const { email, password } = await person(whole, { dealer: 'fjordbil-oslo' });
  const page = await browser.newPage({ colorScheme: 'dark', viewport: { width: 390, height: 844 } });
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/api/v1/') && calls.push(request.method()));

  await page.goto(`${api.url}/docs/analytics/ingest.html`);
  const uploads = await opened(page, 'uploadFile');
  t.deepEqual([...new Set(calls)], ['OPTIONS'], 'before the login a page asks for nothing that needs one');
  await fitsAndIsPictured(t, page, uploads, 'try');
  t.deepEqual(await readingOrder(uploads), ['Idempotency-Key', 'dealer_id *', 'Log in', 'Send']);
  t.is(
    await page.evaluate(() => document.activeElement?.id ?? null),
    await uploads.getByLabel('Idempotency-Key').getAttribute('id'),
  );
  await uploads.getByRole('button', { name: 'Send', exact: true }).click();
  await uploads.getByText('401 Unauthorized').first().waitFor();
  await uploads.getByLabel('E-mail').fill(email);
  const form = uploads.locator('form', { hasText: 'Password' });
  await uploads.getByLabel('Password', { exact: true }).fill('wrong');
  await form.getByRole('button', { name: 'Log in' }).click();
  await form.locator('.try-state.bad', { hasText: '401: ' }).waitFor();
  t.is(await uploads.locator('.try-status').count(), 0, 'the refusal of the request before it is no longer shown');
  t.deepEqual(await violations(page), []);
  await fitsAndIsPictured(t, page, form, 'try-refused');
  t.deepEqual(
    await uploads
      .locator('small')
      .allTextContents()
      .then((captions) => captions.filter((each) => each === 'string')),
    [],
  );
  await uploads.getByLabel('Password', { exact: true }).fill(password);
  await uploads.getByLabel('Password', { exact: true }).press('Enter');
  const line = uploads.locator('.try-login > summary');
  await uploads.getByText(`Signed in as ${email}`).waitFor();
  t.true(await line.evaluate((self) => self === document.activeElement));
  t.false(await uploads.getByLabel('E-mail').isVisible());
  for (const [period, units] of [
    ['2025-10', '38'],
    ['2025-11', '41'],
  ] as const) {
    await uploads.getByLabel('period *').fill(period);
    await uploads.locator('input[type=file]').setInputFiles({
      name: 'sales.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `period_start,brand,region,model_family,units_sold,stock_units\n${period}-01,Toyota,Oslo,Corolla,${units},63\n`,
      ),
    });
    await uploads.getByRole('button', { name: 'Send', exact: true }).click();
    await uploads.getByText('The job is succeeded, 100 %.').waitFor();
  }
  t.deepEqual(await violations(page), []);

  await page.goto(`${api.url}/docs/analytics/indices.html`);
  const indices = await opened(page, 'listIndices');
  await indices.getByRole('button', { name: 'Send', exact: true }).click();
  const chart = indices.getByRole('img', {
    name: /^units in units, 2 values from 2025-10-01 to 2025-11-01, between 38 and 41$/,
  });
  await chart.waitFor();
  await indices.getByLabel('Measure').selectOption('dsr');
  t.deepEqual(await indices.locator('.try-chart svg > text').allTextContents(), [
    'units per selling day',
    '1.4',
    '1.5',
    '1.6',
    '1.7',
    '2025-10',
    '2025-11',
  ]);
  await fitsAndIsPictured(t, page, indices.locator('.try-chart'), 'series');
  t.deepEqual(await violations(page), []);
  await drawsForecast(t, page, { api, email, password });

  await page.goto(`${api.url}/docs/analytics/indices.html`);
  await opened(page, 'listIndices');
  await indices
    .getByText(/optional/)
    .first()
    .click();
  await indices.getByLabel('date_from').fill('soon');
  await indices.getByRole('button', { name: 'Send', exact: true }).click();
  const link = indices.getByRole('link', { name: 'invalid-request' });
  await link.waitFor();
  t.is(await link.getAttribute('href'), '../problems/invalid-request.html');
  // The addresses at which no installation answers, the upload before the login, and the date above.
  t.deepEqual(
    errors.filter((each) => !/status of 40[014]/.test(each)),
    [],
  );
});

test('a page from a folder offers nothing to try', async (t) => {
  const browser = await openBrowser(t);
  if (browser === null) return;
  const page = await browser.newPage();
  await page.goto(`file://${folder}/analytics/indices.html`);
  t.is(await page.locator('.try-open').count(), 0);
});
