// Migrations: once each, in order, by one process, forward only.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import test, { type ExecutionContext } from 'ava';
import { Client } from 'pg';
import { freshDatabase, parts } from '../../tools/test/servers.ts';
import { type Database, migrate, readSteps, type Step } from './migrate.ts';

async function owned(t: ExecutionContext, database: Database = 'platform') {
  const { postgres } = await parts(t, ['postgres']);
  return (await freshDatabase(postgres, database)).ownerUrl;
}

const step = (name: string, sql: string): Step => ({ name, sql, sha256: `hash of ${sql}` });

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const tablesOf = async (url: string) =>
  (
    await query(
      url,
      `select tablename from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`,
    )
  ).map((found) => (found as { tablename: string }).tablename);

const reliability = ['idempotency_keys', 'inbox', 'leases', 'outbox'];

test('migrate creates the tables that the second seed names, and our additional ones', async (t) => {
  const [platform, infrastructure, analytics] = await Promise.all([
    owned(t),
    owned(t, 'infrastructure'),
    owned(t, 'analytics'),
  ]);
  t.deepEqual(
    await tablesOf(platform),
    [
      'users',
      'courses',
      'assignments',
      'browser_logins',
      'student_groups',
      'submissions',
      'student_group_members',
      'labs',
      'sessions',
      'lab_starts',
      'lab_revisions',
      'lab_instance_counts',
      'lab_instances',
      'lab_list_revisions',
      'infra_position',
      'live_feed',
      'live_changes',
      'lab_notices',
      'audit_logs',
      'notice_acknowledgements',
      'course_members',
      'topics',
      'topic_labs',
      'access_groups',
      'access_group_topics',
      'access_group_groups',
      'access_group_students',
      'login_revocations',
      ...reliability,
    ].sort(),
  );
  t.deepEqual(
    await tablesOf(infrastructure),
    [
      'lab_deployments',
      'lab_configs',
      'resource_quotas',
      'audit_logs',
      'instances',
      'runs',
      'instance_members',
      'former_members',
      'deployment_results',
      'claims',
      'timeline',
      'schedule',
      'deferred_tasks',
      ...reliability,
    ].sort(),
  );
  t.true((await tablesOf(analytics)).includes('packed_sales'));
});

test('migrate finds nothing to do in a second run', async (t) => {
  const url = await owned(t);
  t.deepEqual(await migrate(url, 'platform'), []);
});

test('migrate applies each step once when two processes run it at once', async (t) => {
  const url = await owned(t);
  const steps = [
    ...(await readSteps('platform')),
    step('platform-9001', 'create table once (x int); select pg_sleep(0.2)'),
  ];
  const code = `import { migrate } from ${JSON.stringify(new URL('./migrate.ts', import.meta.url).href)};
    process.once('message', async ({ url, steps }) => { process.send(await migrate(url, 'platform', steps)); process.disconnect(); });`;
  const children = [1, 2, 3].map(() => fork('-', [], { execArgv: ['--input-type=module', '--eval', code] }));
  const applied = await Promise.all(
    children.map(async (child) => {
      child.send({ url, steps });
      return (await once(child, 'message'))[0] as string[];
    }),
  );
  t.deepEqual(applied.flat(), ['platform-9001']);
});

test('migrate leaves nothing of a failed step, and stops before the next ones', async (t) => {
  const url = await owned(t);
  const before = await tablesOf(url);
  const steps = [
    ...(await readSteps('platform')),
    step('platform-9001', 'create table half (x int); select 1/0'),
    step('platform-9002', 'create table later (x int)'),
  ];
  t.is(
    (await t.throwsAsync(migrate(url, 'platform', steps)))?.message,
    'Migration platform-9001 failed and was rolled back: division by zero',
  );
  t.deepEqual(await tablesOf(url), before);
});

test('migrate refuses a step that was edited after it ran, by its name', async (t) => {
  const url = await owned(t);
  const steps = (await readSteps('platform')).map((each) => ({ ...each, sha256: `${each.sha256}?` }));
  t.regex(
    (await t.throwsAsync(migrate(url, 'platform', steps)))?.message ?? '',
    /^Migration every-0001 of database platform has changed since it was applied/,
  );
});

test('migrate refuses the database of a newer release', async (t) => {
  const url = await owned(t);
  await migrate(url, 'platform', [...(await readSteps('platform')), step('platform-9001', 'select 1')]);
  t.regex(
    (await t.throwsAsync(migrate(url, 'platform')))?.message ?? '',
    /^Database platform has the migration platform-9001, which this release does not contain/,
  );
});

test('a migration folds the case of stored brand and region ids, and changes their ETags', async (t) => {
  const url = await owned(t, 'analytics');
  const steps = await readSteps('analytics');
  const newer = steps.findIndex(({ name }) => name === 'analytics-0013');
  await query(url, 'drop schema public cascade; drop schema staging cascade; create schema public');
  await migrate(url, 'analytics', steps.slice(0, newer));
  const everything = `${url}?options=-c%20covenant.every_dealer%3Don`;
  await query(
    everything,
    `insert into dealers (dealer_id, name, region_id) values ('alfa', 'Alfa', 'Oslo'), ('beta', 'Beta', 'oslo')`,
  );
  await query(
    everything,
    `insert into dealer_grants (dealer_id, principal, brand_ids, region_ids) values
      ('alfa', 'all', null, '{}'), ('alfa', 'capitals', '{Toyota,ŠKODA,toyota,Ａudi}', '{Weißenburg}'), ('alfa', 'folded', '{toyota,škoda}', '{oslo}')`,
  );
  const versions = 'select principal, version from dealer_grants order by principal';
  const before = (await query(everything, versions)) as { version: string }[];
  await migrate(url, 'analytics', steps);
  t.deepEqual(await query(everything, 'select dealer_id, region_id, version from dealers order by 1'), [
    { dealer_id: 'alfa', region_id: 'oslo', version: '2' },
    { dealer_id: 'beta', region_id: 'oslo', version: '1' },
  ]);
  t.deepEqual(
    await query(everything, 'select principal, brand_ids, region_ids from dealer_grants order by principal'),
    [
      { principal: 'all', brand_ids: null, region_ids: [] },
      { principal: 'capitals', brand_ids: ['toyota', 'škoda', 'audi'], region_ids: ['weissenburg'] },
      { principal: 'folded', brand_ids: ['toyota', 'škoda'], region_ids: ['oslo'] },
    ],
  );
  const after = (await query(everything, versions)) as { version: string }[];
  t.deepEqual(
    after.map(({ version }, i) => version === before[i]?.version),
    [true, false, true],
  );
});

test('a migration keeps what grants gave before the meaning of an empty list was settled', async (t) => {
  const url = await owned(t, 'analytics');
  const steps = await readSteps('analytics');
  const newer = steps.findIndex(({ name }) => name === 'analytics-0002');
  // As it was before: an owner may begin again in its own database.
  await query(url, 'drop schema public cascade; drop schema staging cascade; create schema public');
  await migrate(url, 'analytics', steps.slice(0, newer));
  const everything = `${url}?options=-c%20covenant.every_dealer%3Don`;
  await query(everything, "insert into dealers (dealer_id, name, region_id) values ('alfa', 'Alfa', 'oslo')");
  await query(
    everything,
    "insert into dealer_grants (dealer_id, principal, brand_ids) values ('alfa', 'all', '{}'), ('alfa', 'some', '{toyota}')",
  );
  await migrate(url, 'analytics', steps);
  t.deepEqual(
    await query(everything, 'select principal, brand_ids, region_ids from dealer_grants order by principal'),
    [
      { principal: 'all', brand_ids: null, region_ids: null },
      { principal: 'some', brand_ids: ['toyota'], region_ids: null },
    ],
  );
});

test('a migration counts current rows again for dealers whose slices were replaced in part', async (t) => {
  const url = await owned(t, 'analytics');
  const steps = await readSteps('analytics');
  const newer = steps.findIndex(({ name }) => name === 'analytics-0007');
  await query(url, 'drop schema public cascade; drop schema staging cascade; create schema public');
  await migrate(url, 'analytics', steps.slice(0, newer));
  const everything = `${url}?options=-c%20covenant.every_dealer%3Don`;
  await query(
    everything,
    "insert into dealers (dealer_id, name, region_id) values ('alfa', 'Alfa', 'oslo'), ('beta', 'Beta', 'oslo')",
  );
  await query(
    everything,
    `insert into sales (dealer_id, period_start, brand_id, region_id, model_family_id, period_type, from_revision, to_revision, units_sold)
     values ('alfa', '2026-01-01', 'opel', 'oslo', 'all', 'month', 1, null, 1), ('alfa', '2026-02-01', 'opel', 'oslo', 'all', 'month', 1, 2, 1),
       ('alfa', '2026-02-01', 'opel', 'oslo', 'all', 'month', 2, null, 1)`,
  );
  await migrate(url, 'analytics', steps);
  t.deepEqual(await query(everything, 'select dealer_id, rows_stored::int from dealers order by dealer_id'), [
    { dealer_id: 'alfa', rows_stored: 2 },
    { dealer_id: 'beta', rows_stored: 0 },
  ]);
});

test('a migration adds up stored rows by brand and by region, for each revision that they counted in', async (t) => {
  const url = await owned(t, 'analytics');
  const steps = await readSteps('analytics');
  const newer = steps.findIndex(({ name }) => name === 'analytics-0017');
  await query(url, 'drop schema public cascade; drop schema staging cascade; create schema public');
  await migrate(url, 'analytics', steps.slice(0, newer));
  const everything = `${url}?options=-c%20covenant.every_dealer%3Don`;
  await query(
    everything,
    "insert into dealers (dealer_id, name, region_id) values ('alfa', 'Alfa', 'oslo'), ('beta', 'Beta', 'oslo')",
  );
  await query(
    everything,
    `insert into sales (dealer_id, period_start, brand_id, region_id, model_family_id, channel, condition, period_type, from_revision, to_revision,
       units_sold, stock_units, revenue, currency)
     values ('alfa', '2016-01-01', 'opel', 'oslo', 'corsa', 'retail', 'new', 'month', 1, null, 1, 5, 0.1, 'NOK'),
       ('alfa', '2016-01-01', 'opel', 'oslo', 'astra', 'retail', 'new', 'month', 1, null, 2, 6, 0.2, 'NOK'),
       ('alfa', '2026-02-01', 'opel', 'oslo', 'corsa', 'retail', 'new', 'month', 1, 2, 4, 7, null, null),
       ('alfa', '2026-02-01', 'ford', 'oslo', 'ka', 'retail', 'new', 'month', 1, 2, 8, null, null, null),
       ('alfa', '2026-02-01', 'opel', 'oslo', 'corsa', 'retail', 'new', 'month', 2, null, 16, 8, null, null),
       ('beta', '2026-02-01', 'opel', 'oslo', 'corsa', 'retail', 'new', 'month', 1, null, 32, 9, null, null)`,
  );
  await migrate(
    url,
    'analytics',
    steps.filter(({ name }) => name < 'analytics-0050' || name.startsWith('every')),
  );
  const sums = (table: string, columns: string) =>
    query(
      everything,
      `select concat_ws(' ', dealer_id, period_start, ${columns}, from_revision, coalesce(to_revision, 0), units_sold,
        coalesce(stock_units::text, 'null'), coalesce(revenue::text, 'null')) as sum from ${table} order by 1`,
    );
  t.deepEqual(await sums('sales_by_brand', 'brand_id, region_id'), [
    { sum: 'alfa 2016-01-01 opel oslo 1 0 3 11 0.30' },
    { sum: 'alfa 2026-02-01 ford oslo 1 2 8 null null' },
    { sum: 'alfa 2026-02-01 opel oslo 1 2 4 7 null' },
    { sum: 'alfa 2026-02-01 opel oslo 2 0 16 8 null' },
    { sum: 'beta 2026-02-01 opel oslo 1 0 32 9 null' },
  ]);
  t.deepEqual(await sums('sales_by_region', 'region_id'), [
    { sum: 'alfa 2016-01-01 oslo 1 0 3 11 0.30' },
    { sum: 'alfa 2026-02-01 oslo 1 2 12 null null' },
    { sum: 'alfa 2026-02-01 oslo 2 0 16 8 null' },
    { sum: 'beta 2026-02-01 oslo 1 0 32 9 null' },
  ]);
});

test('a migration packs stored sales, and each revision reads as before', async (t) => {
  const url = await owned(t, 'analytics');
  const steps = await readSteps('analytics');
  const newer = steps.findIndex(({ name }) => name === 'analytics-0050');
  await query(url, 'drop schema public cascade; drop schema staging cascade; create schema public');
  await migrate(url, 'analytics', steps.slice(0, newer));
  const everything = `${url}?options=-c%20covenant.every_dealer%3Don`;
  const columns = `dealer_id, period_start, brand_id, region_id, channel, condition, period_type, from_revision, to_revision, units_sold, stock_units,
    receipts, orders, selling_days, revenue, currency`;
  await query(
    everything,
    `insert into dealers (dealer_id, name, region_id) values ('alfa', 'Alfa', 'oslo'), ('beta', 'Beta', 'oslo');
     with given (dealer_id, revision, first, last) as (values ('alfa', 1, date '2025-11-01', date '2026-03-31'), ('alfa', 2, '2026-02-01', '2026-02-28'),
       ('alfa', 3, '2026-02-01', '2026-03-31'), ('beta', 1, '2026-02-01', '2026-02-28')),
     jobs as (insert into upload_jobs (dealer_id, job_id, principal, period, period_type, period_start, period_end, bytes_total, content_sha256)
       select dealer_id, gen_random_uuid(), revision, '', 'month', first, last, 0, repeat('0', 64) from given returning *)
     insert into slices (dealer_id, revision, job_id, period, period_type, period_start, period_end, content_sha256, rows, principal, superseded_by, superseded_at)
     select dealer_id, principal::bigint, job_id, period, period_type, period_start, period_end, content_sha256, 0, principal,
       case when dealer_id = 'alfa' and principal <> '3' then 3 end, case when dealer_id = 'alfa' and principal <> '3' then now() end from jobs;
     insert into sales (model_family_id, ${columns})
     select family, dealer_id, period::date, brand, region, channel, 'new', 'month', first, last, units, stock, null, null, days, revenue, currency
     from (values ('alfa', 'corsa', '2025-11-01', 'opel', 'oslo', 'retail', 1, null, 1, 5, null, 0.10, 'NOK'),
       ('alfa', 'astra', '2025-11-01', 'opel', 'oslo', 'fleet', 1, null, 2, null, null, null, null),
       ('alfa', 'corsa', '2026-01-01', 'opel', 'oslo', 'retail', 1, null, 3, 6, 20.5, 0.20, 'NOK'),
       ('alfa', 'corsa', '2026-02-01', 'opel', 'bergen', 'retail', 1, 2, 4, 7, null, null, null),
       ('alfa', 'ka', '2026-02-01', 'ford', 'oslo', 'retail', 2, 3, 5, 8, null, 12.50, 'EUR'),
       ('alfa', 'ka', '2026-03-01', 'ford', 'oslo', 'retail', 1, 3, 6, 9, null, null, null),
       ('alfa', 'ka', '2026-03-01', 'ford', 'oslo', 'retail', 3, null, 7, 9, null, null, null),
       ('beta', 'ka', '2026-02-01', 'ford', 'oslo', 'retail', 1, null, 8, 1, null, null, null))
       as rows (dealer_id, family, period, brand, region, channel, first, last, units, stock, days, revenue, currency);
     insert into sales_by_brand (${columns}) select dealer_id, period_start, brand_id, region_id, channel, condition, period_type, from_revision, to_revision,
       sum(units_sold), case when count(*) = count(stock_units) then sum(stock_units) end, null, null, selling_days,
       case when count(*) = count(revenue) then sum(revenue) end, currency
     from sales group by 1, 2, 3, 4, 5, 6, 7, 8, 9, selling_days, currency`,
  );
  const stored = async () => ({
    sales: await query(everything, `select ${columns}, model_family_id from sales s order by s.*::text`),
    sums: await query(everything, `select ${columns} from sales_by_brand s order by units_sold, from_revision`),
  });
  const before = await stored();
  t.deepEqual([before.sales.length, before.sums.length], [8, 8]);
  await migrate(url, 'analytics', steps);
  const byText = (rows: readonly unknown[]) => rows.map((each) => JSON.stringify(each)).sort();
  const after = await stored();
  t.deepEqual(byText(after.sales), byText(before.sales));
  t.deepEqual(byText(after.sums), byText(before.sums));
});

test('a migration stores what a job replaced under the names of the contract', async (t) => {
  const url = await owned(t, 'analytics');
  const steps = await readSteps('analytics');
  const newer = steps.findIndex(({ name }) => name === 'analytics-0016');
  await query(url, 'drop schema public cascade; drop schema staging cascade; create schema public');
  await migrate(url, 'analytics', steps.slice(0, newer));
  const everything = `${url}?options=-c%20covenant.every_dealer%3Don`;
  await query(everything, "insert into dealers (dealer_id, name, region_id) values ('alfa', 'Alfa', 'oslo')");
  const content = { rows: 2, units: 3, periods: 1, brands: 2 };
  const stored = (emptied: unknown) => ({
    replaces: 1,
    replacement: {
      ...{ before: content, after: content, comparedPeriods: 1, removedPeriods: ['2026-01-01'], removedPeriodCount: 1 },
      ...{ removedBrandIds: ['opel'], removedBrandCount: 1, emptied, emptiedCount: 1 },
    },
  });
  const results = [
    stored({ brandId: 'opel', period: '2026-01-01' }),
    stored(null),
    { replaces: 1, replacement: null },
    null,
  ];
  const rows = results.map(
    (
      result,
      i,
    ) => `('alfa', '5c0e0000-0000-8000-8000-00000000000${i}', 'ann', '2026-01', 'month', '2026-01-01', '2026-01-31',
      1, '${'0'.repeat(64)}', ${result === null ? 'null' : `'${JSON.stringify(result)}'`})`,
  );
  await query(
    everything,
    `insert into upload_jobs (dealer_id, job_id, principal, period, period_type, period_start, period_end, bytes_total, content_sha256, result)
     values ${rows.join(', ')}`,
  );
  await migrate(url, 'analytics', steps);
  const renamed = (emptied: unknown) => ({
    replaces: 1,
    replacement: {
      ...{ before: content, after: content, compared_periods: 1, removed_periods: ['2026-01-01'] },
      ...{ removed_period_count: 1, removed_brand_ids: ['opel'], removed_brand_count: 1, emptied, emptied_count: 1 },
    },
  });
  t.deepEqual(await query(everything, 'select result from upload_jobs order by job_id'), [
    { result: renamed({ brand_id: 'opel', period: '2026-01-01' }) },
    { result: renamed(null) },
    { result: { replaces: 1, replacement: null } },
    { result: null },
  ]);
});

test('a migration to the holidays of all countries raises the revision of dealers with other selling days alone', async (t) => {
  const url = await owned(t, 'analytics');
  const steps = await readSteps('analytics');
  const newer = steps.findIndex(({ name }) => name === 'analytics-0078');
  await query(url, 'drop schema public cascade; drop schema staging cascade; create schema public');
  await migrate(url, 'analytics', steps.slice(0, newer));
  const everything = `${url}?options=-c%20covenant.every_dealer%3Don`;
  const dealers = [
    ['american', 'US', 'default', ['de', 'boston']], // Has the holidays of its country, and of Delaware.
    ['bavarian', 'DE', 'de', ['bayern', 'münchen']],
    ['dutch', 'NL', 'nl', ['utrecht']],
    ['norwegian', 'NO', 'no', ['oslo', 'norway', 'no-03']],
    ['nowhere', null, 'default', ['oslo', 'norge']],
    ['plain', null, 'default', ['sweden']],
    ['chosen', 'US', 'shops', ['boston']],
    ['german-shops', null, 'shops-de', ['hall-1']],
  ] as const;
  await query(
    everything,
    `insert into selling_calendars (calendar_id, version, country, weekdays, restates_all) values ('shops', 1, null, '{1}', false), ('shops-de', 1, 'DE', '{1}', false)`,
  );
  for (const [id, country, calendar, regions] of dealers) {
    const [code, chosen] = [
      country === null ? 'null' : `'${country}'`,
      calendar.startsWith('shops') ? `'${calendar}'` : 'null',
    ];
    await query(
      everything,
      `insert into dealers (dealer_id, name, region_id, country, calendar_id) values ('${id}', '', 'x', ${code}, ${chosen});
       insert into dealer_calendars (dealer_id, version, calendar_id) values ('${id}', 1, '${calendar}');
       insert into catalog_regions (dealer_id, region_id, name) select '${id}', id, id from unnest('{${regions.join(',')}}'::text[]) id`,
    );
  }
  await query(everything, `insert into dealers (dealer_id, name, region_id) values ('without', '', 'x')`);
  await migrate(url, 'analytics', steps);
  t.deepEqual(
    await query(
      everything,
      'select dealer_id as id, version::int, calendar_id as calendar, country, edition from dealer_calendars order by 1, 2',
    ),
    [
      { id: 'american', version: 1, calendar: 'default', country: null, edition: 1 },
      { id: 'american', version: 2, calendar: 'us', country: 'US', edition: 2 },
      { id: 'bavarian', version: 1, calendar: 'de', country: null, edition: 1 },
      { id: 'bavarian', version: 2, calendar: 'de', country: 'DE', edition: 2 },
      { id: 'chosen', version: 1, calendar: 'shops', country: 'US', edition: 2 },
      { id: 'dutch', version: 1, calendar: 'nl', country: 'NL', edition: 2 },
      { id: 'german-shops', version: 1, calendar: 'shops-de', country: null, edition: 2 },
      { id: 'norwegian', version: 1, calendar: 'no', country: 'NO', edition: 2 },
      { id: 'nowhere', version: 1, calendar: 'default', country: null, edition: 2 },
      { id: 'plain', version: 1, calendar: 'default', country: null, edition: 1 },
      { id: 'plain', version: 2, calendar: 'default', country: null, edition: 2 },
      { id: 'without', version: 1, calendar: 'default', country: null, edition: 2 },
    ],
  );
  t.deepEqual(
    await query(
      everything,
      'select dealer_id as id, calendar_id as calendar, version from restated_dealers order by 1, 2',
    ),
    [
      { id: 'bavarian', calendar: 'de', version: 2 },
      { id: 'dutch', calendar: 'nl', version: 2 },
      { id: 'german-shops', calendar: 'shops-de', version: 2 },
    ],
  );
  t.deepEqual(
    await query(
      everything,
      `select calendar_id as id, version, edition from selling_calendars where edition = 2 order by 1`,
    ),
    [
      { id: 'de', version: 2, edition: 2 },
      { id: 'nl', version: 2, edition: 2 },
      { id: 'shops-de', version: 2, edition: 2 },
    ],
  );
});
