// The cookie in a real browser, whose own headers say where a request comes from: our page, a page of another origin,
// and no script at all.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { openBrowser } from '../../../tools/test/browser.ts';
import { freshUser } from '../../../tools/test/servers.ts';
import { loginAddress } from '../fixtures/browser-login.ts';
import { webSystem } from '../fixtures/web.ts';

/** A path that does not lead to a page with separate rules. */
const plain = '/nothing';

test('a browser logs in without scripts, uses its session only on our pages, and logs out', async (t) => {
  t.timeout(240_000);
  const browser = await openBrowser(t);
  if (browser === null) return;
  const at = await webSystem(t);
  const { username, password } = await freshUser(at.provider, 'labs', ['teacher']);

  const mute = await browser.newContext({ javaScriptEnabled: false });
  const page = await mute.newPage();
  await page.goto(loginAddress(at, `?return_to=${plain}`));
  for (const typed of ['wrong', password]) {
    await page.getByLabel('Name or email').fill(username);
    await page.getByLabel('Password').fill(typed);
    await page.getByRole('button', { name: 'Log in' }).click();
    if (typed === 'wrong') await page.getByRole('alert').waitFor();
  }
  await page.waitForURL(`${at.url}${plain}`);
  const state = await mute.storageState();
  t.like(
    state.cookies.find(({ name }) => name === 'session'),
    { httpOnly: true, sameSite: 'Lax', path: '/' },
  );

  const own = await (await browser.newContext({ storageState: state })).newPage();
  await own.goto(`${at.url}${plain}`);
  t.is(await own.evaluate('document.cookie'), '');
  const ask = (path: string, init = '{}') =>
    own.evaluate(`fetch('/api/v1${path}', ${init}).then((answer) => answer.status)`);
  const change = (headers: string) => ask('/labs/shell/stop', `{ method: 'POST', headers: ${headers} }`);
  t.is(await ask('/auth/me'), 200);
  t.is(await change('{}'), 403);
  t.is(await change("{ 'X-Covenant-Request': '1' }"), 404);

  const foreign = await own.context().newPage();
  await foreign.goto(await elsewhere(t));
  const sent = `{ method: 'POST', mode: 'no-cors', credentials: 'include' }`;
  await foreign.evaluate(`fetch('${at.url}/api/v1/auth/logout', ${sent}).then(() => null)`);
  t.true(at.asked.includes('POST /api/v1/auth/logout'));
  const live = `new WebSocket('${at.url.replace('http', 'ws')}/api/v1/live')`;
  const closed = `new Promise((resolve) => { ${live}.onclose = ({ code }) => resolve(code); })`;
  t.is(await foreign.evaluate(closed), 4403);
  const target = `${at.url}/api/v1/auth/logout`;
  const form = `<form method="post" action="${target}"></form><script>document.forms[0].submit()</script>`;
  await foreign.setContent(form, { waitUntil: 'commit' });
  await foreign.getByText('forbidden-origin').waitFor();
  t.is(await ask('/auth/me'), 200);

  const leave = await own.evaluate(
    `fetch('/api/v1/auth/logout', { method: 'POST', headers: { 'X-Covenant-Request': '1' } }).then((answer) => answer.json())`,
  );
  t.is(await ask('/auth/me'), 401);
  t.true((leave as { end_session_url: string }).end_session_url.startsWith(`${at.provider.issuers.labs}/`));

  await own.goto(at.url);
  await own.getByRole('link', { name: 'Log in' }).click(); // the provider still knows the browser
  await own.getByRole('button', { name: /^Account/ }).click();
  await own.getByText(`${username}, teacher`).waitFor();
  await own.getByRole('button', { name: 'Log out' }).click();
  await own.getByRole('heading', { name: 'Log out?' }).waitFor();
  await own.getByRole('button', { name: 'Log out' }).click();
  await own.getByRole('link', { name: 'Log in' }).click();
  await own.getByLabel('Password').waitFor();
});

/** A page of another origin. To the browser it is of the same site, so it sends the cookie along. */
async function elsewhere(t: { teardown(work: () => void): void }): Promise<string> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<title>x</title>'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
