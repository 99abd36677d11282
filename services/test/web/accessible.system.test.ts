// The pages for everyone: axe-core finds nothing in light and dark, the keyboard reaches everything, 360 pixels are
// wide enough, and a lost connection is shown and heals. Pictures for a person to judge: run/pages/.
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../../tools/test/browser.ts';
import { freshUser } from '../../../tools/test/servers.ts';
import { knownStudent, signIn, visit, type WebSystem, webSystem } from '../fixtures/web.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const pictures = path.join(import.meta.dirname, '../../../run/pages');
const configuration = `lab_id: pictures
name: Pictures of a lab
containers: {main: {image: '{registry_url}/covenant/labs/shell:v1.0'}}
`;
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Violation = { readonly id: string; readonly nodes: readonly { readonly target: readonly string[] }[] };

/** The rules that a colour scheme can break; all others are about structure. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** Tiles are alike: of 200, those of every state come first. */
const violationsOf = (page: Page, only: readonly string[]): Promise<readonly string[]> =>
  page.evaluate(async (runOnly) => {
    const { axe: judge } = window as unknown as {
      axe: { run(context: object, options: object): Promise<{ violations: Violation[] }> };
    };
    const { violations } = await judge.run(
      { exclude: [['.tile:nth-child(n+25)']] },
      { runOnly, resultTypes: ['violations'] },
    );
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  }, only);

/** In light, dark and on a phone. The window is afterwards as it was. */
async function isForEveryone(t: ExecutionContext, page: Page, name: string): Promise<void> {
  mkdirSync(pictures, { recursive: true });
  const before = page.viewportSize();
  for (const [form, colorScheme, width] of [
    ['light', 'light', 1440],
    ['dark', 'dark', 1440],
    ['phone', 'light', 360],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ path: axe });
    if (form !== 'phone')
      t.deepEqual(await violationsOf(page, form === 'dark' ? ofColours : rules), [], `${name} ${form}`);
    t.true(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} ${form}`);
    await page.screenshot({ path: path.join(pictures, `web-${name}-${form}.png`), fullPage: true });
  }
  if (before !== null) await page.setViewportSize(before);
}

let starting: Promise<WebSystem> | undefined;

/** One system for the tests of this file, one after the other: each has separate browser profiles and users. */
const shared = (t: ExecutionContext): Promise<WebSystem> => {
  starting ??= webSystem(t);
  return starting;
};

test.serial('every page and every component is for everyone, and the class grid holds 200 tiles', async (t) => {
  t.timeout(420_000);
  const browser = await openBrowser(t);
  if (browser === null) return;
  const at = await shared(t);
  const [teacher, student] = [await freshUser(at.provider, 'labs', ['teacher']), await knownStudent(at)];
  // axe-core comes as an inline script, which the policy of the pages refuses.
  const { page } = await visit(t, browser, at.url, { bypassCSP: true });
  await page.getByRole('link', { name: 'Log in' }).waitFor();
  await isForEveryone(t, page, 'sign-in');
  const { page: german } = await visit(t, browser, at.url, { bypassCSP: true, locale: 'de-DE' });
  await german.getByRole('link', { name: 'Anmelden' }).waitFor();
  await isForEveryone(t, german, 'sign-in-german');
  await german.getByRole('button', { name: 'English' }).click();
  await german.getByRole('link', { name: 'Log in' }).waitFor();
  await page.goto(`${at.url}/components`);
  await page.getByText('This takes longer than usual').waitFor();
  t.is(await page.locator('.tile').count(), 200);
  await isForEveryone(t, page, 'components');
  await page.goto(at.url);
  await signIn(page, teacher);
  await page.getByRole('heading', { name: 'Upload your first lab' }).waitFor();
  await isForEveryone(t, page, 'teacher-empty');
  await page.getByRole('link', { name: 'New lab' }).first().click();
  await page.getByLabel('Configuration (YAML)').fill(configuration);
  await isForEveryone(t, page, 'upload');
  await page.getByRole('button', { name: 'Upload lab' }).click();
  await page.getByRole('heading', { name: 'Pictures of a lab' }).waitFor();
  await page.getByText('has not been started').waitFor();
  await isForEveryone(t, page, 'class-empty');

  const { page: own } = await visit(t, browser, at.url, { bypassCSP: true });
  await signIn(own, student);
  await own.getByRole('heading', { name: 'No lab yet' }).waitFor();
  await isForEveryone(t, own, 'student-empty');
  await own.goto(`${at.url}/nowhere`);
  await own.getByRole('heading', { name: 'There is no page here' }).waitFor();
  await isForEveryone(t, own, 'missing');
});

test.serial('a teacher uploads and starts a lab by the keyboard alone', async (t) => {
  t.timeout(240_000);
  const browser = await openBrowser(t);
  if (browser === null) return;
  const at = await shared(t);
  const { page, errors } = await visit(t, browser, at.url);
  await signIn(page, await freshUser(at.provider, 'labs', ['teacher']));
  const press = async (name: string | RegExp): Promise<void> => {
    const target = page.getByRole('button', { name }).or(page.getByRole('link', { name })).first();
    await target.waitFor();
    for (let step = 0; step < 40; step++) {
      if (await target.evaluate((element) => element === document.activeElement)) return page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
    }
    t.fail(`${name} is not reached by Tab`);
  };
  await press('New lab');
  await page.getByRole('heading', { name: 'New lab' }).waitFor();
  await press('Begin with the example');
  await press('Upload lab');
  await page.getByRole('heading', { name: 'My first lab' }).waitFor();
  t.is(await page.evaluate(() => document.activeElement?.tagName), 'H1');
  await page.getByLabel('Student ids').focus();
  await page.keyboard.type('nowhere');
  await press('Start for 1 student');
  await page.getByText('1 refused').waitFor();
  t.deepEqual(errors, []);
});

test.serial('a lost connection is shown, and heals without a reload when nothing has changed', async (t) => {
  t.timeout(240_000);
  const browser = await openBrowser(t);
  if (browser === null) return;
  const at = await shared(t);
  const { page } = await visit(t, browser, at.url);
  await signIn(page, await freshUser(at.provider, 'labs', ['teacher']));
  await page.getByRole('heading', { name: 'Upload your first lab' }).waitFor();
  const lost = page.getByText('No connection to the server.');
  const behind = at.ports.platform;
  at.ports.platform = 9;
  await at.one.end('SIGTERM');
  await lost.waitFor();
  at.ports.platform = Number(new URL(at.other.url).port);
  await lost.waitFor({ state: 'detached' });
  t.not(at.ports.platform, behind);
});
