// From a credential to a Caller: the token says who and in which roles, the first request makes the row of the person.
import type { Bearer, Identity } from '../../adapters/identity/port.ts';
import type { Person, Users } from '../../adapters/store/platform/port.ts';
import { problems } from '../../generated/platform/problems.ts';
import type { RealmRole } from '../../generated/platform/types.ts';
import type { CredentialInput } from '../../generated/runtime/kit.ts';
import { bearerToken, whyNoToken } from '../kit/bearer.ts';
import type { Caller } from './caller.ts';
import { rolesOf } from './rights.ts';
import { studentIds } from './student-ids.ts';

type Deps = { readonly identity: Pick<Identity, 'verify'>; readonly users: Users };

export const access =
  ({ identity, users }: Deps) =>
  async ({ headers, schemes }: CredentialInput): Promise<Caller | ReturnType<typeof problems.unauthenticated>> => {
    // Until the browser login is built (decisions 23, 213) no session exists, so the scheme `session` lets nobody in.
    const token = schemes.includes('bearer') ? bearerToken(headers) : undefined;
    if (token === undefined)
      return problems.unauthenticated({
        detail: schemes.includes('bearer') ? whyNoToken(headers) : refusals.no_session,
      });
    const verified = await identity.verify(token);
    if (verified.kind === 'refused') return problems.unauthenticated({ detail: refusals[verified.reason] });
    const { bearer } = verified;
    const roles = rolesOf(bearer.roles);
    const [role] = roles;
    if (bearer.kind !== 'user' || role === undefined) return problems.unauthenticated({ detail: refusals.no_role });
    const user = await users.ensure(personOf(bearer, role), studentIds);
    if (!user.enabled) return problems.unauthenticated({ detail: refusals.disabled });
    const scopeKey = JSON.stringify([user.userId, user.studentId, ...roles]);
    return { subject: bearer.subject, kind: 'user', roles, scopeKey, user };
  };

const refusals = {
  no_session: 'There is no browser session. Log in with the browser first.',
  expired: 'The access token has expired. Ask for a new one.',
  invalid_token: 'The access token is not one that counts here. Log in, or ask for a new one.',
  no_role: 'Only people with the role admin, teacher or student are let in. Ask an administrator for a role.',
  disabled: 'This account is disabled. Ask an administrator.',
} as const;

const personOf = ({ subject, username, email, name }: Bearer, role: RealmRole): Person => ({
  subject,
  username,
  email: email ?? null,
  displayName: name ?? username,
  role,
});
