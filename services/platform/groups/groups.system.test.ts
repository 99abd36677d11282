// Student groups through the public API: ids, members, and what a running lab of a group keeps.
import test from 'ava';
import type { Course, Group, GroupList } from '../../../generated/platform/types.ts';
import {
  type Arrived,
  arrive,
  call,
  labYaml,
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

const groups = '/groups/management';

/** With the ETag of this moment. */
async function change(url: string, { token }: Arrived, path: string, method: string, body?: object) {
  const headers = { 'if-match': (await call(url, token, 'GET', path)).headers.get('etag') ?? '"none"' };
  return await call(url, token, method, path, body === undefined ? { headers } : { headers, body });
}

test('a group has an id made from its name, members of its course, and stays while a lab of it runs', async (t) => {
  const { url } = await on.serve(t, { infra: infraAt(on, infra), answerTimeoutMs: 60_000 });
  const [tora, carl, anna, ben] = (await Promise.all(
    ['teacher', 'teacher', 'student', 'student'].map((role) => arrive(on, url, role)),
  )) as [Arrived, Arrived, Arrived, Arrived];
  const reply = await call(url, tora.token, 'POST', '/courses', { body: { title: 'Systems' } });
  const { course_id } = (await reply.json()) as Course;
  await plantMember(on, course_id, anna);
  const create = (by: Arrived, name: string, ...members: Arrived[]) =>
    call(url, by.token, 'POST', groups, {
      body: { name, course_id, student_ids: members.map(({ username }) => username) },
    });
  t.is((await create(carl, 'Red Team')).status, 404, 'a teacher of no course');
  const refused = await create(tora, 'Red Team', anna, ben);
  t.like(await refused.json(), {
    status: 422,
    errors: [{ pointer: '/student_ids', value: ben.username, rule: 'in_course' }],
  });
  const created = (await (await create(tora, 'Red Team', anna)).json()) as Group;
  t.deepEqual(created as unknown, { group_id: 'redteam', name: 'Red Team', course_id, student_ids: [anna.username] });
  t.is((await create(tora, 'Red Team')).status, 409);
  t.like(await (await create(tora, 'red-team')).json(), { group_id: 'redteam2' });
  const path = `${groups}/redteam`;
  t.deepEqual(
    await Promise.all([tora, carl].map(async ({ token }) => (await call(url, token, 'GET', path)).status)),
    [200, 404],
  );
  await plantMember(on, course_id, ben);
  const body = { name: 'Red', student_ids: [anna.username, ben.username].toSorted() };
  t.deepEqual(await (await change(url, tora, path, 'PUT', body)).json(), { group_id: 'redteam', course_id, ...body });
  await uploaded(url, tora.token, labYaml('busy', `course_id: ${course_id}\ndeployment_mode: per_group\n`));
  await call(url, tora.token, 'POST', '/labs/busy/start', { body: { student_ids: [ben.username] } });
  t.is((await change(url, tora, path, 'DELETE')).status, 409);
  t.is((await change(url, tora, `${groups}/redteam2`, 'DELETE')).status, 204);
  const { items } = (await (await call(url, tora.token, 'GET', groups)).json()) as GroupList;
  t.deepEqual(
    items.map(({ group_id }) => group_id),
    ['redteam'],
  );
});
