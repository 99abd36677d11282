// The policies of the analytics database, all of them: what each lets be read and written.
import test from 'ava';
import { withClient } from '../../tools/local/servers/postgres.ts';
import { type FreshDatabase, freshDatabase, parts } from '../../tools/test/servers.ts';
import { connect } from './connect.ts';
import type { Store } from './database.ts';
import type { Scope } from './port.ts';
import { sql } from './query.ts';
import { withScope } from './scope.ts';

let database: FreshDatabase;
let store: Store;

test.before(async (t) => {
  const { postgres } = await parts(t, ['postgres']);
  database = await freshDatabase(postgres, 'analytics');
  store = connect(database.appUrl, { poolSize: 2 });
  await withScope(store, { dealers: 'every' }, async (tx) => {
    for (const id of ['alfa', 'beta'])
      await tx.query(sql.unsafe`insert into dealers (dealer_id, name, region_id) values (${id}, ${id}, 'oslo')`);
  });
});
test.after.always(() => store?.close());

const ownDealers = '(dealer_id = ANY (( SELECT covenant_dealers() AS covenant_dealers)::text[]))';
const everyDealer = "(( SELECT covenant_setting('every_dealer'::text) AS covenant_setting) = 'on'::text)";
const namedDealers =
  "(dealer_id = ANY (( SELECT COALESCE((covenant_setting('dealers'::text))::text[], '{}'::text[]) AS \"coalesce\")::text[]))";
const narrowed = (what: 'brands' | 'regions') =>
  `((( SELECT covenant_${what}() AS covenant_${what}) IS NULL) OR (${what.slice(0, -1)}_id = ANY (( SELECT covenant_${what}() AS covenant_${what})::text[])))`;

const narrowedKind = (kind: string, what: 'brands' | 'regions') =>
  `((kind <> '${kind}'::text) OR (( SELECT covenant_${what}() AS covenant_${what}) IS NULL) OR (id = ANY (( SELECT covenant_${what}() AS covenant_${what})::text[])))`;

/** table and policy: for what, how it counts, what it shows, what it lets be written. */
type Policy = readonly [command: string, kind: string, using: string | null, check: string | null];

const both = (condition: string): Policy => ['ALL', 'PERMISSIVE', condition, condition];
const alsoBoth = (condition: string): Policy => ['ALL', 'RESTRICTIVE', condition, condition];

const policies: Readonly<Record<string, Policy>> = {
  'audit_events audit_events_add': [
    'INSERT',
    'PERMISSIVE',
    null,
    `(${ownDealers} OR ((dealer_id IS NULL) AND ${everyDealer}))`,
  ],
  'audit_events audit_events_in_scope': ['SELECT', 'PERMISSIVE', `(${ownDealers} OR ${everyDealer})`, null],
  'catalog_aliases catalog_aliases_in_scope': both(ownDealers),
  'catalog_brands catalog_brands_in_scope': both(ownDealers),
  'catalog_brands catalog_brands_narrowed': alsoBoth(narrowed('brands')),
  'catalog_model_families catalog_model_families_in_scope': both(ownDealers),
  'catalog_model_families catalog_model_families_narrowed': alsoBoth(narrowed('brands')),
  'catalog_regions catalog_regions_in_scope': both(ownDealers),
  'catalog_regions catalog_regions_narrowed': alsoBoth(narrowed('regions')),
  'catalog_spellings catalog_spellings_in_scope': both(ownDealers),
  'catalog_spellings catalog_spellings_narrowed': alsoBoth(
    `(${narrowedKind('brand', 'brands')} AND ${narrowedKind('region', 'regions')})`,
  ),
  'dealer_calendars dealer_calendars_in_scope': both(ownDealers),
  'dealer_grants dealer_grants_in_scope': both(ownDealers),
  'dealer_grants dealer_grants_of_principal': [
    'SELECT',
    'PERMISSIVE',
    "(principal = ( SELECT covenant_setting('principal'::text) AS covenant_setting))",
    null,
  ],
  'dealers dealers_in_scope': both(`(${namedDealers} OR ${everyDealer})`),
  'forecast_jobs forecast_jobs_in_scope': both(ownDealers),
  'kept_forecasts kept_forecasts_brands': alsoBoth(narrowed('brands')),
  'kept_forecasts kept_forecasts_in_scope': both(ownDealers),
  'kept_forecasts kept_forecasts_regions': alsoBoth(narrowed('regions')),
  'packed_sales packed_sales_brands': alsoBoth(narrowed('brands')),
  'packed_sales packed_sales_in_scope': both(ownDealers),
  'packed_sales packed_sales_regions': alsoBoth(narrowed('regions')),
  'previewed_sums previewed_sums_brands': alsoBoth(narrowed('brands')),
  'previewed_sums previewed_sums_in_scope': both(ownDealers),
  'previewed_sums previewed_sums_regions': alsoBoth(narrowed('regions')),
  'restated_dealers restated_dealers_in_scope': both(ownDealers),
  'slices slices_in_scope': both(ownDealers),
  'subscription_usage subscription_usage_in_scope': both(ownDealers),
  'subscriptions subscriptions_in_scope': both(ownDealers),
  'unpublished_revisions unpublished_revisions_in_scope': both(ownDealers),
  'upload_jobs upload_jobs_in_scope': both(ownDealers),
  'upload_jobs upload_jobs_of_principal': [
    'SELECT',
    'PERMISSIVE',
    "((principal = ( SELECT covenant_setting('principal'::text) AS covenant_setting)) AND (dealer_id = ANY (( SELECT covenant_uploads() AS covenant_uploads)::text[])))",
    null,
  ],
};

/** Tables that hold nothing of a dealer's, or of which a row is found by what only its owner has. */
const withoutDealer = [
  'access_revisions',
  'idempotency_keys',
  'inbox',
  'leases',
  'login_failures',
  'outbox',
  'plans',
  'refresh_families',
  'refresh_tokens',
  'schema_migrations',
  'selling_calendars',
  'webhook_attempts',
  'webhook_deliveries',
  'webhooks',
];

const asOwner = <Row extends object>(text: string): Promise<readonly Row[]> =>
  withClient(database.ownerUrl, async (client) => (await client.query<Row>(text)).rows);

test('each policy states which rows it shows and which it accepts, and there are no others', async (t) => {
  const found = await asOwner<{ name: string; policy: Policy }>(
    `select tablename || ' ' || policyname as name, json_build_array(cmd, permissive, qual, with_check) as policy
     from pg_policies where schemaname = 'public'`,
  );
  t.deepEqual(Object.fromEntries(found.map(({ name, policy }) => [name, policy])), policies);
});

test('every table with a dealer has a policy for reads and one for writes, which its owner obeys too', async (t) => {
  const found = await asOwner<{ name: string; dealer: boolean; forced: boolean; read: boolean; written: boolean }>(
    `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
       exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'dealer_id') as dealer,
       exists (select from pg_policies p where p.tablename = c.relname and p.permissive = 'PERMISSIVE' and p.qual is not null) as read,
       exists (select from pg_policies p where p.tablename = c.relname and p.permissive = 'PERMISSIVE' and p.with_check is not null) as written
     from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by c.relname`,
  );
  const guarded = found.filter(({ dealer }) => dealer);
  t.deepEqual(
    guarded.map(({ name }) => name),
    [...new Set(Object.keys(policies).map((each) => each.split(' ')[0] as string))].sort(),
  );
  t.deepEqual(
    guarded.filter(({ forced, read, written }) => !(forced && read && written)),
    [],
  );
  t.deepEqual(
    found.filter(({ dealer }) => !dealer).map(({ name }) => name),
    withoutDealer,
  );
});

test('a policy accepts audit entries about a dealer of the scope, and entries about none from timers alone', async (t) => {
  const write = (scope: Scope, dealer: string | null): Promise<string> =>
    withScope(store, scope, (tx) =>
      tx.query(sql.unsafe`insert into audit_events (dealer_id, action) values (${dealer}, 'tried')`),
    ).then(
      () => 'written',
      (error: { code?: string }) => error.code ?? String(error),
    );
  const refused = '42501';
  const scopes: Readonly<Record<string, Scope>> = {
    alfa: { dealers: ['alfa'] },
    none: { dealers: [] },
    person: { dealers: [], principal: 'somebody' },
    every: { dealers: 'every' },
  };
  const outcomes: Record<string, readonly string[]> = {};
  for (const [name, scope] of Object.entries(scopes))
    outcomes[name] = [
      await write(scope, 'alfa'),
      await write(scope, 'beta'),
      await write(scope, 'nobody'),
      await write(scope, null),
    ];
  t.deepEqual(outcomes, {
    alfa: ['written', refused, refused, refused],
    none: [refused, refused, refused, refused],
    person: [refused, refused, refused, refused],
    every: ['written', 'written', refused, 'written'],
  });
});

test('a view shows what the policies of its caller permit, not those of its owner', async (t) => {
  const views = await asOwner<{ name: string; options: string[] | null }>(
    `select relname as name, reloptions as options from pg_class where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace order by 1`,
  );
  const options = ['security_invoker=true'];
  t.deepEqual(
    views,
    ['sales', 'sales_by_brand', 'sales_by_region', 'unpacked_sales'].map((name) => ({ name, options })),
  );
});

test('a function with the rights of the owner finds no table of its caller in the place of ours', async (t) => {
  const found = await asOwner<{ name: string; settings: readonly string[] }>(`
    select proname as name, proconfig as settings from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by 1`);
  t.deepEqual(found, [{ name: 'delete_unpublished', settings: ['search_path=public, pg_temp'] }]);
});
