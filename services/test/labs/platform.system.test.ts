// The platform as its callers see it: real tokens, a real database, whole replies.
import test from 'ava';
import { oidc } from '../../../adapters/identity/oidc.ts';
import { connect } from '../../../adapters/store/connect.ts';
import { platformStores } from '../../../adapters/store/platform/all.ts';
import { row, sql } from '../../../adapters/store/query.ts';
import type { LabList, Me } from '../../../generated/platform/types.ts';
import { freshUser } from '../../../tools/test/servers.ts';
import { authenticator } from '../../platform/credential.ts';
import { sessions as sessionsOf } from '../../platform/sessions/sessions.ts';
import { whole } from '../fixtures/listener.ts';
import {
  type Arrived,
  arrive as arriveAt,
  plant,
  plantCourse,
  type Stage,
  stage,
} from '../fixtures/platform/platform.ts';

let on: Stage;

test.before(async (t) => {
  on = await stage(t);
});

const serve = async (t: Parameters<Stage['serve']>[0]) => (await on.serve(t)).url;
const arrive = (url: string, ...roles: string[]) => arriveAt(on, url, ...roles);

const get = (url: string, token?: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers: token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` } });

async function tokenOf({ username, password }: { username: string; password: string }): Promise<string> {
  const form = { grant_type: 'password', client_id: on.provider.clients.demo.id, username, password };
  const address = `${on.provider.issuers.labs}/protocol/openid-connect/token`;
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(form) });
  return ((await response.json()) as { access_token: string }).access_token;
}

const teaches = [
  'courses.read',
  'courses.create',
  'courses.update',
  'courses.archive',
  'labs.read',
  'labs.upload',
  'labs.start',
  'labs.stop',
  'labs.access',
  'students.read',
  'groups.read',
  'groups.manage',
];
const studies = ['courses.read', 'labs.read', 'labs.access'];

for (const [roles, capabilities] of [
  [['admin'], [...teaches, 'users.manage', 'platform.administer']],
  [['teacher'], teaches],
  [['student'], studies],
  [['teacher', 'student'], [...new Set([...teaches, ...studies])]],
] as const) {
  test(`getMe shows a user with ${roles.join(' and ')} their name and capabilities`, async (t) => {
    const url = await serve(t);
    const user = await freshUser(on.provider, 'labs', [...roles, 'offline_access']);
    const { body, ...reply } = await whole(await get(`${url}/auth/me`, await tokenOf(user)));
    const { user_id, ...rest } = body as unknown as Me;
    t.regex(user_id, /^[0-9a-f-]{36}$/);
    t.deepEqual(reply, {
      status: 200,
      headers: {
        'content-type': 'application/json',
        'cache-control': 'private, no-cache',
        vary: 'Authorization, Cookie, Accept, Accept-Encoding',
      },
    });
    t.deepEqual(rest as unknown, {
      username: user.username,
      display_name: user.name,
      email: user.email,
      roles,
      student_id: user.username,
      capabilities,
    });
  });
}

test('getMe answers 304 for a current ETag, and never for that of another user', async (t) => {
  const url = await serve(t);
  const [anna, ben] = await Promise.all([arrive(url, 'student'), arrive(url, 'student')]);
  const etag = (await get(`${url}/auth/me`, anna.token)).headers.get('etag') ?? '';
  t.regex(etag, /^"[\w-]{22}"$/);
  const again = await get(`${url}/auth/me`, anna.token, { 'if-none-match': etag });
  t.is(again.headers.get('etag'), etag);
  t.deepEqual(await whole(again), {
    status: 304,
    headers: { 'cache-control': 'private, no-cache', vary: 'Authorization, Cookie, Accept, Accept-Encoding' },
    body: undefined,
  });
  t.is((await get(`${url}/auth/me`, ben.token, { 'if-none-match': etag })).status, 200);
});

test('twenty concurrent first requests create one user', async (t) => {
  const url = await serve(t);
  const user = await freshUser(on.provider, 'labs', ['student']);
  const token = await tokenOf(user);
  const replies = await Promise.all(Array.from({ length: 20 }, () => get(`${url}/auth/me`, token).then(whole)));
  t.is(new Set(replies.map((reply) => JSON.stringify(reply))).size, 1);
  t.is(replies[0]?.status, 200);
  const rows = sql.type(row<{ count: number }>())`select count(*) from users where subject = ${user.id}`;
  t.is((await on.store.one(rows)).count, 1);
});

const problem = (status: number, slug: string, title: string, fields: object = {}) => ({
  type: `https://covenant.example/problems/${slug}`,
  title,
  status,
  instance: 'this request',
  ...fields,
});

const unauthenticated = (detail: string, challenge = ', error="invalid_token"') => ({
  status: 401,
  headers: {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'www-authenticate': `Bearer realm="covenant"${challenge}`,
  },
  body: problem(401, 'unauthenticated', 'Not authenticated', { detail }),
});

const noToken = unauthenticated(
  'The access token is missing. Send it in the Authorization header, as "Bearer TOKEN".',
  '',
);
const noSession = unauthenticated('There is no browser session. Log in with the browser first.', '');
const foreign = unauthenticated('The access token is not valid for this installation. Log in, or get a new one.');
const withoutRole = unauthenticated('You need the role admin, teacher or student. Ask an administrator for a role.');

test('the platform answers 401 for a missing credential, a cookie and a wrong token, with a detail for each', async (t) => {
  const url = await serve(t);
  const { token } = await arrive(url, 'teacher');
  const tampered = `${token.slice(0, -8)}${token.endsWith('AAAAAAAA') ? 'BBBBBBBB' : 'AAAAAAAA'}`;
  for (const path of ['/auth/me', '/labs', '/courses']) {
    t.deepEqual(await whole(await get(url + path)), noToken);
    t.deepEqual(await whole(await get(url + path, undefined, { cookie: '__Host-session=x' })), noToken);
    t.deepEqual(await whole(await get(url + path, tampered)), foreign);
  }
  const logOut = { method: 'POST', headers: { authorization: `Bearer ${token}` } };
  t.deepEqual(await whole(await fetch(`${url}/auth/logout`, logOut)), noSession);
});

test('the platform refuses services, users without a role and disabled users', async (t) => {
  const url = await serve(t);
  const { id, secret } = on.provider.clients.infra;
  const own = { issuer: on.provider.issuers.labs, audience: 'covenant-infra', clientId: id, clientSecret: secret };
  t.deepEqual(await whole(await get(`${url}/labs`, await oidc(own).ownToken())), withoutRole);
  const guest = await freshUser(on.provider, 'labs', ['offline_access']);
  t.deepEqual(await whole(await get(`${url}/labs`, await tokenOf(guest))), withoutRole);
  const ben = await arrive(url, 'teacher');
  await plant(on, 'update users set enabled = false where user_id = $1', [ben.id]);
  const disabled = unauthenticated('This account is disabled. Ask an administrator.');
  t.deepEqual(await whole(await get(`${url}/labs`, ben.token)), disabled);
});

test('a planned operation answers 501 to callers with the right to it, and 403 to others', async (t) => {
  const url = await serve(t);
  const [teacher, student] = await Promise.all([arrive(url, 'teacher'), arrive(url, 'student')]);
  const post = (token: string) =>
    fetch(`${url}/submissions`, { method: 'POST', headers: { authorization: `Bearer ${token}` } }).then(whole);
  const headers = { 'content-type': 'application/problem+json', 'cache-control': 'no-store' };
  const detail = 'The operation createSubmission is planned, but not available in this version.';
  t.deepEqual(await post(student.token), {
    status: 501,
    headers,
    body: problem(501, 'not-implemented', 'Not implemented yet', { detail }),
  });
  t.deepEqual(await post(teacher.token), {
    status: 403,
    headers,
    body: problem(403, 'forbidden-role', 'Insufficient role', {
      detail: 'This operation requires the role student.',
      required_role: 'student',
    }),
  });
});

const course = '3c9f3d8e-2f64-4a53-9b57-0d1c8f6f0c11';

/** shell of turing; net-lab of hopper in turing's course, running for ben's group; net of hopper, stopped for anna. */
async function plantLabs({ turing, hopper, anna, ben }: Record<'turing' | 'hopper' | 'anna' | 'ben', Arrived>) {
  const lab = (lab_id: string, owner: Arrived, course_id: string | null) =>
    plant(
      on,
      `insert into labs (lab_id, name, owner_id, course_id, object_key, content_sha256, created_at, updated_at)
       values ($1, 'The ' || $1, $2, $3, 'x', 'x', '2026-11-20T08:00:00Z', '2026-11-21T08:30:00Z')`,
      [lab_id, owner.id, course_id],
    );
  const instance = (lab_id: string, student: string | null, group: string | null, member: string, state: string) =>
    plant(
      on,
      `insert into lab_instances (instance_id, lab_id, student_id, group_id, members, generation, sequence, state, volume, since)
       values (gen_random_uuid(), $1, $2, $3, array[$4], 1, 1, $5, 'none', now())`,
      [lab_id, student, group, member, state],
    );
  await plantCourse(on, turing, course);
  await Promise.all([lab('shell', turing, null), lab('net-lab', hopper, course), lab('net', hopper, null)]);
  await instance('net', anna.username, null, anna.username, 'stopped');
  await instance('net-lab', null, 'red', ben.username, 'degraded');
}

test('listLabs shows each role its labs, over pages in the order of their ids', async (t) => {
  const url = await serve(t);
  const arrivals = ['admin', 'teacher', 'teacher', 'student', 'student'].map((role) => arrive(url, role));
  const [admin, turing, hopper, anna, ben] = (await Promise.all(arrivals)) as [
    Arrived,
    Arrived,
    Arrived,
    Arrived,
    Arrived,
  ];
  await plantLabs({ turing, hopper, anna, ben });
  const lab = (lab_id: string) => ({
    lab_id,
    name: `The ${lab_id}`,
    description: '',
    course_id: lab_id === 'net-lab' ? course : null,
    revision: 1,
    status: lab_id === 'net-lab' ? 'running' : 'stopped',
    created_at: '2026-11-20T08:00:00.000Z',
    updated_at: '2026-11-21T08:30:00.000Z',
  });
  const list = async ({ token }: Arrived, query = '') => await whole(await get(`${url}/labs${query}`, token));
  const answer = (labIds: readonly string[], next_cursor: string | null = null) => ({
    status: 200,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'private, no-cache',
      vary: 'Authorization, Cookie, Accept, Accept-Encoding',
    },
    body: { items: labIds.map(lab), next_cursor } as unknown,
  });
  t.deepEqual(await list(admin), answer(['net', 'net-lab', 'shell']));
  t.deepEqual(await list(turing), answer(['net-lab', 'shell']));
  t.deepEqual(await list(hopper), answer(['net', 'net-lab']));
  t.deepEqual(await list(anna), answer(['net']));
  t.deepEqual(await list(ben), answer(['net-lab']));
  t.deepEqual(await list(turing, `?course_id=${course}`), answer(['net-lab']));

  const first = await list(admin, '?limit=2');
  const { next_cursor } = first.body as unknown as LabList;
  t.deepEqual(first, answer(['net', 'net-lab'], next_cursor));
  t.deepEqual(await list(admin, `?limit=1&cursor=${next_cursor}`), answer(['shell']));
  // A page never shows more than its reader may see, whichever caller got the cursor.
  t.deepEqual(await list(hopper, `?cursor=${next_cursor}`), answer([]));
  const foreign = {
    parameter: 'cursor',
    rule: 'cursor',
    message: 'must be the next_cursor of a page of the same query',
  };
  t.deepEqual(await list(admin, `?course_id=${course}&cursor=${next_cursor}`), {
    status: 400,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
    body: problem(400, 'invalid-request', 'Invalid request', {
      detail: 'The cursor does not belong to this query.',
      errors: [foreign],
    }),
  });
});

test('the platform answers 503 with Retry-After while the database is unavailable', async (t) => {
  const unreachable = connect('postgres://nobody@127.0.0.1:9/platform');
  const stores = platformStores(unreachable);
  const sessions = sessionsOf({ ...on.sessionDeps, ...stores });
  const authenticate = authenticator({ ...on.browsers, ...stores, identity: on.identity, sessions });
  const { url } = await on.serve(t, { ...stores, sessions, authenticate });
  const token = await tokenOf(await freshUser(on.provider, 'labs', ['student']));
  t.deepEqual(await whole(await get(`${url}/auth/me`, token)), {
    status: 503,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', 'retry-after': '2' },
    body: problem(503, 'unavailable', 'Temporarily unavailable', {
      detail: 'A dependency of the service is unavailable. Try again in 2 s.',
      retry_after_s: 2,
    }),
  });
});
