// Logins to running labs that no membership covers any more become intents that end them (tables lab_instances,
// lab_starts; decision 616).
import type { Fragment } from '../../columns.ts';
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

/**
 * Whether this user is a member of the course that the row was started for, or of one that has the lab now, itself or
 * in a topic.
 */
const isCovered = (user_id: Fragment, started: Fragment) => sql.fragment`
  exists (
    select from course_members c where c.user_id = ${user_id} and ${isValid('c')} and (
      c.course_id = ${started}.course_id
      or c.course_id in (select labs.course_id from labs where labs.lab_id = ${started}.lab_id)
      or c.course_id in (select topics.course_id from topics join topic_labs using (topic_id) where topic_labs.lab_id = ${started}.lab_id)))`;

/** An intent that waits already, with no start after it. */
const isStopping = sql.fragment`
  exists (
    select from lab_starts waiting where waiting.lab_id = i.lab_id and waiting.kind = 'stop' and waiting.status = 'pending'
      and i.student_id = any(waiting.student_ids) and not exists (
        select from lab_starts later where later.lab_id = i.lab_id and later.kind = 'start' and later.status = 'pending'
          and i.student_id = any(later.student_ids) and later.number > waiting.number))`;

/** The sweep writes what the infrastructure refused once an hour; a request writes it each time. */
const wasRefused = (intent: Fragment, course_id: string | null) => sql.fragment`
  ${course_id}::uuid is null and ${intent}.status = 'refused' and ${intent}.settled_at > now() - interval '1 hour'`;

const isRefusedToStop = (course_id: string | null) => sql.fragment`
  exists (
    select from lab_starts earlier where earlier.lab_id = i.lab_id and earlier.kind = 'stop'
      and i.student_id = any(earlier.student_ids) and ${wasRefused(sql.fragment`earlier`, course_id)})`;

const isChanging = (course_id: string | null) => sql.fragment`
  exists (
    select from lab_starts waiting, jsonb_array_elements(waiting.groups) named
    where waiting.lab_id = allowed.lab_id and waiting.kind in ('stop', 'members')
      and (waiting.status = 'pending' or ${wasRefused(sql.fragment`waiting`, course_id)})
      and named ->> 'group_id' = allowed.group_id and named -> 'student_ids' = to_jsonb(allowed.student_ids))`;

/** A new version of the lab may name another course; what runs keeps that of its start. */
const courseOfStart = sql.fragment`
  select true as is_known, course_id from lab_starts s
  where s.lab_id = i.lab_id and s.kind = 'start' and s.status = 'accepted'
    and (i.group_id = any(s.group_ids) or s.group_ids = '{}' and i.student_id = any(s.student_ids))
  order by s.number desc limit 1`;

const isOfCourse = (started: Fragment, course_id: string | null) => sql.fragment`
  ${started}.course_id is not null and (${course_id}::uuid is null or ${started}.course_id = ${course_id}
    or ${started}.lab_id in (select lab_id from topic_labs join topics using (topic_id) where topics.course_id = ${course_id}))`;

/**
 * Students whose lab runs, or will when a start that waits is executed; and groups in whose lab a student can log in
 * who may not, with those who may. Who is disabled stays a member of what runs, with another password (decision 611).
 */
const uncovered = (course_id: string | null) => sql.fragment`
  live as (
    select i.lab_id, i.student_id, i.group_id, i.members,
      case when start.is_known then start.course_id else labs.course_id end as course_id
    from lab_instances i join labs using (lab_id) left join lateral (${courseOfStart}) start on true
    where i.state in ${live}),
  working as (select * from live where ${isOfCourse(sql.fragment`live`, course_id)}),
  waiting_starts as (
    select lab_id, unnest(student_ids) as student_id, course_id from lab_starts
    where status = 'pending' and kind = 'start' and group_ids = '{}'),
  starting as (select * from waiting_starts where ${isOfCourse(sql.fragment`waiting_starts`, course_id)}),
  students as (
    select distinct i.lab_id, i.student_id
    from (
      select lab_id, student_id, course_id from working where student_id is not null
      union select lab_id, student_id, course_id from starting) i
      join users u on u.student_id = i.student_id
    where not ${isCovered(sql.fragment`u.user_id`, sql.fragment`i`)}
      and not ${isStopping} and not ${isRefusedToStop(course_id)}),
  allowed as (
    select i.lab_id, i.group_id, i.members, array(
      select u.student_id from student_group_members m join student_groups g using (group_id) join users u using (user_id)
      where m.group_id = i.group_id and u.student_id is not null and (u.enabled or u.student_id = any(i.members))
        and ${isInCourse} order by 1) as student_ids
    from working i where i.group_id is not null),
  changed_groups as (select * from allowed where not members <@ student_ids and not ${isChanging(course_id)})`;
