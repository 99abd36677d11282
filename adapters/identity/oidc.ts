// The identity provider over OpenID Connect, Keycloak or the embedded one.
import * as openid from 'openid-client';
import { blame, IdentityError, isBlamed, isBrowsersDoing, messageOf } from './faults.ts';
import { createInvitation } from './invitations.ts';
import { keysFrom } from './keys.ts';
import { limitedJson } from './limited-json.ts';
import type { Identity, LoggedIn, LoginChecks, Session, Token, TooMany } from './port.ts';
import { type TokenForm, tokenVerifier } from './verify.ts';

export type OidcOptions = {
  readonly issuer: string;
  /** Tokens for another audience are refused. */
  readonly audience: string;
  /** The client that this service is. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** Which forms of access tokens count: for Keycloak name `keycloak`, see `TokenForm`. */
  readonly tokenForms?: readonly TokenForm[];
  /** Plain http to a provider that is not on this machine, as inside a cluster. */
  readonly allowHttp?: boolean;
  readonly timeoutS?: number;
  readonly now?: () => Date;
};

const scope = 'openid offline_access profile email';
/** Not offline: what renews a browser's login ends with the session that the browser has at the provider. */
const browserScope = 'openid profile email';
/** Less time than this left: the next call gets a new token. */
const spareMs = 30_000;
/** A hundred keys with certificates need less. */
const mostKeySetBytes = 512 * 1024;

type Answer = Awaited<ReturnType<typeof openid.genericGrantRequest>>;
type Configuration = openid.Configuration;

export function oidc(options: OidcOptions): Identity {
  const { issuer, audience, tokenForms = ['rfc9068'], now = () => new Date() } = options;
  const provider = discovered(options);
  const keys = keysFrom(async () => fetchKeys(await provider(), options), now);
  const verify = tokenVerifier({ issuer, audience, forms: tokenForms, keys, now });
  const ask = async <T>(call: (as: Configuration) => Promise<T>, blamed: ReadonlySet<string>) =>
    provider()
      .then(call)
      .catch((error: unknown) => {
        if (isBlamed(error, blamed)) return undefined;
        throw new IdentityError(error);
      });
  const sessionOf = async (answer: Answer, before = ''): Promise<Session> => {
    const verified = await verify(answer.access_token);
    if (verified.kind === 'refused')
      throw new IdentityError(new Error(`its own token was rejected: ${verified.because}`));
    const { bearer } = verified;
    return { ...tokenOf(answer), subject: bearer.subject, session: answer.refresh_token ?? before, bearer };
  };

  return {
    async login(username, password, address) {
      // Ours counts by it; Keycloak passes over a parameter that it does not know.
      const facts = { username, password, scope, client_address: address };
      const request = (as: Configuration) => openid.genericGrantRequest(as, 'password', facts).catch(tooMany);
      const answer = await ask(request, blame.presented);
      if (answer === undefined) return { kind: 'invalid_credentials' };
      return isTooMany(answer) ? answer : { kind: 'session', session: await sessionOf(answer) };
    },
    async refresh(session) {
      const answer = await ask((as) => openid.refreshTokenGrant(as, session), blame.presented);
      return answer ? sessionOf(answer, session) : 'invalid_session';
    },
    async clientToken(clientId, clientSecret) {
      const other = (as: Configuration) => configure(as.serverMetadata(), { ...options, clientId, clientSecret });
      const answer = await ask((as) => openid.clientCredentialsGrant(other(as)), blame.rejected);
      return answer ? tokenOf(answer) : 'invalid_credentials';
    },
    ownToken: cached(now, async () => {
      const answer = await ask((as) => openid.clientCredentialsGrant(as), new Set());
      if (answer === undefined) throw new IdentityError(new Error('our client is no longer registered'));
      return tokenOf(answer);
    }),
    verify,
    beginLogin: (redirectUri) => asFault(async () => beginLogin(await provider(), redirectUri)),
    finishLogin: (callbackUrl, checks) => finishLogin({ provider, sessionOf }, callbackUrl, checks),
    logoutUrl: (returnTo) =>
      asFault(async () => {
        const facts = { post_logout_redirect_uri: returnTo };
        return openid.buildEndSessionUrl(await provider(), facts).href;
      }),
    createInvitation: (account) => asFault(async () => createInvitation(await provider(), options, account)),
    check: () => asFault(async () => void (await fetchKeys(await provider(), options))),
  };
}

/** The provider describes itself once; until it has, every call asks again, so that it may start after us. */
function discovered(options: OidcOptions): () => Promise<Configuration> {
  const { issuer, clientId, clientSecret, allowHttp, timeoutS = 10 } = options;
  const execute = mayUseHttp(issuer, allowHttp) ? [openid.allowInsecureRequests] : [];
  let found: Promise<Configuration> | undefined;
  return () => {
    const authentication = openid.ClientSecretBasic(clientSecret);
    found ??= openid
      .discovery(new URL(issuer), clientId, clientSecret, authentication, { execute, timeout: timeoutS })
      .catch((error: unknown) => {
        found = undefined;
        throw error;
      });
    return found;
  };
}

function configure(server: openid.ServerMetadata, options: OidcOptions): Configuration {
  const { clientId, clientSecret, issuer, allowHttp, timeoutS = 10 } = options;
  const made = new openid.Configuration(server, clientId, clientSecret, openid.ClientSecretBasic(clientSecret));
  if (mayUseHttp(issuer, allowHttp)) openid.allowInsecureRequests(made);
  made.timeout = timeoutS;
  return made;
}

async function beginLogin(as: Configuration, redirectUri: string) {
  const checks = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    codeVerifier: openid.randomPKCECodeVerifier(),
  };
  const url = openid.buildAuthorizationUrl(as, {
    redirect_uri: redirectUri,
    scope: browserScope,
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(checks.codeVerifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, checks };
}

type Finishing = {
  readonly provider: () => Promise<Configuration>;
  readonly sessionOf: (answer: Answer) => Promise<Session>;
};

async function finishLogin(
  { provider, sessionOf }: Finishing,
  callbackUrl: string,
  checks: LoginChecks,
): Promise<LoggedIn> {
  try {
    const answer = await openid.authorizationCodeGrant(await provider(), new URL(callbackUrl), {
      expectedState: checks.state,
      expectedNonce: checks.nonce,
      pkceCodeVerifier: checks.codeVerifier,
      idTokenExpected: true,
    });
    const { bearer, session } = await sessionOf(answer);
    if (answer.claims()?.sub !== bearer.subject)
      throw new Error('its id token and its access token have different subjects');
    if (session === '') throw new Error('it returned no refresh token');
    return { kind: 'logged_in', bearer, session };
  } catch (error) {
    if (isBrowsersDoing(error)) return { kind: 'refused', because: messageOf(error) };
    throw new IdentityError(error);
  }
}

const isTooMany = (answer: Answer | TooMany): answer is TooMany => answer.kind === 'too_many';

/** A refusal for now is handed on; every other error stays one. */
function tooMany(error: unknown): TooMany {
  if (!(error instanceof openid.ResponseBodyError) || error.status !== 429) throw error;
  const seconds = Number(error.response.headers.get('retry-after'));
  return { kind: 'too_many', retryAfterS: seconds >= 1 && seconds <= 3_600 ? Math.ceil(seconds) : 60 };
}

function tokenOf({ access_token, expires_in }: Answer): Token {
  // Asking again later gives the same: the provider is available, but configured for another client.
  if (expires_in === undefined) throw new Error('The identity provider returned a token without an expiry.');
  return { accessToken: access_token, expiresInS: expires_in };
}

/** One request at a time, however many callers wait for it. */
function cached(now: () => Date, fetchToken: () => Promise<Token>): () => Promise<string> {
  let known: { readonly accessToken: string; readonly until: number } | undefined;
  let fetching: Promise<string> | undefined;
  const renew = async () => {
    const { accessToken, expiresInS } = await fetchToken();
    known = { accessToken, until: now().getTime() + expiresInS * 1000 - spareMs };
    return accessToken;
  };
  return async () => {
    if (known && now().getTime() < known.until) return known.accessToken;
    fetching ??= renew().finally(() => {
      fetching = undefined;
    });
    return fetching;
  };
}

async function asFault<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    throw new IdentityError(error);
  });
}

async function fetchKeys(as: Configuration, { issuer, allowHttp, timeoutS = 10 }: OidcOptions): Promise<unknown> {
  const address = as.serverMetadata().jwks_uri;
  if (address === undefined) throw new Error('its metadata has no jwks_uri');
  if (!address.startsWith('https:') && !mayUseHttp(issuer, allowHttp)) throw new Error('its jwks_uri uses plain http');
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeoutS * 1000) });
  if (!response.ok) throw new Error(`it responded with ${response.status} to the request for its keys`);
  return limitedJson(response, mostKeySetBytes);
}

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

function mayUseHttp(issuer: string, allowHttp = false): boolean {
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'http:' && (allowHttp || loopback.has(hostname));
}
