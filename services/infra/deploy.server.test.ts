// Deploying and deleting over HTTP on a real database: who is admitted, what is written and said.
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { s3 } from '../../adapters/objects/s3.ts';
import { connect } from '../../adapters/store/connect.ts';
import { row, sql } from '../../adapters/store/query.ts';
import { mountInfra } from '../../generated/infra/server.ts';
import type { Changes, Deployment, Instance } from '../../generated/infra/types.ts';
import { freshBuckets, freshDatabase, parts } from '../../tools/test/servers.ts';
import { createHealth } from '../lib/http/health.ts';
import { depsOf } from '../test/fixtures/labs/infra.ts';
import { listening } from '../test/fixtures/listener.ts';
import { infra } from './index.ts';

async function bench(t: ExecutionContext) {
  const { postgres } = await parts(t, ['postgres', 'redis']);
  const store = connect((await freshDatabase(postgres, 'infrastructure')).appUrl);
  t.teardown(() => store.close());
  const objects = s3(await freshBuckets());
  const files = objects.bucket('lab-configs');
  const url = await listening(t, {
    basePath: '/infra/v1',
    store,
    health: createHealth(),
    authenticate: async () => ({
      subject: 'covenant-platform',
      kind: 'service',
      roles: [],
      scopeKey: 'covenant-platform',
      clientId: 'covenant-platform',
      isPlatform: true,
    }),
    contract: (host) => mountInfra(infra(depsOf(store, { files })), host),
  });
  const send = async (method: string, path: string, body?: object, key: string = randomUUID()) => {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': key },
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return {
    store,
    files,
    send,
    upload: (lab_id: string, text: string) => files.put(`${lab_id}.yaml`, Buffer.from(text)),
    deploy: async (body: object, key?: string) => {
      const reply = await send('POST', '/deploy', body, key);
      if (reply.status !== 202) throw new Error(JSON.stringify(reply.body));
      return reply.body as Deployment;
    },
    outbox: () =>
      store.any(sql.type(row<{ type: string; routing: string; body: Record<string, unknown> }>())`
        select headers ->> 'message_type' as type, routing_key as routing, body from outbox order by id`),
    audit: () =>
      store.any(sql.type(row<{ action: string; outcome: string; student: string }>())`
        select action, outcome, student_id as student from audit_logs order by id`),
  };
}

const shell = (lab_id: string, more = '') =>
  `lab_id: ${lab_id}\nname: A shell\n${more}containers:\n  main:\n    image: '{registry_url}/intro/labs/shell:v1.0'\n`;

test('deployLab writes a desired state, a message and an audit entry for each student, once', async (t) => {
  const b = await bench(t);
  await b.upload('shell', shell('shell'));
  const key = randomUUID();
  const first = await b.send('POST', '/deploy', { lab_id: 'shell', student_ids: ['anna', 'ben'] }, key);
  t.is(first.status, 202);
  const deployment = first.body as Deployment;
  t.is(first.headers.get('location'), `/infra/v1/deployments/${deployment.deployment_id}`);
  t.deepEqual(
    deployment.results.map(({ student_id, outcome, state }) => [student_id, outcome, state]),
    [
      ['anna', 'accepted', 'queued'],
      ['ben', 'accepted', 'queued'],
    ],
  );
  t.deepEqual(
    (await b.send('POST', '/deploy', { lab_id: 'shell', student_ids: ['anna', 'ben'] }, key)).body,
    first.body,
  );
  const again = await b.deploy({ lab_id: 'shell', student_ids: ['anna', 'carl'] });
  t.deepEqual(
    again.results.map(({ student_id, outcome }) => [student_id, outcome]),
    [
      ['anna', 'already_running'],
      ['carl', 'accepted'],
    ],
  );
  const published = await b.outbox();
  t.deepEqual(
    published.map(({ routing, body }) => [routing, body.student_id]),
    ['anna', 'ben', 'carl'].flatMap((student) => [
      ['lab.status', student],
      ['lab.create', student],
    ]),
  );
  t.deepEqual(
    (await b.audit()).map(({ action, student }) => [action, student]),
    ['anna', 'ben', 'carl'].map((student) => ['lab.start', student]),
  );
  const read = await b.send('GET', `/deployments/${deployment.deployment_id}`);
  t.deepEqual(read.body, deployment);
  const instance = (await b.send('GET', `/instances/${deployment.results[0]?.instance_id}`)).body as Instance;
  t.like(instance, {
    name: 'lab-shell-student-anna',
    members: ['anna'],
    generation: 1,
    state: 'queued',
    volume: 'none',
    config_revision: 1,
    address: null,
    archive: null,
  });
  t.is(Date.parse(instance.deadline_at ?? '') - Date.parse(instance.since) < 61_000, true);
});

test('listChanges continues from a number, and reports on a page that more changes wait', async (t) => {
  const b = await bench(t);
  await b.upload('shell', shell('shell'));
  await b.deploy({ lab_id: 'shell', student_ids: ['anna', 'ben', 'carl'] });
  const first = (await b.send('GET', '/changes?since=0&limit=2')).body as Changes;
  t.deepEqual([first.items.map(({ student_id }) => student_id), first.more], [['anna', 'ben'], true]);
  const rest = (await b.send('GET', `/changes?since=${first.sequence}`)).body as Changes;
  t.deepEqual([rest.items.map(({ student_id }) => student_id), rest.more, rest.epoch], [['carl'], false, first.epoch]);
  t.deepEqual((await b.send('GET', `/changes?since=${rest.sequence}`)).body, {
    epoch: first.epoch,
    sequence: rest.sequence,
    more: false,
    items: [],
  });
});

test('deployLab lets a lab wait that has no room, and refuses one that can never have it, with a reason', async (t) => {
  const b = await bench(t);
  for (const lab of ['one', 'two', 'three', 'four']) await b.upload(lab, shell(lab));
  const roles = ['a', 'b', 'c', 'd'].map(
    (role) => `  ${role}:\n    image: '{registry_url}/i/labs/s:v1.0'\n    ssh: true\n`,
  );
  await b.upload(
    'big',
    `lab_id: big\nname: Big\nresources: { cpu: 1000m, memory: 1Gi }\ncontainers:\n${roles.join('')}`,
  );
  const states = [];
  for (const lab of ['one', 'two', 'three', 'four', 'big'])
    states.push(
      ...(await b.deploy({ lab_id: lab, student_ids: ['anna'] })).results.map((each) => [
        each.outcome,
        each.state,
        each.reason,
      ]),
    );
  t.deepEqual(states, [
    ['accepted', 'queued', null],
    ['accepted', 'queued', null],
    ['accepted', 'queued', null],
    ['accepted', 'waiting_quota', 'quota'],
    ['refused', null, 'quota'],
  ]);
});

test('deployLab gives the last room to one of two concurrent starts', async (t) => {
  const b = await bench(t);
  await b.store.query(sql.unsafe`update resource_quotas set max_students = 1 where scope = 'installation'`);
  await b.upload('shell', shell('shell'));
  const both = await Promise.all(
    ['anna', 'ben'].map((student) => b.deploy({ lab_id: 'shell', student_ids: [student] })),
  );
  t.deepEqual(both.flatMap(({ results }) => results.map(({ state }) => state)).sort(), ['queued', 'waiting_quota']);
});

test('deleteLab stops a lab for the named students, or for all', async (t) => {
  const b = await bench(t);
  await b.upload('shell', shell('shell'));
  await b.deploy({ lab_id: 'shell', student_ids: ['anna', 'ben'] });
  const one = (await b.send('POST', '/delete', { lab_id: 'shell', student_ids: ['anna', 'dora'] })).body as Deployment;
  t.deepEqual(
    one.results.map(({ student_id, outcome, state }) => [student_id, outcome, state]),
    [
      ['anna', 'accepted', 'stopping'],
      ['dora', 'unknown', null],
    ],
  );
  const all = (await b.send('POST', '/delete', { lab_id: 'shell' })).body as Deployment;
  t.deepEqual(
    all.results.map(({ student_id, outcome, state }) => [student_id, outcome, state]),
    [
      ['anna', 'already_stopped', 'stopping'],
      ['ben', 'accepted', 'stopping'],
    ],
  );
  t.is((await b.outbox()).filter(({ routing }) => routing === 'lab.delete').length, 2);
  t.is((await b.send('POST', '/delete', { lab_id: 'nothing' })).status, 404);
});

test('deployLab starts each group once, and reports a student without a group', async (t) => {
  const b = await bench(t);
  await b.upload('net', shell('net', `course_id: ${randomUUID()}\ndeployment_mode: per_group\n`));
  const groups = [{ group_id: 'red', student_ids: ['anna', 'ben'] }];
  const { results } = await b.deploy({ lab_id: 'net', student_ids: ['anna', 'ben', 'carl'], groups });
  t.deepEqual(
    results.map(({ student_id, group_id, outcome }) => [student_id, group_id, outcome]),
    [
      [null, 'red', 'accepted'],
      ['carl', null, 'refused'],
    ],
  );
  const wrong = await b.send('POST', '/deploy', { lab_id: 'net', student_ids: ['anna'] });
  t.is(wrong.status, 422);
});

test('deployLab refuses a lab without a configuration, and one with a broken one', async (t) => {
  const b = await bench(t);
  t.is((await b.send('POST', '/deploy', { lab_id: 'shell', student_ids: ['anna'] })).status, 404);
  await b.upload('shell', 'lab_id: shell\n');
  const broken = await b.send('POST', '/deploy', { lab_id: 'shell', student_ids: ['anna'] });
  t.is(broken.status, 422);
});

test('deployLab keeps the file of a deployed revision, also when a restored platform uses its number again', async (t) => {
  const b = await bench(t);
  const upload = async (more: string) => (await b.upload('shell', shell('shell') + more)).versionId;
  const start = (config_version: string | null) =>
    b.send('POST', '/deploy', { lab_id: 'shell', student_ids: ['anna'], config_revision: 1, config_version });
  const first = await upload('');
  t.is((await start(first)).status, 202);
  const { status, body } = await start(await upload('# anew\n'));
  const { detail, errors } = body as { detail: string; errors: unknown };
  const message = 'must be the version that this revision was deployed with';
  t.deepEqual([status, errors], [422, [{ pointer: '/config_revision', rule: 'same_file', message }]]);
  t.regex(detail, /^Revision 1 of the lab shell was already deployed with a different file\. Upload/);
  t.is((await start(first)).status, 202);
});

test('getAccess shows no password before the lab runs, and never to another student', async (t) => {
  const b = await bench(t);
  await b.upload('shell', shell('shell'));
  const { results } = await b.deploy({ lab_id: 'shell', student_ids: ['anna'] });
  const path = `/instances/${results[0]?.instance_id}/access`;
  const early = await b.send('GET', `${path}?student_id=anna`);
  t.is(early.status, 409);
  const { detail } = early.body as { detail: string };
  t.is(detail, 'The lab is queued. Try again when its state is running.');
  t.is((await b.send('GET', `${path}?student_id=ben`)).status, 404);
  t.deepEqual((await b.audit()).at(-1), { action: 'access.read', outcome: 'refused', student: 'anna' });
});

test('listDeployments goes on from its cursor, and refuses one whose key was altered', async (t) => {
  const b = await bench(t);
  await b.upload('shell', shell('shell'));
  const first = await b.deploy({ lab_id: 'shell', student_ids: ['anna'] });
  await b.deploy({ lab_id: 'shell', student_ids: ['ben'] });
  const page = await b.send('GET', '/deployments?limit=1');
  const { next_cursor: cursor } = page.body as { next_cursor: string };
  const next = await b.send('GET', `/deployments?limit=1&cursor=${cursor}`);
  t.deepEqual(
    [(next.body as { items: Deployment[] }).items.map((each) => each.deployment_id), next.status],
    [[first.deployment_id], 200],
  );
  const [query] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string];
  const id = randomUUID();
  const keys = [
    '',
    'x',
    '[]',
    'null',
    '{',
    `["yesterday","${id}"]`,
    `["2026-01-01T00:00:00Z","x"]`,
    `["0000-01-01T00:00:00Z","${id}"]`,
  ];
  for (const key of keys) {
    const forged = Buffer.from(JSON.stringify([query, key])).toString('base64url');
    const { status, body } = await b.send('GET', `/deployments?limit=1&cursor=${forged}`);
    t.like(body, { status: 400, errors: [{ parameter: 'cursor', rule: 'cursor' }] }, key);
    t.is(status, 400);
  }
});
