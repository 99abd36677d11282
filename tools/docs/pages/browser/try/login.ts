// Who sends the requests: a token from a login or pasted, kept for this tab alone, or the session of the browser.
import { type Called, calledOf, listOf, recordOf, type Values } from './contract.ts';
import { labelled, make, submitted } from './dom.ts';
import { sendRequest } from './send.ts';

const keyOf = (name: string): string => `try ${name}`;

function keptToken(name: string): string {
  try {
    return sessionStorage.getItem(keyOf(name)) ?? '';
  } catch {
    return '';
  }
}

function keepToken(name: string, token: string): void {
  try {
    sessionStorage.setItem(keyOf(name), token);
  } catch {
    // Without storage the token holds for this page.
  }
}

/** The names of the credentials that an operation takes. */
const credentialsOf = ({ document, value }: Called): readonly string[] =>
  listOf(value.security ?? document.security).flatMap((each) => Object.keys(recordOf(each)));

export interface Login {
  readonly view: HTMLElement;
  readonly headers: () => readonly (readonly [string, string])[];
}

let serial = 0;

export function loginFor(called: Called, name: string, base: string): Login {
  const names = credentialsOf(called);
  const token = make('input', {
    id: `try-token-${++serial}`,
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  token.value = keptToken(name);
  token.addEventListener('change', () => keepToken(name, token.value.trim()));
  const state = make('p', { role: 'status', class: 'try-state' });
  const take = (text: string): void => {
    token.value = text;
    keepToken(name, text);
    state.textContent = 'Logged in. The token is kept until you close this tab.';
  };
  const isOpen = token.value === '' && names.length > 0;
  const view = make(
    'details',
    isOpen ? { class: 'try-login', open: true } : { class: 'try-login' },
    make('summary', {}, 'Log in'),
    ...(calledOf(called.document, 'loginUser') === undefined ? [] : [passwordForm(base, take, state)]),
    ...(calledOf(called.document, 'issueToken') === undefined ? [] : [clientForm(base, take, state)]),
    ...(calledOf(called.document, 'startLogin') === undefined ? [] : [sessionLink(base)]),
    labelled('Access token', token, 'From a login above, or pasted.'),
    state,
  );
  if (names.length === 0) view.hidden = true;
  return {
    view,
    headers: () => [
      ...(token.value === '' || names.length === 0 ? [] : [['Authorization', `Bearer ${token.value.trim()}`] as const]),
      // Against requests that another page makes with the session of this browser.
      ...(names.includes('session') && token.value === '' ? [['X-Covenant-Request', '1'] as const] : []),
    ],
  };
}

type Take = (token: string) => void;

function passwordForm(base: string, take: Take, state: HTMLElement): HTMLElement {
  const email = make('input', { id: `try-email-${++serial}`, type: 'email', autocomplete: 'username' });
  const password = make('input', { id: `try-password-${serial}`, type: 'password', autocomplete: 'current-password' });
  const logIn = () =>
    void exchange(`${base}/auth/login`, { email: email.value, password: password.value }, take, state);
  return submitted('Log in', logIn, labelled('E-mail', email), labelled('Password', password));
}

function clientForm(base: string, take: Take, state: HTMLElement): HTMLElement {
  const id = make('input', { id: `try-client-${++serial}`, autocomplete: 'off' });
  const secret = make('input', { id: `try-secret-${serial}`, type: 'password', autocomplete: 'off' });
  const obtain = () => {
    const body = { grant_type: 'client_credentials', client_id: id.value, client_secret: secret.value };
    void exchange(`${base}/auth/token`, body, take, state);
  };
  return submitted('Get a token', obtain, labelled('Client id', id), labelled('Client secret', secret));
}

function sessionLink(base: string): HTMLElement {
  const back = encodeURIComponent(location.pathname + location.hash);
  return make(
    'p',
    {},
    make('a', { href: `${base}/auth/login?return_to=${back}` }, 'Log in with the browser'),
    ', and requests use your session.',
  );
}

async function exchange(url: string, body: Values, take: Take, state: HTMLElement): Promise<void> {
  state.textContent = 'Logging in ...';
  try {
    const headers = [['Content-Type', 'application/json']] as const;
    const answer = await sendRequest({ method: 'POST', url, headers, body: JSON.stringify(body) });
    const reply = recordOf(JSON.parse(await answer.content.text()));
    if (typeof reply.access_token === 'string') take(reply.access_token);
    else state.textContent = `${answer.status}: ${String(reply.detail ?? reply.title ?? 'no token')}`;
  } catch (error) {
    state.textContent = error instanceof Error ? error.message : String(error);
  }
}
