// Which labs and instances a user sees, and the status of a lab as they see it (decisions 202, 206): conditions and expressions of statements.
import { sql } from '../query.ts';
import { staffedBy } from './courses/membership.ts';
import type { LabScope } from './port.ts';

/** Of a group of instances; null: none is more than stopped. */
export const summary = sql.fragment`
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
export const taughtIn = (scope: LabScope) =>
  scope === 'every' ? sql.fragment`true` : taughtBy(scope.teacher?.user_id ?? null);

/** Of instances under the name of_lab: what this caller attends. */
export const attendedIn = (scope: LabScope) =>
  scope === 'every'
    ? sql.fragment`true`
    : sql.fragment`of_lab.members @> array[${scope.student?.student_id ?? null}]::text[]`;

/** Of the table labs. */
export function within(scope: LabScope) {
  if (scope === 'every') return sql.fragment`true`;
  const student = scope.student?.student_id ?? null;
  return sql.fragment`(${taughtIn(scope)}
    or exists (select from lab_instances own where own.lab_id = labs.lab_id and own.members @> array[${student}]::text[]))`;
}

/** Of the table labs, by its owner, or who teaches or assists in its course today; without a teacher nothing. */
export const taughtBy = (user_id: string | null) => sql.fragment`(
  labs.owner_id = ${user_id} or labs.course_id in (${staffedBy(user_id)}))`;
