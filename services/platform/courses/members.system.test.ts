// Members of courses through the public API: lists, roles, and what ends when a member leaves.
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { platformStores } from '../../../adapters/store/platform/all.ts';
import type { Course, MemberList, MembersAdded, StartAccepted, User } from '../../../generated/platform/types.ts';
import { withClient } from '../../../tools/local/servers/postgres.ts';
import { systemClock } from '../../lib/clock.ts';
import {
  type Arrived,
  arrive,
  call,
  labYaml,
  plant,
  plantGroup,
  plantMember,
  type Stage,
  stage,
  uploaded,
} from '../../test/fixtures/platform/platform.ts';
import { infraAt } from '../../test/fixtures/platform/platform-with-labs.ts';
import type { Running } from '../../test/fixtures/system.ts';

let on: Stage;
let infra: Running;

test.before(async (t) => {
  on = await stage(t);
  infra = await on.whole.run(['infra']);
});

const serve = async (t: ExecutionContext) =>
  (await on.serve(t, { infra: infraAt(on, infra), answerTimeoutMs: 60_000 })).url;

const arriveAll = (url: string, ...roles: string[]) => Promise.all(roles.map((role) => arrive(on, url, role)));

async function courseOf(url: string, { token }: Arrived): Promise<string> {
  const reply = await call(url, token, 'POST', '/courses', { body: { title: 'Systems' } });
  return ((await reply.json()) as Course).course_id;
}

const add = (url: string, { token }: Arrived, course_id: string, members: readonly object[], more: object = {}) =>
  call(url, token, 'POST', `/courses/${course_id}/members`, { body: { members, ...more } });

const outcomes = async (reply: Response) =>
  ((await reply.json()) as MembersAdded).results.map(({ name, outcome, reason, member }) => [
    name,
    outcome,
    reason ?? `${member?.status} ${member?.role}`,
  ]);

async function namesOf(url: string, { token }: Arrived, course_id: string): Promise<readonly string[]> {
  const reply = await call(url, token, 'GET', `/courses/${course_id}/members`);
  return ((await reply.json()) as MemberList).items.map(({ username, role }) => `${username} ${role}`);
}

const memberPath = (course_id: string, { id }: Pick<Arrived, 'id'>) => `/courses/${course_id}/members/${id}`;

/** With the ETag of this moment. */
async function change(url: string, by: Arrived, path: string, method: string, body?: object) {
  const etag = (await call(url, by.token, 'GET', path)).headers.get('etag') ?? '"none"';
  const headers = { 'if-match': etag };
  return (await call(url, by.token, method, path, body === undefined ? { headers } : { headers, body })).status;
}

test('addMembers adds known students and invites new users, once each, and a dry run stores nothing', async (t) => {
  const url = await serve(t);
  const [tora, anna] = (await arriveAll(url, 'teacher', 'student')) as [Arrived, Arrived];
  const course_id = await courseOf(url, tora);
  const [username, email] = [`new-${randomUUID()}`, `${randomUUID()}@school.example`];
  const list = [
    { student_id: anna.username },
    { username, email },
    { username: username.toUpperCase() },
    { student_id: 'nobody1' },
    { display_name: 'Nameless' },
    { username: 'late', starts_on: '2027-02-01', ends_on: '2027-01-01' },
  ];
  const expected = [
    [anna.username, 'added', 'active student'],
    [username, 'added', 'invited student'],
    [username.toUpperCase(), 'already_member', 'invited student'],
    ['nobody1', 'refused', 'unknown_student'],
    ['', 'refused', 'name_missing'],
    ['late', 'refused', 'dates_out_of_order'],
  ];
  const planned = expected.map(([name, outcome, text]) => [name, outcome, text?.replace(/^(active|invited)/, 'null')]);
  t.deepEqual(await outcomes(await add(url, tora, course_id, list, { dry_run: true })), planned);
  t.deepEqual(await namesOf(url, tora, course_id), [`${tora.username} owner`]);
  t.deepEqual(await outcomes(await add(url, tora, course_id, list)), expected);
  const all = [`${tora.username} owner`, `${anna.username} student`, `${username} student`].toSorted();
  t.deepEqual(await namesOf(url, tora, course_id), all);
  const again = await outcomes(await add(url, tora, course_id, list.slice(0, 2)));
  t.deepEqual(
    again.map(([, outcome]) => outcome),
    ['already_member', 'already_member'],
  );
});

test('addMembers shows in a dry run neither e-mail nor status of a user who is not a member yet', async (t) => {
  const now = '2031-05-06T07:08:09.000Z';
  const { url } = await on.serve(t, { clock: { ...systemClock, now: () => new Date(now) } });
  const [tora, anna, ben] = (await arriveAll(url, 'teacher', 'student', 'student')) as [Arrived, Arrived, Arrived];
  const course_id = await courseOf(url, tora);
  await plantMember(on, course_id, ben);
  const list = [{ username: anna.username }, { student_id: ben.username }];
  const reply = await add(url, tora, course_id, list, { dry_run: true });
  const { results } = (await reply.json()) as MembersAdded;
  const { id: user_id, username } = anna;
  const names = { user_id, username, display_name: `User ${username}`, student_id: username };
  const terms = { role: 'student', starts_on: null, ends_on: null, added_at: now };
  t.deepEqual<unknown, unknown>(results[0]?.member, { ...names, email: null, status: null, ...terms });
  t.like(results[1]?.member, { email: `${ben.username}@covenant.example`, status: 'active' });
});

test('addMembers invites as student, and owners and teachers as teacher if an administrator adds them', async (t) => {
  const url = await serve(t);
  const [tora, admin] = (await arriveAll(url, 'teacher', 'admin')) as [Arrived, Arrived];
  const course_id = await courseOf(url, tora);
  const rolesBy = async (by: Arrived, role: string) => {
    const reply = await add(url, by, course_id, [{ username: `new-${randomUUID()}`, role }]);
    const { results } = (await reply.json()) as MembersAdded;
    const user = await call(url, admin.token, 'GET', `/users/${results[0]?.member?.user_id}`);
    return ((await user.json()) as User).roles;
  };
  const roles = ['owner', 'teacher', 'assistant', 'student'];
  const invited = { byOwner: [] as unknown[], byAdmin: [] as unknown[] };
  for (const role of roles) {
    invited.byOwner.push(...(await rolesBy(tora, role)));
    invited.byAdmin.push(...(await rolesBy(admin, role)));
  }
  t.deepEqual(invited, {
    byOwner: ['student', 'student', 'student', 'student'],
    byAdmin: ['teacher', 'teacher', 'student', 'student'],
  });
});

test('an owner who is disabled, or whose time has not begun, is not the one who stays', async (t) => {
  const url = await serve(t);
  const [tora, carl, anna] = (await arriveAll(url, 'teacher', 'teacher', 'student')) as [Arrived, Arrived, Arrived];
  const course_id = await courseOf(url, tora);
  await plantMember(on, course_id, carl, 'owner');
  await plantMember(on, course_id, anna);
  const leave = () => change(url, tora, memberPath(course_id, tora), 'DELETE');
  const setStart = (day: string | null) =>
    plant(on, 'update course_members set starts_on = $2 where user_id = $1', [carl.id, day]);
  const enable = (enabled: boolean) =>
    plant(on, 'update users set enabled = $2 where user_id = $1', [carl.id, enabled]);
  await setStart('2999-01-01');
  t.is(await leave(), 409);
  const later = { role: 'owner', starts_on: '2999-01-01' };
  t.is(await change(url, tora, memberPath(course_id, tora), 'PUT', later), 409);
  await setStart('2020-01-01');
  await enable(false);
  t.is(await leave(), 409);
  t.is(await change(url, tora, memberPath(course_id, anna), 'DELETE'), 204, 'a student is not the owner');
  await enable(true);
  t.is(await leave(), 204);
});

test('owners alone make, change and remove owners and teachers, and the last owner stays', async (t) => {
  const url = await serve(t);
  const [tora, carl, anna, eve] = (await arriveAll(url, 'teacher', 'teacher', 'student', 'teacher')) as [
    Arrived,
    Arrived,
    Arrived,
    Arrived,
  ];
  const course_id = await courseOf(url, tora);
  await plantMember(on, course_id, carl, 'teacher');
  await plantMember(on, course_id, anna);
  const [owner, teacher, student] = [tora, carl, anna].map((user) => memberPath(course_id, user));
  t.deepEqual(await outcomes(await add(url, carl, course_id, [{ username: 'x', role: 'teacher' }])), [
    ['x', 'refused', 'owner_required'],
  ]);
  t.is((await add(url, eve, course_id, [{ username: 'x' }])).status, 404);
  t.is(await change(url, carl, student as string, 'PUT', { role: 'teacher' }), 403);
  t.is(await change(url, carl, owner as string, 'DELETE'), 403);
  t.is(await change(url, tora, owner as string, 'DELETE'), 409);
  t.is(await change(url, tora, owner as string, 'PUT', { role: 'owner', ends_on: '2999-01-01' }), 409);
  t.is(await change(url, tora, teacher as string, 'PUT', { role: 'owner' }), 200);
  t.is(await change(url, carl, owner as string, 'DELETE'), 204);
  t.is((await call(url, tora.token, 'GET', `/courses/${course_id}`)).status, 404);
  t.deepEqual(await namesOf(url, carl, course_id), [`${carl.username} owner`, `${anna.username} student`].toSorted());
});

const intentsOf = (lab_id: string) =>
  withClient(on.database.ownerUrl, async (client) => {
    const text = 'select kind, student_ids, groups from lab_starts where lab_id = $1 order by number';
    return (await client.query<Record<string, unknown>>(text, [lab_id])).rows;
  });

const startedBy = async (url: string, { token }: Arrived, lab_id: string, student_ids: readonly string[]) => {
  const reply = await call(url, token, 'POST', `/labs/${lab_id}/start`, { body: { student_ids } });
  return ((await reply.json()) as StartAccepted).results.map(({ outcome, reason }) => reason ?? outcome);
};

test('startLab starts a lab of a course for its members only, and removeMember stops the lab of who leaves', async (t) => {
  const url = await serve(t);
  const [tora, anna, ben] = (await arriveAll(url, 'teacher', 'student', 'student')) as [Arrived, Arrived, Arrived];
  const course_id = await courseOf(url, tora);
  await plantMember(on, course_id, anna);
  await uploaded(url, tora.token, labYaml('of-course', `course_id: ${course_id}\n`));
  const started = await startedBy(url, tora, 'of-course', [anna.username, ben.username]);
  t.deepEqual(started, ['accepted', 'not_in_course']);
  const status = async (action: string) =>
    (await call(url, tora.token, 'POST', `/courses/${course_id}/${action}`)).status;
  const start = { body: { student_ids: [anna.username] } };
  t.is(await status('archive'), 200);
  t.is((await call(url, tora.token, 'POST', '/labs/of-course/start', start)).status, 422, 'the course is archived');
  t.is(await status('publish'), 200);
  t.is((await call(url, tora.token, 'POST', '/labs/of-course/start', start)).status, 202);
  t.is(await change(url, tora, memberPath(course_id, anna), 'DELETE'), 204);
  t.like((await intentsOf('of-course')).at(-1), { kind: 'stop', student_ids: [anna.username], groups: [] });
});

test('a member who leaves the course loses the login of the lab of the group, which goes on for the others', async (t) => {
  const url = await serve(t);
  const [tora, anna, ben] = (await arriveAll(url, 'teacher', 'student', 'student')) as [Arrived, Arrived, Arrived];
  const course_id = await courseOf(url, tora);
  await plantGroup(on, tora, { id: 'leavers', members: [anna, ben], course_id });
  await uploaded(url, tora.token, labYaml('for-groups', `course_id: ${course_id}\ndeployment_mode: per_group\n`));
  t.deepEqual(await startedBy(url, tora, 'for-groups', [anna.username]), ['accepted']);
  t.is(await change(url, tora, memberPath(course_id, anna), 'PUT', { role: 'student', ends_on: '2020-01-01' }), 200);
  const group = { group_id: 'leavers', student_ids: [ben.username] };
  t.like((await intentsOf('for-groups')).at(-1), { kind: 'members', student_ids: [ben.username], groups: [group] });
  t.is(await change(url, tora, memberPath(course_id, ben), 'DELETE'), 204);
  t.like((await intentsOf('for-groups')).at(-1), { kind: 'stop', groups: [{ group_id: 'leavers', student_ids: [] }] });
});

const sweep = () => platformStores(on.store).members.endLogins();

test('a disabled member keeps the place in what runs, also as the last member of the group', async (t) => {
  const url = await serve(t);
  const [tora, anna, ben] = (await arriveAll(url, 'teacher', 'student', 'student')) as [Arrived, Arrived, Arrived];
  const course_id = await courseOf(url, tora);
  await plantGroup(on, tora, { id: 'pair', members: [anna, ben], course_id });
  const yaml = (lab_id: string) => labYaml(lab_id, `course_id: ${course_id}\ndeployment_mode: per_group\n`);
  await uploaded(url, tora.token, yaml('of-pair'));
  t.deepEqual(await startedBy(url, tora, 'of-pair', [ben.username]), ['accepted']);
  await plant(on, 'delete from student_group_members where user_id = $1', [ben.id]);
  await plant(on, 'update users set enabled = false where user_id = $1', [anna.id]);
  await sweep();
  const group = { group_id: 'pair', student_ids: [anna.username] };
  t.like((await intentsOf('of-pair')).at(-1), { kind: 'members', groups: [group] });
});

test('a lab that runs stays with the course it was started for when a new version names another', async (t) => {
  const url = await serve(t);
  const [tora, anna] = (await arriveAll(url, 'teacher', 'student')) as [Arrived, Arrived];
  const [before, after] = [await courseOf(url, tora), await courseOf(url, tora)];
  await plantMember(on, before, anna);
  await uploaded(url, tora.token, labYaml('moved', `course_id: ${before}\n`));
  t.deepEqual(await startedBy(url, tora, 'moved', [anna.username]), ['accepted']);
  await plant(on, 'update labs set course_id = $1 where lab_id = $2', [after, 'moved']);
  await sweep();
  t.is((await intentsOf('moved')).length, 1);
  t.is(await change(url, tora, memberPath(before, anna), 'DELETE'), 204);
  t.like((await intentsOf('moved')).at(-1), { kind: 'stop', student_ids: [anna.username] });
});

test('the sweep writes an intent that the infrastructure refused once an hour', async (t) => {
  const url = await serve(t);
  const [tora, anna, ben] = (await arriveAll(url, 'teacher', 'student', 'student')) as [Arrived, Arrived, Arrived];
  const course_id = await courseOf(url, tora);
  await plantGroup(on, tora, { id: 'older', members: [anna, ben], course_id });
  await uploaded(url, tora.token, labYaml('older', `course_id: ${course_id}\ndeployment_mode: per_group\n`));
  t.deepEqual(await startedBy(url, tora, 'older', [anna.username]), ['accepted']);
  await plant(on, "update course_members set ends_on = '2020-01-01' where user_id = $1", [anna.id]);
  const settle = (minutes: number) =>
    plant(
      on,
      `update lab_starts set status = 'refused', settled_at = now() - $1 * interval '1 minute'
        where lab_id = 'older' and kind = 'members'`,
      [minutes],
    );
  const kinds = async () => {
    await sweep();
    return (await intentsOf('older')).map(({ kind }) => kind);
  };
  t.deepEqual(await kinds(), ['start', 'members']);
  await settle(59);
  t.deepEqual(await kinds(), ['start', 'members']);
  await settle(61);
  t.deepEqual(await kinds(), ['start', 'members', 'members']);
});
