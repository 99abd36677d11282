// Labs as their teachers uploaded them (tables labs and lab_revisions), and who sees them (decision 202).
import type { Lab } from '../../../generated/platform/types.ts';
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { labListRevisions } from './lab-list-revisions.ts';
import type { LabFacts, LabRow, LabScope, Labs, StoredConfig, Uploader } from './port.ts';

export const labs = (store: Store): Labs => ({
  listRevision: labListRevisions(store),

  list: (scope, { course_id = null, after = '', limit }) =>
    store.preparedRows<Lab>(
      scope === 'every' ? 'every_lab' : 'labs_of_user',
      // What is shown of instances is added up once for the page, not for each lab.
      sql.unsafe`
        with page as materialized (
          select lab_id, name, description, course_id, version as revision, created_at, updated_at, ${taughtIn(scope)} as taught from labs
          where (${course_id}::uuid is null or course_id = ${course_id}) and lab_id collate "C" > ${after} and ${within(scope)}
          order by lab_id collate "C" limit ${limit})
        select lab_id, name, description, course_id, revision, coalesce(status, 'stopped') as status, created_at, updated_at
        from page left join (
          select lab_id, ${summary} as status from lab_instances of_lab join page using (lab_id)
          where taught or ${attendedIn(scope)} group by lab_id) summaries using (lab_id)
        order by lab_id collate "C"`,
    ),

  find: (scope, lab_id) =>
    store.maybeOne(
      sql.type(row<LabRow>())`select ${columns(scope)} from labs where lab_id = ${lab_id} and ${within(scope)}`,
    ),

  exists: (lab_id) => store.exists(sql.unsafe`select from labs where lab_id = ${lab_id}`),

  create: (lab, owner, at) =>
    store.transaction(async (tx) => {
      const { lab_id, name, description, course_id, deployment_mode, object_key, object_version, content_sha256 } = lab;
      const made = await tx.maybeOne(sql.type(row<LabRow>())`
        insert into labs (lab_id, name, description, owner_id, course_id, deployment_mode, object_key, object_version, content_sha256, created_at, updated_at)
        values (${lab_id}, ${name}, ${description}, ${owner.user_id}, ${course_id}, ${deployment_mode}, ${object_key}, ${object_version}, ${content_sha256},
          ${at.toISOString()}, ${at.toISOString()})
        on conflict (lab_id) do nothing returning ${columns('every')}`);
      if (made === null) return 'taken';
      await keepRevision(tx, lab, 1, owner.user_id, at);
      await audit(tx, 'lab.upload', lab, 1, owner);
      return made;
    }),

  replace: (lab, revision, by, at) =>
    store.transaction(async (tx) => {
      const { lab_id, name, description, course_id, deployment_mode, object_key, object_version, content_sha256 } = lab;
      const made = await tx.maybeOne(sql.type(row<LabRow>())`
        update labs set name = ${name}, description = ${description}, course_id = ${course_id}, deployment_mode = ${deployment_mode},
          object_key = ${object_key}, object_version = ${object_version}, content_sha256 = ${content_sha256}, updated_at = ${at.toISOString()},
          version = version + 1
        where lab_id = ${lab_id} and version = ${revision} returning ${columns('every')}`);
      if (made === null) return 'changed';
      await keepRevision(tx, lab, made.revision, by.user_id, at);
      await audit(tx, 'lab.replace', lab, made.revision, by);
      return made;
    }),

  teaches: (teacher, course_id) => {
    const theirs = teacher === 'anybody' ? sql.fragment`true` : sql.fragment`teacher_id = ${teacher.user_id}`;
    return store.exists(sql.unsafe`select from courses where course_id = ${course_id} and ${theirs}`);
  },
});

async function keepRevision(tx: Tx, lab: LabFacts & StoredConfig, revision: number, by: string, at: Date) {
  const { lab_id, object_key, object_version, content_sha256 } = lab;
  await tx.query(sql.unsafe`
    insert into lab_revisions (lab_id, revision, object_key, object_version, content_sha256, uploaded_by, created_at)
    values (${lab_id}, ${revision}, ${object_key}, ${object_version}, ${content_sha256}, ${by}, ${at.toISOString()})`);
}

async function audit(
  tx: Tx,
  action: 'lab.upload' | 'lab.replace',
  { lab_id, object_key, object_version }: LabFacts & StoredConfig,
  revision: number,
  { user_id, requestId, traceparent }: Uploader,
) {
  const details = { revision, object: object_key, version: object_version };
  await tx.query(sql.unsafe`
    insert into audit_logs (actor, actor_kind, service, action, lab_id, request_id, traceparent, details)
    values (${user_id}, 'user', 'platform', ${action}, ${lab_id}, ${requestId}, ${traceparent ?? null}, ${sql.jsonb(details)})`);
}

const summary = sql.fragment`
  case
    when bool_or(state in ('running', 'degraded')) then 'running'
    when bool_or(state in ('queued', 'waiting_quota', 'creating')) then 'starting'
    when bool_or(state = 'stopping') then 'stopping'
    when bool_or(state = 'failed') then 'failed'
  end`;

/** The summary of the rows of a query, as an aggregate. */
export const statusOfRows = sql.fragment`coalesce(${summary}, 'stopped')`;

/** The summary of those instances of `labId` that fulfil the condition on `of_lab` (decision 206). */
const statusOf = (lab_id: ReturnType<typeof sql.fragment>, counts = sql.fragment`true`) => sql.fragment`
  coalesce((select ${summary} from lab_instances of_lab where of_lab.lab_id = ${lab_id} and ${counts}), 'stopped')`;

/** Of the table labs: all instances for those who may teach the lab, a student's instances for that student. */
export function statusFor(scope: LabScope) {
  if (scope === 'every') return statusOf(sql.fragment`labs.lab_id`);
  return statusOf(sql.fragment`labs.lab_id`, sql.fragment`(${taughtIn(scope)} or ${attendedIn(scope)})`);
}

/** Of the table labs: what this caller teaches. */
const taughtIn = (scope: LabScope) =>
  scope === 'every' ? sql.fragment`true` : taughtBy(scope.teacher?.user_id ?? null);

/** Of instances under the name of_lab: what this caller attends. */
const attendedIn = (scope: LabScope) =>
  scope === 'every'
    ? sql.fragment`true`
    : sql.fragment`of_lab.members @> array[${scope.student?.student_id ?? null}]::text[]`;

const columns = (scope: LabScope) => sql.fragment`
  lab_id, name, description, course_id, deployment_mode, version as revision,
  object_key, object_version, content_sha256,
  ${statusFor(scope)} as status, created_at, updated_at`;

/** Of the table labs. */
export function within(scope: LabScope) {
  if (scope === 'every') return sql.fragment`true`;
  const student = scope.student?.student_id ?? null;
  return sql.fragment`(${taughtIn(scope)}
    or exists (select from lab_instances own where own.lab_id = labs.lab_id and own.members @> array[${student}]::text[]))`;
}

/** Of the table labs, by its owner or the teacher of its course; without a teacher nothing. */
export const taughtBy = (user_id: string | null) => sql.fragment`(
  labs.owner_id = ${user_id} or labs.course_id in (select course_id from courses where teacher_id = ${user_id}))`;
