// Sessions of browsers for a conformance run, each by a login through the form of the provider, and one login that is begun and not finished.
import type { Person } from '../values.ts';

type Who = { readonly username: string; readonly password: string };
type Page = { readonly url: string; readonly text: string };

const callback = /\/auth\/callback$/;
const mostSteps = 20;

/** A jar of cookies that follows redirects; `isEnd` names addresses that it does not go to. */
function openJar(isEnd: (url: URL) => boolean) {
  const cookies = new Map<string, string>();
  const visit = async (address: string, init: RequestInit = {}, left = mostSteps): Promise<Page> => {
    const url = new URL(address);
    if (left === 0 || isEnd(url)) return { url: address, text: '' };
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { cookie },
      signal: AbortSignal.timeout(20_000),
    });
    for (const line of reply.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const next = reply.headers.get('location');
    if (next === null) return { url: address, text: await reply.text() };
    await reply.body?.cancel();
    return visit(new URL(next, address).href, {}, left - 1);
  };
  const submit = ({ url, text }: Page, fields: Readonly<Record<string, string>>): Promise<Page> => {
    const action = /<form[^>]* action="([^"]+)"/.exec(text)?.[1] ?? url;
    const hidden = [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const form = new URLSearchParams([
      ...hidden.map(([, name = '', value = '']) => [name, value]),
      ...Object.entries(fields),
    ]);
    return visit(new URL(action, url).href, { method: 'POST', body: form });
  };
  return { cookies, visit, submit };
}

async function begun(baseUrl: string, { username, password }: Who, isWhole: boolean) {
  const jar = openJar(({ pathname }) => !isWhole && callback.test(pathname));
  const form = await jar.visit(`${baseUrl}/auth/login`);
  return { jar, page: await jar.submit(form, { login: username, password }) };
}

async function loggedIn(baseUrl: string, name: string, who: Who): Promise<Person[]> {
  const { jar } = await begun(baseUrl, who, true);
  const key = [...jar.cookies].find(([cookie]) => /(^|-)session$/.test(cookie));
  if (key === undefined) return [];
  const session = {
    cookie: `${key[0]}=${key[1]}`,
    origin: new URL(baseUrl).origin,
    'sec-fetch-site': 'same-origin',
    'x-covenant-request': '1',
  };
  return [{ name, token: key[1], session, roles: ['teacher'] }];
}

/** Empty for who gets no session, so that what needs one is told as not reached. */
export async function sessions(
  baseUrl: string,
  people: Readonly<Record<'browser' | 'leaver', Who>>,
): Promise<Person[]> {
  const { jar, page } = await begun(baseUrl, people.browser, false);
  const query = new URL(page.url).searchParams;
  const login = [...jar.cookies].find(([cookie]) => /(^|-)login$/.test(cookie))?.[1] ?? '';
  const fact = (name: string) => query.get(name) ?? '';
  const facts = { state: fact('state'), code: fact('code'), iss: fact('iss'), login_token: login };
  const [browser, leaver] = await Promise.all([
    loggedIn(baseUrl, 'browser', people.browser),
    loggedIn(baseUrl, 'leaver', people.leaver),
  ]);
  return [...browser.map((each) => ({ ...each, facts })), ...leaver];
}
