// Courses through the public API: who sees and changes one, and what a copy has.
import test, { type ExecutionContext } from 'ava';
import type { Course, CourseList } from '../../../generated/platform/types.ts';
import { type Arrived, arrive, call, plant, type Stage, stage } from '../../test/fixtures/platform/platform.ts';
import { problemOf, problemType } from '../../test/fixtures/users.ts';

let on: Stage;

test.before(async (t) => {
  on = await stage(t);
});

const serve = async (t: ExecutionContext) => (await on.serve(t)).url;

async function created(url: string, { token }: Arrived, fields: object = {}): Promise<Course> {
  const reply = await call(url, token, 'POST', '/courses', { body: { title: 'Systems', ...fields } });
  if (reply.status !== 201) throw new Error(`The course was not created: ${await reply.text()}`);
  return (await reply.json()) as Course;
}

const join = (course_id: string, { id }: Arrived, role: string, more: object = {}) => {
  const row = { course_id, user_id: id, role, ...more };
  const names = Object.keys(row);
  const places = names.map((_, n) => `$${n + 1}`);
  return plant(on, `insert into course_members (${names}) values (${places})`, Object.values(row));
};

const titles = async (url: string, { token }: Arrived, query = '') => {
  const { items } = (await (await call(url, token, 'GET', `/courses${query}`)).json()) as CourseList;
  return items.map(({ title, member_role }) => [title, member_role]);
};

const statuses = (url: string, users: readonly Arrived[], method: string, path: string) =>
  Promise.all(users.map(async ({ token }) => (await call(url, token, method, path)).status));

test('createCourse makes a draft of its owner, which others see once they are members of it and it is published', async (t) => {
  const url = await serve(t);
  const [tora, carl, anna] = [
    await arrive(on, url, 'teacher'),
    await arrive(on, url, 'teacher'),
    await arrive(on, url, 'student'),
  ];
  const course = await created(url, tora, { starts_on: '2027-02-01', ends_on: '2027-06-30' });
  const { course_id, created_at, updated_at, ...shown } = course;
  t.deepEqual(shown, {
    title: 'Systems',
    description: '',
    status: 'draft',
    starts_on: '2027-02-01',
    ends_on: '2027-06-30',
    member_role: 'owner',
  });
  t.is(created_at, updated_at);
  const path = `/courses/${course_id}`;
  t.deepEqual(await statuses(url, [tora, carl, anna], 'GET', path), [200, 404, 404]);
  await join(course_id, carl, 'assistant');
  await join(course_id, anna, 'student');
  t.deepEqual(await statuses(url, [tora, carl, anna], 'GET', path), [200, 200, 404], 'no student sees a draft');
  t.deepEqual(await statuses(url, [tora], 'POST', `${path}/publish`), [200]);
  t.deepEqual(await titles(url, anna), [['Systems', 'student']]);
  t.deepEqual(await titles(url, carl, '?status=published'), [['Systems', 'assistant']]);
  t.deepEqual(await titles(url, carl, '?status=draft'), []);
});

test('a member sees a course from starts_on to ends_on', async (t) => {
  const url = await serve(t);
  const tora = await arrive(on, url, 'teacher');
  const { course_id } = await created(url, tora);
  await call(url, tora.token, 'POST', `/courses/${course_id}/publish`);
  const today = new Date().toISOString().slice(0, 10);
  const visible = async (more: object) => {
    const anna = await arrive(on, url, 'student');
    await join(course_id, anna, 'student', more);
    return (await titles(url, anna)).length;
  };
  t.is(await visible({ starts_on: today, ends_on: today }), 1);
  t.is(await visible({ starts_on: '2999-01-01' }), 0);
  t.is(await visible({ ends_on: '2020-01-01' }), 0);
});

test('a course is changed by owners and teachers, archived by owners, and by no one with an older version', async (t) => {
  const url = await serve(t);
  const users = await Promise.all(
    ['teacher', 'teacher', 'teacher', 'teacher', 'admin'].map((role) => arrive(on, url, role)),
  );
  const [owner, teacher, assistant, outsider, admin] = users as [Arrived, Arrived, Arrived, Arrived, Arrived];
  const { course_id } = await created(url, owner);
  await join(course_id, teacher, 'teacher');
  await join(course_id, assistant, 'assistant');
  const path = `/courses/${course_id}`;
  const etagOf = async ({ token }: Arrived) => (await call(url, token, 'GET', path)).headers.get('etag') ?? '';
  const replaced = async (by: Arrived, etag: string) =>
    call(url, by.token, 'PUT', path, { body: { title: 'Networks' }, headers: { 'if-match': etag } });
  t.is((await replaced(outsider, '"any"')).status, 404);
  t.deepEqual(await problemOf(await replaced(assistant, await etagOf(assistant))), {
    type: problemType('forbidden-role'),
    title: 'Insufficient role',
    status: 403,
    detail: 'This requires the role teacher or a stronger one in the course.',
    required_role: 'teacher',
  });
  const before = await etagOf(teacher);
  t.is((await replaced(owner, await etagOf(owner))).status, 200);
  t.is((await replaced(teacher, before)).status, 412, 'the owner has changed it meanwhile');
  const again = await replaced(teacher, await etagOf(teacher));
  t.is(again.headers.get('etag'), await etagOf(teacher));
  t.deepEqual(
    await statuses(url, [outsider, assistant, teacher, owner, admin], 'POST', `${path}/archive`),
    [404, 403, 403, 200, 200],
  );
  t.deepEqual(await titles(url, owner, '?status=archived'), [['Networks', 'owner']]);
});

test('copyCourse makes a draft with the topics of a course and none of its members', async (t) => {
  const url = await serve(t);
  const [tora, carl] = [await arrive(on, url, 'teacher'), await arrive(on, url, 'teacher')];
  const { course_id } = await created(url, tora, { description: 'Of processes' });
  await join(course_id, carl, 'teacher');
  const reply = await call(url, carl.token, 'POST', `/courses/${course_id}/copy`, {
    body: { starts_on: '2027-02-01' },
  });
  const copy = (await reply.json()) as Course;
  t.like(copy, {
    title: 'Systems',
    description: 'Of processes',
    status: 'draft',
    starts_on: '2027-02-01',
    member_role: 'owner',
  });
  t.is(reply.headers.get('location'), `/api/v1/courses/${copy.course_id}`);
  t.deepEqual(await statuses(url, [tora, carl], 'GET', `/courses/${copy.course_id}`), [404, 200]);
});
