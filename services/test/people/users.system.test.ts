// Users as teachers find them and administrators manage them: real tokens, a real database, whole replies.
import test from 'ava';
import { platformStores } from '../../../adapters/store/platform/all.ts';
import { student_ids } from '../../platform/labs/student-ids.ts';
import { whole } from '../fixtures/listener.ts';
import { arrive as arriveAt, call, plant, plantCourse, type Stage, stage } from '../fixtures/platform/platform.ts';

let on: Stage;

test.before(async (t) => {
  on = await stage(t);
});

const serve = async (t: Parameters<Stage['serve']>[0]) => (await on.serve(t)).url;
const arrive = (url: string, ...roles: string[]) => arriveAt(on, url, ...roles);

const listed = async (url: string, token: string, query: string) => {
  const reply = await call(url, token, 'GET', `/students?${query}`);
  const { items } = (await reply.json()) as { items: readonly { readonly student_id: string }[] };
  return items.map(({ student_id }) => student_id);
};

test('listStudents finds users before their first login, by name and by course, and shows no e-mail', async (t) => {
  const url = await serve(t);
  const [teacher, other, anna] = await Promise.all([
    arrive(url, 'teacher'),
    arrive(url, 'teacher'),
    arrive(url, 'student'),
  ]);
  const invitation = { username: 'lukasz.n', email: 'l@here.example', display_name: 'Łukasz Nowak' };
  const { users } = platformStores(on.store);
  await on.store.transaction((tx) =>
    users.invite(tx, [{ ...invitation, roles: ['student'] }], { student_ids, dryRun: false }),
  );
  const { status, body } = await whole(await call(url, teacher.token, 'GET', '/students?query=NOWAK'));
  const [{ user_id, ...lukasz } = { user_id: '' }] = (body as unknown as { items: { user_id: string }[] }).items;
  t.regex(user_id, /^[0-9a-f-]{36}$/);
  t.deepEqual({ status, lukasz } as unknown, {
    status: 200,
    lukasz: { username: 'lukasz.n', display_name: 'Łukasz Nowak', student_id: 'lukaszn', last_login_at: null },
  });
  t.deepEqual(await listed(url, teacher.token, 'query=l@here'), ['lukaszn']);
  const course = '5a0c1f5e-0a3f-4df3-8a43-6a1f5a1c7d10';
  await plantCourse(on, teacher, course);
  const member = "insert into course_members (course_id, user_id, role) values ($1, $2, 'student')";
  await plant(on, member, [course, anna.id]);
  t.deepEqual(await listed(url, teacher.token, `course_id=${course}`), [anna.username]);
  t.deepEqual(await listed(url, other.token, `course_id=${course}`), []);
  t.is((await call(url, anna.token, 'GET', '/students')).status, 403);
});
