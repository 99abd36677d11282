// A dealer whose reads take the database long takes nothing from others: decision 155.
import test from 'ava';
import { withClient } from '../../../tools/local/servers/postgres.ts';
import { eventually } from '../fixtures/eventually.ts';
import { type Running, type System, system } from '../fixtures/system.ts';
import { accepted, dealers, ended, get, login, person, problemOf, problemType, upload } from '../fixtures/users.ts';

let whole: System;
let api: Running;
const tokens = { large: '', huge: '', small: '' };

const header = 'period_start,brand,region,units_sold\n';

test.before(async (t) => {
  whole = await system(t);
  api = await whole.run(['analytics', 'ingest']);
  await dealers(whole, ['large', 'huge', 'small']);
  for (const dealer of ['large', 'huge', 'small'] as const) {
    tokens[dealer] = (await login(api, await person(whole, { dealer }))).access_token;
    const fields = { dealer_id: dealer, period: '2026-01' };
    const id = await accepted(await upload(api, tokens[dealer], `${header}2026-01,Toyota,Oslo,7\n`, fields));
    await ended(api, tokens[dealer], id);
  }
  // What the policies of sales and catalogues ask once for each statement takes a minute for these dealers, as a scan
  // of very many rows would.
  await asOwner(`
    select set_config('covenant.every_dealer', 'on', true);
    update dealers set rows_stored = 5000000 where dealer_id in ('large', 'huge');
    create or replace function covenant_brands() returns text[] language plpgsql stable as $$
      begin
        if covenant_setting('dealers') in ('{large}', '{huge}') then perform pg_sleep(60); end if;
        return covenant_setting('brands')::text[];
      end $$`);
});

const asOwner = (statements: string): Promise<void> =>
  withClient(whole.analytics.ownerUrl, async (client) => void (await client.query(statements)));

/** Reads in progress, by what they have locked: all that these tables are read by, as nothing is being merged. */
const reading = (): Promise<number> =>
  withClient(whole.analytics.ownerUrl, async (client) => {
    const { rows } = await client.query<{ count: string }>(`
      select count(distinct pid) from pg_locks where database = (select oid from pg_database where datname = current_database())
        and relation = any('{packed_sales,catalog_brands,catalog_regions,catalog_model_families}'::regclass[])`);
    return Number(rows[0]?.count);
  });

const slowReads = [
  ['/indices', 'The read took too long. Narrow it by brand_id, region_id or model_family_id. Try again in 5 s.'],
  ['/dashboard/summary', 'The read took too long. Narrow it by brand_id or region_id. Try again in 5 s.'],
  ['/catalog/brands', 'The read took too long. Try again in 5 s.'],
  ['/catalog/model-families', 'The read took too long. Try again in 5 s.'],
] as const;
const heavy = slowReads.map(([path]) => path);
const light = ['/indices', '/dashboard/summary', '/catalog/brands', '/scope', '/subscription/current', '/ingest/jobs'];

/** No two of them have the same question. */
const different = (n: number): readonly string[] =>
  heavy.map((path) => `${path}?${path.startsWith('/catalog') ? `limit=${n + 1}` : `region_id=oslo&region_id=r${n}`}`);

test.serial('a slow read of each kind ends in the database with a detail about it', async (t) => {
  const asked = heavy.map((path, i) => get(api, i % 2 === 0 ? tokens.large : tokens.huge, path));
  const details: string[] = [];
  for (const response of await Promise.all(asked)) {
    const { type, detail } = await problemOf(response);
    t.is(type, problemType('unavailable'), response.url);
    details.push(String(detail));
  }
  t.deepEqual(
    details,
    slowReads.map(([, detail]) => detail),
  );
  t.is(await reading(), 0);
});

test.serial('forty slow reads of a dealer run two at a time, end with 503, and delay no other dealer', async (t) => {
  const asked = Array.from({ length: 10 }, (_, n) => different(n)).flatMap((paths) =>
    paths.map((path) => get(api, tokens.large, path)),
  );
  let most = await eventually(reading, (count) => count === 2);
  const small: [string, number][] = [];
  for (let round = 0; round < 3; round++)
    for (const path of light) {
      const response = await get(api, tokens.small, path);
      await response.arrayBuffer();
      small.push([path, response.status]);
      most = Math.max(most, await reading());
    }
  t.deepEqual(
    small.filter(([, status]) => status !== 200),
    [],
  );
  t.is(most, 2);
  const answers = await Promise.all(asked);
  t.deepEqual(
    answers.filter(({ status }) => status !== 503),
    [],
  );
  const waits = answers.map((response) => Number(response.headers.get('retry-after')));
  t.true(
    waits.every((seconds) => seconds >= 1 && seconds <= 5),
    `Retry-After: ${waits}`,
  );
  const problems = await Promise.all(answers.map(problemOf));
  t.deepEqual([...new Set(problems.map(({ type }) => type))], [problemType('unavailable')]);
  const noRoom =
    'Too many large reads are in progress. Try again in a few seconds, or send fewer of them at the same time.';
  const details = problems.map(({ detail }) => detail);
  const others = [...new Set(details)].filter((detail) => detail !== noRoom);
  const isLate = (detail: unknown) => String(detail).startsWith('The read took too long.');
  t.true(others.length > 0 && others.every(isLate), 'no room, or too long in the database');
  t.true(details.filter((detail) => detail === noRoom).length >= 30, `${details}`);
});

for (const path of [...heavy, '/forecasts?condition=used', '/indices?group_by=brand'])
  test.serial(
    `sixty-four equal reads of ${path} are one in the database, which ends with the last caller`,
    async (t) => {
      // One person for each path: sixty-four requests six times, in few seconds, are more than the rate of one.
      const { access_token: token } = await login(api, await person(whole, { dealer: 'large' }));
      const callers = Array.from({ length: 64 }, () => new AbortController());
      const asked = callers.map(({ signal }) =>
        fetch(`${api.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` }, signal }).then(
          ({ status }) => status,
          () => 'gone',
        ),
      );
      await eventually(reading, (count) => count === 1);
      for (const caller of callers.slice(1)) caller.abort();
      t.deepEqual(await Promise.all(asked.slice(1)), Array(63).fill('gone'));
      t.is(await reading(), 1, 'it goes on for the one who stays');
      callers[0]?.abort();
      t.is(await asked[0], 'gone');
      const begun = performance.now();
      await eventually(reading, (count) => count === 0);
      t.true(performance.now() - begun < 4_000, 'long before its time-out of eight seconds');
    },
  );

test.serial('reads that callers leave are no fault of the service', async (t) => {
  t.deepEqual(
    api.lines.filter(({ level }) => level === 'error'),
    [],
  );
  t.is((await get(api, tokens.small, '/indices')).status, 200);
});

test.serial(
  'the dashboard answers 422 for a read of more data than a request may add up, names the filters that narrow it, and answers one of a brand',
  async (t) => {
    await dealers(whole, ['wide']);
    const token = (await login(api, await person(whole, { dealer: 'wide' }))).access_token;
    await asOwner(`
    select set_config('covenant.every_dealer', 'on', true);
    with jobs as (
      insert into upload_jobs (dealer_id, job_id, principal, period, period_type, period_start, period_end, bytes_total, content_sha256)
      values ('wide', gen_random_uuid(), 'test', '2025-01-01/2025-04-10', 'day', '2025-01-01', '2025-04-10', 0, repeat('0', 64)) returning *)
    insert into slices (dealer_id, revision, job_id, period, period_type, period_start, period_end, content_sha256, rows, principal, live_dates)
    select dealer_id, 1, job_id, period, period_type, period_start, period_end, content_sha256, 0, principal, '{[2025-01-01,2025-04-11)}' from jobs;
    update dealers set revision = 1 where dealer_id = 'wide';
    insert into packed_sales (dealer_id, revision, level, brand_id, region_id, period_type, year, period_start, channel, condition, units_sold, row_count)
    select 'wide', 1, 'brand_region', 'b' || brand, 'r' || region, 'day', 2025, array_agg(date '2025-01-01' + day), '{retail}', '{new}', array_agg(1), array_agg(1)
    from generate_series(0, 99) day, generate_series(1, 51) brand, generate_series(1, 50) region group by brand, region`);
    const refused = await get(api, token, '/dashboard/summary');
    t.deepEqual([refused.status, refused.headers.get('retry-after')], [422, null]);
    const { type, detail, limit, errors } = await problemOf(refused);
    const message = 'is missing and would narrow the read';
    t.deepEqual(
      { type, detail, limit, errors },
      {
        type: problemType('read-too-large'),
        detail: 'The read needs more than 250,000 sums. Narrow it by brand_id or region_id.',
        limit: 250_000,
        errors: ['brand_id', 'region_id'].map((parameter) => ({ parameter, rule: 'read_size', message })),
      },
    );
    t.is((await get(api, token, '/dashboard/summary?brand_id=b1')).status, 200);
  },
);
