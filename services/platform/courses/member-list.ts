// addMembers: users whom a list names become members of a course, also before their first login (decisions 609 and
// 616).
import type { Invitation, InvitationResult, NamedUser, Users } from '../../../adapters/store/people/port.ts';
import type { Courses, MemberRow, Members, NewMember } from '../../../adapters/store/platform/courses/port.ts';
import type { Actor, Store } from '../../../adapters/store/port.ts';
import type { Member, MemberOrPlan, MemberResult, MembersRequest } from '../../../generated/platform/types.ts';
import type { Clock } from '../../lib/clock.ts';
import { serializeDates } from '../../lib/serialize-dates.ts';
import { student_ids } from '../labs/student-ids.ts';
import { isStaff } from './course-rights.ts';

export type MemberDeps = {
  readonly store: Pick<Store, 'transaction'>;
  readonly courses: Pick<Courses, 'find'>;
  readonly members: Members;
  readonly users: Pick<Users, 'invite' | 'findByStudentIds'>;
  readonly clock: Pick<Clock, 'now'>;
};

type Named = MembersRequest['members'][number];

export type AddedList = {
  readonly course_id: string;
  readonly members: readonly Named[];
  readonly dry_run?: boolean | undefined;
  /** Whether the caller may add owners and teachers. */
  readonly mayAddStaff: boolean;
  /** Whether owners and teachers who are invited become teachers of the installation. */
  readonly mayNameRoles: boolean;
};

type Refusal = { readonly reason: string; readonly advice: string };

const refusals = {
  nameless: { reason: 'name_missing', advice: 'Name the user by student_id, username or email.' },
  order: { reason: 'dates_out_of_order', advice: 'ends_on must not be before starts_on.' },
  staff: { reason: 'owner_required', advice: 'Only an owner of the course can add owners and teachers.' },
  unknown: {
    reason: 'unknown_student',
    advice: 'There is no student with this id. Name a new user by username or email.',
  },
  disabled: { reason: 'disabled_user', advice: 'The account of this user is disabled. Ask an administrator.' },
  other_email: { reason: 'other_email', advice: 'A user of this name has another e-mail. Correct one of the two.' },
  shared_email: { reason: 'shared_email', advice: 'Several users have this e-mail. Name the user by username.' },
} as const satisfies Record<string, Refusal>;

/** One result for each name, in their order; a user who is named twice is a member already the second time. */
export async function addMembers(deps: MemberDeps, list: AddedList, by: Actor): Promise<readonly MemberResult[]> {
  const { course_id, members, dry_run: dryRun = false } = list;
  const students = await deps.users.findByStudentIds(members.flatMap(({ student_id }) => student_id ?? []));
  return await deps.store.transaction(async (tx) => {
    const checked = members.map((named) => ({ named, refusal: formRefusal(named, list.mayAddStaff) }));
    const invited = checked.filter(({ named, refusal }) => refusal === null && named.student_id === undefined);
    const invitations = await deps.users.invite(
      tx,
      invited.map(({ named }) => invitationOf(named, list.mayNameRoles)),
      { student_ids, dryRun },
    );
    const invitationOfNamed = new Map(invited.map(({ named }, n) => [named, invitations[n]]));
    const candidates = checked.map(({ named, refusal }) => ({
      named,
      user: refusal ?? userOf(named, students, invitationOfNamed.get(named)),
    }));
    const added = uniqueMembers(candidates);
    const { existing, created } = await deps.members.add(tx, course_id, added, by, { dryRun });
    const rows = new Map<string, MemberRow>([...existing, ...created].map((row) => [row.user_id, row]));
    const existed = new Set<string>(existing.map(({ user_id }) => user_id));
    return candidates.map(({ named, user }) => {
      if ('reason' in user) return { name: nameOf(named), outcome: 'refused', member: null, ...user };
      const isAdded = !existed.has(user.user_id);
      existed.add(user.user_id);
      const row = rows.get(user.user_id);
      return {
        name: nameOf(named),
        outcome: isAdded ? 'added' : 'already_member',
        member: row === undefined ? plannedMember(user, termsOf(named), deps.clock.now()) : shownMember(row),
        reason: null,
        advice: null,
      };
    });
  });
}

function formRefusal(named: Named, mayAddStaff: boolean): Refusal | null {
  const { role = 'student', starts_on, ends_on } = named;
  if (nameOf(named) === '') return refusals.nameless;
  if (starts_on != null && ends_on != null && starts_on > ends_on) return refusals.order;
  return isStaff(role) && !mayAddStaff ? refusals.staff : null;
}

const nameOf = ({ student_id, username, email }: Named): string => student_id ?? username ?? email ?? '';

/** Only an administrator names roles of the installation; the identity provider may have others at the first login. */
const invitationOf = (
  { username, email, display_name, role = 'student' }: Named,
  mayNameRoles: boolean,
): Invitation => ({
  username: username ?? null,
  email: email ?? null,
  display_name: display_name ?? null,
  roles: [mayNameRoles && isStaff(role) ? 'teacher' : 'student'],
});

function userOf(
  { student_id }: Named,
  students: readonly NamedUser[],
  invitation: InvitationResult | undefined,
): NamedUser | Refusal {
  if (invitation?.outcome === 'conflict') return refusals[invitation.reason];
  const user = invitation?.user ?? students.find((each) => each.student_id === student_id);
  if (user === undefined) return refusals.unknown;
  return user.status === 'disabled' ? refusals.disabled : user;
}

const termsOf = ({ role = 'student', starts_on = null, ends_on = null }: Named) => ({ role, starts_on, ends_on });

function uniqueMembers(
  candidates: readonly { readonly named: Named; readonly user: NamedUser | Refusal }[],
): readonly NewMember[] {
  const added = new Map<string, NewMember>();
  for (const { named, user } of candidates)
    if (!('reason' in user) && !added.has(user.user_id))
      added.set(user.user_id, { user_id: user.user_id, ...termsOf(named) });
  return [...added.values()];
}

/** A dry run leaves no trace, so it must not show the e-mail of any user to any teacher (decision 610). */
const plannedMember = (
  { user_id, username, display_name, student_id }: NamedUser,
  terms: Omit<NewMember, 'user_id'>,
  now: Date,
): MemberOrPlan => ({
  ...{ user_id, username, display_name, student_id },
  ...{ email: null, status: null },
  ...terms,
  added_at: now.toISOString(),
});

export const shownMember = ({ course_id: _, version: __, ...row }: MemberRow): Member => serializeDates(row);
