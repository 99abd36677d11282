// Ways around the limits of a plan and of a rate, tried on two processes of the API and two of the worker.
import test from 'ava';
import { withClient } from '../../../tools/local/servers/postgres.ts';
import { type Running, type System, system } from '../fixtures/system.ts';
import {
  accepted,
  dealers,
  ended,
  get,
  type Job,
  jobOf,
  login,
  type Person,
  person,
  postJson,
  problemOf,
  problemType,
  upload,
} from '../fixtures/users.ts';

let whole: System;
let apis: readonly [Running, Running];

test.before(async (t) => {
  whole = await system(t);
  // What one caller may have in progress is less than these tests send at once.
  const many = { RATE_LIMITS: 'analytics.requests-in-progress=1000,analytics.uploads-in-progress=1000' };
  apis = [await whole.run(['analytics'], many), await whole.run(['analytics'], many)];
});

let workers: Promise<unknown> | undefined;
/** Two of them, from the first call on: until then jobs wait. */
function working(): Promise<unknown> {
  workers ??= Promise.all([whole.run(['ingest']), whole.run(['ingest'])]);
  return workers;
}

type Limits = Readonly<Record<'uploads_per_month' | 'rows_stored', number>>;

/** A dealer with these limits, and tokens of two of its people: two logins of one, one of the other. */
async function dealerWith(id: string, limits: Limits): Promise<readonly string[]> {
  await dealers(whole, [id]);
  const list = Object.entries(limits).map(([name, limit]) => ({ name, unit: 'x', limit }));
  await asOwner('update plans set limits = $1 where plan = $2', [JSON.stringify(list), `plan-of-${id}`]);
  const [ann, bob] = [await person(whole, { dealer: id }), await person(whole, { dealer: id })];
  return Promise.all([tokenOf(ann, 0), tokenOf(ann, 1), tokenOf(bob, 0)]);
}

const tokenOf = async (user: Person, api: 0 | 1): Promise<string> => (await login(apis[api], user)).access_token;

const asOwner = (statement: string, values: readonly unknown[]): Promise<void> =>
  withClient(whole.analytics.ownerUrl, async (client) => {
    await client.query("select set_config('covenant.every_dealer', 'on', false)");
    await client.query(statement, [...values]);
  });

const turn = <T>(of: readonly T[], i: number): T => of[i % of.length] as T;

const month = (i: number): string => `2024-${String(i + 1).padStart(2, '0')}`;

const rows = (period: string, count: number): string =>
  `period_start,brand,units_sold\n${Array.from({ length: count }, (_, i) => `${period},brand ${i},1\n`).join('')}`;

/** All at once, over both processes and all tokens. */
const together = (
  count: number,
  send: (api: Running, token: string, i: number) => Promise<Response>,
  tokens: readonly string[],
) => Promise.all(Array.from({ length: count }, (_, i) => send(turn(apis, i), turn(tokens, Math.floor(i / 2)), i)));

async function used(token: string, name: keyof Limits): Promise<number | undefined> {
  const response = await get(apis[0], token, '/subscription/current');
  const { limits } = (await response.json()) as { limits: { name: string; used: number }[] };
  return limits.find((limit) => limit.name === name)?.used;
}

test.serial(
  'uploadFile counts the uploads of a month over processes, users and tokens, whatever becomes of the jobs',
  async (t) => {
    const tokens = await dealerWith('counted', { uploads_per_month: 6, rows_stored: 1_000_000 });
    const [token = ''] = tokens;
    const send = (file: string, period: string, more: object = {}) =>
      upload(apis[0], token, file, { dealer_id: 'counted', period, ...more });
    const cancelled = await accepted(await send(rows(month(1), 1), month(1)));
    const authorization = { authorization: `Bearer ${token}` };
    t.is((await postJson(apis[1], `/ingest/jobs/${cancelled}/cancel`, {}, authorization)).status, 200);
    await working();
    const failed = await accepted(await send('brand,units_sold\nToyota,many\n', month(0)));
    t.is((await ended(apis[1], token, failed)).status, 'failed');
    t.is((await ended(apis[1], token, cancelled)).status, 'cancelled');
    for (let i = 0; i < 3; i++)
      await ended(apis[1], token, await accepted(await send(rows(month(2), 1), month(2), { dry_run: 'true' })));
    t.is(await used(token, 'uploads_per_month'), 2, 'failed and cancelled ones count, dry runs do not');

    const replies = await together(
      12,
      (api, by, i) => upload(api, by, rows(month(i), 1), { dealer_id: 'counted', period: month(i) }),
      tokens,
    );
    t.is(replies.filter(({ status }) => status === 202).length, 4);
    for (const refused of replies.filter(({ status }) => status !== 202)) {
      const { type, limit_name, limit } = await problemOf(refused);
      t.deepEqual([type, limit_name, limit], [problemType('plan-limit'), 'uploads_per_month', 6]);
    }
    t.is(await used(token, 'uploads_per_month'), 6);
    const correction = await send(rows(month(0), 2), month(0));
    t.is(correction.status, 403, 'a correction is an upload as well');
    t.is(await used(token, 'uploads_per_month'), 6);
  },
);

test.serial('uploadFile limits stored rows over processes, users and partial periods', async (t) => {
  await working();
  const tokens = await dealerWith('stored', { uploads_per_month: 1_000, rows_stored: 40 });
  const [token = ''] = tokens;
  const done = async (file: string, period: string): Promise<Job> => {
    const fields = { dealer_id: 'stored', period };
    return await ended(apis[1], token, await accepted(await upload(apis[0], token, file, fields)));
  };
  const all = Array.from({ length: 4 }, (_, i) => month(i));
  const ten = all.map((each) => rows(each, 10).split('\n').slice(1).join('\n')).join('');
  t.is((await done(`period_start,brand,units_sold\n${ten}`, `${month(0)}/${month(3)}`)).status, 'succeeded');
  // A part of the period, as large as before: it once emptied the count.
  for (const each of all) t.is((await done(rows(each, 9), each)).status, 'succeeded');
  t.is(await used(token, 'rows_stored'), 36);
  const replies = await together(
    8,
    (api, by, i) => upload(api, by, rows(month(4 + i), 3), { dealer_id: 'stored', period: month(4 + i) }),
    tokens,
  );
  const jobs = await Promise.all(replies.map(accepted));
  const outcomes = await Promise.all(jobs.map((id) => ended(apis[0], token, id)));
  t.is(outcomes.filter(({ status }) => status === 'succeeded').length, 1, 'there was room for four rows');
  for (const { job_id } of outcomes.filter(({ status }) => status !== 'succeeded')) {
    const { problem } = (await jobOf(apis[1], token, job_id)) as { problem?: Record<string, unknown> };
    t.deepEqual([problem?.type, problem?.limit_name, problem?.limit], [problemType('plan-limit'), 'rows_stored', 40]);
  }
  t.is(await used(token, 'rows_stored'), 39);
});

test.serial('the rate limit is that of a user, however many tokens and processes they use', async (t) => {
  await dealers(whole, ['rated']);
  const user = await person(whole, { dealer: 'rated' });
  const tokens = await Promise.all([tokenOf(user, 0), tokenOf(user, 1), tokenOf(user, 0)]);
  t.is(new Set(tokens).size, 3);
  const began = performance.now();
  // Not theirs, so that each is answered at once; it costs what every upload costs.
  const replies = await together(
    150,
    (api, token) => upload(api, token, rows(month(0), 1), { dealer_id: 'stored', period: month(0) }),
    tokens,
  );
  const refilled = Math.ceil((performance.now() - began) / 30_000) + 1;
  const statuses = Map.groupBy(replies, ({ status }) => status);
  t.deepEqual([...statuses.keys()].sort(), [403, 429]);
  const passed = statuses.get(403)?.length ?? 0;
  t.true(passed >= 120 && passed <= 120 + refilled, `${passed} of 150 passed; the quota is 120`);
  for (const refused of statuses.get(429) ?? []) t.true(Number(refused.headers.get('retry-after')) > 0);
  const other = await tokenOf(await person(whole, { dealer: 'rated' }), 0);
  const fields = { dealer_id: 'rated', period: month(0) };
  t.is((await upload(apis[0], other, rows(month(0), 1), fields)).status, 202, 'a colleague has a rate of its own');
});
