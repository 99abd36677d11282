// Labs as their teachers uploaded them (tables labs and lab_revisions), and who sees them (decision 202).
import { auditUser } from '../audit-log.ts';
import type { Store, Tx } from '../database.ts';
import type { Actor } from '../port.ts';
import { row, sql } from '../query.ts';
import { isValid } from './courses/membership.ts';
import { labList } from './lab-list.ts';
import { labListRevisions } from './lab-list-revisions.ts';
import { statusFor, within } from './lab-scope.ts';
import type { LabFacts, LabRow, LabScope, Labs, StoredConfig } from './port.ts';

export const labs = (store: Store): Labs => ({
  listRevision: labListRevisions(store),

  list: labList(store),

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
    const theirs =
      teacher === 'anybody'
        ? sql.fragment`true`
        : sql.fragment`exists (
            select from course_members m where m.course_id = courses.course_id and m.user_id = ${teacher.user_id}
              and m.role in ('owner', 'teacher') and ${isValid('m')})`;
    return store.exists(sql.unsafe`select from courses where course_id = ${course_id} and ${theirs}`);
  },
});

async function keepRevision(tx: Tx, lab: LabFacts & StoredConfig, revision: number, by: string, at: Date) {
  const { lab_id, object_key, object_version, content_sha256 } = lab;
  await tx.query(sql.unsafe`
    insert into lab_revisions (lab_id, revision, object_key, object_version, content_sha256, uploaded_by, created_at)
    values (${lab_id}, ${revision}, ${object_key}, ${object_version}, ${content_sha256}, ${by}, ${at.toISOString()})`);
}

const audit = (
  tx: Tx,
  action: 'lab.upload' | 'lab.replace',
  { lab_id, object_key, object_version }: LabFacts & StoredConfig,
  revision: number,
  by: Actor,
) => auditUser(tx, action, by, { lab_id, details: { revision, object: object_key, version: object_version } });

const columns = (scope: LabScope) => sql.fragment`
  lab_id, name, description, course_id, deployment_mode, version as revision,
  object_key, object_version, content_sha256,
  (select courses.status from courses where courses.course_id = labs.course_id) as course_status,
  ${statusFor(scope)} as status, created_at, updated_at`;
