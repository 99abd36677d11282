// Sessions for the conformance run, each by a real login of a browser, and one login that is begun and not finished.
import type { Person as Asking } from '../../tools/conformance/values.ts';
import { type Browser, openBrowser, type Page } from '../browsers-for-tests.ts';

type Account = { readonly email: string; readonly password: string };

const callback = '/api/v1/auth/callback';

/** At a platform that browsers reach at `home`, where nobody is: the provider sends them there, and they go to the platform by themselves. */
export async function sessions(baseUrl: string, home: string, people: Readonly<Record<'browser' | 'leaver', Account>>) {
  const base = new URL(baseUrl).origin;
  const begun = async ({ email, password }: Account): Promise<{ browser: Browser; back: URL }> => {
    const browser = openBrowser({ stop: ({ origin, pathname }) => origin === home && !pathname.startsWith('/auth/') });
    const form = await browser.visit(`${baseUrl}/auth/login`);
    const page: Page = await browser.submit(form, { login: email, password });
    return { browser, back: new URL(page.url) };
  };
  const loggedIn = async (name: 'browser' | 'leaver'): Promise<Asking> => {
    const { browser, back } = await begun(people[name]);
    await browser.visit(`${base}${callback}${back.search}`);
    const key = browser.jar.get('session')?.value;
    if (key === undefined) throw new Error(`the login of ${name} gave no session`);
    const session = {
      cookie: `session=${key}`,
      origin: home,
      'sec-fetch-site': 'same-origin',
      'x-covenant-request': '1',
    };
    return { name, token: key, session, roles: ['teacher'] };
  };
  const { browser, back } = await begun(people.browser);
  const fact = (name: string): string => back.searchParams.get(name) ?? '';
  const facts = {
    state: fact('state'),
    code: fact('code'),
    iss: fact('iss'),
    login_token: browser.jar.get('login')?.value ?? '',
  };
  return [{ ...(await loggedIn('browser')), facts }, await loggedIn('leaver')] satisfies readonly Asking[];
}
