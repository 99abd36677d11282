// "Try it" of the live updates in a browser, behind the front door: log in with the browser, connect, read what comes.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { referencePages } from '../../../services/lib/http/pages/reference.ts';
import { loginSystem } from '../../../services/test/fixtures/browser-login.ts';
import { readContracts } from '../../contract/model/contracts.ts';
import { openBrowser } from '../../test/browser.ts';
import { freshUser } from '../../test/servers.ts';
import { siteOf } from './site.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'covenant-try-live-'));
test.after.always(() => rmSync(folder, { recursive: true }));

test('a reader logs in with the browser, connects and sees each message of the live updates', async (t) => {
  t.timeout(240_000);
  const browser = await openBrowser(t);
  if (browser === null) return;
  for (const [file, content] of siteOf(readContracts(path.join(import.meta.dirname, '../../..')))) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
  const { url, provider } = await loginSystem(t, referencePages(folder, 'index.html'));
  const { username, password } = await freshUser(provider, 'labs', ['teacher']);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  t.teardown(() => context.close());
  const page = await context.newPage();
  await page.goto(`${url}/docs/messages/platform.html#live`);
  const open = async () => {
    await page.locator('#live .try-open').click();
    return page.locator('#live .try');
  };
  const loggedOut = await open();
  await loggedOut.getByRole('button', { name: 'Connect', exact: true }).click();
  await loggedOut.getByText('Closed with 4401: the session has ended; log in again.').waitFor();

  await loggedOut.getByRole('link', { name: 'Log in with the browser' }).click();
  await page.locator('input[name=login]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(`${url}/docs/messages/platform.html#live`);

  const panel = await open();
  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  await panel.getByText('Connect first.').waitFor();
  await panel.getByRole('button', { name: 'Connect', exact: true }).click();
  await panel.getByText('Connected to /api/v1/live.').waitFor();
  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  const messages = panel.getByRole('list', { name: 'Messages' }).locator('pre');
  await messages.filter({ hasText: '"snapshot"' }).waitFor();
  t.deepEqual(
    (await messages.allInnerTexts()).map((text) => (JSON.parse(text) as { readonly type: string }).type),
    ['snapshot', 'resume'],
  );
  const widths = await panel.evaluate((element) => [element.scrollWidth, element.clientWidth]);
  t.is(widths[0], widths[1], 'nothing is wider than the panel');
  await panel.getByLabel('Message', { exact: true }).fill('hello');
  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  await panel.getByText(/^Closed with 4422/).waitFor();
  await panel.getByRole('button', { name: 'Connect', exact: true }).waitFor();
});
