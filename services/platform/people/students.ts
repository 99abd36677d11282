// listStudents: whom a teacher can name when a lab starts.
import type { Directory } from '../../../adapters/store/people/port.ts';
import { serializeDates } from '../../lib/serialize-dates.ts';
import type { Handlers } from '../caller.ts';
import { teacherOf } from '../rights.ts';

type Deps = { readonly directory: Pick<Directory, 'listStudents'> };

export const students = ({ directory }: Deps) =>
  ({
    async listStudents({ caller, query: { query, course_id }, page }) {
      const course = course_id === undefined ? undefined : { course_id, taught_by: teacherOf(caller) };
      const rows = await directory.listStudents({ query, course, ...page });
      return { status: 200, rows: rows.map(serializeDates), key: ({ student_id }) => student_id };
    },
  }) satisfies Pick<Handlers, 'listStudents'>;
