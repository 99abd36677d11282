// Students and their groups, as a start or stop names them (tables users, student_groups).
import type { StudentId } from '../../../generated/platform/types.ts';
import type { Store } from '../database.ts';
import { row, sql } from '../query.ts';
import { isInCourse, isValid } from './courses/membership.ts';
import type { GroupMembers, Learner, Learners } from './port.ts';

export const learners = (store: Store): Learners => ({
  find: (student_ids, course_id) =>
    store.any(sql.type(row<Learner>())`
      select student_id, enabled, array(
        select g.group_id from student_group_members m join student_groups g using (group_id)
        where m.user_id = users.user_id and g.course_id is not distinct from ${course_id}::uuid order by g.group_id
      ) as group_ids, (${course_id}::uuid is null or exists (
        select from course_members c where c.course_id = ${course_id} and c.user_id = users.user_id and ${isValid('c')})) as is_member
      from users where student_id = any(${sql.array(student_ids, 'text')})`),

  ids: (course_id) =>
    store.anyFirst(sql.type(row<{ student_id: StudentId }>())`
      select student_id from users u where student_id is not null and enabled and (${course_id}::uuid is null or exists (
        select from course_members c where c.course_id = ${course_id} and c.user_id = u.user_id and ${isValid('c')}))`),

  members: (group_ids) =>
    store.any(sql.type(row<GroupMembers>())`
      select m.group_id, array_agg(u.student_id order by u.student_id) as student_ids
      from student_group_members m join users u using (user_id) join student_groups g using (group_id)
      where m.group_id = any(${sql.array(group_ids, 'text')}) and u.student_id is not null and u.enabled and ${isInCourse}
      group by m.group_id order by m.group_id`),
});
