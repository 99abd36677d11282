// The search of teachers for students (table users).
import type { Student } from '../../../generated/platform/types.ts';
import type { Store } from '../database.ts';
import { isValid, staffedBy } from '../platform/courses/membership.ts';
import type { Dated } from '../port.ts';
import { row, sql } from '../query.ts';
import type { Directory, StudentQuery } from './port.ts';

export const directory = (store: Store): Directory => ({
  listStudents: ({ query, course, after = '', limit }) =>
    store.any(sql.type(row<Dated<Student, 'last_login_at'>>())`
      select user_id, username, display_name, student_id, last_login_at from users
      where student_id is not null and enabled and student_id collate "C" > ${after}
        and ${containing(query)} and ${attending(course)}
      order by student_id collate "C" limit ${limit}`),
});

/** A school has thousands of users, so each row is looked at. */
export const containing = (query: string | undefined) =>
  query === undefined
    ? sql.fragment`true`
    : sql.fragment`strpos(lower(concat_ws(e'\n', display_name, username, email, student_id)), lower(${query})) > 0`;

const attending = (course: StudentQuery['course']) =>
  course === undefined
    ? sql.fragment`true`
    : sql.fragment`user_id in (
        select user_id from course_members students
        where course_id = ${course.course_id} and role = 'student' and ${isValid('students')}
          and (${course.taught_by}::uuid is null or course_id in (${staffedBy(course.taught_by)})))`;
