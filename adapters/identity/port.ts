// What services ask of the identity provider.

export type Token = { readonly accessToken: string; readonly expiresInS: number };

/**
 * A person's login, and what its access token says. `session` renews it and is as good as a password: seal it before it
 * is stored.
 */
export type Session = Token & { readonly subject: string; readonly session: string; readonly bearer: Bearer };

/** The provider takes no more passwords of that network for so long. */
export type TooMany = { readonly kind: 'too_many'; readonly retryAfterS: number };

export type LoginResult =
  | { readonly kind: 'session'; readonly session: Session }
  | TooMany
  | { readonly kind: 'invalid_credentials' };

/**
 * Thrown by every method when the provider gives no usable answer: 503, try again later. The message is for the log
 * alone.
 */
export interface IdentityFault extends Error {
  readonly kind: 'unavailable';
  readonly dependency: 'identity';
}

/** What an access token says about its bearer: who it is, not what it may do. */
export type Bearer = {
  readonly subject: string;
  /** `client`: a program acts for itself (client credentials). */
  readonly kind: 'user' | 'client';
  readonly clientId: string;
  readonly username: string;
  readonly email?: string;
  /** The same, if the provider says that it is the user's. */
  readonly verifiedEmail?: string;
  readonly name?: string;
  readonly roles: readonly string[];
  readonly expiresAt: Date;
};

/** `because` is for the log: the caller learns only that the token was refused. */
export type Verified =
  | { readonly kind: 'verified'; readonly bearer: Bearer }
  | { readonly kind: 'refused'; readonly reason: 'expired' | 'invalid_token'; readonly because: string };

/** What the browser's return must prove; stored on the server between the two halves of a login. */
export type LoginChecks = { readonly state: string; readonly nonce: string; readonly codeVerifier: string };

export type LoggedIn =
  | { readonly kind: 'logged_in'; readonly bearer: Bearer; readonly session: string }
  | { readonly kind: 'refused'; readonly because: string };

/** An account that a user will make by a link. */
export type RequestedAccount = {
  readonly username: string;
  readonly email: string | null;
  readonly name: string;
  readonly roles: readonly string[];
};

/** `url` works once, and is as good as a password until then. */
export type AccountInvitation = { readonly url: string; readonly expiresAt: Date };

export interface Accounts {
  /**
   * A further one for the same user name ends the one before. `unsupported`: this provider manages its accounts itself.
   */
  createInvitation(account: RequestedAccount): Promise<AccountInvitation | 'account_exists' | 'unsupported'>;
}

export interface Identity extends Accounts {
  /**
   * Email or user name and password of a person, through the one client that may do so (decision 2). `address`: of the
   * person's machine.
   */
  login(username: string, password: string, address: string): Promise<LoginResult>;

  /** A new access token for such a login; keep the `session` of the answer instead of the old one. */
  refresh(session: string): Promise<Session | 'invalid_session'>;

  /** Client credentials of another program, passed through and not stored. */
  clientToken(clientId: string, clientSecret: string): Promise<Token | 'invalid_credentials'>;

  /** An access token of this service for calls to another one; cached until shortly before it ends. */
  ownToken(): Promise<string>;

  /**
   * Signature, issuer, audience, type and times of an access token. Asks the provider for keys at most once a minute.
   */
  verify(token: string): Promise<Verified>;

  /** First half of a browser login: where to send the browser, and what to keep until it comes back. */
  beginLogin(redirectUri: string): Promise<{ readonly url: string; readonly checks: LoginChecks }>;

  /** Second half: `callbackUrl` is the address with which the browser came back, `checks` what was stored. */
  finishLogin(callbackUrl: string, checks: LoginChecks): Promise<LoggedIn>;

  /**
   * Where to send the browser so that the provider forgets it too. It names our client and no token, so the provider
   * asks the person.
   */
  logoutUrl(returnTo: string): Promise<string>;

  /** Whether the provider answers: for readiness, never during a request. */
  check(): Promise<void>;
}
