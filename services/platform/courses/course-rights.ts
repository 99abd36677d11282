// Who may do what in a course, by the role as a member: pure functions (decision 615).
import type { CourseRow, CourseScope } from '../../../adapters/store/platform/courses/port.ts';
import { problems } from '../../../generated/platform/problems.ts';
import type { MemberRole } from '../../../generated/platform/types.ts';
import type { Caller } from '../caller.ts';

/** The strongest first. */
const order: readonly MemberRole[] = ['owner', 'teacher', 'assistant', 'student'];

export const courseScopeOf = ({ user: { user_id }, roles }: Caller): CourseScope => ({
  user_id,
  isAdmin: roles.includes('admin'),
});

/** Administrators have every role. */
export const hasRole = (
  caller: Pick<Caller, 'roles'>,
  { member_role }: Pick<CourseRow, 'member_role'>,
  least: MemberRole,
) => caller.roles.includes('admin') || (member_role !== null && order.indexOf(member_role) <= order.indexOf(least));

/** Owners and teachers are made and changed by owners alone. */
export const isStaff = (role: MemberRole): boolean => role === 'owner' || role === 'teacher';

export const weakRole = (least: MemberRole) =>
  problems.forbiddenRole({
    detail: `This requires ${least === 'owner' ? 'the role owner' : `the role ${least} or a stronger one`} in the course.`,
    required_role: least,
  });

/** The same whether it does not exist or belongs to others. */
export const noSuchCourse = () =>
  problems.notFound({ detail: 'The course does not exist, or you are not a member of it.' });
