// The courses, members, groups and users that snippets of the platform name. Each language gets its own.
import { asRecord, type Json, type JsonObject } from '../../../contract/json.ts';
import type { Targets } from './snippet-runners.fixture.ts';
import { type Call, idIn, type Replacement, tagFrom, target } from './snippet-values.fixture.ts';

const courseId = '3c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11';
const memberId = '6f1d2c3b-4a59-4e87-9b6c-0d1e2f3a4b5c';
const userId = '0d9c8b7a-6f5e-4d3c-8b2a-190817263544';

type Values = readonly (readonly [string, readonly Replacement[]])[];

export async function schoolValues(targets: Targets, language: string): Promise<Values> {
  const [teacher, administrator] = [target(targets, 'platform'), target(targets, 'administrator')];
  return [...(await courseValues(teacher, language)), ...(await userValues(administrator, language))];
}

async function courseValues(call: Call, language: string): Promise<Values> {
  const tagOf = tagFrom(call);
  const [course, changed] = [await newCourse(call), await newCourse(call)];
  const [anna, ben, removed] = (await newMembers(call, course, language)) as [JsonObject, JsonObject, JsonObject];
  const student_ids = [anna, ben].map(({ student_id }) => String(student_id));
  const newGroup = (name: string) =>
    call('POST', '/groups/management', { name: `${name} ${language}`, course_id: course, student_ids });
  const [group, deleted] = [idIn(await newGroup('Blue'), 'group_id'), idIn(await newGroup('Green'), 'group_id')];
  const ofCourse: Replacement = [courseId, course];
  const names: readonly Replacement[] = ['anna', 'ben'].map((name, n) => [name, student_ids[n] ?? '']);
  const member = ({ user_id }: JsonObject): Replacement => [memberId, String(user_id)];
  const memberTag = ({ user_id }: JsonObject) => tagOf(`/courses/${course}/members/${user_id}`);
  return [
    ...['getCourse', 'publishCourse', 'archiveCourse', 'copyCourse', 'listMembers', 'listStudents', 'listGroups'].map(
      (id) => [id, [ofCourse]] as const,
    ),
    ['replaceCourse', [[courseId, changed], await tagOf(`/courses/${changed}`)]],
    ['addMembers', [ofCourse, ...names, ['carl@', `carl-${language}@`]]],
    ['getMember', [ofCourse, member(anna)]],
    ['replaceMember', [ofCourse, member(anna), await memberTag(anna)]],
    ['removeMember', [ofCourse, member(removed), await memberTag(removed)]],
    ['createGroup', [ofCourse, ...names]],
    ['getGroup', [['red', group]]],
    [
      'replaceGroup',
      [['red', group], ['Red', `Purple-${language}`], ...names, await tagOf(`/groups/management/${group}`)],
    ],
    ['deleteGroup', [['red', deleted], await tagOf(`/groups/management/${deleted}`)]],
  ];
}

const newCourse = async (call: Call): Promise<string> =>
  idIn(await call('POST', '/courses', { title: 'Operating systems' }), 'course_id');

async function newMembers(call: Call, course: string, language: string): Promise<readonly JsonObject[]> {
  const members = ['anna', 'ben', 'removed'].map((name) => ({ username: `${name}-${language}` }));
  const { body } = await call('POST', `/courses/${course}/members`, { members });
  return (body.results as readonly Json[]).map((result) => asRecord(asRecord(result).member));
}

async function userValues(call: Call, language: string): Promise<Values> {
  const newUser = async (name: string) =>
    idIn(await call('POST', '/users', { username: `${name}-${language}`, display_name: name }), 'user_id');
  const [user, invited] = [await newUser('user'), await newUser('invited')];
  const ofUser: Replacement = [userId, user];
  return [
    ['createUser', [['ben', `created-${language}`]]],
    ...['getUser', 'disableUser', 'enableUser', 'listUserSessions', 'endUserSessions', 'endUserSession'].map(
      (id) => [id, [ofUser]] as const,
    ),
    ['createInvitation', [[userId, invited]]],
  ];
}
