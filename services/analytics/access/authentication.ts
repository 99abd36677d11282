// Login, refresh, logout and client credentials: a façade over the identity provider (decisions 1, 2, 107, 108, 177).
// The life of a refresh token is decided in refresh-tokens.ts; access tokens are read in credential.ts.
import type { Identity } from '../../../adapters/identity/port.ts';
import type { LoginAttempts, RefreshFamilies, TokenRow } from '../../../adapters/store/tokens/port.ts';
import { problems } from '../../../generated/analytics/problems.ts';
import { isProblemReply } from '../../../generated/runtime/problem.ts';
import type { Clock } from '../../lib/clock.ts';
import { networkOf } from '../../lib/http/proxies.ts';
import type { Ids } from '../../lib/ids.ts';
import type { KeyRing } from '../../lib/key-ring.ts';
import type { Enqueue } from '../../lib/messages/outbox.ts';
import type { Report } from '../../lib/report.ts';
import type { Handlers } from '../caller.ts';
import { absoluteMs, hashToken, idleMs, isToken, judge, mintToken } from './refresh-tokens.ts';
import { endFamily, exchangeToken } from './token-families.ts';

type Deps = {
  readonly identity: Identity;
  readonly families: RefreshFamilies;
  readonly logins: LoginAttempts;
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly enqueue: Enqueue;
  readonly report: Pick<Report, 'refreshReused'>;
};

const loginPolicy = { freeFailures: 5, windowMs: 15 * 60_000, longestDelayMs: 15 * 60_000 };
const sessionPurpose = 'provider session';

export const auth = (deps: Deps) =>
  ({
    async loginUser({ body, address }) {
      // By network, so that strangers slow down themselves and not the owner.
      const name = body.email.normalize('NFKC').trim().toLowerCase();
      const account = deps.keys.mac('login account', [name, networkOf(address)]).mac;
      const delayMs = await deps.logins.admit(account, deps.clock.now(), loginPolicy);
      if (delayMs > 0) return slowedDown(delayMs);
      const granted = await deps.identity.login(body.email, body.password, address).catch(async (error: unknown) => {
        await deps.logins.forget(account, 'last');
        throw error;
      });
      if (granted.kind === 'too_many') return tooManyFailures(granted.retryAfterS);
      if (granted.kind === 'invalid_credentials')
        return problems.invalidCredentials({ detail: 'The e-mail or the password is incorrect.' });
      await deps.logins.forget(account, 'all');
      const { session } = granted;
      const refreshToken = await startFamily(deps, session.subject, session.session);
      return { status: 200, body: pair(session, refreshToken) };
    },

    async refreshToken({ body, address, signal }) {
      const presented = body.refresh_token;
      // One moment for the whole request: a slow provider must not turn a repetition within the grace into a theft.
      const at = deps.clock.now();
      if (!isToken(presented)) return loginAgain();
      const found = await deps.families.find(hashToken(presented));
      // The provider is asked first: when it is unavailable, nothing has been rotated and the token still holds.
      const granted = found && isLive(found, at) ? await deps.identity.refresh(openSession(deps, found)) : null;
      if (found && granted === 'invalid_session') await endFamily(deps, found.family_id, 'ended_by_provider', at);
      if (granted === 'invalid_session') return loginAgain();
      const next = await exchangeToken(deps, { presented, address, at, signal });
      if (next === null || granted === null) return loginAgain();
      return { status: 200, body: pair(granted, next) };
    },

    async logoutUser({ body: { refresh_token: token } }) {
      const found = isToken(token) ? await deps.families.find(hashToken(token)) : null;
      if (found !== null) await endFamily(deps, found.family_id, 'logout', deps.clock.now());
      return { status: 204 };
    },

    async issueToken(request) {
      const shown = shownBy(request);
      if (isProblemReply(shown)) return shown;
      const granted = await deps.identity.clientToken(shown.id, shown.secret);
      if (granted === 'invalid_credentials')
        return problems.invalidCredentials({ detail: 'The client id or the client secret is incorrect.' });
      return {
        status: 200,
        headers: { Pragma: 'no-cache' },
        body: { access_token: granted.accessToken, expires_in: granted.expiresInS, token_type: 'Bearer' },
      };
    },
  }) satisfies Pick<Handlers, 'loginUser' | 'refreshToken' | 'logoutUser' | 'issueToken'>;

/** The same for whatever is wrong with the token. */
const loginAgain = () => problems.invalidRefreshToken({ detail: 'Log in again.' });

type TokenRequest = Parameters<Handlers['issueToken']>[0];

/**
 * A client shows its credentials once: in the body, or by HTTP Basic with at most its id in the body (RFC 6749, section
 * 2.3).
 */
function shownBy({ basic, body }: TokenRequest) {
  const { client_id: id, client_secret: secret } = body;
  if (basic === undefined) {
    const missing =
      'Send the id and the secret of the client, either with HTTP Basic or as client_id and client_secret.';
    return id && secret ? { id, secret } : problems.invalidCredentials({ detail: missing });
  }
  const twice = secret ? '/client_secret' : id && id !== basic.id ? '/client_id' : undefined;
  if (twice === undefined) return basic;
  return problems.invalidRequest({
    detail:
      'The client credentials are in both the Authorization header and the body. Send them in only one of the two.',
    errors: [{ pointer: twice, rule: 'once', message: 'must be omitted with HTTP Basic' }],
  });
}

const isLive = (token: TokenRow, at: Date): boolean => {
  const verdict = judge(token, at);
  return verdict === 'rotate' || verdict === 'same';
};

const tooManyFailures = (seconds: number) =>
  problems.rateLimited({
    detail: `Too many failed logins from this network. Try again in ${seconds} s.`,
    policy: 'login',
    retry_after_s: seconds,
  });

function slowedDown(delayMs: number) {
  const seconds = Math.ceil(delayMs / 1000);
  return problems.rateLimited({
    detail: `Too many failed logins to this account from this network. Try again in ${seconds} s.`,
    policy: 'login',
    retry_after_s: seconds,
  });
}

type Granted = { readonly accessToken: string; readonly expiresInS: number };

const pair = ({ accessToken, expiresInS }: Granted, refreshToken: string) => ({
  access_token: accessToken,
  refresh_token: refreshToken,
  expires_in: expiresInS,
  token_type: 'Bearer' as const,
});

async function startFamily({ families, keys, clock, ids }: Deps, principal: string, session: string): Promise<string> {
  const token = mintToken();
  const now = clock.now();
  await families.create({
    family_id: ids.uuid(),
    principal,
    client_id: 'first-party',
    provider_session: keys.seal(sessionPurpose, session),
    token_hash: hashToken(token),
    created_at: now,
    idle_expires_at: new Date(now.getTime() + idleMs),
    expires_at: new Date(now.getTime() + absoluteMs),
  });
  return token;
}

const openSession = ({ keys }: Deps, { provider_session }: TokenRow): string =>
  keys.open(sessionPurpose, provider_session ?? new Uint8Array()).toString('utf8');
