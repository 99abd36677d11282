// What each role may do and see: tables and pure functions.
import type { UserRow } from '../../adapters/store/people/port.ts';
import type { LabScope } from '../../adapters/store/platform/port.ts';
import type { Capability, RealmRole } from '../../generated/platform/types.ts';

const teaching: readonly Capability[] = [
  'courses.read',
  'courses.create',
  'courses.update',
  'courses.archive',
  'labs.read',
  'labs.upload',
  'labs.start',
  'labs.stop',
  'labs.access',
  'students.read',
  'groups.read',
  'groups.manage',
];

/**
 * Permission sets, without capabilities of operations that are planned, named like the role they belong to, the
 * strongest first (decision 214).
 */
const permissionSets: ReadonlyMap<RealmRole, readonly Capability[]> = new Map([
  ['admin', [...teaching, 'users.manage', 'platform.administer']],
  ['teacher', teaching],
  ['student', ['courses.read', 'labs.read', 'labs.access']],
]);

/** The roles of the platform among all that a token claims, the strongest first. */
export const rolesOf = (claimed: readonly string[]): readonly RealmRole[] =>
  [...permissionSets.keys()].filter((role) => claimed.includes(role));

type SignedIn = {
  readonly roles: readonly RealmRole[];
  readonly user: Pick<UserRow, 'user_id' | 'student_id'>;
};

/** Labs run for a student_id. A user of an earlier release has one from the next request on. */
export const capabilitiesOf = ({ roles, user: { student_id } }: SignedIn): readonly Capability[] =>
  [...new Set(roles.flatMap((role) => permissionSets.get(role) ?? []))].filter(
    (capability) => capability !== 'labs.access' || student_id !== null,
  );

/** Which labs a user can see (decision 202): also a teacher can be one of those for whom a lab runs. */
export function labScopeOf({ roles, user: { user_id, student_id } }: SignedIn): LabScope {
  if (roles.includes('admin')) return 'every';
  return {
    teacher: roles.includes('teacher') ? { user_id } : null,
    student: student_id === null ? null : { student_id },
  };
}

/** Whose courses count for the caller: the caller's own; null: everyone's. */
export const teacherOf = ({ roles, user: { user_id } }: SignedIn): string | null =>
  roles.includes('admin') ? null : user_id;

/** Which labs a user may change, start and stop: never those that the user only attends. */
export function taughtScopeOf(signedIn: SignedIn): LabScope {
  const scope = labScopeOf(signedIn);
  return scope === 'every' ? scope : { ...scope, student: null };
}
