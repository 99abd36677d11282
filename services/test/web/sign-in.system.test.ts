// Login, logout and the end of a session in the web app, in a browser behind the front door.
import test, { type ExecutionContext } from 'ava';
import { openBrowser } from '../../../tools/test/browser.ts';
import { freshUser } from '../../../tools/test/servers.ts';
import { signIn, visit, type WebSystem, webSystem } from '../fixtures/web.ts';

const uploaded = (id: string) =>
  `lab_id: ${id}\nname: First shell\ncontainers: {main: {image: '{registry_url}/covenant/labs/shell:v1.0'}}\n`;

let starting: Promise<WebSystem> | undefined;

/** One system for the tests of this file, one after the other: each has separate browser profiles and users. */
const shared = (t: ExecutionContext): Promise<WebSystem> => {
  starting ??= webSystem(t);
  return starting;
};

test.serial(
  'a login leads back to the page that was opened, and later to what was typed before the session ended',
  async (t) => {
    t.timeout(240_000);
    const browser = await openBrowser(t);
    if (browser === null) return;
    const at = await shared(t);
    const teacher = await freshUser(at.provider, 'labs', ['teacher']);
    const { page, errors } = await visit(t, browser, `${at.url}/labs/new`);
    await signIn(page, teacher);
    t.is(page.url(), `${at.url}/labs/new`);
    await page.getByLabel('Configuration (YAML)').fill(uploaded('kept'));

    await page.evaluate(
      `fetch('/api/v1/auth/logout', { method: 'POST', headers: { 'X-Covenant-Request': '1' } }).then(() => null)`,
    );
    await page.getByText('Your session has ended.').waitFor();
    await page.getByRole('link', { name: 'Log in' }).click(); // the provider still knows the browser
    await page.waitForURL(`${at.url}/labs/new`);
    t.is(await page.getByLabel('Configuration (YAML)').inputValue(), uploaded('kept'));
    await page.getByRole('button', { name: 'Upload lab' }).click();
    await page.waitForURL(`${at.url}/labs/kept`);
    await page.getByRole('heading', { name: 'First shell' }).waitFor();

    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Log out?' }).waitFor();
    t.deepEqual(errors, []);
  },
);

test.serial('the app answers its addresses with one policy, its files for a year, and others with 404', async (t) => {
  const at = await shared(t);
  const answer = async (path: string, accept = 'text/html') => {
    const { status, headers } = await fetch(`${at.web.url}${path}`, { headers: { accept } });
    return { status, type: headers.get('content-type'), kept: headers.get('cache-control') };
  };
  const html = { status: 200, type: 'text/html; charset=utf-8', kept: 'no-cache' };
  for (const path of ['/', '/labs/new', '/labs/net-intro', '/instances/7c9e6679-7425-40de-944b-e07fc1f90ae7'])
    t.deepEqual(await answer(path), html);
  t.deepEqual(await answer('/nowhere'), { ...html, status: 404, kept: 'no-store' });
  t.like(await answer('/nowhere', '*/*'), { status: 404, type: 'application/problem+json' });
  t.like(await answer('/assets/../index.html'), { status: 404 });
  const page = await fetch(at.web.url);
  const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(await page.text()) ?? [];
  const year = 'public, max-age=31536000, immutable';
  t.deepEqual(await answer(script), { status: 200, type: 'text/javascript; charset=utf-8', kept: year });
  const policy = page.headers.get('content-security-policy') ?? '';
  t.notRegex(policy, /unsafe|https?:|\*/);
  t.regex(policy, /default-src 'none'; script-src 'self'; style-src 'self'/);
  t.is((await fetch(`${at.web.url}/readyz`)).status, 200);
});
