// Student groups of courses (tables student_groups, student_group_members; decision 617).
import { auditUser } from '../../audit-log.ts';
import type { Store, Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import { endLogins } from './ended-logins.ts';
import { isValid, staffedBy } from './membership.ts';
import type { CourseScope, GroupRow, StudentGroups } from './port.ts';

export const studentGroups = (store: Store): StudentGroups => ({
  list: (scope, { course_id = null, after = '', limit }) =>
    store.any(sql.type(row<GroupRow>())`
      select ${columns} from student_groups g
      where ${visibleTo(scope)} and (${course_id}::uuid is null or g.course_id = ${course_id}) and g.group_id collate "C" > ${after}
      order by g.group_id collate "C" limit ${limit}`),

  find: (scope, group_id) =>
    store.maybeOne(sql.type(row<GroupRow>())`
      select ${columns} from student_groups g where g.group_id = ${group_id} and ${visibleTo(scope)}`),

  create: (course_id, { name, student_ids }, ids, by) =>
    store.transaction(async (tx) => {
      // One at a time: two groups never get the same free id.
      await tx.query(sql.unsafe`select pg_advisory_xact_lock(hashtext('covenant student groups'))`);
      const absent = await absentFrom(tx, course_id, student_ids);
      if (absent.length > 0) return { absent };
      if (await isTaken(tx, course_id, name, null)) return 'taken';
      const group_id = await firstFree(tx, ids(name));
      await tx.query(sql.unsafe`
        insert into student_groups (group_id, course_id, name, created_by) values (${group_id}, ${course_id}, ${name}, ${by.user_id})`);
      await setMembers(tx, group_id, student_ids);
      await auditUser(tx, 'group.create', by, { details: { course_id, group_id } });
      return await one(tx, group_id);
    }),

  replace: ({ group_id, course_id, version }, { name, student_ids }, by) =>
    store.transaction(async (tx) => {
      await tx.query(sql.unsafe`select pg_advisory_xact_lock(hashtext('covenant student groups'))`);
      const absent = await absentFrom(tx, course_id, student_ids);
      if (absent.length > 0) return { absent };
      if (await isTaken(tx, course_id, name, group_id)) return 'taken';
      const { rowCount } = await tx.query(sql.unsafe`
        update student_groups set name = ${name}, updated_at = now(), version = version + 1
        where group_id = ${group_id} and version = ${version}`);
      if (rowCount === 0) return 'changed';
      await setMembers(tx, group_id, student_ids);
      await auditUser(tx, 'group.replace', by, { details: { course_id, group_id } });
      if (course_id !== null) await endLogins(tx, { course_id, requested_by: by.user_id });
      return await one(tx, group_id);
    }),

  remove: ({ group_id, course_id, version }, by) =>
    store.transaction(async (tx) => {
      if (await isBusy(tx, group_id)) return 'busy';
      const { rowCount } = await tx.query(sql.unsafe`
        delete from student_groups where group_id = ${group_id} and version = ${version}`);
      if (rowCount === 0) return 'changed';
      await auditUser(tx, 'group.delete', by, { details: { course_id, group_id } });
      return 'removed';
    }),
});

const columns = sql.fragment`
  g.group_id, g.name, g.course_id, g.version, array(
    select u.student_id from student_group_members m join users u using (user_id)
    where m.group_id = g.group_id and u.student_id is not null order by u.student_id collate "C") as student_ids`;

const visibleTo = ({ user_id, isAdmin }: CourseScope) =>
  sql.fragment`(${isAdmin} or g.course_id in (${staffedBy(user_id)}))`;

const one = (tx: Tx, group_id: string): Promise<GroupRow> =>
  tx.one(sql.type(row<GroupRow>())`select ${columns} from student_groups g where g.group_id = ${group_id}`);

const texts = (values: readonly string[]) => sql.array([...values], 'text');

/** Without a course, every student of the installation may be in the group. */
const absentFrom = (tx: Tx, course_id: string | null, student_ids: readonly string[]): Promise<readonly string[]> =>
  tx.anyFirst(sql.type(row<{ student_id: string }>())`
    select student_id from unnest(${texts(student_ids)}) student_id
    where not exists (
      select from users u where u.student_id = student_id.student_id and (${course_id}::uuid is null or exists (
        select from course_members c where c.course_id = ${course_id} and c.user_id = u.user_id and ${isValid('c')})))`);

const isTaken = (tx: Tx, course_id: string | null, name: string, group_id: string | null): Promise<boolean> =>
  tx.exists(sql.unsafe`
    select from student_groups where course_id is not distinct from ${course_id}::uuid and name = ${name}
      and group_id is distinct from ${group_id}`);

/** An id names archives for good, so one that a lab has ever had is not given again. */
async function firstFree(tx: Tx, ids: Iterable<string>): Promise<string> {
  for (const id of ids)
    if (
      !(await tx.exists(sql.unsafe`
        select from student_groups where group_id = ${id} union all select from lab_instances where group_id = ${id}`))
    )
      return id;
  throw new Error('all candidates for the group_id are in use');
}

const setMembers = (tx: Tx, group_id: string, student_ids: readonly string[]) =>
  tx.query(sql.unsafe`
    with named as (select user_id from users where student_id = any(${texts(student_ids)})),
    gone as (delete from student_group_members where group_id = ${group_id} and user_id not in (select user_id from named))
    insert into student_group_members (group_id, user_id) select ${group_id}, user_id from named on conflict do nothing`);

/** Also a start that waits makes a lab of the group. */
const isBusy = (tx: Tx, group_id: string): Promise<boolean> =>
  tx.exists(sql.unsafe`
    select from lab_instances where group_id = ${group_id} and state <> 'stopped'
    union all
    select from lab_starts where ${group_id} = any(group_ids) and status = 'pending' and kind = 'start'`);
