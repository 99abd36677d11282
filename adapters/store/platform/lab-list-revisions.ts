// The counters that say whether a list of labs still holds (table lab_list_revisions; decision 370).
import type { Store } from '../database.ts';
import { batched, type RowsByKey } from '../statements/batch.ts';
import type { LabScope, Labs } from './port.ts';

/** One that is missing has never changed. */
const statement = 'select json_object_agg(subject, revision) from lab_list_revisions where subject = any($1)';

export function labListRevisions(store: Pick<Store, 'preparedValue'>): Labs['listRevision'] {
  const read = batched(
    async (subjects) =>
      ((await store.preparedValue('lab_list_revisions', statement, [subjects])) as RowsByKey<number> | null) ?? {},
  );
  return async (scope) => {
    const subjects = subjectsOf(scope);
    const found = await read(subjects);
    const revisions = subjects.map((subject) => found[subject] ?? 0).join(' ');
    // Members of a course come and go with the days in UTC, too (decision 615).
    return scope === 'every' || scope.teacher === null
      ? revisions
      : `${revisions} ${new Date().toISOString().slice(0, 10)}`;
  };
}

function subjectsOf(scope: LabScope): readonly string[] {
  if (scope === 'every') return [scope];
  const { teacher, student } = scope;
  return [
    ...(teacher === null ? [] : [`teacher:${teacher.user_id}`]),
    ...(student === null ? [] : [`student:${student.student_id}`]),
  ];
}
