// Distinguishes a caller's wrong credential from a provider that is unavailable, broken or no longer knows us.
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import type { IdentityFault } from './port.ts';

export class IdentityError extends Error implements IdentityFault {
  override readonly name = 'IdentityError';
  readonly kind = 'unavailable';
  readonly dependency = 'identity';

  constructor(cause: unknown) {
    const code = cause instanceof ResponseBodyError ? ` ${cause.error}` : '';
    super(`identity: unavailable${code}: ${messageOf(cause)}`, { cause });
  }
}

/** Codes with which the provider speaks about what the caller presented, not about our own client. */
export const blame = {
  // Keycloak says 401 invalid_grant for a wrong password and 400 for an account that is not set up; others say 400 for
  // both.
  presented: new Set(['invalid_grant']),
  rejected: new Set(['invalid_grant', 'invalid_client', 'unauthorized_client', 'invalid_request']),
} as const;

export function isBlamed(error: unknown, codes: ReadonlySet<string>): boolean {
  if (error instanceof WWWAuthenticateChallengeError) return error.status === 401 && codes.has('invalid_client');
  return error instanceof ResponseBodyError && error.status < 500 && codes.has(error.error);
}

const brokenAnswers = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_PARSE_ERROR']);

/** Whether a browser's login failed by what the browser brought; else it was not its doing. */
export function isBrowsersDoing(error: unknown): boolean {
  if (error instanceof AuthorizationResponseError) return true;
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant';
  return error instanceof ClientError && !brokenAnswers.has(error.code ?? '');
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
