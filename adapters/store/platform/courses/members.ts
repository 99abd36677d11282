// Members of courses (table course_members; decision 616).
import { auditUser } from '../../audit-log.ts';
import type { Store, Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import { endLogins } from './ended-logins.ts';
import { isValid } from './membership.ts';
import type { MemberRow, Members, MemberTerms, NewMember } from './port.ts';

export const members = (store: Store): Members => ({
  list: (course_id, { role = null, after = '', limit }) =>
    store.any(sql.type(row<MemberRow>())`
      select ${columns} from ${joined} where m.course_id = ${course_id} and (${role}::text is null or m.role = ${role})
        and u.username collate "C" > ${after}
      order by u.username collate "C" limit ${limit}`),

  find: (course_id, user_id) => find(store, course_id, user_id),

  async add(tx: Tx, course_id, added, by, { dryRun }) {
    const existing = await among(tx, course_id, added);
    const known = new Set<string>(existing.map(({ user_id }) => user_id));
    const absent = added.filter(({ user_id }) => !known.has(user_id));
    if (dryRun || absent.length === 0) return { existing, created: [] };
    await insert(tx, course_id, absent);
    await auditUser(tx, 'course.members.add', by, {
      details: { course_id, user_ids: absent.map(({ user_id }) => user_id) },
    });
    return { existing, created: await among(tx, course_id, absent) };
  },

  replace: ({ course_id, user_id, version }, terms, by) =>
    store.transaction(async (tx) => {
      const { role, starts_on, ends_on } = terms;
      if (!(await keepsOwner(tx, course_id, user_id, terms))) return 'last owner';
      const { rowCount } = await tx.query(sql.unsafe`
        update course_members set role = ${role}, starts_on = ${starts_on}, ends_on = ${ends_on}, updated_at = now(), version = version + 1
        where course_id = ${course_id} and user_id = ${user_id} and version = ${version}`);
      if (rowCount === 0) return 'changed';
      await followOwner(tx, course_id);
      await auditUser(tx, 'course.members.replace', by, { details: { course_id, user_id, role, starts_on, ends_on } });
      await endLogins(tx, { course_id, requested_by: by.user_id });
      return (await find(tx, course_id, user_id)) ?? 'changed';
    }),

  remove: ({ course_id, user_id, version }, by) =>
    store.transaction(async (tx) => {
      if (!(await keepsOwner(tx, course_id, user_id, null))) return 'last owner';
      const { rowCount } = await tx.query(sql.unsafe`
        delete from course_members where course_id = ${course_id} and user_id = ${user_id} and version = ${version}`);
      if (rowCount === 0) return 'changed';
      await followOwner(tx, course_id);
      await leaveGroups(tx, course_id, user_id);
      await auditUser(tx, 'course.members.remove', by, { details: { course_id, user_id } });
      await endLogins(tx, { course_id, requested_by: by.user_id });
      return 'removed';
    }),

  endLogins: () => store.transaction((tx) => endLogins(tx, null)),
});

const joined = sql.fragment`course_members m join users u using (user_id)`;

const columns = sql.fragment`
  m.course_id, user_id, u.username, u.display_name, u.email, u.student_id, u.status, m.role, m.starts_on, m.ends_on, m.added_at, m.version`;

const find = (tx: Tx, course_id: string, user_id: string): Promise<MemberRow | null> =>
  tx.maybeOne(sql.type(row<MemberRow>())`
    select ${columns} from ${joined} where m.course_id = ${course_id} and m.user_id = ${user_id}`);

const among = (tx: Tx, course_id: string, named: readonly Pick<NewMember, 'user_id'>[]) =>
  tx.any(sql.type(row<MemberRow>())`
    select ${columns} from ${joined}
    where m.course_id = ${course_id} and m.user_id = any(${uuids(named.map(({ user_id }) => user_id))})`);

const uuids = (values: readonly string[]) => sql.array([...values], 'uuid');
const dates = (values: readonly (string | null)[]) => sql.array([...values], 'date');

/** Another request may have added one of them meanwhile. */
const insert = (tx: Tx, course_id: string, added: readonly NewMember[]) =>
  tx.query(sql.unsafe`
    insert into course_members (course_id, user_id, role, starts_on, ends_on)
    select ${course_id}, added.* from unnest(
      ${uuids(added.map(({ user_id }) => user_id))}, ${sql.array(
        added.map(({ role }) => role),
        'text',
      )},
      ${dates(added.map(({ starts_on }) => starts_on))}, ${dates(added.map(({ ends_on }) => ends_on))}) as added
    on conflict do nothing`);

/**
 * Whether the course keeps an owner today and for good who may log in; null: the user leaves. What becomes of a member
 * who is no owner takes none away. Two owners who leave at once wait for each other.
 */
async function keepsOwner(tx: Tx, course_id: string, user_id: string, terms: MemberTerms | null): Promise<boolean> {
  await tx.query(sql.unsafe`select from courses where course_id = ${course_id} for update`);
  const isOwner = await tx.exists(sql.unsafe`
    select from course_members where course_id = ${course_id} and user_id = ${user_id} and role = 'owner'`);
  if (!isOwner) return true;
  const { role, starts_on, ends_on } = terms ?? { role: null, starts_on: null, ends_on: null };
  return await tx.exists(sql.unsafe`
    select from users u
    join (
      select user_id, role, starts_on, ends_on from course_members where course_id = ${course_id} and user_id <> ${user_id}
      union all select ${user_id}::uuid, ${role}, ${starts_on}::date, ${ends_on}::date) m using (user_id)
    where u.enabled and m.role = 'owner' and m.ends_on is null and ${isValid('m')}`);
}

/** The release before reads courses.teacher_id. */
const followOwner = (tx: Tx, course_id: string) =>
  tx.query(sql.unsafe`
    update courses set teacher_id = owner.user_id
    from (select user_id from course_members m join users u using (user_id)
      where m.course_id = ${course_id} and m.role = 'owner' and m.ends_on is null and ${isValid('m')} and u.enabled
      order by m.added_at limit 1) owner
    where course_id = ${course_id} and not exists (
      select from course_members m where m.course_id = ${course_id} and m.user_id = teacher_id and m.role = 'owner')`);

const leaveGroups = (tx: Tx, course_id: string, user_id: string) =>
  tx.query(sql.unsafe`
    with groups as (
      delete from student_group_members where user_id = ${user_id}
        and group_id in (select group_id from student_groups where course_id = ${course_id}))
    delete from access_group_students where user_id = ${user_id}
      and access_group_id in (select access_group_id from access_groups where course_id = ${course_id})`);
