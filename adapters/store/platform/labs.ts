// adapters/store/platform/labs.ts: labs as their teachers uploaded them (table labs), and who sees them (decision 202).
import type { Store } from '../port.ts';
import { row, sql } from '../query.ts';
import type { LabRow, LabScope, Labs } from './port.ts';

export const labs = (store: Store): Labs => ({
  list: (scope, { courseId = null, after = '', limit }) =>
    store.any(sql.type(row<LabRow>())`
      select lab_id as "labId", name, description, course_id as "courseId", version as revision,
        created_at as "createdAt", updated_at as "updatedAt"
      from labs
      where (${courseId}::uuid is null or course_id = ${courseId}) and lab_id collate "C" > ${after} and ${within(scope)}
      order by lab_id collate "C" limit ${limit}`),
});

function within(scope: LabScope) {
  if (scope === 'every') return sql.fragment`true`;
  const teacher = scope.teacher?.userId ?? null;
  const { userId: member = null, studentId = null } = scope.student ?? {};
  // A start that the infrastructure has accepted is what the platform knows of an instance.
  return sql.fragment`(
    owner_id = ${teacher}
    or course_id in (select course_id from courses where teacher_id = ${teacher})
    or exists (
      select from lab_starts s
      where s.lab_id = labs.lab_id and s.kind = 'start' and s.status = 'accepted'
        and (${studentId} = any(s.student_ids)
          or s.group_ids && array(select group_id from student_group_members where user_id = ${member}))))`;
}
