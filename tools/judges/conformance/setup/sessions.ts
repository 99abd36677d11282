// Sessions of browsers for a conformance run, each by a login through the form of the provider, and one login that is
// begun and not finished.
import { createHash } from 'node:crypto';
import type { Person } from '../requests/values.ts';
import { type Browser, openBrowser } from './browser.ts';

type SessionFactory = { readonly email: string; readonly password: string };

/** A login up to the address that the provider sends the browser back to. */
async function begun(baseUrl: string, { email, password }: SessionFactory): Promise<{ browser: Browser; back: URL }> {
  const browser = openBrowser({ stop: isBack });
  const form = await browser.visit(`${baseUrl}/auth/login`);
  const page = await browser.submit(form, { login: email, password });
  return { browser, back: new URL(page.url) };
}

const isBack = ({ pathname }: URL): boolean => /\/auth\/callback$/.test(pathname);

/** On plain HTTP without the prefix that HTTPS has. */
const cookieOf = ({ jar }: Browser, name: string) =>
  [...jar].map(([key, { value }]) => ({ key, value })).find(({ key }) => key === name || key.endsWith(`-${name}`));

async function loggedIn(baseUrl: string, name: string, factory: SessionFactory): Promise<Person[]> {
  const { browser, back } = await begun(baseUrl, factory);
  // Also where the provider knows the platform by another address: of a front door that is not there.
  const { headers } = await fetch(`${new URL(baseUrl).origin}${back.pathname}${back.search}`, {
    redirect: 'manual',
    headers: { cookie: browser.cookies(`${baseUrl}/auth/callback`) },
    signal: AbortSignal.timeout(20_000),
  });
  browser.keep(headers);
  const key = cookieOf(browser, 'session');
  if (key === undefined) return [];
  const session = {
    cookie: `${key.key}=${key.value}`,
    origin: back.origin,
    'sec-fetch-site': 'same-origin',
    'x-covenant-request': '1',
  };
  return [{ name, token: key.value, session, roles: ['teacher'] }];
}

/** The id of a session is the digest of its key (decision 611). */
async function sessionFacts(baseUrl: string, { token, session }: Person): Promise<Readonly<Record<string, string>>> {
  const reply = await fetch(`${baseUrl}/auth/me`, { headers: { ...session }, signal: AbortSignal.timeout(20_000) });
  const { user_id } = (await reply.json()) as { readonly user_id: string };
  return { user_id, session_id: createHash('sha256').update(token).digest('hex') };
}

/** Without those who get no session, so that what needs one is reported as not reached. */
export async function sessions(
  baseUrl: string,
  callers: Readonly<Record<'browser' | 'leaver', SessionFactory>>,
): Promise<Person[]> {
  const { browser: unfinished, back } = await begun(baseUrl, callers.browser);
  const fact = (name: string): string => back.searchParams.get(name) ?? '';
  const login_token = cookieOf(unfinished, 'login')?.value ?? '';
  const facts = { state: fact('state'), code: fact('code'), iss: fact('iss'), login_token };
  const [browser, leaver, other] = await Promise.all([
    loggedIn(baseUrl, 'browser', callers.browser),
    loggedIn(baseUrl, 'leaver', callers.leaver),
    loggedIn(baseUrl, 'other', callers.leaver),
    // It stays, so that the list of sessions has a second page while the others are ended.
    loggedIn(baseUrl, 'kept', callers.leaver),
  ]);
  const ends = await Promise.all(other.map((each) => sessionFacts(baseUrl, each)));
  return [...browser.map((each) => ({ ...each, facts })), ...leaver.map((each) => ({ ...each, facts: ends[0] ?? {} }))];
}
