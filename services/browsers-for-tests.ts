// Browsers for whole-system tests: the front door that they go through, and the identity provider behind it. The browser itself: tools/judges/conformance/cast/browser.ts.
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { ExecutionContext } from 'ava';
import { frontDoor } from '../tools/embedded/front-door/proxy.ts';
import { type IdentityFacts, identity } from '../tools/embedded/identity.ts';
import { openPlace } from '../tools/embedded/place.ts';
import { supervise } from '../tools/embedded/supervise.ts';
import { type Browser, openBrowser, type Page } from '../tools/judges/conformance/cast/browser.ts';
import { testFolder } from '../tools/test/folder.ts';
import { atEnd, type FreshUser, parts } from '../tools/test/servers.ts';
import { type Running, system } from './testing.ts';

export { type Browser, openBrowser, type Page };

type Test = Pick<ExecutionContext, 'log'>;
export type House = Awaited<ReturnType<typeof house>>;

/** Two platforms, of which the first is behind the front door, and a provider that calls itself by the door's address. */
export async function house(t: Test) {
  const whole = await system(t);
  const ports = { analytics: 9, platform: 9, infra: 9, identity: 9 };
  const asked: string[] = [];
  const door = frontDoor(ports).on('request', ({ method, url = '' }) => asked.push(`${method} ${url.split('?')[0]}`));
  await once(door.listen(0, '127.0.0.1'), 'listening');
  atEnd(async () => {
    door.closeAllConnections();
    door.close();
  });
  const url = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  const provider = await providerAt(t, url);
  ports.identity = Number(new URL(provider.url).port);
  const settings = {
    PUBLIC_URL: url,
    TRUSTED_PROXIES: '127.0.0.1',
    ISSUER_LABS: provider.issuers.labs,
    PLATFORM_CLIENT_SECRET: provider.clients.platform.secret,
    LOG_LEVEL: 'debug',
  };
  const run = (more: NodeJS.ProcessEnv = {}) => whole.run(['platform'], { ...settings, ...more });
  const [one, other] = await Promise.all([run(), run()]);
  ports.platform = Number(new URL(one.url).port);
  return { whole, provider, url, asked, ports, one, other, run };
}

/** On the accounts that all providers of a test run share, with an address and keys of its own. */
async function providerAt(t: Test, publicUrl: string): Promise<IdentityFacts> {
  const { facts } = await parts(t, ['postgres', 'identity']);
  if (facts.postgres === undefined) throw new Error('there is no PostgreSQL');
  const { postgres } = facts;
  const dir = await testFolder();
  const place = openPlace(dir, false);
  const stopping = new AbortController();
  const watch = { dir, progress: () => {}, signal: stopping.signal };
  const started = await supervise(() => identity(place, postgres, publicUrl), watch);
  atEnd(async () => {
    await started.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  return started.facts;
}

export const loginAddress = ({ url }: Pick<House, 'url'>, query = ''): string => `${url}/api/v1/auth/login${query}`;

/** From the first click to the page that the login leads back to. */
export async function logIn(
  at: Pick<House, 'url'>,
  browser: Browser,
  { username, password }: Pick<FreshUser, 'username' | 'password'>,
  query = '',
): Promise<Page> {
  const form = await browser.visit(loginAddress(at, query));
  // The provider may know the browser already.
  if (!form.body.includes('name="password"')) return form;
  return browser.submit(form, { login: username, password });
}

/** What the page of a browser sends with each request that changes something. */
export const ownPage = ({ url }: Pick<House, 'url'>) => ({
  origin: url,
  'sec-fetch-site': 'same-origin',
  'x-covenant-request': '1',
});

/** A request of a page with the cookies of its browser, at one of the processes. */
export const ask = (
  to: Pick<Running, 'url'>,
  browser: Pick<Browser, 'cookies'>,
  path: string,
  { headers, ...init }: RequestInit = {},
): Promise<Response> =>
  fetch(`${to.url}/api/v1${path}`, {
    ...init,
    headers: { ...(headers as Record<string, string>), cookie: browser.cookies(`${to.url}/api/v1${path}`) },
  });
