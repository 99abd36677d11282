// What row-level security hides: from readers, from writers, and from the owner of the tables.
import test from 'ava';
import fc from 'fast-check';
import { Client } from 'pg';
import { type FreshDatabase, freshDatabase, parts } from '../../tools/test/servers.ts';
import { openStaging, stagingTable } from './analytics/staging.ts';
import { connect } from './connect.ts';
import type { Store, Tx } from './database.ts';
import type { Scope } from './port.ts';
import { row, sql } from './query.ts';
import { withScope } from './scope.ts';

const dealers = ['alfa', 'beta', 'gamma', 'delta'] as const;
const brands = ['toyota', 'volvo', 'citroën'] as const;
const regions = ['oslo', 'bergen'] as const;

let database: FreshDatabase;
let store: Store;

test.before(async (t) => {
  const { postgres } = await parts(t, ['postgres']);
  database = await freshDatabase(postgres, 'analytics');
  store = connect(database.appUrl, { poolSize: 3 });
  await withScope(store, { dealers: 'every' }, async (tx) => {
    for (const dealer of dealers) await addDealer(tx, dealer);
  });
});
test.after.always(() => store?.close());

async function addDealer(tx: Tx, dealer: string): Promise<void> {
  await tx.query(sql.unsafe`insert into dealers (dealer_id, name, region_id) values (${dealer}, ${dealer}, 'oslo')`);
  await tx.query(
    sql.unsafe`insert into dealer_grants (dealer_id, principal) values (${dealer}, ${`boss-of-${dealer}`})`,
  );
  for (const brand of brands) {
    await tx.query(
      sql.unsafe`insert into catalog_brands (dealer_id, brand_id, name) values (${dealer}, ${brand}, ${brand})`,
    );
    for (const region of regions) await tx.query(sale(dealer, brand, region));
  }
}

const packed = sql.fragment`insert into packed_sales (dealer_id, revision, level, brand_id, region_id, period_type, year, period_start, model_family_id,
  channel, condition, units_sold)`;
const sale = (dealer: string, brand: string, region: string, month = '2026-01-01') => sql.unsafe`
  ${packed} values (${dealer}, 1, 'row', ${brand}, ${region}, 'month', 2026, array[${month}::date], '{all}', '{retail}', '{new}', '{1}')`;

type Key = { dealer_id: string; brand_id: string; region_id: string };
const visibleSales = (tx: Tx) =>
  tx.any(
    sql.type(
      row<Key>(),
    )`select distinct dealer_id, brand_id, region_id from packed_sales order by dealer_id, brand_id, region_id`,
  );

const expectedSales = (scope: Scope): Key[] => {
  const permitted = scope.dealers === 'every' ? dealers : dealers.filter((each) => scope.dealers.includes(each));
  const wide = <T>(all: readonly T[], some: readonly T[] | null | undefined) =>
    some ? all.filter((each) => some.includes(each)) : all;
  return [...permitted]
    .sort()
    .flatMap((dealer_id) =>
      [...wide<string>(brands, scope.brands)]
        .sort()
        .flatMap((brand_id) =>
          [...wide<string>(regions, scope.regions)].sort().map((region_id) => ({ dealer_id, brand_id, region_id })),
        ),
    );
};

const someOf = (all: readonly string[]) => fc.subarray([...all, 'unknown', "o'brien", '{a,"b}'], { minLength: 0 });
const scopes = fc.record({
  dealers: fc.oneof({ weight: 5, arbitrary: someOf(dealers) }, { weight: 1, arbitrary: fc.constant('every' as const) }),
  brands: fc.option(someOf(brands)),
  regions: fc.option(someOf(regions)),
});

test.serial('a transaction reads exactly the rows of its scope', async (t) => {
  await fc.assert(
    fc.asyncProperty(scopes, async (scope) => {
      const visible = await withScope(store, scope, visibleSales);
      t.deepEqual([...visible], expectedSales(scope));
    }),
    { numRuns: 60 },
  );
});

test.serial('a transaction changes no row outside its scope, whatever its where clause says', async (t) => {
  await fc.assert(
    fc.asyncProperty(scopes, async (scope) => {
      const touched = await withScope(store, scope, (tx) =>
        tx.any(sql.type(row<Brand>())`update catalog_brands set name = name returning dealer_id, brand_id`),
      );
      const whole = expectedSales({ ...scope, regions: ['oslo'] });
      const expected = whole.map(({ dealer_id, brand_id }) => ({ dealer_id, brand_id }));
      t.deepEqual([...touched].sort(byKey), expected.sort(byKey));
    }),
    { numRuns: 30 },
  );
});
type Brand = Omit<Key, 'region_id'>;
const byKey = (a: Brand, b: Brand) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

test.serial('a transaction refuses writes for a foreign dealer, brand or region', async (t) => {
  const scope: Scope = { dealers: ['alfa'], brands: ['volvo'], regions: ['oslo'] };
  for (const foreign of [
    sale('beta', 'volvo', 'oslo', '2025-01-01'),
    sale('alfa', 'toyota', 'oslo', '2025-01-01'),
    sale('alfa', 'volvo', 'bergen', '2025-01-01'),
  ]) {
    const refused = await t.throwsAsync(withScope(store, scope, (tx) => tx.query(foreign)));
    t.like(refused, { name: 'StoreError', kind: 'query', code: '42501' });
  }
  const update = withScope(store, { dealers: ['alfa'] }, (tx) =>
    tx.query(sql.unsafe`update catalog_brands set dealer_id = 'beta'`),
  );
  t.like(await t.throwsAsync(update), { code: '42501' });
});

test.serial('a transaction without a scope reads nothing, also right after one that had a scope', async (t) => {
  const single = connect(database.appUrl, { poolSize: 1 });
  t.is((await withScope(single, { dealers: 'every' }, visibleSales)).length, 24);
  t.deepEqual([...(await visibleSales(single))], []);
  await t.throwsAsync(withScope(single, { dealers: 'every' }, () => Promise.reject(new Error('undone'))));
  t.deepEqual([...(await visibleSales(single))], []);
  t.is(await single.oneFirst(sql.type(row<{ n: number }>())`select count(*) as n from dealers`), 0);
  await single.close();
});

test.serial('a caller that is narrowed to brands or regions reads no sum over all of them', async (t) => {
  await withScope(store, { dealers: ['gamma'] }, (tx) =>
    tx.query(sql.unsafe`
      insert into packed_sales (dealer_id, revision, level, brand_id, region_id, period_type, year, period_start, model_family_id, channel, condition,
        units_sold, row_count)
      select 'gamma', 9, level, brand, region, 'month', 2026, '{2026-01-01}', family, '{retail}', '{new}', '{1}', '{1}'
      from (values ('brand', 'volvo', null, null), ('family', 'volvo', null, '{all}'::text[]), ('region', null, 'oslo', null)) as sums (level, brand, region, family)`),
  );
  const sums = (scope: Omit<Scope, 'dealers'>) =>
    withScope(store, { dealers: ['gamma'], ...scope }, (tx) =>
      tx.anyFirst(sql.type(row<{ level: string }>())`
        select level from packed_sales where dealer_id = 'gamma' and revision = 9 order by level`),
    );
  t.deepEqual([...(await sums({}))], ['brand', 'family', 'region']);
  t.deepEqual([...(await sums({ brands: ['volvo'] }))], ['brand', 'family']);
  t.deepEqual([...(await sums({ brands: ['toyota'] }))], []);
  t.deepEqual([...(await sums({ regions: ['oslo'] }))], ['region']);
  t.deepEqual([...(await sums({ brands: ['volvo'], regions: ['oslo'] }))], []);
});

test('a principal finds its own grants before it has a scope, and no grants of others', async (t) => {
  const grants = await withScope(store, { dealers: [], principal: 'boss-of-beta' }, (tx) =>
    tx.any(sql.type(row<{ dealer_id: string; principal: string }>())`select dealer_id, principal from dealer_grants`),
  );
  t.deepEqual([...grants], [{ dealer_id: 'beta', principal: 'boss-of-beta' }]);
  const grab = withScope(store, { dealers: [], principal: 'boss-of-beta' }, (tx) =>
    tx.query(sql.unsafe`insert into dealer_grants (dealer_id, principal) values ('alfa', 'boss-of-beta')`),
  );
  t.like(await t.throwsAsync(grab), { code: '42501' });
});

test.serial('the app role can neither switch the policies off nor become a role that may', async (t) => {
  const attempts = [
    'alter table packed_sales disable row level security',
    'alter table packed_sales no force row level security',
    'drop policy packed_sales_in_scope on packed_sales',
    'set role analytics_owner',
    'set session authorization postgres',
    'alter role current_user bypassrls',
    'create table public.mine (x int)',
    'truncate packed_sales',
    'delete from packed_sales',
    'update packed_sales set units_sold = units_sold',
    'alter view sales set (security_invoker = false)',
    'delete from audit_events',
    'update audit_events set action = $$none$$',
    "insert into schema_migrations (name, sha256) values ('x', 'y')",
  ];
  for (const attempt of attempts)
    t.regex(
      (await t.throwsAsync(asApp((client) => client.query(attempt))))?.message ?? '',
      /permission denied|must be (owner|superuser)/,
      attempt,
    );
  const unfiltered = asApp(async (client) => {
    await client.query('set row_security = off');
    return client.query('select * from packed_sales');
  });
  t.regex((await t.throwsAsync(unfiltered))?.message ?? '', /would be affected by row-level security/);
});

async function asApp<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: database.appUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

test.serial('every table with a dealer has forced row-level security, and its owner obeys it', async (t) => {
  const owner = connect(database.ownerUrl, { poolSize: 1 });
  const open = await owner.anyFirst(sql.type(row<{ name: string }>())`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'dealer_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not (c.relrowsecurity and c.relforcerowsecurity)`);
  t.deepEqual([...open], []);
  t.deepEqual([...(await visibleSales(owner))], []);
  const late = await owner.anyFirst(sql.type(row<{ name: string }>())`
    select i.indexrelid::regclass::text as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'dealer_id'
    join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and (i.indisprimary or i.indisunique) and i.indkey[0] <> a.attnum`);
  // A job is found by its unguessable id alone, and an audit event may concern no dealer; the policies stand in front
  // of both.
  t.deepEqual([...late].sort(), ['audit_events_pkey', 'upload_jobs_job_id_key']);
  await owner.close();
});

test.serial('copyFrom writes to a staging table only, and the merge obeys the scope', async (t) => {
  const direct = await store.copyFrom('copy packed_sales (dealer_id) from stdin');
  t.regex(await settled(direct), /COPY FROM not supported with row-level security/);

  const job = '019ab000-0000-7000-8000-000000000001';
  const copy = await openStaging(store, job, 1, {
    columns: ['period_start', 'brand', 'region', 'units_sold'],
    delimiter: ',',
  });
  copy.end('2026-02-01,volvo,oslo,3\n2026-02-01,toyota,bergen,4\n');
  t.is(await settled(copy), 'finished');

  const merge = (dealer: string) => sql.type(row<Key>())`
    ${packed}
    select ${dealer}, 2, 'row', brand, region, 'month', 2026, array[period_start::date], '{all}', '{retail}', '{new}', array[units_sold] from ${stagingTable(job, 1)}
    returning dealer_id, brand_id, region_id`;
  t.like(await t.throwsAsync(withScope(store, { dealers: ['alfa'] }, (tx) => tx.any(merge('beta')))), {
    code: '42501',
  });
  const merged = await withScope(store, { dealers: ['alfa'] }, (tx) => tx.any(merge('alfa')));
  t.deepEqual(
    [...merged],
    [
      { dealer_id: 'alfa', brand_id: 'volvo', region_id: 'oslo' },
      { dealer_id: 'alfa', brand_id: 'toyota', region_id: 'bergen' },
    ],
  );
});

test.serial(
  'rows that were packed before a merge are deleted by their run alone, and published by no other',
  async (t) => {
    const left = () =>
      withScope(store, { dealers: 'every' }, (tx) =>
        tx.any(sql.type(row<{ dealer_id: string; brand_id: string }>())`
        select dealer_id, brand_id from packed_sales where revision >= 20 order by 1, 2`),
      ).then((rows) => rows.map(({ dealer_id, brand_id }) => `${dealer_id} ${brand_id}`));
    const remove = (scope: Scope, dealer: string, fence: number) =>
      withScope(store, scope, (tx) =>
        tx.oneFirst(sql.type(row<{ left: boolean }>())`select delete_unpublished(${dealer}, ${fence}, 2) as "left"`),
      );
    for (const [dealer, revision] of [
      ['alfa', 20],
      ['beta', 30],
    ] as const)
      await withScope(store, { dealers: [dealer] }, async (tx) => {
        for (const brand of brands)
          await tx.query(sql.unsafe`
          ${packed} values (${dealer}, ${revision}, 'row', ${brand}, 'oslo', 'month', 2026, array['2026-01-01'::date], '{all}', '{retail}', '{new}', '{1}')`);
        await tx.query(
          sql.unsafe`insert into unpublished_revisions (dealer_id, revision, fence) values (${dealer}, ${revision}, 7)`,
        );
      });
    const all = ['alfa', 'beta'].flatMap((dealer) => brands.toSorted().map((brand) => `${dealer} ${brand}`));
    t.deepEqual(
      [await remove({ dealers: ['beta'] }, 'alfa', 7), await remove({ dealers: ['alfa'] }, 'alfa', 6)],
      [false, false],
    );
    t.deepEqual(await left(), all, 'neither another scope nor an earlier run');
    const published = withScope(store, { dealers: ['alfa'] }, (tx) =>
      tx.query(sql.unsafe`
      insert into slices (dealer_id, revision, job_id, period, period_type, period_start, period_end, content_sha256, options, rows, principal, loaded_at)
      values ('alfa', 20, gen_random_uuid(), '2026-01', 'month', '2026-01-01', '2026-01-31', '', '{}', 3, 'boss', now())`),
    );
    t.like(await t.throwsAsync(published), { code: 'P0001' });
    for (const narrow of [{ brands: ['volvo'] }, { regions: ['oslo'] }])
      t.like(await t.throwsAsync(remove({ dealers: ['alfa'], ...narrow }, 'alfa', 8)), { code: 'P0001' });
    t.deepEqual([await remove({ dealers: ['alfa'] }, 'alfa', 8), (await left()).length], [true, 4], 'two at most');
    t.deepEqual([await remove({ dealers: ['alfa'] }, 'alfa', 8), await left()], [false, all.slice(3)]);
    t.is(await remove({ dealers: ['alfa'] }, 'alfa', 8), false);
  },
);

const settled = (stream: NodeJS.EventEmitter): Promise<string> =>
  new Promise((resolve) => {
    stream.once('error', (error: Error) => resolve(error.message));
    stream.once('finish', () => resolve('finished'));
  });
