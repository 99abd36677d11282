// The servers that the services stand on are killed, one after another: what goes on without them, what says that it
// can not, and that nothing is lost.
import test, { type ExecutionContext } from 'ava';
import { Redis } from 'ioredis';
import { type OwnParts, ownParts } from '../../../tools/test/servers.ts';
import { eventually } from '../fixtures/eventually.ts';
import { left } from '../fixtures/leftovers.ts';
import { killPart } from '../fixtures/server-outage.ts';
import { queuesOf } from '../fixtures/stored-data.ts';
import { type Running, type System, system } from '../fixtures/system.ts';
import {
  accepted,
  dealers,
  ended,
  get,
  login,
  type Pair,
  type Person,
  person,
  postJson,
  problemOf,
  problemType,
  upload,
} from '../fixtures/users.ts';

let servers: OwnParts;
let whole: System;
let apis: readonly [Running, Running];
let anna: Person;
let pair: Pair;

test.before(async (t) => {
  servers = await ownParts(t, ['postgres', 'redis', 'broker', 'objects', 'identity']);
  whole = await system(t, servers);
  const roles = ['analytics', 'ingest', 'relay'] as const;
  apis = await Promise.all([whole.run(roles), whole.run(roles)]);
  await dealers(whole, ['fjordbil']);
  anna = await person(whole, { dealer: 'fjordbil' });
  pair = await login(apis[0], anna);
  // Each process has met the provider's keys once.
  for (const api of apis) t.is((await get(api, pair.access_token, '/indices')).status, 200);
});

const months = Array.from(
  { length: 1_200 },
  (_, i) => `${1900 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}`,
);
/** A slice that no other upload of this file touches. */
const nextMonth = () => months.shift() as string;
const csv = (month: string) => `period_start,brand,units_sold\n${month},Toyota,1\n`;

function send(api: Running): Promise<Response> {
  const period = nextMonth();
  return upload(api, pair.access_token, csv(period), { dealer_id: 'fjordbil', period });
}

const succeeded = async (id: string) => (await ended(apis[0], pair.access_token, id)).status;

const unavailable = { type: problemType('unavailable'), title: 'Temporarily unavailable', status: 503 };

async function isUnavailable(t: ExecutionContext, asking: Promise<Response>): Promise<void> {
  const response = await asking;
  const { type, title, status } = await problemOf(response);
  t.deepEqual({ type, title, status }, unavailable);
  t.true(Number(response.headers.get('retry-after')) >= 1);
}

/** A process opens as many to a database; one that was lost may fail once. */
const mostConnections = 14;

const recovers = async (t: ExecutionContext, read: () => Promise<Response>): Promise<void> => {
  const statuses: number[] = [];
  while (statuses.at(-1) !== 200) statuses.push((await read()).status);
  t.true(statuses.length <= mostConnections + 1, statuses.join(' '));
};

test.serial(
  'the analytics API answers 503 with Retry-After while PostgreSQL is killed, never 500, and loses no accepted upload',
  async (t) => {
    const jobs: string[] = [];
    const observed = new Set<string>();
    const over = new AbortController();
    const noted = async (what: string, asking: Promise<Response>): Promise<Response> => {
      const response = await asking;
      observed.add(`${what} ${response.status}${response.headers.has('retry-after') ? ', come again' : ''}`);
      return response;
    };
    /** Uploads one file after the other, and reads while the job is at work. */
    const client = async (api: Running): Promise<void> => {
      while (!over.signal.aborted) {
        const response = await noted('upload', send(api));
        if (response.status !== 202) continue;
        const id = await accepted(response);
        jobs.push(id);
        const read = async () => {
          await noted('indices', get(api, pair.access_token, '/indices'));
          return (await noted('job', get(api, pair.access_token, `/ingest/jobs/${id}`))).text();
        };
        await eventually(read, (job) => job.includes('"status":"succeeded"'));
      }
    };
    const clients = apis.map(client);
    for (let round = 0; round < 2; round++) {
      const known = jobs.length;
      await eventually(
        async () => jobs.length,
        (count) => count > known + 3,
      );
      const outage = await killPart(servers, 'postgres');
      const asked = [
        get(apis[0], pair.access_token, '/indices'),
        get(apis[1], pair.access_token, `/ingest/jobs/${jobs[0]}`),
        postJson(apis[1], '/auth/refresh', { refresh_token: pair.refresh_token }),
        send(apis[0]),
      ];
      await Promise.all(asked.map((asking) => isUnavailable(t, asking)));
      await outage.back();
      for (const api of apis) await recovers(t, () => get(api, pair.access_token, '/indices'));
    }
    over.abort();
    await Promise.all(clients);
    const expected = ['indices 200', 'job 200', 'upload 202, come again'];
    const excused = ['indices 503, come again', 'job 503, come again', 'upload 503, come again'];
    t.deepEqual([...observed].filter((what) => !excused.includes(what)).sort(), expected);
    const ends = await Promise.all(jobs.map(succeeded));
    t.deepEqual(new Set(ends), new Set(['succeeded']));
    // An upload whose answer was lost may be there all the same, and comes to its end like the others.
    const { rows, objects } = await eventually(
      () => left(whole),
      (found) => found.rows.slices === found.rows.upload_jobs && found.rows.stagings === 0,
    );
    t.true(rows.upload_jobs >= jobs.length && objects.length >= jobs.length);
  },
);

test.serial(
  'the analytics API closes nothing and logs out no user when Redis is killed, emptied or silent',
  async (t) => {
    const all = async (api: Running) => {
      const refreshed = await postJson(api, '/auth/refresh', { refresh_token: pair.refresh_token });
      t.is(refreshed.status, 200);
      pair = (await refreshed.json()) as Pair;
      t.is((await get(api, pair.access_token, '/indices')).status, 200);
      await login(api, anna);
      t.is(await succeeded(await accepted(await send(api))), 'succeeded');
    };
    const outage = await killPart(servers, 'redis');
    for (const api of apis) await all(api);
    await outage.back();
    const redis = new Redis(servers.redis.url);
    await redis.flushall();
    redis.disconnect();
    for (const api of apis) await all(api);
    const pid = servers.pid('redis') as number;
    process.kill(pid, 'SIGSTOP');
    for (const api of apis) await all(api);
    process.kill(pid, 'SIGCONT');
    for (const api of apis) await all(api);
  },
);

test.serial(
  'valid tokens stay valid while the identity provider is killed, logins wait, and no refresh token is spent',
  async (t) => {
    const outage = await killPart(servers, 'identity');
    const { id: _, ...credentials } = anna;
    const waiting = [
      postJson(apis[0], '/auth/login', credentials),
      postJson(apis[1], '/auth/refresh', { refresh_token: pair.refresh_token }),
    ];
    await Promise.all(waiting.map((asking) => isUnavailable(t, asking)));
    for (const api of apis) t.is((await get(api, pair.access_token, '/indices')).status, 200);
    await outage.back();
    await login(apis[0], anna);
    const refreshed = await postJson(apis[1], '/auth/refresh', { refresh_token: pair.refresh_token });
    t.is(refreshed.status, 200);
    pair = (await refreshed.json()) as Pair;
  },
);

test.serial('uploads end while the broker is killed, and their messages arrive afterwards', async (t) => {
  const outage = await killPart(servers, 'broker');
  const jobs = await Promise.all(apis.map(async (api) => accepted(await send(api))));
  t.deepEqual(await Promise.all(jobs.map(succeeded)), ['succeeded', 'succeeded']);
  await outage.back();
  // That its job has ended, and which revision it made.
  const linesOf = (text: string, id: string) => text.split('\n').filter((line) => line.includes(`"job_id\\":\\"${id}`));
  const queues = await eventually(
    () => queuesOf(whole.broker, whole.vhost.vhost),
    (text) => jobs.every((id) => linesOf(text, id).length >= 2),
  );
  t.deepEqual(
    jobs.map((id) => linesOf(queues, id).length),
    [2, 2],
  );
});

test.serial(
  'uploadFile asks to retry and leaves nothing while the object store is killed, and jobs wait',
  async (t) => {
    const before = await left(whole);
    const outage = await killPart(servers, 'objects');
    await isUnavailable(t, send(apis[0]));
    await outage.back();
    t.deepEqual(await left(whole), before);
    const id = await accepted(await send(apis[1]));
    await (await killPart(servers, 'objects')).back();
    t.is(await succeeded(id), 'succeeded');
  },
);
