// Who takes part in a course, in which role and when (decision 616).
import type { MemberRow } from '../../../adapters/store/platform/courses/port.ts';
import { problems } from '../../../generated/platform/problems.ts';
import type { MemberRole } from '../../../generated/platform/types.ts';
import { actorOf, type Caller, type Handlers } from '../caller.ts';
import { courseScopeOf, hasRole, isStaff, noSuchCourse, weakRole } from './course-rights.ts';
import { datesOutOfOrder, hasDatesInOrder } from './courses.ts';
import { addMembers, type MemberDeps, shownMember } from './member-list.ts';

export const members = (deps: MemberDeps) => {
  const { members: store } = deps;
  return {
    async listMembers({ caller, path: { id }, query: { role }, page }) {
      const access = await staffAccess(deps, caller, id, 'assistant');
      if (access.kind === 'refused') return access.reply;
      const rows = await store.list(id, { role, ...page });
      return { status: 200, rows: rows.map(shownMember), key: ({ username }) => username };
    },

    async addMembers({ path: { id }, body, ...request }) {
      const access = await staffAccess(deps, request.caller, id, 'teacher');
      if (access.kind === 'refused') return access.reply;
      const rights = { mayAddStaff: access.isOwner, mayNameRoles: request.caller.roles.includes('admin') };
      const results = await addMembers(deps, { ...body, course_id: id, ...rights }, actorOf(request));
      return { status: 200, body: { results } };
    },

    async getMember({ caller, path: { id, user_id } }) {
      const access = await staffAccess(deps, caller, id, 'assistant');
      if (access.kind === 'refused') return access.reply;
      const member = await store.find(id, user_id);
      return member === null
        ? noSuchMember()
        : { status: 200, body: shownMember(member), revision: revisionOf(member) };
    },

    async replaceMember({ path: { id, user_id }, body, ifMatch, ...request }) {
      const access = await staffAccess(deps, request.caller, id, 'teacher');
      if (access.kind === 'refused') return access.reply;
      const member = await store.find(id, user_id);
      if (member === null) return noSuchMember();
      if (!access.isOwner && (isStaff(member.role) || isStaff(body.role))) return weakRole('owner');
      if (!hasDatesInOrder(body)) return datesOutOfOrder();
      if (!ifMatch(revisionOf(member))) return changedMeanwhile();
      const { role, starts_on = null, ends_on = null } = body;
      const changed = await store.replace(member, { role, starts_on, ends_on }, actorOf(request));
      if (changed === 'changed') return changedMeanwhile();
      if (changed === 'last owner') return lastOwner();
      return { status: 200, body: shownMember(changed), revision: revisionOf(changed) };
    },

    async removeMember({ path: { id, user_id }, ifMatch, ...request }) {
      const access = await staffAccess(deps, request.caller, id, 'teacher');
      if (access.kind === 'refused') return access.reply;
      const member = await store.find(id, user_id);
      if (member === null) return noSuchMember();
      if (!access.isOwner && isStaff(member.role)) return weakRole('owner');
      if (!ifMatch(revisionOf(member))) return changedMeanwhile();
      const done = await store.remove(member, actorOf(request));
      if (done === 'changed') return changedMeanwhile();
      return done === 'last owner' ? lastOwner() : { status: 204 };
    },
  } satisfies Pick<Handlers, 'listMembers' | 'addMembers' | 'getMember' | 'replaceMember' | 'removeMember'>;
};

/** Whether the caller has this role in the course, and whether an owner's. */
export async function staffAccess(
  { courses }: Pick<MemberDeps, 'courses'>,
  caller: Caller,
  course_id: string,
  least: MemberRole,
) {
  const course = await courses.find(courseScopeOf(caller), course_id);
  if (course === null) return { kind: 'refused', reply: noSuchCourse() } as const;
  if (!hasRole(caller, course, least)) return { kind: 'refused', reply: weakRole(least) } as const;
  return { kind: 'admitted', course, isOwner: hasRole(caller, course, 'owner') } as const;
}

const noSuchMember = () => problems.notFound({ detail: 'The user is not a member of the course.' });
const changedMeanwhile = () => problems.preconditionFailed({ detail: 'The member has changed. Fetch it again.' });
const lastOwner = () =>
  problems.conflict({ detail: 'The course would have no owner. Make another member its owner first.' });

const revisionOf = (member: MemberRow): string => JSON.stringify(shownMember(member)) + member.version;
