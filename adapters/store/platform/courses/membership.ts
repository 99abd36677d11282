// Who is a member of a course today: conditions of statements (table course_members; decision 615).
import { sql } from '../../query.ts';

/** Rows of course_members, under this name, that are valid today; days are in UTC. */
export const isValid = (members: string) => {
  const [starts_on, ends_on] = [sql.identifier([members, 'starts_on']), sql.identifier([members, 'ends_on'])];
  return sql.fragment`(
    (${starts_on} is null or ${starts_on} <= (now() at time zone 'UTC')::date)
    and (${ends_on} is null or ${ends_on} >= (now() at time zone 'UTC')::date))`;
};

/** The ids of the courses in which this user teaches or assists. */
export const staffedBy = (user_id: string | null) => sql.fragment`
  select staff.course_id from course_members staff where staff.user_id = ${user_id} and staff.role <> 'student' and ${isValid('staff')}`;

/**
 * Whether a row of student_group_members, as m, belongs to the course of its group, as g: a group without a course asks
 * for no membership.
 */
export const isInCourse = sql.fragment`(g.course_id is null or exists (
  select from course_members c where c.course_id = g.course_id and c.user_id = m.user_id and ${isValid('c')}))`;
