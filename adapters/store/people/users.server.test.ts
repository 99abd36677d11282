// The table of people under many first requests, with names that meet, names that pass on, and invitations that come
// first.
import test from 'ava';
import { student_ids } from '../../../services/platform/labs/student-ids.ts';
import { freshDatabase, parts } from '../../../tools/test/servers.ts';
import { connect } from '../connect.ts';
import type { Store } from '../database.ts';
import { row, sql } from '../query.ts';
import type { Invitation, Person } from './port.ts';
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
  roles: ['student'],
  ...more,
});

function* anna(): Generator<string> {
  for (let number = 1; ; number++) yield number === 1 ? 'anna' : `anna${number}`;
}

const ensure = (each: Person, verifiedEmail: string | null = null) =>
  users(store).ensure(each, verifiedEmail, student_ids);

test('ensure gives forty ids to forty students who would all be anna', async (t) => {
  const subjects = Array.from({ length: 40 }, (_, i) => `anna-${i}`);
  const rows = await Promise.all(
    subjects
      .flatMap((subject) => [person(subject), person(subject)])
      .map((each) => users(store).ensure(each, null, anna)),
  );
  t.is(new Set(rows.map(({ user_id }) => user_id)).size, 40);
  t.deepEqual([...new Set(rows.map(({ student_id }) => student_id))].sort(), anna().take(40).toArray().sort());
});

test('ensure gives an id to each user, updates all roles, and keeps both ids', async (t) => {
  const both = person('grace', { roles: ['teacher', 'student'] });
  const first = await ensure(both);
  t.deepEqual(first, { ...both, user_id: first.user_id, student_id: 'grace', enabled: true });
  const renamed = await ensure(person('grace', { username: 'hopper', email: null, roles: ['admin', 'student'] }));
  t.deepEqual(renamed, { ...first, username: 'hopper', email: null, roles: ['admin', 'student'] });
});

test('ensure gives an id to a user of the release before, who had one role and none', async (t) => {
  await store.query(sql.unsafe`
    insert into users (user_id, subject, username, display_name, role)
    values (gen_random_uuid(), 'turing', 'turing', 'Alan Turing', 'teacher')`);
  const turing = person('turing', { email: null, display_name: 'Alan Turing', roles: ['teacher'] });
  const row = await ensure(turing);
  t.deepEqual(row, { ...turing, user_id: row.user_id, student_id: 'turing', enabled: true });
});

test('ensure gives a user name that passed to another user to its new owner, and the id of the first one to no one', async (t) => {
  const before = await ensure(person('old', { username: 'kim' }));
  const now = await ensure(person('new', { username: 'kim' }));
  t.deepEqual([now.username, now.student_id], ['kim', 'kim2']);
  const back = await ensure(person('old', { username: 'kim-lee' }));
  t.deepEqual(back, { ...before, username: 'kim-lee' });
});

const invitation = (username: string | null, email: string | null, more: Partial<Invitation> = {}): Invitation => ({
  username,
  email,
  display_name: null,
  roles: ['student'],
  ...more,
});

const invite = (invitations: readonly Invitation[], dryRun = false) =>
  store.transaction((tx) => users(store).invite(tx, invitations, { student_ids, dryRun }));

test('ensure binds an invited user by user name, else by a verified e-mail that one invited user has', async (t) => {
  const [lukasz, zoe, ...family] = await invite([
    invitation('Łukasz', null, { display_name: 'Łukasz Nowak' }),
    invitation(null, 'Zoe@Home.example', { roles: ['teacher', 'student'] }),
    invitation('ole', 'family@home.example'),
    invitation('ida', 'family@home.example'),
  ]);
  const invited = { status: 'invited', display_name: 'Łukasz Nowak', email: null, username: 'Łukasz' };
  t.like(lukasz, { outcome: 'created', user: { ...invited, student_id: 'lukasz' } });
  t.like(zoe, { user: { username: 'zoe@home.example', email: 'Zoe@Home.example', student_id: 'zoe' } });
  const idOf = (result: typeof zoe) => (result?.outcome === 'created' ? result.user.user_id : undefined);
  t.is<unknown, unknown>((await ensure(person('s1', { username: 'łukasz' }))).user_id, idOf(lukasz));
  const claimed = await ensure(person('s2', { username: 'thief', email: 'zoe@home.example' }));
  t.not<unknown, unknown>(claimed.user_id, idOf(zoe));
  const bound = await ensure(person('s3', { username: 'zoe.b', email: 'zoe@home.example' }), 'zoe@home.example');
  t.deepEqual([bound.user_id, bound.username, bound.student_id], [idOf(zoe), 'zoe.b', 'zoe']);
  const other = await ensure(person('s4', { username: 'mum', email: 'family@home.example' }), 'family@home.example');
  t.false(family.map(idOf).includes(other.user_id));
  const named = await users(store).findByStudentIds(['zoe', 'lukasz', 'nobody']);
  t.deepEqual(
    named.map(({ username, status }) => [username, status]),
    [
      ['łukasz', 'active'],
      ['zoe.b', 'active'],
    ],
  );
});

test('ensure binds a user name that is the e-mail of the invited row only with this e-mail verified', async (t) => {
  const email = 'maja@park.example';
  const [maja] = await invite([invitation(null, email)]);
  const invited = maja?.outcome === 'created' ? maja.user.user_id : undefined;
  const thief = await ensure(person('m1', { username: email, email }));
  const other = await ensure(person('m2', { username: email.toUpperCase(), email: null }), 'other@park.example');
  const bound = await ensure(person('m3', { username: email, email }), email);
  t.deepEqual(
    [thief, other, bound].map(({ user_id }) => user_id === (invited as unknown)),
    [false, false, true],
  );
});

test('invite knows each user again, refuses what could be two, and writes nothing in a dry run', async (t) => {
  const invitations = [
    invitation('sara', 'sara@town.example'),
    invitation('SARA', null),
    invitation('sara', 'other@town.example'),
    invitation(null, 'sara@town.example'),
    invitation('tom', 'parents@town.example'),
    invitation('tim', 'parents@town.example'),
    invitation(null, 'parents@town.example'),
    invitation(null, 'late@town.example'),
    invitation('late', 'late@town.example'),
  ];
  const outcomes = (results: Awaited<ReturnType<typeof invite>>) =>
    results.map((each) => (each.outcome === 'conflict' ? each.reason : `${each.outcome} ${each.user.student_id}`));
  const expected = [
    ...['created sara', 'known sara', 'other_email', 'known sara', 'created tom', 'created tim', 'shared_email'],
    ...['created late', 'known late'],
  ];
  t.deepEqual(outcomes(await invite(invitations, true)), expected);
  t.deepEqual(outcomes(await invite(invitations)), expected);
  const again = expected.map((outcome) => outcome.replace('created', 'known'));
  t.deepEqual(outcomes(await invite(invitations)), again);
  const names = sql.type(row<{ username: string }>())`
    select username from users where email like '%@town.example' order by username`;
  t.deepEqual(await store.anyFirst(names), ['late@town.example', 'sara', 'tim', 'tom']);
});

test('invite takes 5,000 people in one call, beside first logins of the same people', async (t) => {
  const invitations = Array.from({ length: 5_000 }, (_, i) => invitation(`p${i}`, `p${i}@many.example`));
  const [results, ...logins] = await Promise.all([
    invite(invitations),
    ...[1, 2, 3].map((i) => ensure(person(`many-${i}`, { username: `p${i}`, email: null }))),
  ]);
  t.is(results.length, 5_000);
  const ids = results.map((each) => (each.outcome === 'conflict' ? each.reason : each.user.user_id));
  t.deepEqual(
    logins.map(({ user_id }) => user_id),
    ids.slice(1, 4),
  );
  t.is(new Set(ids).size, 5_000);
});
