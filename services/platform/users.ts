// A caller's user: the subject of a token becomes a row and roles in our database, however the token came.
import type { Bearer } from '../../adapters/identity/port.ts';
import type { Person, UserRow, Users } from '../../adapters/store/people/port.ts';
import { problems } from '../../generated/platform/problems.ts';
import type { RealmRole } from '../../generated/platform/types.ts';
import type { ProblemReply } from '../../generated/runtime/problem.ts';
import type { Caller } from './caller.ts';
import { student_ids } from './labs/student-ids.ts';
import { rolesOf } from './rights.ts';

export type SignedIn = { readonly user: UserRow; readonly roles: readonly RealmRole[] };

/** Null: no person, or one without a role here. The first time makes the row, or binds the one of an invitation. */
export async function userOf(users: Users, bearer: Bearer): Promise<SignedIn | null> {
  const roles = rolesOf(bearer.roles);
  if (bearer.kind !== 'user' || roles.length === 0) return null;
  return { user: await users.ensure(personOf(bearer, roles), bearer.verifiedEmail ?? null, student_ids), roles };
}

/** The caller, or why the token is refused. */
export function toCaller(signedIn: SignedIn | null, session: string | null): Caller | Refusal {
  if (signedIn === null) return problems.unauthenticated({ detail: withoutRole });
  const { user, roles } = signedIn;
  if (!user.enabled) return problems.unauthenticated({ detail: disabled });
  const scopeKey = JSON.stringify([user.user_id, user.student_id, ...roles]);
  return { subject: user.subject, kind: 'user', roles, scopeKey, user, session };
}

type Refusal = ProblemReply<'unauthenticated', 401>;

const withoutRole = 'You need the role admin, teacher or student. Ask an administrator for a role.';
const disabled = 'This account is disabled. Ask an administrator.';

const personOf = ({ subject, username, email, name }: Bearer, roles: readonly RealmRole[]): Person => ({
  subject,
  username,
  email: email ?? null,
  display_name: name ?? username,
  roles,
});
