// The login form that a browser sees: plain HTML without script, works without any file of ours.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { escapeHtml, pageHeaders, pageOf } from '../page.ts';
import type { Checked, CheckPassword } from './guessing.ts';
import { type Realm, realmTitle } from './settings.ts';

const longestFormBytes = 8 * 1024;

/** GET shows the form, POST checks it and goes on with the login; oidc-provider ties both to a cookie of this browser. */
export async function serveLogin(
  provider: Provider,
  realm: Realm,
  check: (login: string, password: string) => ReturnType<CheckPassword>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const interaction = await provider.interactionDetails(request, response).catch(() => undefined);
  if (interaction === undefined)
    return page(
      response,
      400,
      realm,
      'This login has ended',
      '<p>It took too long or has already finished. Log in again.</p>',
    );
  if (request.method !== 'POST') return page(response, 200, realm, 'Log in', form());
  const fields = new URLSearchParams(await readForm(request));
  const login = fields.get('login') ?? '';
  const checked = await check(login, fields.get('password') ?? '');
  if (checked.kind === 'later') return later(response, realm, login, checked);
  if (checked.kind === 'wrong') {
    const again = form(login, 'The name or the password is incorrect, or there were too many attempts.');
    return page(response, 401, realm, 'Log in', again);
  }
  const result = { login: { accountId: checked.account.id } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

type Later = Extract<Checked, { kind: 'later' }>;

function later(response: ServerResponse, realm: Realm, login: string, { status, retryAfterS }: Later): void {
  response.setHeader('retry-after', String(retryAfterS));
  const again = form(login, tooMany(retryAfterS));
  page(response, status, realm, 'Log in', again);
}

export const tooMany = (seconds: number): string => `Too many attempts. Try again in ${seconds} s.`;

async function readForm(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > longestFormBytes) return '';
  }
  return text;
}

function page(response: ServerResponse, status: number, realm: Realm, title: string, body: string): void {
  response.writeHead(status, pageHeaders);
  response.end(pageOf(title, realmTitle[realm], body));
}

const form = (
  login = '',
  problem = '',
) => `${problem === '' ? '' : `<p role="alert">${problem}</p>`}<form method="post">
<label>Name or email <input name="login" value="${escapeHtml(login)}" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button class="first">Log in</button></form>`;
