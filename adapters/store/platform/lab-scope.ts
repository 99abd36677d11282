// Which labs and instances a user sees, and the status of a lab as they see it (decisions 202, 206): conditions and
// expressions of statements.
import { sql } from '../query.ts';
import { staffedBy } from './courses/membership.ts';
import type { LabScope } from './port.ts';

/** The status of a group of instances; null when all are stopped. */
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

/**
 * The status of a row of labs: of all instances for those who may teach the lab, a student's instances for that
 * student.
 */
export function statusFor(scope: LabScope) {
  if (scope === 'every') return statusOf(sql.fragment`labs.lab_id`);
  return statusOf(sql.fragment`labs.lab_id`, sql.fragment`(${taughtIn(scope)} or ${attendedIn(scope)})`);
}

/** Rows of labs that this caller teaches. */
export const taughtIn = (scope: LabScope) =>
  scope === 'every' ? sql.fragment`true` : taughtBy(scope.teacher?.user_id ?? null);

/** Rows of instances, under the name of_lab, that this caller attends. */
export const attendedIn = (scope: LabScope) =>
  scope === 'every'
    ? sql.fragment`true`
    : sql.fragment`of_lab.members @> array[${scope.student?.student_id ?? null}]::text[]`;

/** Rows of labs that are in the scope. */
export function within(scope: LabScope) {
  if (scope === 'every') return sql.fragment`true`;
  const student = scope.student?.student_id ?? null;
  return sql.fragment`(${taughtIn(scope)}
    or exists (select from lab_instances own where own.lab_id = labs.lab_id and own.members @> array[${student}]::text[]))`;
}

/**
 * Rows of labs that belong to the user, by its owner, or who teaches or assists in its course today; without a teacher
 * nothing.
 */
export const taughtBy = (user_id: string | null) => sql.fragment`(
  labs.owner_id = ${user_id} or labs.course_id in (${staffedBy(user_id)}))`;
