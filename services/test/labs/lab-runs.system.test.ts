// Starting and stopping labs through the real infrastructure, with no one to carry its messages: what the platform
// knows, it has asked for.
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { sql } from '../../../adapters/store/query.ts';
import type { StartAccepted, StudentResult } from '../../../generated/platform/types.ts';
import { withClient } from '../../../tools/local/servers/postgres.ts';
import { failpoints } from '../../lib/failpoints.ts';
import { eventually } from '../fixtures/eventually.ts';
import { whole } from '../fixtures/listener.ts';
import { gateway, problemOf } from '../fixtures/platform/gateway.ts';
import {
  type Arrived,
  arrive,
  call,
  labYaml,
  plant,
  plantCourse,
  plantGroup,
  plantMember,
  type Stage,
  stage,
  uploaded,
} from '../fixtures/platform/platform.ts';
import { infraAt, instancesOf } from '../fixtures/platform/platform-with-labs.ts';
import type { Running } from '../fixtures/system.ts';

let on: Stage;
let infra: Running;

test.before(async (t) => {
  on = await stage(t);
  infra = await on.whole.run(['infra']);
  // More labs are started here than ten, and none is stopped for good.
  await withClient(on.whole.infrastructure.ownerUrl, (client) =>
    client.query(`update resource_quotas set max_active_labs = null where scope = 'installation'`),
  );
});

const usersOf = (url: string, ...roles: string[]) => Promise.all(roles.map((role) => arrive(on, url, role)));

async function scene(t: ExecutionContext, more: Parameters<Stage['serve']>[1] = {}) {
  const answering = { infra: infraAt(on, infra), answerTimeoutMs: 60_000 };
  const served = await on.serve(t, more.infra ? more : { ...answering, ...more });
  const [teacher, anna, ben] = (await usersOf(served.url, 'teacher', 'student', 'student')) as [
    Arrived,
    Arrived,
    Arrived,
  ];
  return { ...served, teacher, anna, ben };
}

const start = (url: string, { token }: Arrived, lab: string, body: object) =>
  call(url, token, 'POST', `/labs/${lab}/start`, { body });
const stop = (url: string, { token }: Arrived, lab: string, body?: object) =>
  call(url, token, 'POST', `/labs/${lab}/stop`, { body });
const resultsOf = async (reply: Response): Promise<readonly StudentResult[]> => {
  const body = (await reply.json()) as StartAccepted;
  if (reply.status !== 202) throw new Error(JSON.stringify(body));
  return body.results;
};
const brief = (results: readonly StudentResult[]) =>
  results.map(({ student_id, group_id, outcome, state, reason }) => [student_id, group_id, outcome, state, reason]);

const deploymentsOf = (lab: string) =>
  withClient(on.whole.infrastructure.ownerUrl, async (client) => {
    const text = 'select kind, config_revision from lab_deployments where lab_id = $1 order by created_at';
    const { rows } = await client.query<{ kind: string; config_revision: number | null }>(text, [lab]);
    return rows.map(({ kind, config_revision }) => [kind, config_revision]);
  });

test('startLab has a result for each named student, and listLabInstances finds their instances', async (t) => {
  const { url, teacher, anna, ben } = await scene(t);
  await uploaded(url, teacher.token, labYaml('basics'));
  const reply = await start(url, teacher, 'basics', { student_ids: [anna.username, 'zoe'] });
  t.is(reply.headers.get('location'), '/api/v1/labs/basics/instances');
  t.is(reply.headers.get('cache-control'), 'no-store');
  const results = await resultsOf(reply);
  t.deepEqual(brief(results), [
    [anna.username, null, 'accepted', 'queued', null],
    ['zoe', null, 'refused', null, 'unknown_student'],
  ]);
  const names = results.map(({ username, display_name }) => [username, display_name]);
  t.deepEqual(names, [
    [anna.username, `User ${anna.username}`],
    [null, null],
  ]);
  const [own] = await instancesOf(url, anna.token, 'basics');
  const { since, sequence, ...instance } = own ?? { since: '', sequence: 0 };
  t.deepEqual(instance as object, {
    instance_id: results[0]?.instance_id,
    lab_id: 'basics',
    student_id: anna.username,
    username: anna.username,
    display_name: `User ${anna.username}`,
    group_id: null,
    members: [anna.username],
    state: 'queued',
    volume: 'none',
    reason: null,
    advice: null,
    keep_until: null,
    ends_at: null,
  });
  t.true(sequence > 0 && since !== '');
  const lab = (await (await call(url, teacher.token, 'GET', '/labs/basics')).json()) as { status: string };
  t.is(lab.status, 'starting');
  const again = await resultsOf(await start(url, teacher, 'basics', { student_ids: [anna.username, ben.username] }));
  t.deepEqual(brief(again), [
    [anna.username, null, 'already_running', 'queued', null],
    [ben.username, null, 'accepted', 'queued', null],
  ]);
});

test('listLabInstances lists instances by owner over several pages; a student sees only their instance', async (t) => {
  const { url, teacher, anna, ben } = await scene(t);
  await uploaded(url, teacher.token, labYaml('pages'));
  const ids = [anna.username, ben.username].sort();
  await start(url, teacher, 'pages', { student_ids: ids });
  const owners = async (token: string, query = '') =>
    (await instancesOf(url, token, 'pages', query)).map(({ student_id }) => student_id);
  t.deepEqual(await owners(teacher.token), ids);
  t.deepEqual(await owners(anna.token), [anna.username]);
  t.deepEqual(await owners(teacher.token, '?state=running'), []);
  const first = await call(url, teacher.token, 'GET', '/labs/pages/instances?limit=1');
  const { next_cursor } = (await first.json()) as { next_cursor: string };
  t.deepEqual(await owners(teacher.token, `?cursor=${next_cursor}`), [ids[1]]);
  const foreign = await call(url, teacher.token, 'GET', `/labs/pages/instances?state=queued&cursor=${next_cursor}`);
  t.is(foreign.status, 400);
  const page = async ({ token }: Arrived) => {
    const reply = await call(url, token, 'GET', '/labs');
    return ((await reply.json()) as { items: { lab_id: string; status: string }[] }).items;
  };
  t.deepEqual(
    (await page(anna)).map(({ lab_id, status }) => [lab_id, status]),
    [['pages', 'starting']],
  );
});

test('startLab starts the group of each student once, with all members', async (t) => {
  const { url, teacher, anna, ben } = await scene(t);
  const [cleo, dora] = (await usersOf(url, 'student', 'student')) as [Arrived, Arrived];
  const course = randomUUID();
  await plantCourse(on, teacher, course);
  const yaml = labYaml('grouped', `course_id: ${course}\ndeployment_mode: per_group\n`);
  await uploaded(url, teacher.token, yaml);
  const groupless = await whole(await start(url, teacher, 'grouped', { student_ids: [anna.username] }));
  t.deepEqual(
    [groupless.status, (groupless.body as { errors: object[] }).errors],
    [422, [{ pointer: '/student_ids', rule: 'in_group', message: 'must be members of a group' }]],
  );
  await plantGroup(on, teacher, { id: 'gred', members: [anna, ben], course_id: course });
  await plantGroup(on, teacher, { id: 'gblue', members: [cleo], course_id: course });
  await plantGroup(on, teacher, { id: 'gother', members: [dora] });
  await plantMember(on, course, dora);
  const asked = [anna, ben, dora].map(({ username }) => username);
  const results = await resultsOf(await start(url, teacher, 'grouped', { student_ids: asked }));
  t.deepEqual(brief(results), [
    [anna.username, 'gred', 'accepted', 'queued', null],
    [ben.username, 'gred', 'accepted', 'queued', null],
    [dora.username, null, 'refused', null, 'no_group'],
  ]);
  t.is(results[0]?.instance_id, results[1]?.instance_id);
  const [red, ...more] = await instancesOf(url, ben.token, 'grouped');
  t.deepEqual([red?.group_id, red?.members.toSorted(), more], ['gred', [anna.username, ben.username].toSorted(), []]);
  t.is((await call(url, cleo.token, 'GET', '/labs/grouped')).status, 404);
  const stopped = await resultsOf(await stop(url, teacher, 'grouped', { student_ids: [ben.username, cleo.username] }));
  t.deepEqual(
    brief(stopped).map(([student, group, outcome]) => [student, group, outcome]),
    [
      [ben.username, 'gred', 'accepted'],
      [cleo.username, 'gblue', 'already_stopped'],
    ],
  );
});

test('startLab starts groups that share members, and more groups than a call may name', async (t) => {
  const { url, teacher, anna, ben } = await scene(t);
  const [eve] = (await usersOf(url, 'student')) as [Arrived];
  const course = randomUUID();
  await plantCourse(on, teacher, course);
  const crowd = Array.from({ length: 600 }, (_, n) => `crowd${n}`);
  await plant(
    on,
    `insert into users (user_id, subject, username, display_name, role, student_id)
      select gen_random_uuid(), 'subject ' || id, id, id, 'student', id from unnest($1::text[]) id`,
    [crowd],
  );
  await plantGroup(on, teacher, { id: 'gone', members: [anna, eve], course_id: course });
  await plantGroup(on, teacher, { id: 'gtwo', members: [ben, eve], course_id: course });
  for (let n = 0; n < 12; n++) {
    await plantGroup(on, teacher, { id: `gcrowd${n}`, members: [], course_id: course });
    const some =
      'insert into student_group_members (group_id, user_id) select $1, user_id from users where student_id = any($2)';
    await plant(on, some, [`gcrowd${n}`, crowd.slice(n * 50, n * 50 + 50)]);
  }
  const all =
    "insert into course_members (course_id, user_id, role) select $1, user_id, 'student' from users where student_id = any($2)";
  await plant(on, all, [course, crowd]);
  await uploaded(url, teacher.token, labYaml('shared', `course_id: ${course}\ndeployment_mode: per_group\n`));
  const firsts = Array.from({ length: 12 }, (_, n) => crowd[n * 50] ?? '');
  const asked = [anna.username, ben.username, ...firsts];
  const results = await resultsOf(await start(url, teacher, 'shared', { student_ids: asked }));
  t.deepEqual(
    results.map(({ group_id, instance_id }) => [group_id, instance_id !== null]),
    ['gone', 'gtwo', ...firsts.map((_, n) => `gcrowd${n}`)].map((group) => [group, true]),
  );
});

test('restartLab has a result for each student, and begins nothing for labs that start or do not run', async (t) => {
  const { url, teacher, anna, ben } = await scene(t);
  const [cleo] = (await usersOf(url, 'student')) as [Arrived];
  await uploaded(url, teacher.token, labYaml('restarts'));
  const restart = ({ token }: Arrived, body?: object) => call(url, token, 'POST', '/labs/restarts/restart', { body });
  const notRunning = ['refused', null, 'not_running'];
  t.deepEqual(await resultsOf(await restart(teacher)), [], 'it never ran');
  t.deepEqual(brief(await resultsOf(await restart(teacher, { student_ids: [anna.username] }))), [
    [anna.username, null, ...notRunning],
  ]);
  const names = [anna.username, ben.username].sort();
  await start(url, teacher, 'restarts', { student_ids: names });
  await stop(url, teacher, 'restarts', { student_ids: [ben.username] });
  const reply = await restart(teacher, { student_ids: [anna.username, ben.username, cleo.username, 'zoe'] });
  t.is(reply.headers.get('location'), '/api/v1/labs/restarts/instances');
  const results = await resultsOf(reply);
  t.deepEqual(brief(results), [
    [anna.username, null, 'already_starting', 'queued', null],
    [ben.username, null, 'refused', 'stopping', 'not_running'],
    [cleo.username, null, ...notRunning],
    ['zoe', null, 'refused', null, 'unknown_student'],
  ]);
  t.deepEqual(
    results.map(({ advice }) => advice),
    [
      null,
      'The lab is not running. Start it instead.',
      'The lab is not running. Start it instead.',
      'There is no student with this id. Look the student up by name in the list of students.',
    ],
  );
  t.deepEqual(
    brief(await resultsOf(await restart(teacher, {}))).map(([student, , outcome]) => [student, outcome]),
    names.map((name) => [name, name === anna.username ? 'already_starting' : 'refused']),
  );
  t.is((await restart(anna)).status, 403);
  const [other] = (await usersOf(url, 'teacher')) as [Arrived];
  t.is((await restart(other)).status, 404);
});

test('stopLab stops the whole lab or only the named students, and repeating it changes nothing', async (t) => {
  const { url, teacher, anna, ben } = await scene(t);
  await uploaded(url, teacher.token, labYaml('stops'));
  t.deepEqual(await resultsOf(await stop(url, teacher, 'stops')), [], 'it never ran');
  const names = [anna.username, ben.username].sort();
  await start(url, teacher, 'stops', { student_ids: names });
  const one = await resultsOf(await stop(url, teacher, 'stops', { student_ids: [anna.username, 'zoe'] }));
  t.deepEqual(
    brief(one).map(([student, , outcome, , reason]) => [student, outcome, reason]),
    [
      [anna.username, 'accepted', null],
      ['zoe', 'refused', 'unknown_student'],
    ],
  );
  const all = await resultsOf(await stop(url, teacher, 'stops', {}));
  t.deepEqual(
    brief(all)
      .map(([student, , outcome]) => [student, outcome])
      .sort(),
    names.map((name) => [name, name === anna.username ? 'already_stopped' : 'accepted']),
  );
  const none = await resultsOf(await stop(url, teacher, 'stops', { student_ids: ['zoe'] }));
  t.deepEqual(
    none.map(({ outcome }) => outcome),
    ['refused'],
    'an unknown name is not everybody',
  );
});

// What dispatches in the background takes the intents of every lab in the database: such tests run alone.
test.serial(
  'stopLab reports a refusal of the infrastructure for each student, and retries after the answer of a gateway',
  async (t) => {
    const { url, teacher, anna, ben } = await scene(t);
    await uploaded(url, teacher.token, labYaml('refused'));
    await start(url, teacher, 'refused', { student_ids: [anna.username] });
    const gate = await gateway(t, infra.url);
    const behind = await on.serve(t, { infra: infraAt(on, gate), answerTimeoutMs: 60_000 });
    const both = { student_ids: [anna.username, ben.username] };
    for (const [status, title] of [
      [400, 'Bad Request'],
      [413, 'Content Too Large'],
      [415, 'Unsupported Media Type'],
      [422, 'Unprocessable'],
    ] as const) {
      gate.answer(problemOf(status, title));
      const refused = [null, 'refused', 'infrastructure'];
      const named = brief(await resultsOf(await stop(behind.url, teacher, 'refused', both)));
      t.deepEqual(
        named.map(([student, group, outcome, state, reason]) => [student, group, outcome, reason, state]),
        [
          [anna.username, ...refused, 'queued'],
          [ben.username, ...refused, null],
        ],
      );
      gate.answer(problemOf(status, title));
      const all = await resultsOf(await stop(behind.url, teacher, 'refused'));
      t.deepEqual(
        all.map(({ student_id, outcome, advice }) => [student_id, outcome, advice?.includes(title)]),
        [[anna.username, 'refused', true]],
      );
    }
    t.deepEqual(await deploymentsOf('refused'), [['deploy', 1]], 'nothing was stopped');
    gate.answer({ status: 413, type: 'text/html', body: '<h1>Too large</h1>' });
    const impatient = await on.serve(t, { infra: infraAt(on, gate), answerTimeoutMs: 5_000 });
    const waiting = await resultsOf(await stop(impatient.url, teacher, 'refused', both));
    t.deepEqual(
      waiting.map(({ student_id, outcome }) => [student_id, outcome]),
      [
        [anna.username, 'accepted'],
        [ben.username, 'accepted'],
      ],
    );
    gate.answer(problemOf(404, 'Unknown URL', 'https://covenant.example/problems/unknown-url'));
    impatient.run();
    await eventually(
      () => deploymentsOf('refused'),
      (found) => found.length === 2,
    );
    t.deepEqual(await deploymentsOf('refused'), [
      ['deploy', 1],
      ['delete', null],
    ]);
  },
);

test.serial(
  'startLab stores its intents while the infrastructure is unavailable, and they are dispatched in their order afterwards',
  async (t) => {
    const own = await on.whole.run(['infra']);
    await own.end('SIGKILL');
    const gate = await gateway(t, own.url);
    const { url, teacher, anna, run } = await scene(t, { infra: infraAt(on, gate) });
    await uploaded(url, teacher.token, labYaml('patient'));
    const started = await resultsOf(await start(url, teacher, 'patient', { student_ids: [anna.username, 'zoe'] }));
    t.deepEqual(brief(started), [
      [anna.username, null, 'accepted', null, null],
      ['zoe', null, 'refused', null, 'unknown_student'],
    ]);
    t.deepEqual(brief(await resultsOf(await stop(url, teacher, 'patient', { student_ids: [anna.username] }))), [
      [anna.username, null, 'accepted', null, null],
    ]);
    t.deepEqual(brief(await resultsOf(await start(url, teacher, 'patient', { student_ids: [anna.username] }))), [
      [anna.username, null, 'accepted', null, null],
    ]);
    t.deepEqual(await instancesOf(url, teacher.token, 'patient'), []);
    t.is((await call(url, anna.token, 'GET', '/labs/patient/access')).status, 404);
    run();
    gate.passTo((await on.whole.run(['infra'])).url);
    await eventually(
      () => deploymentsOf('patient'),
      (found) => found.length === 3,
    );
    t.deepEqual(await deploymentsOf('patient'), [
      ['deploy', 1],
      ['delete', null],
      ['deploy', 1],
    ]);
  },
);

test.serial(
  'a process that dies before it has received or stored the answer leaves one deployment of the first revision',
  async (t) => {
    for (const step of [0, 1, 2]) {
      const lab = `dies${step}`;
      const { url, teacher, anna } = await scene(t, {
        failpoints: failpoints([{ name: 'intent', step, action: 'throw' }]),
      });
      await uploaded(url, teacher.token, labYaml(lab));
      const reply = await start(url, teacher, lab, { student_ids: [anna.username] });
      t.is(reply.status, step === 0 ? 500 : 202);
      const config = await call(url, teacher.token, 'GET', `/labs/${lab}/config`);
      const headers = { 'content-type': 'application/yaml', accept: 'application/yaml' };
      const etag = { 'if-match': config.headers.get('etag') ?? '' };
      const next = { body: labYaml(lab, 'description: next\n'), headers: { ...headers, ...etag } };
      t.is((await call(url, teacher.token, 'PUT', `/labs/${lab}/config`, next)).status, 200);
      const alive = await on.serve(t, { infra: infraAt(on, infra), answerTimeoutMs: 60_000 });
      alive.run();
      const pending = sql.unsafe`select from lab_starts where lab_id = ${lab} and status = 'pending'`;
      await eventually(
        () => on.store.exists(pending),
        (still) => !still,
      );
      t.deepEqual(await deploymentsOf(lab), [['deploy', 1]]);
      await start(alive.url, teacher, lab, { student_ids: [anna.username] });
      t.deepEqual(await deploymentsOf(lab), [
        ['deploy', 1],
        ['deploy', 2],
      ]);
    }
  },
);

test('startLab starts once when it is called twice with a key', async (t) => {
  const { url, teacher, anna } = await scene(t);
  await uploaded(url, teacher.token, labYaml('keyed'));
  const send = () =>
    call(url, teacher.token, 'POST', '/labs/keyed/start', {
      body: { student_ids: [anna.username] },
      headers: { 'idempotency-key': 'once' },
    }).then(whole);
  const first = await send();
  t.is(first.status, 202);
  t.deepEqual(await send(), first);
  t.deepEqual(await deploymentsOf('keyed'), [['deploy', 1]]);
});

test.serial('a later refusal of the infrastructure is reported to the teacher', async (t) => {
  const own = await on.whole.run(['infra']);
  await own.end('SIGKILL');
  const gate = await gateway(t, own.url);
  const { url, teacher, anna, run } = await scene(t, { infra: infraAt(on, gate) });
  await uploaded(url, teacher.token, labYaml('lost'));
  await start(url, teacher, 'lost', { student_ids: [anna.username] });
  const [version] = await on.files.history('lost.yaml');
  await on.files.delete('lost.yaml', { versionId: version?.versionId ?? '' });
  run();
  gate.passTo((await on.whole.run(['infra'])).url);
  const { feed } = on.depsOf({});
  const reader = { user_id: randomUUID(), scope: 'every' } as const;
  const notices = async () => (await feed.read(reader, null)).notices.filter(({ lab_id }) => lab_id === 'lost');
  const [notice] = await eventually(notices, (found) => found.length > 0);
  t.like(notice, {
    kind: 'lab_failed',
    message:
      'The lab lost could not be started: The bucket lab-configs does not contain this version of the configuration of the lab lost.',
  });
});

test('the platform reads a restored infrastructure from the beginning, and removes what that no longer has', async (t) => {
  const [{ url, teacher, anna, ben }, other] = await Promise.all([scene(t), scene(t)]);
  await uploaded(url, teacher.token, labYaml('restored'));
  await start(url, teacher, 'restored', { student_ids: [anna.username, ben.username] });
  t.is((await instancesOf(url, teacher.token, 'restored')).length, 2);
  await withClient(on.whole.infrastructure.ownerUrl, async (client) => {
    // At once, as a dump comes back: anyone who asks in between would take what goes here for a part of it.
    for (const statement of [
      'begin',
      "update timeline set identity = 'another life'",
      "update instances set run_id = null where lab_id = 'restored' and student_id = $1",
      "delete from runs where instance_id in (select instance_id from instances where lab_id = 'restored' and student_id = $1)",
      "delete from instances where lab_id = 'restored' and student_id = $1",
      'commit',
    ])
      await client.query(statement, statement.includes('$1') ? [ben.username] : []);
  });
  await uploaded(other.url, other.teacher.token, labYaml('trigger'));
  await start(other.url, other.teacher, 'trigger', { student_ids: [other.anna.username] });
  const [left, ...more] = await instancesOf(url, teacher.token, 'restored');
  t.deepEqual([left?.student_id, more], [anna.username, []]);
});
