// The login form that a browser sees: plain HTML without script, works without any file of ours.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type pg from 'pg';
import { checkPassword } from './accounts.ts';
import type { Realm } from './settings.ts';

const longestFormBytes = 8 * 1024;

/** GET shows the form, POST checks it and goes on with the login; oidc-provider ties both to a cookie of this browser. */
export async function serveLogin(
  provider: Provider,
  realm: Realm,
  pool: pg.Pool,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const interaction = await provider.interactionDetails(request, response).catch(() => undefined);
  if (interaction === undefined)
    return page(response, 400, '<p>This login has expired. Please go back and start again.</p>');
  if (request.method !== 'POST') return page(response, 200, form());
  const fields = new URLSearchParams(await readForm(request));
  const login = fields.get('login') ?? '';
  const account = await checkPassword(pool, realm, login, fields.get('password') ?? '');
  if (account === undefined) return page(response, 401, form(login, 'Name or password is wrong, or tried too often.'));
  const result = { login: { accountId: account.id } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

async function readForm(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > longestFormBytes) return '';
  }
  return text;
}

function page(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Log in</title><style>body{font:1rem/1.5 system-ui;max-width:20rem;margin:15vh auto;padding:0 1rem}
label{display:block;margin-top:1rem}input,button{font:inherit;width:100%;padding:.5rem;box-sizing:border-box}
button{margin-top:1.5rem}[role=alert]{color:#a00}</style><h1>Log in</h1>${body}</html>\n`);
}

const form = (
  login = '',
  problem = '',
) => `${problem === '' ? '' : `<p role="alert">${problem}</p>`}<form method="post">
<label>Name or email <input name="login" value="${escapeHtml(login)}" autocomplete="username" required autofocus></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button>Log in</button></form>`;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
