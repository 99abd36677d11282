// Courses: what members see of them, and how owners and teachers change them (decision 615).
import type { CourseRow, Courses, CourseTerms } from '../../../adapters/store/platform/courses/port.ts';
import { problems } from '../../../generated/platform/problems.ts';
import type { Course, CourseRequest } from '../../../generated/platform/types.ts';
import { serializeDates } from '../../lib/serialize-dates.ts';
import { actorOf, type Handlers } from '../caller.ts';
import { courseScopeOf, hasRole, noSuchCourse, weakRole } from './course-rights.ts';

export type CourseDeps = { readonly courses: Courses };

export const courses = ({ courses: store }: CourseDeps) =>
  ({
    async listCourses({ caller, query: { status }, page }) {
      const rows = await store.list(courseScopeOf(caller), { status, ...page });
      return { status: 200, rows: rows.map(shownCourse), key: ({ title, course_id }) => `${title} ${course_id}` };
    },

    async createCourse({ body, ...request }) {
      if (!hasDatesInOrder(body)) return datesOutOfOrder();
      return created(await store.create(termsOf(body), actorOf(request)));
    },

    async getCourse({ caller, path: { id } }) {
      const course = await store.find(courseScopeOf(caller), id);
      return course === null
        ? noSuchCourse()
        : { status: 200, body: shownCourse(course), revision: revisionOf(course) };
    },

    async replaceCourse({ path: { id }, body, ifMatch, ...request }) {
      const course = await store.find(courseScopeOf(request.caller), id);
      if (course === null) return noSuchCourse();
      if (!hasRole(request.caller, course, 'teacher')) return weakRole('teacher');
      if (!hasDatesInOrder(body)) return datesOutOfOrder();
      if (!ifMatch(revisionOf(course))) return changedMeanwhile();
      const changed = await store.replace(course, termsOf(body), actorOf(request));
      if (changed === 'changed') return changedMeanwhile();
      return { status: 200, body: shownCourse(changed), revision: revisionOf(changed) };
    },

    async publishCourse({ path: { id }, ...request }) {
      const scope = courseScopeOf(request.caller);
      const course = await store.find(scope, id);
      if (course === null) return noSuchCourse();
      if (!hasRole(request.caller, course, 'teacher')) return weakRole('teacher');
      const published = await store.setStatus(id, 'published', scope, actorOf(request));
      return published === null ? noSuchCourse() : { status: 200, body: shownCourse(published) };
    },

    async archiveCourse({ path: { id }, ...request }) {
      const scope = courseScopeOf(request.caller);
      const course = await store.find(scope, id);
      if (course === null) return noSuchCourse();
      if (!hasRole(request.caller, course, 'owner')) return weakRole('owner');
      const archived = await store.setStatus(id, 'archived', scope, actorOf(request));
      return archived === null ? noSuchCourse() : { status: 200, body: shownCourse(archived) };
    },

    async copyCourse({ path: { id }, body, ...request }) {
      const course = await store.find(courseScopeOf(request.caller), id);
      if (course === null) return noSuchCourse();
      if (!hasRole(request.caller, course, 'teacher')) return weakRole('teacher');
      const { title, description } = course;
      const terms = termsOf({ title, description, ...body });
      return hasDatesInOrder(terms) ? created(await store.copy(id, terms, actorOf(request))) : datesOutOfOrder();
    },
  }) satisfies Pick<
    Handlers,
    'listCourses' | 'createCourse' | 'getCourse' | 'replaceCourse' | 'publishCourse' | 'archiveCourse' | 'copyCourse'
  >;

const created = (course: CourseRow) =>
  ({ status: 201, body: shownCourse(course), headers: { Location: `/courses/${course.course_id}` } }) as const;

const termsOf = ({ title, description = '', starts_on = null, ends_on = null }: CourseRequest): CourseTerms => ({
  title,
  description,
  starts_on,
  ends_on,
});

export const hasDatesInOrder = ({ starts_on, ends_on }: Pick<CourseRequest, 'starts_on' | 'ends_on'>): boolean =>
  starts_on == null || ends_on == null || starts_on <= ends_on;

export const datesOutOfOrder = () =>
  problems.businessRule({
    detail: 'ends_on must not be before starts_on.',
    errors: [{ pointer: '/ends_on', rule: 'order', message: 'must not be before starts_on' }],
  });

const changedMeanwhile = () => problems.preconditionFailed({ detail: 'The course has changed. Fetch it again.' });

/** The role of the caller is in the body. */
const revisionOf = ({ version, member_role }: CourseRow): string => `${version} ${member_role}`;

const shownCourse = ({ version: _, ...row }: CourseRow): Course => serializeDates(row);
