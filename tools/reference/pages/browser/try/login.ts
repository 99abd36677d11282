// Who sends the requests: a token from a login or pasted, kept for this tab alone, or the session of the browser.
import { type Called, calledOf, listOf, recordOf, textIn, type Values } from './contract.ts';
import { labelled, make, submitted } from './dom.ts';
import { sendRequest } from './send.ts';

interface Kept {
  readonly token: string;
  /** The account that it is of, where a login has given it. */
  readonly name: string;
}

const keyOf = (document: string): string => `try ${document}`;

function keptLogin(document: string): Kept {
  try {
    const { token, name } = recordOf(JSON.parse(sessionStorage.getItem(keyOf(document)) ?? '{}'));
    return { token: textIn(token), name: textIn(name) };
  } catch {
    return { token: '', name: '' };
  }
}

function keepLogin(document: string, kept: Kept): void {
  try {
    sessionStorage.setItem(keyOf(document), JSON.stringify(kept));
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
  /** What the status of a reply shows about the credential. */
  readonly answered: (status: number) => void;
}

let serial = 0;

/**
 * `retried` is called at each attempt to log in. One line, below what is sent: it opens for a login, also when a
 * request was refused without one.
 */
export function loginFor(called: Called, document: string, base: string, retried: () => void): Login {
  const names = credentialsOf(called);
  const token = make('input', {
    id: `try-token-${++serial}`,
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const kept = keptLogin(document);
  token.value = kept.token;
  const summary = make('summary', {}, lineOf(kept));
  const use = (login: Kept): void => {
    token.value = login.token;
    keepLogin(document, login);
    summary.textContent = lineOf(login);
  };
  token.addEventListener('change', () => use({ token: token.value.trim(), name: '' }));
  const take: Take = (text, name) => {
    use({ token: text, name });
    view.open = false;
    summary.focus();
  };
  const view = make(
    'details',
    { class: 'try-login' },
    summary,
    ...(calledOf(called.document, 'loginUser') === undefined ? [] : [passwordForm(base, take)]),
    ...(calledOf(called.document, 'issueToken') === undefined ? [] : [clientForm(base, take)]),
    ...(calledOf(called.document, 'startLogin') === undefined ? [] : [sessionLink(base)]),
    labelled('Access token', token, 'From a login above, or pasted. It is kept until you close this tab.'),
  );
  view.addEventListener('submit', retried);
  if (names.length === 0) view.hidden = true;
  return {
    view,
    headers: () => [
      ...(token.value === '' || names.length === 0 ? [] : [['Authorization', `Bearer ${token.value.trim()}`] as const]),
      // Against requests that another page makes with the session of this browser.
      ...(names.includes('session') && token.value === '' ? [['X-Covenant-Request', '1'] as const] : []),
    ],
    answered: (status) => {
      if (status === 401) view.open = true;
      else if (names.includes('session') && token.value === '')
        summary.textContent = 'Signed in with the session of this browser';
    },
  };
}

const lineOf = ({ token, name }: Kept): string =>
  token === '' ? 'Log in' : name === '' ? 'Signed in with a pasted token' : `Signed in as ${name}`;

type Take = (token: string, name: string) => void;

const stateLine = (): HTMLElement => make('p', { role: 'status', class: 'try-state' });

function passwordForm(base: string, take: Take): HTMLElement {
  const state = stateLine();
  const email = make('input', { id: `try-email-${++serial}`, type: 'email', autocomplete: 'username' });
  const password = make('input', { id: `try-password-${serial}`, type: 'password', autocomplete: 'current-password' });
  const logIn = () => {
    const body = { email: email.value, password: password.value };
    void exchange(`${base}/auth/login`, body, (token) => take(token, email.value), state);
  };
  return submitted('Log in', logIn, state, labelled('E-mail', email), labelled('Password', password));
}

function clientForm(base: string, take: Take): HTMLElement {
  const state = stateLine();
  const id = make('input', { id: `try-client-${++serial}`, autocomplete: 'off' });
  const secret = make('input', { id: `try-secret-${serial}`, type: 'password', autocomplete: 'off' });
  const obtain = () => {
    const body = { grant_type: 'client_credentials', client_id: id.value, client_secret: secret.value };
    void exchange(`${base}/auth/token`, body, (token) => take(token, id.value), state);
  };
  return submitted('Get a token', obtain, state, labelled('Client id', id), labelled('Client secret', secret));
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

async function exchange(url: string, body: Values, take: (token: string) => void, state: HTMLElement): Promise<void> {
  const show = (text: string, kind = ''): void => {
    state.textContent = text;
    state.className = `try-state ${kind}`.trim();
  };
  show('Logging in ...');
  try {
    const headers = [['Content-Type', 'application/json']] as const;
    const answer = await sendRequest({ method: 'POST', url, headers, body: JSON.stringify(body) });
    const reply = recordOf(JSON.parse(await answer.content.text()));
    if (typeof reply.access_token !== 'string')
      return show(`${answer.status}: ${String(reply.detail ?? reply.title ?? 'no token')}`, 'bad');
    show('');
    take(reply.access_token);
  } catch (error) {
    show(error instanceof Error ? error.message : String(error), 'bad');
  }
}
