// Student groups: created, changed and deleted by owners and teachers of their course (decision 617).
import type {
  CourseScope,
  Courses,
  GroupRow,
  NotInCourse,
  StudentGroups,
} from '../../../adapters/store/platform/courses/port.ts';
import { problems } from '../../../generated/platform/problems.ts';
import type { Group } from '../../../generated/platform/types.ts';
import { actorOf, type Caller, type Handlers } from '../caller.ts';
import { courseScopeOf, hasRole, noSuchCourse, weakRole } from '../courses/course-rights.ts';
import { student_ids as idsOf } from '../labs/student-ids.ts';

export type GroupDeps = { readonly courses: Pick<Courses, 'find'>; readonly studentGroups: StudentGroups };

export const groups = ({ courses, studentGroups: store }: GroupDeps) => {
  /** The group, or why the caller must not change it. */
  const changeable = async (caller: Caller, scope: CourseScope, id: string) => {
    const group = await store.find(scope, id);
    if (group === null) return { kind: 'refused', reply: noSuchGroup() } as const;
    const course = group.course_id === null ? null : await courses.find(scope, group.course_id);
    const mayChange = scope.isAdmin || (course !== null && hasRole(caller, course, 'teacher'));
    return mayChange ? ({ kind: 'found', group } as const) : ({ kind: 'refused', reply: weakRole('teacher') } as const);
  };
  return {
    async listGroups({ caller, query: { course_id }, page }) {
      const rows = await store.list(courseScopeOf(caller), { course_id, ...page });
      return { status: 200, rows: rows.map(shownGroup), key: ({ group_id }) => group_id };
    },

    async createGroup({ body, ...request }) {
      const { course_id, name, student_ids = [] } = body;
      const course = await courses.find(courseScopeOf(request.caller), course_id);
      if (course === null) return noSuchCourse();
      if (!hasRole(request.caller, course, 'teacher')) return weakRole('teacher');
      const created = await store.create(course_id, { name, student_ids }, idsOf, actorOf(request));
      if (created === 'taken') return nameTaken(name);
      if ('absent' in created) return notInCourse(created);
      return {
        status: 201,
        body: shownGroup(created),
        headers: { Location: `/groups/management/${created.group_id}` },
      };
    },

    async getGroup({ caller, path: { id } }) {
      const group = await store.find(courseScopeOf(caller), id);
      return group === null ? noSuchGroup() : { status: 200, body: shownGroup(group), revision: revisionOf(group) };
    },

    async replaceGroup({ path: { id }, body, ifMatch, ...request }) {
      const target = await changeable(request.caller, courseScopeOf(request.caller), id);
      if (target.kind === 'refused') return target.reply;
      if (!ifMatch(revisionOf(target.group))) return changedMeanwhile();
      const changed = await store.replace(target.group, body, actorOf(request));
      if (changed === 'changed') return changedMeanwhile();
      if (changed === 'taken') return nameTaken(body.name);
      if ('absent' in changed) return notInCourse(changed);
      return { status: 200, body: shownGroup(changed), revision: revisionOf(changed) };
    },

    async deleteGroup({ path: { id }, ifMatch, ...request }) {
      const target = await changeable(request.caller, courseScopeOf(request.caller), id);
      if (target.kind === 'refused') return target.reply;
      if (!ifMatch(revisionOf(target.group))) return changedMeanwhile();
      const done = await store.remove(target.group, actorOf(request));
      if (done === 'changed') return changedMeanwhile();
      return done === 'busy'
        ? problems.conflict({ detail: 'A lab of the group is not stopped. Stop it, then delete the group.' })
        : { status: 204 };
    },
  } satisfies Pick<Handlers, 'listGroups' | 'createGroup' | 'getGroup' | 'replaceGroup' | 'deleteGroup'>;
};

const shownGroup = ({ version: _, ...group }: GroupRow): Group => group;

/** A member may leave a group with the course, which does not change the row of the group. */
const revisionOf = (group: GroupRow): string => JSON.stringify(group);

const noSuchGroup = () =>
  problems.notFound({ detail: 'The group does not exist, or it belongs to a course that you do not teach.' });
const changedMeanwhile = () => problems.preconditionFailed({ detail: 'The group has changed. Fetch it again.' });
const nameTaken = (name: string) => problems.conflict({ detail: `The course already has a group ${name}.` });

const notInCourse = ({ absent }: NotInCourse) =>
  problems.businessRule({
    detail: `Members of a group must be members of its course. Add these first: ${absent.slice(0, 10).join(', ')}.`,
    errors: absent.slice(0, 100).map((value) => ({
      pointer: '/student_ids',
      value,
      rule: 'in_course',
      message: 'must be a member of the course',
    })),
  });
