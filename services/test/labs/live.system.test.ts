// Live updates as a browser receives them: real sockets, the real feed, and two processes on one database.
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { WebSocket } from 'ws';
import { sql } from '../../../adapters/store/query.ts';
import type { Delta, Notice, Resume, ServerMessage, Snapshot } from '../../../generated/platform/messages.ts';
import type { LabList } from '../../../generated/platform/types.ts';
import { ServerMessage as isServerMessage } from '../../../generated/platform/validate-messages.js';
import { manualClock } from '../../lib/clock.ts';
import { eventually } from '../fixtures/eventually.ts';
import { copied, instance, noticed, shown } from '../fixtures/platform/live-rows.ts';
import {
  type Arrived,
  arrive,
  call,
  labYaml,
  origin,
  plant,
  plantCourse,
  plantGroup,
  type Stage,
  stage,
  uploaded,
} from '../fixtures/platform/platform.ts';

let on: Stage;

test.before(async (t) => {
  on = await stage(t);
});

type Client = {
  readonly socket: WebSocket;
  readonly messages: readonly ServerMessage[];
  send(message: unknown): void;
  /** The message after those that were taken. */
  next(): Promise<ServerMessage>;
  readonly closed: Promise<number>;
};

function follow(t: ExecutionContext, url: string, headers: Readonly<Record<string, string>>): Client {
  const socket = new WebSocket(url, { headers });
  t.teardown(() => socket.terminate());
  const messages: ServerMessage[] = [];
  let taken = 0;
  socket.on('error', () => {});
  socket.on('message', (data) => {
    const message: unknown = JSON.parse(String(data));
    t.true(isServerMessage(message), JSON.stringify(message));
    messages.push(message as ServerMessage);
  });
  let code: number | undefined;
  const closed = new Promise<number>((resolve) =>
    socket.on('close', (found) => {
      code = found;
      resolve(found);
    }),
  );
  const opened = new Promise<void>((resolve) => socket.on('open', resolve));
  return {
    socket,
    messages,
    closed,
    send: (message) =>
      void opened.then(() => socket.send(typeof message === 'string' ? message : JSON.stringify(message))),
    async next() {
      const found = await eventually(
        async () => messages[taken] ?? code,
        (each) => each !== undefined,
      );
      if (typeof found === 'number') throw new Error(`the connection was closed with ${found}`);
      taken += 1;
      return found as ServerMessage;
    },
  };
}

const bearer = (token: string) => ({ origin, authorization: `Bearer ${token}` });
const first: Resume = { type: 'resume', epoch: null, after: null };

/** Resumes and returns what comes up to the answer to a second `resume`: the notices of the first, in their order. */
async function resumes(client: Client, resume: Resume) {
  client.send(resume);
  const answer = await client.next();
  if (answer.type === 'notice') throw new Error('a notice came before the answer');
  const { epoch, sequence } = answer;
  client.send({ type: 'resume', epoch, after: sequence });
  const notices: string[] = [];
  for (;;) {
    const message = await client.next();
    if (message.type !== 'notice') return { type: answer.type, notices, at: { epoch, after: message.sequence } };
    notices.push(message.notice_id);
  }
}

/** A process with its sockets, and a teacher with a lab of this name. */
async function scene(t: ExecutionContext, lab: string, more: Parameters<Stage['serve']>[1] = {}) {
  const { url, sockets, run } = await on.serve(t, more);
  const stop = run();
  const teacher = await arrive(on, url, 'teacher');
  if (lab !== '') await uploaded(url, teacher.token, labYaml(lab));
  return { url, live: sockets.url, sockets: sockets.sockets, stop, teacher };
}

test('live updates bring everything of the user first, then each change, from whichever process it comes', async (t) => {
  const [here, there] = await Promise.all([scene(t, 'both'), scene(t, '')]);
  const student = await arrive(on, here.url, 'student');
  const anna = instance('both', student.username, 1);
  const ben = instance('both', 'benx', 1);
  await copied(on, anna);
  await copied(on, ben);
  const teacher = follow(t, here.live, bearer(here.teacher.token));
  const pupil = follow(t, there.live, bearer(student.token));
  const outsider = follow(t, there.live, bearer(there.teacher.token));
  for (const each of [teacher, pupil, outsider]) each.send(first);
  const [all, own, none] = (await Promise.all([teacher, pupil, outsider].map((each) => each.next()))) as Snapshot[];
  const byId = (list: readonly { instance_id: string }[]) =>
    [...list].sort((a, b) => (a.instance_id < b.instance_id ? -1 : 1));
  const labs = [{ lab_id: 'both', status: 'starting' as const }];
  t.deepEqual([all?.type, all?.labs, all?.instances as unknown], ['snapshot', labs, byId([shown(anna), shown(ben)])]);
  t.deepEqual([own?.labs, own?.instances as unknown], [labs, [shown(anna)]]);
  t.deepEqual([none?.labs, none?.instances], [[], []]);
  const running = { ...anna, sequence: 2, state: 'running' } as const;
  await copied(on, running);
  const changes = (await Promise.all([teacher.next(), pupil.next()])) as Delta[];
  for (const [n, change] of changes.entries()) {
    const before = [all, own][n]?.sequence ?? -1;
    t.deepEqual([change.type, change.epoch, change.previous], ['delta', all?.epoch, before]);
    t.true(change.sequence > before);
    t.deepEqual(
      [change.labs, change.instances as unknown],
      [[{ lab_id: 'both', status: 'running' }], [shown(running)]],
    );
  }
  const stopping = { ...ben, sequence: 3, state: 'stopping' } as const;
  await copied(on, stopping);
  const change = (await teacher.next()) as Delta;
  t.deepEqual(
    [change.labs, change.instances as unknown],
    [[], [shown(stopping)]],
    'the lab still runs, so its status is no news',
  );
  t.deepEqual([pupil.messages.length, outsider.messages.length], [2, 1]);
});

test('live updates bring students the status of their instances, and teachers that of the whole class', async (t) => {
  const { url, live, teacher } = await scene(t, 'classes');
  const [anna, ben] = [await arrive(on, url, 'student'), await arrive(on, url, 'student')];
  const [annas, bens] = [
    instance('classes', anna.username, 1, { state: 'stopped' }),
    instance('classes', ben.username, 2, { state: 'running' }),
  ];
  await copied(on, annas);
  await copied(on, bens);
  const [pupil, whole] = [follow(t, live, bearer(anna.token)), follow(t, live, bearer(teacher.token))];
  for (const each of [pupil, whole]) each.send(first);
  const statuses = async () =>
    (await Promise.all([pupil.next(), whole.next()])).map((each) => (each as Snapshot | Delta).labs);
  const labs = (status: string) => [{ lab_id: 'classes', status }];
  t.deepEqual((await statuses()) as unknown, [labs('stopped'), labs('running')]);
  await copied(on, { ...annas, sequence: 3, state: 'creating' });
  t.deepEqual((await statuses()) as unknown, [labs('starting'), []]);
  const read = async ({ token }: Arrived, path: string) => (await call(url, token, 'GET', path)).json();
  for (const [token, status] of [
    [anna, 'starting'],
    [ben, 'running'],
    [teacher, 'running'],
  ] as const) {
    const { items } = (await read(token, '/labs')) as LabList;
    t.deepEqual(
      items.map((lab) => [lab.lab_id, lab.status]),
      [['classes', status]],
    );
    t.like((await read(token, '/labs/classes')) as object, { status });
  }
});

test('live updates leave out a lab from the moment in which the platform knows that a student left its group', async (t) => {
  const { url, live, teacher } = await scene(t, 'left');
  const [anna, ben] = [await arrive(on, url, 'student'), await arrive(on, url, 'student')];
  await plantGroup(on, teacher, { id: 'gleft', members: [anna, ben] });
  const both = instance('left', '', 1, { student_id: null, group_id: 'gleft' });
  await copied(on, both);
  const [leaves, stays] = [follow(t, live, bearer(anna.token)), follow(t, live, bearer(ben.token))];
  for (const each of [leaves, stays]) each.send(first);
  t.is(((await leaves.next()) as Snapshot).instances.length, 1);
  await stays.next();
  await plant(on, 'delete from student_group_members where group_id = $1 and user_id = $2', ['gleft', anna.id]);
  await copied(on, { ...both, sequence: 2 });
  const after = (await leaves.next()) as Snapshot;
  t.deepEqual([after.type, after.labs, after.instances], ['snapshot', [], []]);
  t.is((await stays.next()).type, 'delta');
  await copied(on, { ...both, sequence: 3, state: 'running' });
  t.is((await stays.next()).type, 'delta');
  t.is(leaves.messages.length, 2);
});

test('live updates bring a returning client what changed since, and everything for an unknown number', async (t) => {
  const { live, teacher } = await scene(t, 'away');
  const anna = instance('away', 'anna', 1);
  await copied(on, anna);
  const before = follow(t, live, bearer(teacher.token));
  before.send(first);
  const { epoch, sequence } = (await before.next()) as Snapshot;
  before.socket.close();
  await before.closed;
  const [running, ben] = [{ ...anna, sequence: 2, state: 'running' } as const, instance('away', 'ben', 3)];
  await copied(on, running);
  await copied(on, ben);
  const resumed = follow(t, live, bearer(teacher.token));
  resumed.send({ type: 'resume', epoch, after: sequence });
  const delta = (await resumed.next()) as Delta;
  const byId = [shown(running), shown(ben)].sort((a, b) => (a.instance_id < b.instance_id ? -1 : 1));
  t.deepEqual(
    [delta.type, delta.previous, delta.labs, delta.instances as unknown],
    ['delta', sequence, [{ lab_id: 'away', status: 'running' }], byId],
  );
  resumed.send({ type: 'resume', epoch, after: delta.sequence });
  const { instances, previous } = (await resumed.next()) as Delta;
  t.deepEqual([previous, instances], [delta.sequence, []]);
  for (const strange of [
    { epoch: randomUUID(), after: delta.sequence },
    { epoch, after: delta.sequence + 1_000_000 },
  ]) {
    resumed.send({ type: 'resume', ...strange });
    const { type, instances: all } = (await resumed.next()) as Snapshot;
    t.deepEqual([type, all.length], ['snapshot', 2]);
  }
});

test('live updates bring a change whose notification was lost a little later', async (t) => {
  const deaf = { listen: () => ({ close: async () => {} }) };
  const { live, teacher } = await scene(t, 'deaf', deaf);
  const client = follow(t, live, bearer(teacher.token));
  client.send(first);
  const { sequence } = (await client.next()) as Snapshot;
  const anna = instance('deaf', 'anna', 1);
  await copied(on, anna);
  const { type, previous, instances } = (await client.next()) as Delta;
  t.deepEqual([type, previous, instances as unknown], ['delta', sequence, [shown(anna)]]);
});

test('live updates merge many changes of one instance for a slow reader', async (t) => {
  const { live, teacher } = await scene(t, 'slow');
  const anna = instance('slow', 'anna', 1, { advice: 'x'.repeat(1_000), reason: 'deadline' });
  await copied(on, anna);
  const slow = follow(t, live, bearer(teacher.token));
  slow.send(first);
  await slow.next();
  slow.socket.pause();
  // More than the buffers of both sides hold, when each change were a message.
  const many = Array.from({ length: 300 }, (_, n) => instance('slow', `s${n}`, 1, { advice: '😀'.repeat(1_000) }));
  for (const round of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    await Promise.all(many.map((each) => copied(on, { ...each, sequence: round })));
  }
  slow.socket.resume();
  const state = () => {
    const last = new Map<string, number>();
    for (const message of slow.messages)
      if (message.type !== 'notice') for (const each of message.instances) last.set(each.instance_id, each.sequence);
    return last;
  };
  await eventually(
    async () => state(),
    (last) => many.every(({ instance_id }) => last.get(instance_id) === 10),
  );
  const deltas = slow.messages.filter((each): each is Delta => each.type === 'delta');
  for (const [n, each] of deltas.entries()) if (n > 0) t.is(each.previous, deltas[n - 1]?.sequence ?? -1);
  t.log(`${deltas.length} messages for 3,000 changes`);
  t.true(deltas.length < 3_000 / 2, `${deltas.length} messages for 3,000 changes`);
});

test('live updates bring notices to the teachers of the lab, also those that were missed', async (t) => {
  const { live, teacher } = await scene(t, 'noted');
  const other = await scene(t, '');
  const [missed, received] = [randomUUID(), randomUUID()];
  await noticed(on, 'noted', missed);
  const client = follow(t, live, bearer(teacher.token));
  const outsider = follow(t, live, bearer(other.teacher.token));
  client.send(first);
  outsider.send(first);
  t.is((await client.next()).type, 'snapshot');
  const expected = (notice_id: string) => ({
    type: 'notice',
    notice_id,
    kind: 'lab_expiring',
    lab_id: 'noted',
    instance_id: null,
    student_id: null,
    username: null,
    display_name: null,
    message: 'It will be stopped tomorrow.',
    advice: null,
    due_at: '2026-11-28T02:00:00.000Z',
    occurred_at: '2026-11-27T02:00:00.000Z',
  });
  t.deepEqual((await client.next()) as unknown, expected(missed));
  await noticed(on, 'noted', received);
  t.deepEqual((await client.next()) as unknown, expected(received));
  t.deepEqual(
    outsider.messages.map(({ type }) => type),
    ['snapshot'],
  );
});

test('live updates bring an acknowledged notice to no connection of the user again', async (t) => {
  const [here, there] = await Promise.all([scene(t, 'shown'), scene(t, '')]);
  const [colleague, course_id] = [there.teacher, randomUUID()];
  await plantCourse(on, colleague, course_id);
  await plant(on, "update labs set course_id = $1 where lab_id = 'shown'", [course_id]);
  const [one, two, three, four] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()] as const;
  for (const each of [one, two, three]) await noticed(on, 'shown', each);
  const open = (live: string, { token }: Arrived) => follow(t, live, bearer(token));
  const [laptop, phone] = [open(here.live, here.teacher), open(there.live, here.teacher)];
  // Both at once: a connection that has asked for nothing after 10 s is closed.
  const [{ notices, at }, same] = await Promise.all([resumes(laptop, first), resumes(phone, first)]);
  t.deepEqual(
    [notices, same.notices],
    [
      [one, two, three],
      [one, two, three],
    ],
  );
  const acknowledged = await resumes(laptop, { type: 'resume', ...at, acknowledged: two });
  t.deepEqual([acknowledged.type, acknowledged.notices], ['delta', []]);
  t.deepEqual((await resumes(phone, first)).notices, [three], 'a connection that was open, in another process');
  t.deepEqual((await resumes(open(there.live, here.teacher), first)).notices, [three], 'a new connection');
  t.deepEqual(
    (await resumes(phone, { ...first, acknowledged: one })).notices,
    [three],
    'an older one takes nothing back',
  );
  const before = { type: 'resume', epoch: at.epoch, after: 0 } as const;
  t.deepEqual((await resumes(phone, before)).notices, [three], 'from a number before the notices');
  t.deepEqual((await resumes(phone, { ...first, acknowledged: three })).notices, []);
  await noticed(on, 'shown', four);
  t.is(((await laptop.next()) as Notice).notice_id, four);
  t.deepEqual((await resumes(laptop, first)).notices, [four]);
  t.deepEqual((await resumes(open(here.live, colleague), first)).notices, [one, two, three, four], 'another user');
});

test('an acknowledged notice stays acknowledged when the process starts again', async (t) => {
  const before = await scene(t, 'stays');
  const [one, two] = [randomUUID(), randomUUID()];
  for (const each of [one, two]) await noticed(on, 'stays', each);
  const headers = bearer(before.teacher.token);
  const client = follow(t, before.live, headers);
  const { at } = await resumes(client, { ...first, acknowledged: one });
  await before.sockets[Symbol.asyncDispose]();
  await before.stop();
  t.is(await client.closed, 1012);
  const after = await scene(t, '');
  t.deepEqual((await resumes(follow(t, after.live, headers), first)).notices, [two]);
  const resumed = await resumes(follow(t, after.live, headers), { type: 'resume', ...at, acknowledged: two });
  t.deepEqual([resumed.type, resumed.notices], ['delta', []]);
  t.deepEqual((await resumes(follow(t, after.live, headers), first)).notices, []);
});

test('a user can acknowledge only the notices that they can see', async (t) => {
  const [here, there] = [await scene(t, 'mine'), await scene(t, 'theirs')];
  const [mine, theirs] = [randomUUID(), randomUUID()];
  for (const [lab, each] of [
    ['mine', mine],
    ['theirs', theirs],
  ] as const)
    await noticed(on, lab, each);
  const client = follow(t, here.live, bearer(here.teacher.token));
  for (const acknowledged of [theirs, randomUUID(), null])
    t.deepEqual((await resumes(client, { ...first, acknowledged })).notices, [mine]);
  t.deepEqual((await resumes(follow(t, there.live, bearer(there.teacher.token)), first)).notices, [theirs]);
});

test('live updates bring a client that acknowledges nothing the newest 20 notices', async (t) => {
  const { live, teacher } = await scene(t, 'many');
  const all = Array.from({ length: 23 }, () => randomUUID());
  const client = follow(t, live, bearer(teacher.token));
  const { at } = await resumes(client, first);
  for (const each of all) await noticed(on, 'many', each);
  for (const each of all) t.is(((await client.next()) as Notice).notice_id, each);
  t.deepEqual((await resumes(client, first)).notices, all.slice(-20));
  const from = await resumes(follow(t, live, bearer(teacher.token)), { type: 'resume', ...at });
  t.deepEqual([from.type, from.notices], ['delta', all.slice(-20)]);
});

const closings: readonly [
  why: string,
  code: number,
  (t: ExecutionContext, to: { live: string; teacher: Arrived }) => Client,
][] = [
  [
    'a page of another origin',
    4403,
    (t, { live, teacher }) => follow(t, live, { ...bearer(teacher.token), origin: 'https://elsewhere.example' }),
  ],
  ['no origin', 4403, (t, { live, teacher }) => follow(t, live, { authorization: `Bearer ${teacher.token}` })],
  ['no credential', 4401, (t, { live }) => follow(t, live, { origin })],
  ['a credential that counts nowhere', 4401, (t, { live }) => follow(t, live, bearer('zz'))],
  [
    'a cookie that is none of a session',
    4401,
    (t, { live }) => follow(t, live, { origin, cookie: '__Host-session=x' }),
  ],
  ['no JSON', 4422, (t, to) => sends(t, to, '{')],
  ['another message', 4422, (t, to) => sends(t, to, { type: 'snapshot' })],
  ['an acknowledgement that is no id', 4422, (t, to) => sends(t, to, { ...first, acknowledged: 'x' })],
  ['an unknown field', 4422, (t, to) => sends(t, to, { ...first, more: 1 })],
  ['bytes', 4422, (t, to) => sends(t, to, undefined)],
  ['a message that is too long', 4413, (t, to) => sends(t, to, `"${'x'.repeat(4_096)}"`)],
];

function sends(t: ExecutionContext, { live, teacher }: { live: string; teacher: Arrived }, message: unknown): Client {
  const client = follow(t, live, bearer(teacher.token));
  if (message === undefined) client.socket.on('open', () => client.socket.send(Buffer.from([1, 2]), { binary: true }));
  else client.send(message);
  return client;
}

test('live updates close with the code of the contract for each refusal', async (t) => {
  const to = await scene(t, '');
  const codes = await Promise.all(closings.map(async ([why, , open]) => [why, await open(t, to).closed]));
  t.deepEqual(
    codes,
    closings.map(([why, code]) => [why, code]),
  );
});

test('live updates close for silent clients, for expired rights and for too many connections', async (t) => {
  const clock = manualClock(new Date());
  const { live, teacher } = await scene(t, '', { clock });
  const silent = follow(t, live, bearer(teacher.token));
  const clients = Array.from({ length: 19 }, () => follow(t, live, bearer(teacher.token)));
  for (const each of clients) each.send(first);
  await Promise.all(clients.map((each) => each.next()));
  const tooMany = follow(t, live, bearer(teacher.token));
  t.is(await tooMany.closed, 4409);
  await clock.advance(10_000);
  t.is(await silent.closed, 4408);
  const [kept] = clients as [Client];
  await clock.advance(60_000);
  t.is(kept.socket.readyState, WebSocket.OPEN);
  await on.store.query(sql.unsafe`update users set enabled = false where user_id = ${teacher.id}`);
  await clock.advance(60_000);
  t.is(await kept.closed, 4401);
});

test('live updates close with a code when their process ends', async (t) => {
  const { live, teacher, sockets } = await scene(t, '');
  const client = follow(t, live, bearer(teacher.token));
  client.send(first);
  await client.next();
  await sockets[Symbol.asyncDispose]();
  t.is(await client.closed, 1012);
  const late = follow(t, live, bearer(teacher.token));
  t.is(await late.closed, 1006);
});

test('live updates close a connection that does not answer pings', async (t) => {
  const { url, quick } = await on.serve(t, {});
  const teacher = await arrive(on, url, 'teacher');
  const client = new WebSocket((await quick(20)).url, { headers: bearer(teacher.token), autoPong: false });
  t.teardown(() => client.terminate());
  t.is(await new Promise((resolve) => client.on('close', resolve)), 4408);
});
