// The login form that a browser sees: plain HTML without script, works without any of our files.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { errors, type Interaction } from 'oidc-provider';
import { escapeHtml, pageHeaders, pageOf } from '../page.ts';
import type { Checked, CheckPassword } from './guessing.ts';
import { type Realm, realmTitle } from './settings.ts';

const longestFormBytes = 8 * 1024;

/**
 * GET shows the form, POST checks it and goes on with the login; oidc-provider ties both to a cookie of this browser.
 */
export async function serveLogin(
  provider: Provider,
  realm: Realm,
  check: (login: string, password: string) => ReturnType<CheckPassword>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const interaction = await provider.interactionDetails(request, response).catch((error: unknown) => {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  });
  if (interaction === undefined)
    return page(
      response,
      400,
      realm,
      'This login has ended',
      '<p>It took too long or has already finished. Log in again.</p>',
    );
  allowReturn(response, interaction);
  if (interaction.prompt.name === 'consent') return askConsent({ provider, realm, interaction }, request, response);
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

/** Browsers apply form-action to the redirects of a form, too: a native program waits at a loopback address. */
function allowReturn(response: ServerResponse, { params }: Interaction): void {
  const { redirect_uri: redirect } = params;
  const origin = typeof redirect === 'string' ? new URL(redirect).origin : '';
  const policy = pageHeaders['content-security-policy'].replace("form-action 'self'", `form-action 'self' ${origin}`);
  if (origin.startsWith('http://127.0.0.1:')) response.setHeader('content-security-policy', policy);
}

type Asking = { readonly provider: Provider; readonly realm: Realm; readonly interaction: Interaction };

/** Asks about a native program, which any other program can pretend to be: the user has started it, or refuses. */
async function askConsent(
  { provider, realm, interaction }: Asking,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { params, deviceCode } = interaction;
  const isAsked = request.method !== 'POST' && deviceCode === undefined;
  if (isAsked) return page(response, 200, realm, `Allow ${params.client_id}?`, consent);
  const isDenied = deviceCode === undefined && new URLSearchParams(await readForm(request)).get('answer') !== 'allow';
  const result = isDenied
    ? { error: 'access_denied', error_description: 'The user did not allow the login' }
    : { consent: {} };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
}

/** No button has the focus: Enter alone allows nothing. */
export const consent = `<p>A program on this computer wants to use your account. If you did not start it yourself, choose Deny.</p>
<form method="post"><button class="first" name="answer" value="allow">Allow</button>
<button name="answer" value="deny">Deny</button></form>`;

type Later = Extract<Checked, { kind: 'later' }>;

function later(response: ServerResponse, realm: Realm, login: string, { status, retryAfterS }: Later): void {
  response.setHeader('retry-after', String(retryAfterS));
  const again = form(login, tooMany(retryAfterS));
  page(response, status, realm, 'Log in', again);
}

export const tooMany = (seconds: number): string => `Too many attempts. Try again in ${seconds} s.`;

export async function readForm(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > longestFormBytes) return '';
  }
  return text;
}

export function page(response: ServerResponse, status: number, realm: Realm, title: string, body: string): void {
  for (const [name, value] of Object.entries(pageHeaders))
    if (!response.hasHeader(name)) response.setHeader(name, value);
  response.writeHead(status);
  response.end(pageOf(title, realmTitle[realm], body));
}

const form = (
  login = '',
  problem = '',
) => `${problem === '' ? '' : `<p role="alert">${problem}</p>`}<form method="post">
<label>Name or email <input name="login" value="${escapeHtml(login)}" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button class="first">Log in</button></form>`;
