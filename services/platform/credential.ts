// From a credential to a Caller: a bearer token says who and in which roles, a browser's cookie names a session that
// knows (decisions 213, 239).
import type { Identity } from '../../adapters/identity/port.ts';
import type { Users } from '../../adapters/store/people/port.ts';
import { problems } from '../../generated/platform/problems.ts';
import type { CredentialInput } from '../../generated/runtime/host.ts';
import type { ProblemReply } from '../../generated/runtime/problem.ts';
import { bearerToken, missingTokenDetail } from '../lib/http/bearer.ts';
import type { Caller } from './caller.ts';
import type { Cookies } from './sessions/cookies.ts';
import { csrfRefusal } from './sessions/csrf.ts';
import type { Sessions } from './sessions/sessions.ts';
import { toCaller, userOf } from './users.ts';

type Deps = {
  readonly identity: Pick<Identity, 'verify'>;
  readonly users: Users;
  readonly sessions: Pick<Sessions, 'find'>;
  readonly cookies: Pick<Cookies, 'session'>;
  /** Whose pages may send the cookie along with a change. */
  readonly origins: ReadonlySet<string>;
};

export const authenticator =
  (deps: Deps) =>
  async (input: CredentialInput): Promise<Caller | ProblemReply> => {
    const { headers, schemes } = input;
    const takesBearer = schemes.includes('bearer');
    // A page cannot be made to send Authorization from elsewhere, so where it counts it alone decides.
    const isExplicit = takesBearer && headers.authorization !== undefined;
    const key = isExplicit || !schemes.includes('session') ? undefined : deps.cookies.session.in(headers.cookie);
    if (key !== undefined) return bySession(deps, key, input);
    return takesBearer ? byBearer(deps, headers) : problems.unauthenticated({ detail: refusals.no_session });
  };

async function byBearer(
  { identity, users }: Deps,
  headers: CredentialInput['headers'],
): Promise<Caller | ProblemReply> {
  const token = bearerToken(headers);
  if (token === undefined) return problems.unauthenticated({ detail: missingTokenDetail(headers) });
  const verified = await identity.verify(token);
  if (verified.kind === 'refused') return problems.unauthenticated({ detail: refusals[verified.reason] });
  return toCaller(await userOf(users, verified.bearer), null);
}

async function bySession(deps: Deps, key: string, input: CredentialInput): Promise<Caller | ProblemReply> {
  const foreign = csrfRefusal(input, deps.origins);
  if (foreign !== undefined) return foreign;
  const found = await deps.sessions.find(key);
  return found === null ? problems.unauthenticated({ detail: refusals.ended }) : toCaller(found.signedIn, found.id);
}

const refusals = {
  no_session: 'There is no browser session. Log in with the browser first.',
  ended: 'The browser session has ended or is invalid. Log in again.',
  expired: 'The access token has expired. Get a new one.',
  invalid_token: 'The access token is not valid for this installation. Log in, or get a new one.',
} as const;
