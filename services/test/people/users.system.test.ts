// Users as teachers find them and administrators manage them: real tokens, a real database, whole replies.
import { randomBytes } from 'node:crypto';
import test from 'ava';
import { platformStores } from '../../../adapters/store/platform/all.ts';
import { row, sql } from '../../../adapters/store/query.ts';
import type { Invitation, Me, User, UserImport, UserList, UserSessionList } from '../../../generated/platform/types.ts';
import { saveAccount } from '../../../tools/local/servers/identity/accounts.ts';
import { withClient } from '../../../tools/local/servers/postgres.ts';
import { student_ids } from '../../platform/labs/student-ids.ts';
import { eventually } from '../fixtures/eventually.ts';
import { whole } from '../fixtures/listener.ts';
import {
  type Arrived,
  arrive as arriveAt,
  call,
  labYaml,
  plant,
  plantCourse,
  type Stage,
  stage,
  uploaded,
} from '../fixtures/platform/platform.ts';
import { infraAt } from '../fixtures/platform/platform-with-labs.ts';

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

const userOf = async (url: string, { token }: Arrived, { id }: Pick<Arrived, 'id'>) =>
  (await (await call(url, token, 'GET', `/users/${id}`)).json()) as User;

test('listUsers filters by text, role and status, and shows administrators alone who a user is', async (t) => {
  const url = await serve(t);
  const [admin, both] = await Promise.all([arrive(url, 'admin'), arrive(url, 'student', 'teacher')]);
  const names = async (query: string) => {
    const reply = await call(url, admin.token, 'GET', `/users?query=${both.username.slice(1)}&${query}`);
    return ((await reply.json()) as UserList).items.map(({ username }) => username);
  };
  const found = ['role=student', 'role=teacher', 'role=admin', 'status=active', 'status=invited'].map(names);
  t.deepEqual(await Promise.all(found), [[both.username], [both.username], [], [both.username], []]);
  const { created_at, updated_at, last_login_at, ...user } = await userOf(url, admin, both);
  t.true([created_at, updated_at, last_login_at].every((at) => Date.parse(at ?? '') > 0));
  t.deepEqual(user as unknown, {
    user_id: both.id,
    username: both.username,
    display_name: `User ${both.username}`,
    email: `${both.username}@covenant.example`,
    roles: ['teacher', 'student'],
    student_id: both.username,
    status: 'active',
  });
  t.is((await call(url, both.token, 'GET', `/users/${both.id}`)).status, 403);
  t.is((await call(url, admin.token, 'GET', '/users/5a0c1f5e-0a3f-4df3-8a43-6a1f5a1c7d10')).status, 404);
});

test('createUser invites a user once, by name or e-mail, and the first login makes the user active', async (t) => {
  const url = await serve(t);
  const admin = await arrive(url, 'admin');
  const create = async (body: object) => whole(await call(url, admin.token, 'POST', '/users', { body }));
  const created = await create({ username: 'early.bird', display_name: 'Early Bird', roles: ['student', 'teacher'] });
  const { user_id, created_at, updated_at, ...user } = created.body as unknown as User;
  t.is(created.status, 201);
  t.deepEqual(user as unknown, {
    username: 'early.bird',
    display_name: 'Early Bird',
    email: null,
    roles: ['teacher', 'student'],
    student_id: 'earlybird',
    status: 'invited',
    last_login_at: null,
  });
  const statuses = [{ username: 'EARLY.bird' }, {}, { email: 'early@nest.example' }, { email: 'Early@nest.example' }];
  const replies = [];
  for (const body of statuses) replies.push((await create(body)).status);
  t.deepEqual(replies, [409, 422, 201, 409]);
});

test('importUsers says what becomes of each line, stores nothing in a dry run, and changes nothing the second time', async (t) => {
  const url = await serve(t);
  const admin = await arrive(url, 'admin');
  await call(url, admin.token, 'POST', '/users', { body: { username: 'ida.i', email: 'ida@file.example' } });
  const file =
    'Vorname;Name;Benutzername;E-Mail\nŁucja;Żak;lucja.i;\nIda;Ek;ida.i;other@file.example\nIda;Ek;;IDA@file.example\n';
  const imported = async (content: string, dry_run = 'false') => {
    const form = new FormData();
    form.set('dry_run', dry_run);
    form.set('file', new Blob([content]), 'class.csv');
    return whole(await call(url, admin.token, 'POST', '/users/import', { body: form }));
  };
  const outcomes = ({ body }: { readonly body?: unknown }) =>
    (body as UserImport).lines.map(({ row, outcome, student_id }) => [row, outcome, student_id as string | null]);
  const first = [
    [2, 'created', 'lucjai'],
    [3, 'conflict', null],
    [4, 'known', 'idai'],
  ];
  t.deepEqual(outcomes(await imported(file, 'true')), first);
  t.deepEqual(outcomes(await imported(file)), first);
  const again = await imported(file);
  t.like(again.body, { created: 0, known: 2, conflicts: 1 });
  const wrong = await imported('Benutzername;E-Mail\nlucja;nowhere\n');
  t.is(wrong.status, 422);
  t.like(wrong.body, {
    error_count: 1,
    errors: [{ row: 2, column: 'E-Mail', value: 'nowhere', rule: 'email', message: 'must be an e-mail address' }],
  });
});

test('createInvitation gives a link by which the user chooses a password once, and the account is the invited user', async (t) => {
  const url = await serve(t);
  const admin = await arrive(url, 'admin');
  const body = { username: `pupil${randomBytes(4).toString('hex')}`, display_name: 'New Pupil' };
  const user = (await (await call(url, admin.token, 'POST', '/users', { body })).json()) as User;
  const invite = async (id: string) => whole(await call(url, admin.token, 'POST', `/users/${id}/invitation`));
  const linkOf = ({ body }: { readonly body?: unknown }) => (body as Invitation).invitation_url;
  const replaced = linkOf(await invite(user.user_id));
  const link = linkOf(await invite(user.user_id));
  const statusOf = async (address: string, password?: string) =>
    (await fetch(address, password === undefined ? {} : { method: 'POST', body: new URLSearchParams({ password }) }))
      .status;
  const password = randomBytes(9).toString('hex');
  t.is(await statusOf(replaced), 404);
  t.deepEqual([await statusOf(link), await statusOf(link)], [200, 200], 'to open it changes nothing');
  t.is(await statusOf(link, 'too short'), 400);
  t.deepEqual((await Promise.all([statusOf(link, password), statusOf(link, password)])).sort(), [200, 404]);
  const form = { grant_type: 'password', client_id: on.provider.clients.demo.id, username: body.username, password };
  const tokens = `${on.provider.issuers.labs}/protocol/openid-connect/token`;
  const answer = await fetch(tokens, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token } = (await answer.json()) as { access_token: string };
  const me = (await (await call(url, access_token, 'GET', '/auth/me')).json()) as Me;
  t.like(me, { user_id: user.user_id, student_id: user.student_id, email: null, roles: ['student'] });
  t.is((await invite(user.user_id)).status, 409);
  const foreign = await fetch(`${on.provider.issuers.labs}/invitations`, { method: 'POST', body: '{}' });
  t.is(foreign.status, 401);
});

test('createInvitation gives accounts to users who share an e-mail, and only an account uses up its link', async (t) => {
  const url = await serve(t);
  const admin = await arrive(url, 'admin');
  const [email, password] = [`family${randomBytes(4).toString('hex')}@home.example`, randomBytes(9).toString('hex')];
  const account = { email, name: 'Another', roles: ['student'], password: 'of another user' };
  const linkOf = async (username: string) => {
    const body = { username, email, display_name: username };
    const { user_id } = (await (await call(url, admin.token, 'POST', '/users', { body })).json()) as User;
    const reply = await call(url, admin.token, 'POST', `/users/${user_id}/invitation`);
    return ((await reply.json()) as Invitation).invitation_url;
  };
  const accept = async (link: string) =>
    (await fetch(link, { method: 'POST', body: new URLSearchParams({ password }) })).status;
  const tokens = `${on.provider.issuers.labs}/protocol/openid-connect/token`;
  const login = async (username: string) => {
    const form = { grant_type: 'password', client_id: on.provider.clients.demo.id, username, password };
    return (await fetch(tokens, { method: 'POST', body: new URLSearchParams(form) })).status;
  };
  const [tom, tim, taken] = [`tom.${email}`, `tim.${email}`, `taken.${email}`];
  t.is(await accept(await linkOf(tom)), 200);
  t.deepEqual([await login(tom), await login(email)], [200, 200]);
  t.is(await accept(await linkOf(tim)), 200);
  t.deepEqual([await login(tom), await login(tim), await login(email)], [200, 200, 400]);
  const link = await linkOf(taken);
  const { databaseUrl } = on.provider;
  await withClient(databaseUrl, (client) => saveAccount(client, 'labs', { ...account, username: taken }));
  t.is(await accept(link), 409);
  await withClient(databaseUrl, (client) => client.query('delete from accounts where username = $1', [taken]));
  t.is(await accept(link), 200);
});

test('createInvitation refuses where another identity provider manages the accounts', async (t) => {
  const unsupported = { ...on.identity, createInvitation: async () => 'unsupported' as const };
  const { url } = await on.serve(t, { identity: unsupported });
  const admin = await arrive(url, 'admin');
  const body = { email: 'elsewhere@school.example' };
  const { user_id } = (await (await call(url, admin.token, 'POST', '/users', { body })).json()) as User;
  const reply = await call(url, admin.token, 'POST', `/users/${user_id}/invitation`);
  t.is(reply.status, 409);
  t.regex(((await reply.json()) as { detail: string }).detail, /manages its accounts itself/);
});

const newSession = async ({ id }: Arrived): Promise<string> => {
  const hash = randomBytes(32);
  const expires_at = new Date(Date.now() + 3_600_000);
  const checked = { roles: ['student'] as const, checked_until: expires_at, provider_session: randomBytes(8) };
  await platformStores(on.store).records.begin({ ...checked, hash, user_id: id, at: new Date(), expires_at });
  return hash.toString('hex');
};

test('endUserSession ends one session of that user, and endUserSessions all others', async (t) => {
  const url = await serve(t);
  const [admin, anna, ben] = await Promise.all([arrive(url, 'admin'), arrive(url, 'student'), arrive(url, 'student')]);
  const ids = [await newSession(anna), await newSession(anna), await newSession(anna)].sort();
  const sessionsOf = async ({ id }: Arrived) => {
    const reply = await call(url, admin.token, 'GET', `/users/${id}/sessions`);
    return ((await reply.json()) as UserSessionList).items.map(({ session_id }) => session_id as string);
  };
  t.deepEqual(await sessionsOf(anna), ids);
  const end = async (path: string, method = 'DELETE') =>
    (await call(url, admin.token, method, `/users/${path}`)).status;
  t.is(await end(`${ben.id}/sessions/${ids[0]}`), 404);
  t.is(await end(`${anna.id}/sessions/${ids[0]}`), 204);
  t.deepEqual(await sessionsOf(anna), ids.slice(1));
  t.is(await end(`${anna.id}/end-sessions`, 'POST'), 204);
  t.deepEqual(await sessionsOf(anna), []);
});

test('disableUser refuses the user at once, and replaces the password of a running lab; enableUser lets them in again', async (t) => {
  const infra = await on.whole.run(['infra']);
  const { url, run } = await on.serve(t, { infra: infraAt(on, infra), answerTimeoutMs: 60_000 });
  const [admin, teacher, anna] = await Promise.all([
    arrive(url, 'admin'),
    arrive(url, 'teacher'),
    arrive(url, 'student'),
  ]);
  await uploaded(url, teacher.token, labYaml('guarded'));
  const body = { student_ids: [anna.username] };
  t.is((await call(url, teacher.token, 'POST', '/labs/guarded/start', { body })).status, 202);
  await newSession(anna);
  const generation = () =>
    withClient(on.whole.infrastructure.ownerUrl, async (client) => {
      const text = 'select generation::int from instance_members where student_id = $1';
      return (await client.query<{ generation: number }>(text, [anna.username])).rows[0]?.generation;
    });
  const before = (await generation()) ?? 0;
  const post = (user: Arrived, verb: string) => call(url, admin.token, 'POST', `/users/${user.id}/${verb}`);
  t.is((await post(admin, 'disable')).status, 409);
  t.like(await (await post(anna, 'disable')).json(), { status: 'disabled' });
  t.is((await call(url, anna.token, 'GET', '/auth/me')).status, 401);
  const sessions = sql.type(row<{ count: number }>())`select count(*) from sessions where user_id = ${anna.id}`;
  t.is(await on.store.oneFirst(sessions), 0);
  const revocations = sql.type(row<{ count: number }>())`
    select count(*) from login_revocations where student_id = ${anna.username}`;
  t.is(await on.store.oneFirst(revocations), 1);
  t.like(await (await post(anna, 'disable')).json(), { status: 'disabled' });
  t.is(await on.store.oneFirst(revocations), 1, 'to disable a disabled user changes nothing');
  run();
  await eventually(generation, (now) => now === before + 1);
  t.like(await (await post(anna, 'enable')).json(), { status: 'active' });
  t.is((await call(url, anna.token, 'GET', '/auth/me')).status, 200);
  const actions = sql.type(row<{ action: string }>())`
    select action from audit_logs where details ->> 'user_id' = ${anna.id} order by id`;
  t.deepEqual(await on.store.anyFirst(actions), ['user.disable', 'session.end', 'user.enable']);
});

test('a start that waits for the infrastructure is not sent for a user who is disabled meanwhile', async (t) => {
  const unavailable = await on.serve(t, { answerTimeoutMs: 500 });
  const [admin, teacher, anna, ben] = await Promise.all([
    arrive(unavailable.url, 'admin'),
    arrive(unavailable.url, 'teacher'),
    arrive(unavailable.url, 'student'),
    arrive(unavailable.url, 'student'),
  ]);
  const start = async (lab: string, student_ids: readonly string[]) => {
    await uploaded(unavailable.url, teacher.token, labYaml(lab));
    return (await call(unavailable.url, teacher.token, 'POST', `/labs/${lab}/start`, { body: { student_ids } })).status;
  };
  t.deepEqual([await start('alone', [anna.username]), await start('both', [anna.username, ben.username])], [202, 202]);
  t.is((await call(unavailable.url, admin.token, 'POST', `/users/${anna.id}/disable`)).status, 200);
  const infra = await on.whole.run(['infra']);
  (await on.serve(t, { infra: infraAt(on, infra) })).run();
  const pending = sql.type(row<{ count: number }>())`
    select count(*) from lab_starts where lab_id in ('alone', 'both') and status = 'pending'`;
  await eventually(
    () => on.store.oneFirst(pending),
    (count) => count === 0,
  );
  const members = await withClient(on.whole.infrastructure.ownerUrl, async (client) => {
    const text =
      "select lab_id, m.student_id from instances join instance_members m using (instance_id) where lab_id in ('alone', 'both')";
    return (await client.query<object>(text)).rows;
  });
  t.deepEqual(members, [{ lab_id: 'both', student_id: ben.username }]);
});
