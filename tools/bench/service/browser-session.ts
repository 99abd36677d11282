// The session of a browser that logs in at the identity provider: it follows redirects, keeps cookies and sends the one
// form.
import { strict as assert } from 'node:assert';

/** The value of the cookie `session`. `fields`: of the login form. */
export async function browserSession(loginUrl: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const jar = new Map<string, string>();
  const form = await visit(jar, loginUrl);
  const action = /<form[^>]* action="([^"]+)"/.exec(form.body)?.[1] ?? form.url;
  const hidden = [...form.body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const all = new URLSearchParams([
    ...hidden.map(([, name = '', value = '']) => [name, value]),
    ...Object.entries(fields),
  ]);
  await visit(jar, new URL(action, form.url).href, { method: 'POST', body: all });
  const session = jar.get('session');
  assert(session !== undefined, 'the login left no session');
  return session;
}

async function visit(
  jar: Map<string, string>,
  url: string,
  init: RequestInit = {},
): Promise<{ readonly url: string; readonly body: string }> {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } });
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value !== '') jar.set(name, value);
  }
  const body = await response.text();
  const next = response.headers.get('location');
  return next === null ? { url, body } : visit(jar, new URL(next, url).href);
}
