// Login and logout of a browser at the identity provider (decisions 23, 212, 213, 239).
import type { Identity, LoginChecks } from '../../../adapters/identity/port.ts';
import type { Users } from '../../../adapters/store/people/port.ts';
import type { BrowserLogin, BrowserLogins } from '../../../adapters/store/sessions/port.ts';
import { problems } from '../../../generated/platform/problems.ts';
import type { Clock } from '../../lib/clock.ts';
import { errorOf } from '../../lib/errors.ts';
import type { KeyRing } from '../../lib/key-ring.ts';
import type { Report } from '../../lib/report.ts';
import type { Handlers } from '../caller.ts';
import { toCaller, userOf } from '../users.ts';
import { type Cookies, hashKey, loginMs, newKey } from './cookies.ts';
import type { Sessions } from './sessions.ts';

export type LoginDeps = {
  readonly identity: Pick<Identity, 'beginLogin' | 'finishLogin' | 'logoutUrl'>;
  readonly users: Users;
  readonly browserLogins: Pick<BrowserLogins, 'store' | 'take'>;
  readonly sessions: Sessions;
  readonly cookies: Cookies;
  /** How browsers reach the installation, without a path. */
  readonly publicUrl: string;
  readonly keys: KeyRing;
  readonly clock: Pick<Clock, 'now'>;
  readonly report: Pick<Report, 'loginSucceeded' | 'loginRefused' | 'dependencyFailed'>;
};

/** What is stored while the browser is at the provider. */
type StoredChecks = LoginChecks & { readonly returnTo: string };

const purpose = 'browser login';

export const login = (deps: LoginDeps) =>
  ({
    async startLogin({ query, cookies }) {
      const { url, checks } = await deps.identity.beginLogin(callbackOf(deps).href);
      // Tabs that log in at the same time share the cookie, so that the last one does not break the others.
      const browser = deps.cookies.login.of(cookies) ?? newKey();
      const stored: StoredChecks = { ...checks, returnTo: query.return_to };
      await deps.browserLogins.store({
        state_hash: hashKey(checks.state),
        browser_hash: hashKey(browser),
        checks: deps.keys.seal(purpose, JSON.stringify(stored)),
        expires_at: new Date(deps.clock.now().getTime() + loginMs),
      });
      return { status: 302, headers: { Location: url, 'Set-Cookie': deps.cookies.login.set(browser) } };
    },

    async finishLogin({ query, cookies }) {
      const browser = deps.cookies.login.of(cookies);
      const taken = browser === undefined ? null : await take(deps, query.state, browser);
      if (taken === null) return refused(deps, 'unknown_login');
      const done = await finish(deps, query, taken);
      if (done.kind === 'refused')
        return refused(deps, query.error === undefined ? 'other_answer' : 'refused_by_provider');
      const person = toCaller(await userOf(deps.users, done.bearer), null);
      if ('problem' in person) {
        deps.report.loginRefused({ reason: 'not_let_in' });
        return person;
      }
      const key = await deps.sessions.begin(person, done);
      await endFormer(deps, deps.cookies.session.of(cookies));
      deps.report.loginSucceeded({ principal: person.subject });
      const headers = { Location: pageOf(deps, taken.stored.returnTo), 'Set-Cookie': deps.cookies.session.set(key) };
      return { status: 302, headers };
    },

    async logOut({ caller }) {
      if (caller.session !== null) await deps.sessions.end(caller.session);
      const end_session_url = await deps.identity.logoutUrl(pageOf(deps, '/')).catch((error: unknown) => {
        deps.report.dependencyFailed({ dependency: 'identity', ...errorOf(error) });
        return null;
      });
      return { status: 200, headers: { 'Set-Cookie': deps.cookies.session.clear }, body: { end_session_url } };
    },
  }) satisfies Pick<Handlers, 'startLogin' | 'finishLogin' | 'logOut'>;

const callbackOf = ({ publicUrl }: LoginDeps): URL => new URL('/api/v1/auth/callback', publicUrl);

/**
 * Always one of our addresses: the contract accepts only paths, and one that would still lead elsewhere leads to the
 * start page.
 */
function pageOf({ publicUrl }: LoginDeps, path: string): string {
  const page = new URL(path, publicUrl);
  return page.origin === new URL(publicUrl).origin ? page.href : new URL('/', publicUrl).href;
}

type Taken = { readonly login: BrowserLogin; readonly stored: StoredChecks };

async function take({ browserLogins, keys, clock }: LoginDeps, state: string, browser: string): Promise<Taken | null> {
  const login = await browserLogins.take(hashKey(state), hashKey(browser), clock.now());
  if (login === null) return null;
  return { login, stored: JSON.parse(keys.open(purpose, login.checks).toString('utf8')) as StoredChecks };
}

/** What came back is put on our own callback address, whatever Host the request had. */
async function finish(deps: LoginDeps, query: Readonly<Record<string, string | undefined>>, { login, stored }: Taken) {
  const back = callbackOf(deps);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) back.searchParams.set(name, value);
  return await deps.identity.finishLogin(back.href, stored).catch(async (error: unknown) => {
    // The provider is unavailable: the browser may come again with what it has.
    await deps.browserLogins.store(login).catch(() => {});
    throw error;
  });
}

async function endFormer({ sessions }: LoginDeps, key: string | undefined): Promise<void> {
  if (key !== undefined) await sessions.end(hashKey(key).toString('hex'));
}

const refusals = {
  unknown_login:
    'This login was not started in this browser, has already finished, or took longer than ten minutes. Log in again at the same address.',
  refused_by_provider: 'The login was cancelled, or the identity provider rejected it. Log in again.',
  other_answer: 'The response of the identity provider does not match this login. Log in again.',
} as const;

function refused({ report }: LoginDeps, reason: keyof typeof refusals) {
  report.loginRefused({ reason });
  return problems.unauthenticated({ detail: refusals[reason] });
}
