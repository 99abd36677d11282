// Logins to running labs that no membership covers any more become intents that end them (tables lab_instances,
// lab_starts; decision 616).
import type { Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import { isInCourse, isValid } from './membership.ts';

/** After a change in this course; null: in all courses, for the owner of each lab. */
type Change = { readonly course_id: string; readonly requested_by: string } | null;

/** In the transaction of the change; returns of how many labs. An intent that waits already is not written twice. */
export async function endLogins(tx: Tx, change: Change): Promise<number> {
  const course_id = change?.course_id ?? null;
  const requested_by = change?.requested_by ?? null;
  const { intents } = await tx.one(sql.type(row<{ intents: number }>())`
    with ${uncovered(course_id)},
    stops as (
      select lab_id, array_agg(student_id) as student_ids, '[]'::jsonb as groups, 'stop' as kind from students group by lab_id
      union all
      select lab_id, '{}', jsonb_agg(jsonb_build_object('group_id', group_id, 'student_ids', '[]'::jsonb)), 'stop'
      from changed_groups where student_ids = '{}' group by lab_id
      union all
      select lab_id, '{}', jsonb_agg(jsonb_build_object('group_id', group_id, 'student_ids', student_ids)), 'members'
      from changed_groups where student_ids <> '{}' group by lab_id),
    added as (
      insert into lab_starts (intent_id, kind, lab_id, course_id, student_ids, group_ids, groups, requested_by, config_revision, config_version)
      select gen_random_uuid(), kind, lab_id, labs.course_id,
        case kind when 'members' then array(
          select jsonb_array_elements_text(each -> 'student_ids') from jsonb_array_elements(groups) each) else student_ids end,
        array(select each ->> 'group_id' from jsonb_array_elements(groups) each), groups,
        coalesce(${requested_by}::uuid, labs.owner_id), labs.version, labs.object_version
      from stops join labs using (lab_id) returning intent_id)
    select count(pg_notify('lab_starts', '')) as intents from added`);
  return intents;
}

const live = sql.fragment`('queued', 'waiting_quota', 'creating', 'running', 'degraded')`;

/** Whether this user is a member of a course that the lab belongs to, or that has it in a topic. */
const isCovered = (user_id: ReturnType<typeof sql.fragment>, labs: ReturnType<typeof sql.fragment>) => sql.fragment`
  exists (
    select from course_members c where c.user_id = ${user_id} and ${isValid('c')} and (c.course_id = ${labs}.course_id or c.course_id in (
      select course_id from topics join topic_labs using (topic_id) where topic_labs.lab_id = ${labs}.lab_id)))`;

/** An intent that waits already, with no start after it. */
const isStopping = sql.fragment`
  exists (
    select from lab_starts waiting where waiting.lab_id = i.lab_id and waiting.kind = 'stop' and waiting.status = 'pending'
      and i.student_id = any(waiting.student_ids) and not exists (
        select from lab_starts later where later.lab_id = i.lab_id and later.kind = 'start' and later.status = 'pending'
          and i.student_id = any(later.student_ids) and later.number > waiting.number))`;

const isChanging = sql.fragment`
  exists (
    select from lab_starts waiting, jsonb_array_elements(waiting.groups) named
    where waiting.lab_id = allowed.lab_id and waiting.kind in ('stop', 'members') and waiting.status = 'pending'
      and named ->> 'group_id' = allowed.group_id and named -> 'student_ids' = to_jsonb(allowed.student_ids))`;

/**
 * Students whose lab runs, or will when a start that waits is executed; and groups in whose lab a student can log in
 * who may not, with those who may.
 */
const uncovered = (course_id: string | null) => sql.fragment`
  of_course as (
    select lab_id, course_id from labs where course_id is not null and (${course_id}::uuid is null or course_id = ${course_id}
      or lab_id in (select lab_id from topic_labs join topics using (topic_id) where topics.course_id = ${course_id}))),
  working as (
    select i.lab_id, i.student_id, i.group_id, i.members from lab_instances i join of_course using (lab_id) where i.state in ${live}),
  starting as (
    select lab_id, unnest(student_ids) as student_id from lab_starts join of_course using (lab_id)
    where status = 'pending' and kind = 'start' and group_ids = '{}'),
  students as (
    select distinct i.lab_id, i.student_id
    from (select lab_id, student_id from working where student_id is not null union select lab_id, student_id from starting) i
      join of_course using (lab_id) join users u on u.student_id = i.student_id
    where not ${isCovered(sql.fragment`u.user_id`, sql.fragment`of_course`)}
      and not ${isStopping}),
  allowed as (
    select i.lab_id, i.group_id, i.members, array(
      select u.student_id from student_group_members m join student_groups g using (group_id) join users u using (user_id)
      where m.group_id = i.group_id and u.student_id is not null and u.enabled and ${isInCourse} order by 1) as student_ids
    from working i where i.group_id is not null),
  changed_groups as (select * from allowed where not members <@ student_ids and not ${isChanging})`;
