// The table of people under many first requests, with names that meet and names that pass on.
import test from 'ava';
import { freshDatabase, parts } from '../../../tools/test/servers.ts';
import { connect } from '../connect.ts';
import type { Store } from '../database.ts';
import type { Person } from './port.ts';
import { users } from './users.ts';

let store: Store;

test.before(async (t) => {
  const { postgres } = await parts(t, ['postgres']);
  store = connect((await freshDatabase(postgres, 'platform')).appUrl, { poolSize: 20 });
});
test.after.always(() => store?.close());

const person = (subject: string, more: Partial<Person> = {}): Person => ({
  subject,
  username: subject,
  email: `${subject}@school.example`,
  display_name: subject.toUpperCase(),
  role: 'student',
  ...more,
});

function* anna(): Generator<string> {
  for (let number = 1; ; number++) yield number === 1 ? 'anna' : `anna${number}`;
}

test('ensure gives forty ids to forty students who would all be anna', async (t) => {
  const subjects = Array.from({ length: 40 }, (_, i) => `anna-${i}`);
  const rows = await Promise.all(
    subjects.flatMap((subject) => [person(subject), person(subject)]).map((each) => users(store).ensure(each, anna)),
  );
  t.is(new Set(rows.map(({ user_id }) => user_id)).size, 40);
  t.deepEqual([...new Set(rows.map(({ student_id }) => student_id))].sort(), anna().take(40).toArray().sort());
});

test('ensure gives an id to a teacher who is a student as well, also later', async (t) => {
  const { ensure } = users(store);
  const teacher = person('lovelace', { role: 'teacher' });
  const first = await ensure(teacher, null);
  const both = await ensure(teacher, () => ['lovelace']);
  t.deepEqual(both, { ...first, student_id: 'lovelace' });
  t.deepEqual(await ensure(teacher, null), both);
});

test('ensure updates a user and keeps both ids; only a student gets one', async (t) => {
  const { ensure } = users(store);
  const teacher = await ensure(person('grace', { role: 'teacher' }), null);
  t.deepEqual(teacher, {
    ...person('grace', { role: 'teacher' }),
    user_id: teacher.user_id,
    student_id: null,
    enabled: true,
  });
  const student = await ensure(person('grace', { username: 'hopper', email: null }), () => ['hopper']);
  t.deepEqual(student, { ...teacher, username: 'hopper', email: null, role: 'student', student_id: 'hopper' });
  const again = await ensure(person('grace', { role: 'admin' }), () => ['other']);
  t.deepEqual(again, { ...teacher, role: 'admin', student_id: 'hopper' });
});

test('ensure gives a user name that passed to another user to its new owner, and the id of the first one to no one', async (t) => {
  const { ensure } = users(store);
  const before = await ensure(person('old', { username: 'kim' }), () => ['kim', 'kim2']);
  const now = await ensure(person('new', { username: 'kim' }), () => ['kim', 'kim2']);
  t.deepEqual([now.username, now.student_id], ['kim', 'kim2']);
  const back = await ensure(person('old', { username: 'kim-lee' }), () => ['kimlee']);
  t.deepEqual(back, { ...before, username: 'kim-lee' });
});
