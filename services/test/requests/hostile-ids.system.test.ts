// Names of people and labs that try to be something else, through the real API: each is refused, or becomes objects
// whose names are unique and DNS-1035 (decision 12). What builds the names: services/labs/names.test.ts.
import { randomBytes, randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import type { Me, Problem, StartAccepted } from '../../../generated/platform/types.ts';
import { saveAccount } from '../../../tools/local/servers/identity/accounts.ts';
import { withClient } from '../../../tools/local/servers/postgres.ts';
import { eventually } from '../fixtures/eventually.ts';
import {
  type Arrived,
  arrive,
  brokerOf,
  call,
  labYaml,
  plantCourse,
  plantGroup,
  type Stage,
  stage,
  uploads,
} from '../fixtures/platform/platform.ts';
import { infraAt, instancesOf, relay, worker } from '../fixtures/platform/platform-with-labs.ts';
import { system } from '../fixtures/system.ts';

const usernames = [
  ...['student', 'stüdent', 'group', 'a-student-b', 'astudentb', '__proto__', 'constructor', 'root', '000', "o'brien"],
  ...['анна', '안나', '--', '🙂', 'anna.berg', 'anna-berg', 'annaberg2', 'x'.repeat(60), 'x'.repeat(61)],
];
const labs = ['a', 'students-groups1', 'a-1-b', 'lab', 'constructor'];
const roles = ['abcdefghijkl', '0', 'group'];

async function scene(t: ExecutionContext) {
  const on = await stage(t, await system(t));
  const infra = await on.whole.run(['infra']);
  const served = await on.serve(t, {
    infra: infraAt(on, infra),
    broker: brokerOf(t, on),
    answerTimeoutMs: 60_000,
  });
  const { world } = worker(t, on.whole);
  await relay(t, on.whole);
  served.run();
  return { on, world, url: served.url, teacher: await arrive(on, served.url, 'teacher') };
}

/** Someone who is called so at the provider. */
async function arriveAs({ provider }: Stage, url: string, username: string): Promise<Arrived> {
  const password = randomBytes(12).toString('base64url');
  const email = `u${randomBytes(6).toString('hex')}@covenant.example`;
  const account = { username, email, name: username, roles: ['student'], password };
  await withClient(provider.databaseUrl, (client) => saveAccount(client, 'labs', account));
  const form = { grant_type: 'password', client_id: provider.clients.demo.id, username, password };
  const address = `${provider.issuers.labs}/protocol/openid-connect/token`;
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const me = (await (await call(url, token, 'GET', '/auth/me')).json()) as Me;
  return { token, username: me.student_id ?? '', id: me.user_id };
}

const start = async (url: string, { token }: Arrived, lab: string, body: object) => {
  const reply = await call(url, token, 'POST', `/labs/${lab}/start`, { body });
  return { status: reply.status, body: (await reply.json()) as StartAccepted };
};

const dns1035 = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

test('objects never share a name and have DNS-1035 labels, whatever users and labs are called', async (t) => {
  t.timeout(110_000);
  const { on, world, url, teacher } = await scene(t);
  const users: Arrived[] = [];
  for (const username of usernames) users.push(await arriveAs(on, url, username));
  const ids = users.map(({ username }) => username);
  t.is(new Set(ids).size, usernames.length);
  t.deepEqual(
    ids.filter((id) => !/^[a-z0-9]{1,20}$/.test(id)),
    [],
  );
  const containers = roles
    .map((role) => `  '${role}':\n    image: '{registry_url}/intro/labs/shell:v1.0'\n    ssh: true\n    volume: true\n`)
    .join('');
  const course_id = randomUUID();
  await plantCourse(on, teacher, course_id);
  for (const lab of labs) {
    const yaml = lab === 'lab' ? labYaml(lab, `course_id: ${course_id}\ndeployment_mode: per_group\n`) : labYaml(lab);
    const several = `${yaml.slice(0, yaml.indexOf('containers:'))}containers:\n${containers}`;
    const reply = await uploads(url, teacher.token, lab === 'a-1-b' ? several : yaml);
    t.is(reply.status, 201, await reply.text());
  }
  // All in one lab, and in one of the others: a person has room for three.
  const startedIn = (lab: string) => (lab === 'a' ? ids : ids.slice(labs.indexOf(lab) * 4 - 4, labs.indexOf(lab) * 4));
  const groups = ['student', 'group', '0', 'x'.repeat(20)];
  for (const [n, id] of groups.entries()) {
    const member = users.find(({ username }) => username === startedIn('lab')[n]);
    await plantGroup(on, teacher, { id, members: [member as Arrived], course_id });
  }

  for (const lab of labs) {
    const started = await start(url, teacher, lab, { student_ids: startedIn(lab) });
    t.is(started.status, 202, JSON.stringify(started.body));
  }
  for (const lab of labs)
    await eventually(
      () => instancesOf(url, teacher.token, lab, '?limit=100'),
      (all) => all.length === startedIn(lab).length && all.every(({ state }) => state === 'running'),
    );
  const objects = world.all();
  const names = objects.map(({ kind, name }) => `${kind} ${name}`);
  t.is(new Set(names).size, names.length);
  t.deepEqual(
    objects.filter(({ name }) => !dns1035.test(name)),
    [],
  );
  t.deepEqual(
    [...new Set(objects.filter(({ kind }) => kind === 'claim').map(({ name }) => name))].sort(),
    labs
      .flatMap((lab) =>
        lab === 'lab'
          ? groups.map((id) => `lab-lab-group-${id}`)
          : startedIn(lab).map((id) => `lab-${lab}-student-${id}`),
      )
      .sort(),
  );
});

test('uploadLab refuses ids that no name can hold, and stores nothing', async (t) => {
  const { world, url, teacher } = await scene(t);
  const hostile = [
    ...['', '-', 'a-', '-a', 'a--b', 'A', 'ä', 'student', 'a-student', 'group-a', '1a', 'a.b', 'a b', 'a\n', 'a\0'],
    ...['a/b', '../a', 'а', 'x'.repeat(17), '__proto__', 'a-student-b'],
  ];
  for (const id of hostile) {
    const yaml = labYaml('kept').replace('lab_id: kept', `lab_id: ${JSON.stringify(id)}`);
    const reply = await uploads(url, teacher.token, yaml);
    const { errors } = (await reply.json()) as Problem;
    t.deepEqual(
      [reply.status, [...new Set(errors?.map(({ pointer }) => pointer))]],
      [422, ['/lab_id']],
      JSON.stringify(id),
    );
  }
  t.deepEqual(await (await call(url, teacher.token, 'GET', '/labs')).json(), { items: [], next_cursor: null });
  t.is((await uploads(url, teacher.token, labYaml('kept'))).status, 201);
  for (const id of ['', 'a-b', 'A', 'ä', '../x', 'a\n', 'x'.repeat(21), '__proto__', '-']) {
    const one = await start(url, teacher, 'kept', { student_ids: [id] });
    t.is(one.status, 400, JSON.stringify(id));
  }
  t.deepEqual(world.all(), []);
});
