// Courses (table courses), and who sees them (decision 615).

import { auditUser } from '../../audit-log.ts';
import type { Store, Tx } from '../../database.ts';
import type { Actor } from '../../port.ts';
import { row, sql } from '../../query.ts';
import { isValid } from './membership.ts';
import type { CourseRow, CourseScope, Courses, CourseTerms } from './port.ts';

export const courses = (store: Store): Courses => ({
  list: (scope, { status = null, after = '', limit }) =>
    store.any(sql.type(row<CourseRow>())`
      select ${columns} from ${visibleTo(scope)} and (${status}::text is null or c.status = ${status}) and ${sortKey} > ${after}
      order by ${sortKey} limit ${limit}`),

  find: (scope, course_id) => find(store, scope, course_id),

  create: (terms, by) =>
    store.transaction(async (tx) => {
      const course_id = await insert(tx, terms, by);
      await tx.query(sql.unsafe`
        insert into topics (topic_id, course_id, title, position, updated_by) values (gen_random_uuid(), ${course_id}, 'Introduction', 1, ${by.user_id})`);
      await auditUser(tx, 'course.create', by, { details: { course_id } });
      return await own(tx, course_id, by);
    }),

  replace: ({ course_id, version }, { title, description, starts_on, ends_on }, by) =>
    store.transaction(async (tx) => {
      const { rowCount } = await tx.query(sql.unsafe`
        update courses set title = ${title}, description = ${description}, starts_on = ${starts_on}, ends_on = ${ends_on},
          updated_at = now(), version = version + 1
        where course_id = ${course_id} and version = ${version}`);
      if (rowCount === 0) return 'changed';
      await auditUser(tx, 'course.replace', by, { details: { course_id } });
      return await own(tx, course_id, by);
    }),

  setStatus: (course_id, status, scope, by) =>
    store.transaction(async (tx) => {
      const { rowCount } = await tx.query(sql.unsafe`
        update courses set status = ${status}, updated_at = now(), version = version + 1
        where course_id = ${course_id} and status <> ${status}`);
      if (rowCount > 0) await auditUser(tx, `course.${status}`, by, { details: { course_id } });
      return await find(tx, scope, course_id);
    }),

  copy: (copied_from, terms, by) =>
    store.transaction(async (tx) => {
      const course_id = await insert(tx, terms, by);
      await tx.query(sql.unsafe`
        with copied as (
          select topic_id as original, gen_random_uuid() as topic_id, title, body, position, published_at from topics where course_id = ${copied_from}),
        added as (
          insert into topics (topic_id, course_id, title, body, position, published_at, updated_by)
          select topic_id, ${course_id}, title, body, position, published_at, ${by.user_id} from copied returning topic_id)
        insert into topic_labs (topic_id, lab_id, position)
        select copied.topic_id, lab_id, topic_labs.position from topic_labs join copied on topic_labs.topic_id = original`);
      await auditUser(tx, 'course.copy', by, { details: { course_id, copied_from } });
      return await own(tx, course_id, by);
    }),
});

/** The trigger own_course makes the teacher a member. */
async function insert(tx: Tx, { title, description, starts_on, ends_on }: CourseTerms, by: Actor): Promise<string> {
  const course_id = await tx.oneFirst(sql.type(row<{ course_id: string }>())`
    insert into courses (course_id, title, description, starts_on, ends_on, teacher_id)
    values (gen_random_uuid(), ${title}, ${description}, ${starts_on}, ${ends_on}, ${by.user_id}) returning course_id`);
  await tx.query(sql.unsafe`
    insert into access_groups (access_group_id, course_id, name, all_topics, all_members)
    values (gen_random_uuid(), ${course_id}, 'Everyone', true, true)`);
  return course_id;
}

const find = (tx: Tx, scope: CourseScope, course_id: string): Promise<CourseRow | null> =>
  tx.maybeOne(sql.type(row<CourseRow>())`select ${columns} from ${visibleTo(scope)} and c.course_id = ${course_id}`);

/** What the author of a change sees of it, whatever its roles. */
async function own(tx: Tx, course_id: string, { user_id }: Actor): Promise<CourseRow> {
  const changed = await find(tx, { user_id, isAdmin: true }, course_id);
  if (changed === null) throw new Error(`the course ${course_id} is gone within its own transaction`);
  return changed;
}

const columns = sql.fragment`
  c.course_id, c.title, c.description, c.status, c.starts_on, c.ends_on, m.role as member_role, c.created_at, c.updated_at, c.version`;

/** Two courses may have one title. */
const sortKey = sql.fragment`(c.title || ' ' || c.course_id) collate "C"`;

const visibleTo = ({ user_id, isAdmin }: CourseScope) => sql.fragment`
  courses c left join course_members m on m.course_id = c.course_id and m.user_id = ${user_id} and ${isValid('m')}
  where (${isAdmin} or m.role <> 'student' or (m.role = 'student' and c.status <> 'draft'))`;
