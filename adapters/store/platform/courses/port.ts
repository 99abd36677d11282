// What the platform keeps of courses.
import type { Course, CourseStatus } from '../../../../generated/platform/types.ts';
import type { Dated } from '../../port.ts';

/** Whose view it is: administrators see every course, others those of which they are a member today. */
export type CourseScope = { readonly user_id: string; readonly isAdmin: boolean };

/** Who changes something, and with which request, for the audit log. */
export type Actor = {
  readonly user_id: string;
  readonly requestId: string;
  readonly traceparent: string | undefined;
};

export type CourseRow = Dated<Course, 'created_at' | 'updated_at'> & { readonly version: number };

export type CourseTerms = Pick<Course, 'title' | 'description' | 'starts_on' | 'ends_on'>;

export type CourseQuery = {
  readonly status?: CourseStatus | undefined;
  readonly limit: number;
  /** Title and id of the last item of the page before, with a space between. */
  readonly after?: string | undefined;
};

/** Each change is in the audit log, written in its transaction. */
export interface Courses {
  /** In the order of title and id by bytes. */
  list(scope: CourseScope, query: CourseQuery): Promise<readonly CourseRow[]>;
  /** Null: it does not exist, or the caller does not see it. */
  find(scope: CourseScope, course_id: string): Promise<CourseRow | null>;
  /** A draft with its owner, its first topic and an access group for all. */
  create(terms: CourseTerms, by: Actor): Promise<CourseRow>;
  /** Changes a course that is still of this version. */
  replace(course: CourseRow, terms: CourseTerms, by: Actor): Promise<CourseRow | 'changed'>;
  setStatus(course_id: string, status: CourseStatus, scope: CourseScope, by: Actor): Promise<CourseRow | null>;
  /** A draft with the topics of the course. */
  copy(course_id: string, terms: CourseTerms, by: Actor): Promise<CourseRow>;
}
