-- Today's schema of the database analytics. Generated from adapters/store/sql by npm run schema; do not edit.
-- Sequences, tables and views come first, functions last. Above each stand the migrations that change it: they give the reasons.
-- Rows that migrations insert are not shown.
-- Made from 42 migrations with the hash d9c80544d55e2a60e8d7308e7dc448bff49859dfbaa0be936dc2df46423c92f1.

-- btree_gist: analytics-0001
create extension btree_gist;

-- public: every-0001
grant usage on schema public to covenant_app;

-- staging: analytics-0001
create schema staging;
grant create, usage on schema staging to covenant_app;

-- access_revisions: analytics-0024
create table access_revisions (
  subject text collate "C" not null,
  revision bigint not null default 1,
  constraint access_revisions_pkey primary key (subject)
) with (fillfactor=50);
grant select, insert, update on access_revisions to covenant_app;

-- audit_events: analytics-0001, analytics-0005
create table audit_events (
  id bigint not null generated always as identity,
  at timestamptz not null default now(),
  dealer_id text collate "C",
  principal text,
  action text not null,
  subject text,
  request_id text,
  details jsonb not null default '{}'::jsonb,
  constraint audit_events_pkey primary key (id)
);
create index audit_events_dealer on audit_events (dealer_id, at);
alter table audit_events enable row level security;
alter table audit_events force row level security;
create policy audit_events_add on audit_events for insert
  with check ((dealer_id = any ((select covenant_dealers())::text[])) or dealer_id is null and (select covenant_setting('every_dealer')) = 'on');
create policy audit_events_in_scope on audit_events for select
  using ((dealer_id = any ((select covenant_dealers())::text[])) or (select covenant_setting('every_dealer')) = 'on');
grant select, insert on audit_events to covenant_app;

-- catalog_aliases: analytics-0001, analytics-0012, analytics-0024
create table catalog_aliases (
  dealer_id text collate "C" not null,
  kind text not null,
  alias text collate "C" not null,
  target_id text collate "C" not null,
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  version bigint not null generated always as identity,
  deleted_at timestamptz,
  constraint catalog_aliases_pkey primary key (dealer_id, version),
  constraint catalog_aliases_dealer_id_fkey foreign key (dealer_id) references dealers(dealer_id),
  constraint catalog_aliases_kind_check check (kind in ('brand', 'region', 'model_family'))
);
create unique index catalog_aliases_current on catalog_aliases (dealer_id, kind, alias) where deleted_at is null;
create trigger raise_access_revision after insert or delete or update on catalog_aliases for each row execute function raise_access_revision('terms', 'dealer_id');
alter table catalog_aliases enable row level security;
alter table catalog_aliases force row level security;
create policy catalog_aliases_in_scope on catalog_aliases
  using (dealer_id = any ((select covenant_dealers())::text[]))
  with check (dealer_id = any ((select covenant_dealers())::text[]));
grant select, insert, update, delete on catalog_aliases to covenant_app;

-- catalog_brands: analytics-0001, analytics-0005, analytics-0010
create table catalog_brands (
  dealer_id text collate "C" not null,
  brand_id text collate "C" not null,
  name text not null,
  created_at timestamptz not null default now(),
  is_current boolean not null default true,
  constraint catalog_brands_pkey primary key (dealer_id, brand_id),
  constraint catalog_brands_dealer_id_fkey foreign key (dealer_id) references dealers(dealer_id)
);
alter table catalog_brands enable row level security;
alter table catalog_brands force row level security;
create policy catalog_brands_in_scope on catalog_brands
  using (dealer_id = any ((select covenant_dealers())::text[]))
  with check (dealer_id = any ((select covenant_dealers())::text[]));
create policy catalog_brands_narrowed on catalog_brands as restrictive
  using ((select covenant_brands()) is null or (brand_id = any ((select covenant_brands())::text[])))
  with check ((select covenant_brands()) is null or (brand_id = any ((select covenant_brands())::text[])));
grant select, insert, update, delete on catalog_brands to covenant_app;

-- catalog_model_families: analytics-0001, analytics-0005, analytics-0010, analytics-0077
create table catalog_model_families (
  dealer_id text collate "C" not null,
  brand_id text collate "C" not null,
  model_family_id text collate "C" not null,
  name text not null,
  created_at timestamptz not null default now(),
  is_current boolean not null default true,
  constraint catalog_model_families_pkey primary key (dealer_id, brand_id, model_family_id),
  constraint catalog_model_families_dealer_id_brand_id_fkey foreign key (dealer_id, brand_id) references catalog_brands(dealer_id, brand_id),
  constraint catalog_model_families_dealer_id_fkey foreign key (dealer_id) references dealers(dealer_id)
);
create index catalog_model_families_of_id on catalog_model_families (model_family_id, dealer_id);
alter table catalog_model_families enable row level security;
alter table catalog_model_families force row level security;
create policy catalog_model_families_in_scope on catalog_model_families
  using (dealer_id = any ((select covenant_dealers())::text[]))
  with check (dealer_id = any ((select covenant_dealers())::text[]));
create policy catalog_model_families_narrowed on catalog_model_families as restrictive
  using ((select covenant_brands()) is null or (brand_id = any ((select covenant_brands())::text[])))
  with check ((select covenant_brands()) is null or (brand_id = any ((select covenant_brands())::text[])));
grant select, insert, update, delete on catalog_model_families to covenant_app;

-- catalog_regions: analytics-0001, analytics-0005, analytics-0010
create table catalog_regions (
  dealer_id text collate "C" not null,
  region_id text collate "C" not null,
  name text not null,
  created_at timestamptz not null default now(),
  is_current boolean not null default true,
  constraint catalog_regions_pkey primary key (dealer_id, region_id),
  constraint catalog_regions_dealer_id_fkey foreign key (dealer_id) references dealers(dealer_id)
);
alter table catalog_regions enable row level security;
alter table catalog_regions force row level security;
create policy catalog_regions_in_scope on catalog_regions
  using (dealer_id = any ((select covenant_dealers())::text[]))
  with check (dealer_id = any ((select covenant_dealers())::text[]));
create policy catalog_regions_narrowed on catalog_regions as restrictive
  using ((select covenant_regions()) is null or (region_id = any ((select covenant_regions())::text[])))
  with check ((select covenant_regions()) is null or (region_id = any ((select covenant_regions())::text[])));
grant select, insert, update, delete on catalog_regions to covenant_app;

-- catalog_spellings: analytics-0010
create table catalog_spellings (
  dealer_id text collate "C" not null,
  kind text not null,
  id text collate "C" not null,
  spelling text not null,
  created_at timestamptz not null default now(),
  constraint catalog_spellings_pkey primary key (dealer_id, kind, id, spelling),
  constraint catalog_spellings_dealer_id_fkey foreign key (dealer_id) references dealers(dealer_id),
  constraint catalog_spellings_kind_check check (kind in ('brand', 'region', 'model_family'))
);
alter table catalog_spellings enable row level security;
alter table catalog_spellings force row level security;
create policy catalog_spellings_in_scope on catalog_spellings
  using (dealer_id = any ((select covenant_dealers())::text[]))
  with check (dealer_id = any ((select covenant_dealers())::text[]));
create policy catalog_spellings_narrowed on catalog_spellings as restrictive
  using ((kind <> 'brand' or (select covenant_brands()) is null or (id = any ((select covenant_brands())::text[]))) and (kind <> 'region' or (select covenant_regions()) is null or (id = any ((select covenant_regions())::text[]))))
  with check ((kind <> 'brand' or (select covenant_brands()) is null or (id = any ((select covenant_brands())::text[]))) and (kind <> 'region' or (select covenant_regions()) is null or (id = any ((select covenant_regions())::text[]))));
grant select, insert, update, delete on catalog_spellings to covenant_app;

-- dealer_calendars: analytics-0009, analytics-0024, analytics-0078, analytics-0079
create table dealer_calendars (
  dealer_id text collate "C" not null,
  version bigint not null,
  calendar_id text not null,
  region_calendars jsonb not null default '{}'::jsonb,
  published_at timestamptz not null default clock_timestamp(),
  country text,
  edition smallint not null default 2,
  own_calendar jsonb,
  constraint dealer_calendars_pkey primary key (dealer_id, version),
  constraint dealer_calendars_dealer_id_fkey foreign key (dealer_id) references dealers(dealer_id),
  constraint dealer_calendars_country_check check (country ~ '^[A-Z]{2}$'),
  constraint dealer_calendars_edition_check check (edition = any (array[1, 2])),
  constraint dealer_calendars_own_calendar_check check (jsonb_typeof(own_calendar) = 'object'),
  constraint dealer_calendars_region_calendars_check check (jsonb_typeof(region_calendars) = 'object'),
  constraint dealer_calendars_version_check check (version > 0)
);
create trigger raise_access_revision after insert or delete or update on dealer_calendars for each row execute function raise_access_revision('terms', 'dealer_id');
alter table dealer_calendars enable row level security;
alter table dealer_calendars force row level security;
create policy dealer_calendars_in_scope on dealer_calendars
  using (dealer_id = any ((select covenant_dealers())::text[]))
  with check (dealer_id = any ((select covenant_dealers())::text[]));
grant select, insert on dealer_calendars to covenant_app;

-- dealer_grants: analytics-0001, analytics-0002, analytics-0004, analytics-0024
create table dealer_grants (
  dealer_id text collate "C" not null,
  principal text not null,
  brand_ids text[],
  region_ids text[],
  roles text[] not null default '{}'::text[],
  created_at timestamptz not null default now(),
  created_by text,
  version bigint not null generated always as identity,
  constraint dealer_grants_pkey primary key (dealer_id, principal),
  constraint dealer_grants_dealer_id_fkey foreign key (dealer_id) references dealers(dealer_id)
);
create index dealer_grants_principal on dealer_grants (principal, dealer_id);
create trigger raise_access_revision after insert or delete or update on dealer_grants for each row execute function raise_access_revision('principal', 'principal');
alter table dealer_grants enable row level security;
alter table dealer_grants force row level security;
create policy dealer_grants_in_scope on dealer_grants
  using (dealer_id = any ((select covenant_dealers())::text[]))
  with check (dealer_id = any ((select covenant_dealers())::text[]));
create policy dealer_grants_of_principal on dealer_grants for select
  using (principal = (select covenant_setting('principal')));
grant select, insert, update, delete on dealer_grants to covenant_app;

-- dealers: analytics-0001, analytics-0005, analytics-0007, analytics-0009, analytics-0011, analytics-0024
create table dealers (
  dealer_id text collate "C" not null,
  name text not null,
  region_id text collate "C" not null,
  revision bigint not null default 0,
  data_as_of timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rows_stored bigint not null default 0,
  country text,
  calendar_id text,
  region_calendars jsonb not null default '{}'::jsonb,
  version bigint not null default 1,
  optional_columns text[] not null default '{}'::text[],
  constraint dealers_pkey primary key (dealer_id),
  constraint dealers_country_check check (country ~ '^[A-Z]{2}$'),
  constraint dealers_dealer_id_check check (dealer_id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(dealer_id) <= 63),
  constraint dealers_region_calendars_check check (jsonb_typeof(region_calendars) = 'object'),
  constraint dealers_revision_check check (revision >= 0),
  constraint dealers_rows_stored_check check (rows_stored >= 0)
);
create trigger raise_access_revision after insert or delete or update on dealers for each row execute function raise_access_revision('data', 'dealer_id');
alter table dealers enable row level security;
alter table dealers force row level security;
create policy dealers_in_scope on dealers
  using ((dealer_id = any ((( select coalesce(covenant_setting('dealers')::text[], '{}'::text[]) as "coalesce"))::text[])) or (select covenant_setting('every_dealer')) = 'on')
  with check ((dealer_id = any ((( select coalesce(covenant_setting('dealers')::text[], '{}'::text[]) as "coalesce"))::text[])) or (select covenant_setting('every_dealer')) = 'on');
grant select, insert, update on dealers to covenant_app;

-- forecast_jobs: analytics-0030
create table forecast_jobs (
  dealer_id text not null,
  revision bigint not null,
  requested_at timestamptz not null default clock_timestamp(),
  next_attempt_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  claimed_by text,
  claimed_until timestamptz,
  finished_at timestamptz,
  constraint forecast_jobs_pkey primary key (dealer_id),
  constraint forecast_jobs_dealer_id_fkey foreign key (dealer_id) references dealers(dealer_id)
);
create index forecast_jobs_waiting on forecast_jobs (requested_at) where finished_at is null;
alter table forecast_jobs enable row level security;
alter table forecast_jobs force row level security;
create policy forecast_jobs_in_scope on forecast_jobs
  using (dealer_id = any ((select covenant_dealers())::text[]))
  with check (dealer_id = any ((select covenant_dealers())::text[]));
grant select, insert, update, delete on forecast_jobs to covenant_app;

-- idempotency_keys: every-0001
create table idempotency_keys (
  principal text not null,
  operation text not null,
  key text not null,
  body_hash text not null,
  attempt uuid not null,
  leased_until timestamptz not null,
  reply jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint idempotency_keys_pkey primary key (principal, operation, key),
  constraint idempotency_keys_key_check check (length(key) >= 1 and length(key) <= 255)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);
grant select, insert, update, delete on idempotency_keys to covenant_app;

-- inbox: every-0001, every-0002
create table inbox (
  consumer text not null,
  message_id text not null,
  attempts integer not null default 0,
  received_at timestamptz not null default now(),
  done_at timestamptz,
  constraint inbox_pkey primary key (consumer, message_id)
);
create index inbox_done on inbox (done_at) where done_at is not null;
create index inbox_open on inbox (received_at) where done_at is null;
grant select, insert, update, delete on inbox to covenant_app;

-- kept_forecasts: analytics-0030
create table kept_forecasts (
  dealer_id text not null,
  brand_id text not null,
  region_id text not null,
  job_revision bigint not null,
  revision bigint not null,
  computed_on integer not null,
  answer json not null,
  constraint kept_forecasts_pkey primary key (dealer_id, brand_id, region_id),
  constraint kept_forecasts_dealer_id_fkey foreign key (dealer_id) references dealers(dealer_id)
);
alter table kept_forecasts enable row level security;
alter table kept_forecasts force row level security;
create policy kept_forecasts_brands on kept_forecasts as restrictive
  using ((select covenant_brands()) is null or (brand_id = any ((select covenant_brands())::text[])))
  with check ((select covenant_brands()) is null or (brand_id = any ((select covenant_brands())::text[])));
create policy kept_forecasts_in_scope on kept_forecasts
  using (dealer_id = any ((select covenant_dealers())::text[]))
  with check (dealer_id = any ((select covenant_dealers())::text[]));
create policy kept_forecasts_regions on kept_forecasts as restrictive
  using ((select covenant_regions()) is null or (region_id = any ((select covenant_regions())::text[])))
  with check ((select covenant_regions()) is null or (region_id = any ((select covenant_regions())::text[])));
grant select, insert, update, delete on kept_forecasts to covenant_app;

-- leases: every-0001
create table leases (
  name text not null,
  holder text not null,
  fence bigint not null,
  expires_at timestamptz not null,
  constraint leases_pkey primary key (name),
  constraint leases_fence_check check (fence > 0)
);
grant select, insert, update on leases to covenant_app;

-- login_failures: analytics-0001
create table login_failures (
  account_hash bytea not null,
  failures integer not null,
  first_failed_at timestamptz not null,
  last_failed_at timestamptz not null,
  blocked_until timestamptz,
  constraint login_failures_pkey primary key (account_hash),
  constraint login_failures_failures_check check (failures > 0)
);
grant select, insert, update, delete on login_failures to covenant_app;

-- outbox: every-0001
create table outbox (
  id bigint not null generated always as identity,
  message_id uuid not null,
  aggregate text not null,
  exchange text not null,
  routing_key text not null,
  headers jsonb not null default '{}'::jsonb,
  body jsonb,
  reference jsonb,
  content_type text not null default 'application/json',
  ttl_ms integer,
  created_at timestamptz not null default now(),
  claimed_until timestamptz,
  claimed_by text,
  attempts integer not null default 0,
  published_at timestamptz,
  last_error text,
  constraint outbox_pkey primary key (id),
  constraint outbox_message_id_key unique (message_id),
  constraint outbox_check check (num_nonnulls(body, reference) = 1),
  constraint outbox_ttl_ms_check check (ttl_ms > 0)
);
create index outbox_due on outbox (id) where published_at is null;
create index outbox_order on outbox (aggregate, id) where published_at is null;
create index outbox_published on outbox (published_at) where published_at is not null;
grant select, insert, update, delete on outbox to covenant_app;

-- packed_sales: analytics-0050, analytics-0062
create table packed_sales (
  dealer_id text collate "C" not null,
  revision bigint not null,
  level text collate "C" not null,
  brand_id text collate "C",
  region_id text collate "C",
  period_type text collate "C" not null,
  year smallint not null,
  period_start date[] not null,
  model_family_id text[] collate "C",
  channel text[] collate "C" not null,
  condition text[] collate "C" not null,
  units_sold bigint[] not null,
  stock_units bigint[],
  receipts bigint[],
  orders bigint[],
  selling_days numeric(6,2)[],
  revenue numeric[],
  currency text[],
  row_count bigint[],
  constraint packed_sales_check check ((brand_id is null) = (level = 'region')),
  constraint packed_sales_check1 check ((region_id is null) = (level in ('brand', 'family'))),
  constraint packed_sales_check10 check (cardinality(revenue) = cardinality(period_start) and cardinality(row_count) = cardinality(period_start)),
  constraint packed_sales_check2 check ((model_family_id is null) = (level in ('brand_region', 'brand', 'region'))),
  constraint packed_sales_check3 check ((row_count is null) = (level = 'row')),
  constraint packed_sales_check4 check (cardinality(model_family_id) = 1 or cardinality(model_family_id) = cardinality(period_start)),
  constraint packed_sales_check5 check ((cardinality(channel) = 1 or cardinality(channel) = cardinality(period_start)) and (cardinality(condition) = 1 or cardinality(condition) = cardinality(period_start))),
  constraint packed_sales_check6 check (cardinality(currency) = 1 or cardinality(currency) = cardinality(period_start)),
  constraint packed_sales_check7 check (cardinality(period_start) > 0 and cardinality(units_sold) = cardinality(period_start)),
  constraint packed_sales_check8 check (cardinality(stock_units) = cardinality(period_start) and cardinality(receipts) = cardinality(period_start)),
  constraint packed_sales_check9 check (cardinality(orders) = cardinality(period_start) and cardinality(selling_days) = cardinality(period_start)),
  constraint packed_sales_currency_check check (array_to_string(currency, '') ~ '^([A-Z]{3})*$'),
  constraint packed_sales_level_check check (level in ('row', 'brand_region', 'brand', 'region', 'family')),
  constraint packed_sales_period_type_check check (period_type in ('day', 'week', 'month', 'quarter')),
  constraint packed_sales_revision_check check (revision > 0),
  constraint packed_sales_selling_days_check check (0::numeric <= all (selling_days)),
  constraint packed_sales_stock_units_check check (0 <= all (stock_units))
);
alter table packed_sales
  alter period_start set storage external,
  alter model_family_id set storage external,
  alter channel set storage external,
  alter condition set storage external,
  alter units_sold set storage external,
  alter stock_units set storage external,
  alter receipts set storage external,
  alter orders set storage external,
  alter selling_days set storage external,
  alter revenue set storage external,
  alter currency set storage external,
  alter row_count set storage external;
create index packed_sales_level on packed_sales (dealer_id, level, brand_id, region_id) where cardinality(period_start) > 0;
create index packed_sales_reported_days on packed_sales (dealer_id) where selling_days is not null;
create index packed_sales_revision on packed_sales (dealer_id, revision, level, brand_id, region_id);
alter table packed_sales enable row level security;
alter table packed_sales force row level security;
create policy packed_sales_brands on packed_sales as restrictive
  using ((select covenant_brands()) is null or (brand_id = any ((select covenant_brands())::text[])))
  with check ((select covenant_brands()) is null or (brand_id = any ((select covenant_brands())::text[])));
create policy packed_sales_in_scope on packed_sales
  using (dealer_id = any ((select covenant_dealers())::text[]))
  with check (dealer_id = any ((select covenant_dealers())::text[]));
create policy packed_sales_regions on packed_sales as restrictive
  using ((select covenant_regions()) is null or (region_id = any ((select covenant_regions())::text[])))
  with check ((select covenant_regions()) is null or (region_id = any ((select covenant_regions())::text[])));
grant select, insert on packed_sales to covenant_app;

-- plans: analytics-0001, analytics-0024
create table plans (
  plan text not null,
  title text not null,
  limits jsonb not null,
  forecast_days integer not null default 365,
  constraint plans_pkey primary key (plan),
  constraint plans_forecast_days_check check (forecast_days >= 1 and forecast_days <= 365),
  constraint plans_limits_check check (jsonb_typeof(limits) = 'array')
);
create trigger raise_access_revision after insert or delete or update on plans for each row execute function raise_access_revision('installation');
grant select, insert, update, delete on plans to covenant_app;

-- previewed_sums: analytics-0040
create table previewed_sums (
  dealer_id text collate "C" not null,
  job_id uuid not null,
  period_start date not null,
  brand_id text collate "C" not null,
  region_id text collate "C" not null,
  channel text collate "C" not null,
  condition text collate "C" not null,
  period_type text collate "C" not null,
  units_sold bigint not null,
  stock_units bigint,
  receipts bigint,
  orders bigint,
  selling_days numeric(6,2),
  revenue numeric,
  currency text,
  constraint previewed_sums_dealer_id_job_id_fkey foreign key (dealer_id, job_id) references upload_jobs(dealer_id, job_id) on delete cascade,
  constraint previewed_sums_period_type_check check (period_type in ('day', 'week', 'month', 'quarter'))
);
create index previewed_sums_of_job on previewed_sums (dealer_id, job_id);
alter table previewed_sums enable row level security;
alter table previewed_sums force row level security;
create policy previewed_sums_brands on previewed_sums as restrictive
  using ((select covenant_brands()) is null or (brand_id = any ((select covenant_brands())::text[])))
  with check ((select covenant_brands()) is null or (brand_id = any ((select covenant_brands())::text[])));
create policy previewed_sums_in_scope on previewed_sums
  using (dealer_id = any ((select covenant_dealers())::text[]))
  with check (dealer_id = any ((select covenant_dealers())::text[]));
create policy previewed_sums_regions on previewed_sums as restrictive
  using ((select covenant_regions()) is null or (region_id = any ((select covenant_regions())::text[])))
  with check ((select covenant_regions()) is null or (region_id = any ((select covenant_regions())::text[])));
grant select, insert, delete on previewed_sums to covenant_app;

-- refresh_families: analytics-0001
create table refresh_families (
  family_id uuid not null,
  principal text not null,
  client_id text not null,
  provider_session bytea,
  generation integer not null default 1,
  created_at timestamptz not null default now(),
  idle_expires_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text,
  constraint refresh_families_pkey primary key (family_id),
  constraint refresh_families_check check ((revoked_at is null) = (revoked_reason is null))
);
create index refresh_families_expiry on refresh_families (expires_at);
create index refresh_families_principal on refresh_families (principal) where revoked_at is null;
grant select, insert, update, delete on refresh_families to covenant_app;

-- refresh_tokens: analytics-0001, analytics-0075
create table refresh_tokens (
  token_hash bytea not null,
  family_id uuid not null,
  generation integer not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  successor_sealed bytea,
  answered boolean not null default false,
  constraint refresh_tokens_pkey primary key (token_hash),
  constraint refresh_tokens_family_id_generation_key unique (family_id, generation),
  constraint refresh_tokens_family_id_fkey foreign key (family_id) references refresh_families(family_id) on delete cascade,
  constraint refresh_tokens_generation_check check (generation > 0),
  constraint refresh_tokens_token_hash_check check (length(token_hash) = 32)
);
grant select, insert, update, delete on refresh_tokens to covenant_app;

-- restated_dealers: analytics-0067
create table restated_dealers (
  dealer_id text collate "C" not null,
  calendar_id text collate "C" not null,
  version integer not null,
  published_at timestamptz not null,
  constraint restated_dealers_pkey primary key (dealer_id, calendar_id, version),
  constraint restated_dealers_calendar_id_version_fkey foreign key (calendar_id, version) references selling_calendars(calendar_id, version),
  constraint restated_dealers_dealer_id_fkey foreign key (dealer_id) references dealers(dealer_id)
);
create trigger raise_access_revision after insert or delete or update on restated_dealers for each row execute function raise_access_revision('terms', 'dealer_id');
alter table restated_dealers enable row level security;
alter table restated_dealers force row level security;
create policy restated_dealers_in_scope on restated_dealers
  using (dealer_id = any ((select covenant_dealers())::text[]))
  with check (dealer_id = any ((select covenant_dealers())::text[]));
grant select, insert on restated_dealers to covenant_app;

-- schema_migrations: every-0003
create table schema_migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamptz not null default now(),
  constraint schema_migrations_pkey primary key (name)
);
grant select on schema_migrations to covenant_app;

-- selling_calendars: analytics-0001, analytics-0009, analytics-0024, analytics-0067, analytics-0078
create table selling_calendars (
  calendar_id text collate "C" not null,
  version integer not null,
  weekdays smallint[] not null default '{1,2,3,4,5,6}'::smallint[],
  holidays date[] not null default '{}'::date[],
  published_at timestamptz not null default clock_timestamp(),
  country text,
  restates_all boolean not null default true,
  subdivision text,
  edition smallint not null default 2,
  constraint selling_calendars_pkey primary key (calendar_id, version),
  constraint selling_calendars_check check (subdivision ~~ (country || '-%')),
  constraint selling_calendars_edition_check check (edition = any (array[1, 2])),
  constraint selling_calendars_version_check check (version > 0)
);
create trigger raise_access_revision after insert or delete or update on selling_calendars for each row execute function raise_access_revision('installation');
grant select, insert, update, delete on selling_calendars to covenant_app;

-- slices: analytics-0001, analytics-0008, analytics-0050, analytics-0061, analytics-0076
create table slices (
  dealer_id text collate "C" not null,
  revision bigint not null,
  job_id uuid not null,
  period text not null,
  period_type text not null,
  period_start date not null,
  period_end date not null,
  content_sha256 text not null,
  options jsonb not null default '{}'::jsonb,
  rows bigint not null,
  principal text not null,
  loaded_at timestamptz not null default now(),
  superseded_by bigint,
  superseded_at timestamptz,
  kind text not null default 'upload',
  reverts bigint,
  in_force boolean not null default true,
  live_dates datemultirange not null default '{}'::datemultirange,
  last_row date,
  constraint slices_pkey primary key (dealer_id, revision),
  constraint slices_dealer_id_job_id_key unique (dealer_id, job_id),
  constraint slices_current_never_overlap exclude using gist (dealer_id with =, daterange(period_start, period_end, '[]') with &&) where (superseded_by is null),
  constraint slices_dealer_id_fkey foreign key (dealer_id) references dealers(dealer_id),
  constraint slices_dealer_id_job_id_fkey foreign key (dealer_id, job_id) references upload_jobs(dealer_id, job_id),
  constraint slices_check check (period_end >= period_start),
  constraint slices_check1 check (superseded_by > revision),
  constraint slices_check2 check ((superseded_by is null) = (superseded_at is null)),
  constraint slices_check3 check ((reverts is not null) = (kind = 'reversal')),
  constraint slices_check4 check (reverts < revision),
  constraint slices_kind_check check (kind in ('upload', 'deletion', 'reversal')),
  constraint slices_period_type_check check (period_type in ('day', 'week', 'month', 'quarter')),
  constraint slices_revision_check check (revision > 0),
  constraint slices_rows_check check (rows >= 0)
);
create index slices_live on slices (dealer_id, revision) where live_dates <> '{}'::datemultirange;
create trigger slices_of_own_rows before insert on slices for each row execute function refuse_unpublished();
alter table slices enable row level security;
alter table slices force row level security;
create policy slices_in_scope on slices
  using (dealer_id = any ((select covenant_dealers())::text[]))
  with check (dealer_id = any ((select covenant_dealers())::text[]));
grant select, insert, update on slices to covenant_app;

-- subscription_usage: analytics-0001
create table subscription_usage (
  dealer_id text collate "C" not null,
  name text not null,
  window_start timestamptz not null,
  used bigint not null default 0,
  constraint subscription_usage_pkey primary key (dealer_id, name, window_start),
  constraint subscription_usage_dealer_id_fkey foreign key (dealer_id) references dealers(dealer_id),
  constraint subscription_usage_used_check check (used >= 0)
);
alter table subscription_usage enable row level security;
alter table subscription_usage force row level security;
create policy subscription_usage_in_scope on subscription_usage
  using (dealer_id = any ((select covenant_dealers())::text[]))
  with check (dealer_id = any ((select covenant_dealers())::text[]));
grant select, insert, update, delete on subscription_usage to covenant_app;

-- subscriptions: analytics-0001, analytics-0024
create table subscriptions (
  dealer_id text collate "C" not null,
  plan text not null,
  status text not null,
  started_at timestamptz not null default now(),
  expires_at timestamptz,
  changed_at timestamptz not null default now(),
  version integer not null default 1,
  constraint subscriptions_pkey primary key (dealer_id),
  constraint subscriptions_dealer_id_fkey foreign key (dealer_id) references dealers(dealer_id),
  constraint subscriptions_plan_fkey foreign key (plan) references plans(plan),
  constraint subscriptions_status_check check (status in ('trialing', 'active', 'past_due', 'expired', 'cancelled'))
);
create trigger raise_access_revision after insert or delete or update on subscriptions for each row execute function raise_access_revision('terms', 'dealer_id');
alter table subscriptions enable row level security;
alter table subscriptions force row level security;
create policy subscriptions_in_scope on subscriptions
  using (dealer_id = any ((select covenant_dealers())::text[]))
  with check (dealer_id = any ((select covenant_dealers())::text[]));
grant select, insert, update, delete on subscriptions to covenant_app;

-- unpublished_revisions: analytics-0061
create table unpublished_revisions (
  dealer_id text collate "C" not null,
  revision bigint not null,
  fence bigint not null,
  constraint unpublished_revisions_pkey primary key (dealer_id),
  constraint unpublished_revisions_dealer_id_fkey foreign key (dealer_id) references dealers(dealer_id),
  constraint unpublished_revisions_fence_check check (fence > 0),
  constraint unpublished_revisions_revision_check check (revision > 0)
);
alter table unpublished_revisions enable row level security;
alter table unpublished_revisions force row level security;
create policy unpublished_revisions_in_scope on unpublished_revisions
  using (dealer_id = any ((select covenant_dealers())::text[]))
  with check (dealer_id = any ((select covenant_dealers())::text[]));
grant select, insert, update, delete on unpublished_revisions to covenant_app;

-- upload_jobs: analytics-0001, analytics-0003, analytics-0006, analytics-0008, analytics-0014, analytics-0022, analytics-0040, analytics-0076
create table upload_jobs (
  dealer_id text collate "C" not null,
  job_id uuid not null,
  principal text not null,
  period text not null,
  period_type text not null,
  period_start date not null,
  period_end date not null,
  filename text,
  media_type text,
  object_key text,
  bytes_total bigint not null,
  content_sha256 text not null,
  options jsonb not null default '{}'::jsonb,
  dry_run boolean not null default false,
  status text not null default 'queued',
  phase text not null default 'queued',
  progress smallint not null default 0,
  bytes_done bigint not null default 0,
  rows_read bigint not null default 0,
  rows_accepted bigint not null default 0,
  rows_rejected bigint not null default 0,
  errors jsonb not null default '[]'::jsonb,
  error_count bigint not null default 0,
  warnings jsonb not null default '[]'::jsonb,
  problem jsonb,
  revision bigint,
  result jsonb,
  request_id text,
  traceparent text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz not null default now(),
  attempts integer not null default 0,
  kind text not null default 'upload',
  reverts bigint,
  next_attempt_at timestamptz,
  region_id text,
  sums_kept integer,
  last_row date,
  constraint upload_jobs_pkey primary key (dealer_id, job_id),
  constraint upload_jobs_job_id_key unique (job_id),
  constraint upload_jobs_dealer_id_fkey foreign key (dealer_id) references dealers(dealer_id),
  constraint upload_jobs_bytes_total_check check (bytes_total >= 0),
  constraint upload_jobs_check check (period_end >= period_start),
  constraint upload_jobs_check1 check ((finished_at is not null) = (status in ('succeeded', 'failed', 'cancelled'))),
  constraint upload_jobs_check2 check ((reverts is not null) = (kind = 'reversal')),
  constraint upload_jobs_content_sha256_check check (content_sha256 ~ '^[0-9a-f]{64}$'),
  constraint upload_jobs_errors_check check (jsonb_typeof(errors) = 'array' and jsonb_array_length(errors) <= 1000),
  constraint upload_jobs_kind_check check (kind in ('upload', 'deletion', 'reversal')),
  constraint upload_jobs_period_type_check check (period_type in ('day', 'week', 'month', 'quarter')),
  constraint upload_jobs_progress_check check (progress >= 0 and progress <= 100),
  constraint upload_jobs_status_check check (status in ('queued', 'validating', 'loading', 'merging', 'succeeded', 'failed', 'cancelled'))
);
create index upload_jobs_content on upload_jobs (dealer_id, period_start, period_end, content_sha256);
create index upload_jobs_open on upload_jobs (created_at) where finished_at is null;
create index upload_jobs_sums on upload_jobs (dealer_id, job_id) where sums_kept is not null;
create trigger upload_jobs_queued after insert on upload_jobs for each statement execute function notify_upload_queue();
create trigger upload_jobs_told after update of status on upload_jobs for each row when (old.status is distinct from new.status) execute function tell_of_job();
alter table upload_jobs enable row level security;
alter table upload_jobs force row level security;
create policy upload_jobs_in_scope on upload_jobs
  using (dealer_id = any ((select covenant_dealers())::text[]))
  with check (dealer_id = any ((select covenant_dealers())::text[]));
create policy upload_jobs_of_principal on upload_jobs for select
  using (principal = (select covenant_setting('principal')) and (dealer_id = any ((select covenant_uploads())::text[])));
grant select, insert, update, delete on upload_jobs to covenant_app;

-- webhook_attempts: analytics-0019
create table webhook_attempts (
  delivery_id uuid not null,
  attempted_at timestamptz not null,
  duration_ms integer not null,
  reason text,
  response jsonb,
  constraint webhook_attempts_delivery_id_fkey foreign key (delivery_id) references webhook_deliveries(delivery_id) on delete cascade
);
create index webhook_attempts_delivery on webhook_attempts (delivery_id, attempted_at);
grant select, insert, update, delete on webhook_attempts to covenant_app;

-- webhook_deliveries: analytics-0019, analytics-0025, analytics-0037, analytics-0051, analytics-0071
create table webhook_deliveries (
  delivery_id uuid not null default time_ordered_id(),
  sequence bigint not null generated always as identity,
  webhook_id uuid not null,
  message_id uuid not null,
  event text not null,
  aggregate text collate "C" not null,
  data jsonb not null,
  occurred_at timestamptz not null,
  status text not null default 'waiting',
  reason text,
  attempt_count integer not null default 0,
  failures integer not null default 0,
  in_line boolean not null default true,
  next_attempt_at timestamptz default clock_timestamp(),
  claimed_by text,
  claimed_until timestamptz,
  finished_at timestamptz,
  replay_count integer not null default 0,
  first_finished_at timestamptz,
  constraint webhook_deliveries_pkey primary key (delivery_id),
  constraint webhook_deliveries_webhook_id_fkey foreign key (webhook_id) references webhooks(webhook_id) on delete cascade,
  constraint webhook_deliveries_check check ((status = 'waiting') = (finished_at is null) and (status = 'waiting') = (next_attempt_at is not null)),
  constraint webhook_deliveries_status_check check (status in ('waiting', 'delivered', 'failed', 'withheld'))
);
create index webhook_deliveries_alone on webhook_deliveries (webhook_id, next_attempt_at) where status = 'waiting' and not in_line;
create index webhook_deliveries_claimed on webhook_deliveries (claimed_by) where status = 'waiting' and claimed_by is not null;
create index webhook_deliveries_ended on webhook_deliveries (webhook_id, occurred_at, sequence) where (status in ('delivered', 'failed', 'withheld')) and replay_count < 10;
create index webhook_deliveries_failed on webhook_deliveries (webhook_id, sequence) where status = 'failed';
create index webhook_deliveries_in_hand on webhook_deliveries (webhook_id, aggregate) where status = 'waiting' and in_line and claimed_by is not null;
create index webhook_deliveries_kept on webhook_deliveries (coalesce(first_finished_at, finished_at)) where finished_at is not null;
create index webhook_deliveries_line on webhook_deliveries (webhook_id, aggregate, sequence) where status = 'waiting' and in_line;
create index webhook_deliveries_listed on webhook_deliveries (webhook_id, delivery_id);
grant select, insert, update, delete on webhook_deliveries to covenant_app;

-- webhooks: analytics-0019
create table webhooks (
  webhook_id uuid not null,
  principal text not null,
  url text not null,
  events text[] not null,
  description text not null,
  enabled boolean not null default true,
  disabled_reason text,
  disabled_at timestamptz,
  secret_sealed bytea not null,
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  version bigint not null generated always as identity,
  constraint webhooks_pkey primary key (webhook_id),
  constraint webhooks_check check ((disabled_reason is null) = enabled and (disabled_at is null) = enabled),
  constraint webhooks_check1 check ((previous_secret_sealed is null) = (previous_secret_until is null)),
  constraint webhooks_disabled_reason_check check (disabled_reason in ('owner', 'failing', 'gone'))
);
create index webhooks_principal on webhooks (principal, webhook_id);
grant select, insert, update, delete on webhooks to covenant_app;

-- sales: analytics-0001, analytics-0005, analytics-0017, analytics-0050
create view sales with (security_invoker=true) as
 select u.dealer_id,
    u.period_start,
    u.brand_id,
    u.region_id,
    u.model_family_id,
    u.channel,
    u.condition,
    u.period_type,
    u.revision as from_revision,
        case
            when not s.live_dates @> u.period_start then replaced_by(u.dealer_id, u.revision, u.period_start)
            else null::bigint
        end as to_revision,
    u.units_sold,
    u.stock_units,
    u.receipts,
    u.orders,
    u.selling_days,
    u.revenue,
    u.currency
   from unpacked_sales u
     join slices s on s.dealer_id = u.dealer_id and s.revision = u.revision
  where u.level = 'row';
grant select on sales to covenant_app;

-- sales_by_brand: analytics-0017, analytics-0043, analytics-0050
create view sales_by_brand with (security_invoker=true) as
 select u.dealer_id,
    u.period_start,
    u.brand_id,
    u.region_id,
    u.channel,
    u.condition,
    u.period_type,
    u.revision as from_revision,
        case
            when not s.live_dates @> u.period_start then replaced_by(u.dealer_id, u.revision, u.period_start)
            else null::bigint
        end as to_revision,
    u.units_sold,
    u.stock_units,
    u.receipts,
    u.orders,
    u.selling_days,
    u.revenue,
    u.currency,
    u.row_count
   from unpacked_sales u
     join slices s on s.dealer_id = u.dealer_id and s.revision = u.revision
  where u.level = 'brand_region';
grant select on sales_by_brand to covenant_app;

-- sales_by_region: analytics-0017, analytics-0043, analytics-0050
create view sales_by_region with (security_invoker=true) as
 select u.dealer_id,
    u.period_start,
    u.region_id,
    u.channel,
    u.condition,
    u.period_type,
    u.revision as from_revision,
        case
            when not s.live_dates @> u.period_start then replaced_by(u.dealer_id, u.revision, u.period_start)
            else null::bigint
        end as to_revision,
    u.units_sold,
    u.stock_units,
    u.receipts,
    u.orders,
    u.selling_days,
    u.revenue,
    u.currency,
    u.row_count
   from unpacked_sales u
     join slices s on s.dealer_id = u.dealer_id and s.revision = u.revision
  where u.level = 'region';
grant select on sales_by_region to covenant_app;

-- unpacked_sales: analytics-0050
create view unpacked_sales with (security_invoker=true) as
 select packed_sales.dealer_id,
    packed_sales.revision,
    packed_sales.level,
    packed_sales.brand_id,
    packed_sales.region_id,
    packed_sales.period_type,
    packed_sales.year,
    unnest(packed_sales.period_start) as period_start,
    unnest(spread(packed_sales.model_family_id, cardinality(packed_sales.period_start))) as model_family_id,
    unnest(spread(packed_sales.channel, cardinality(packed_sales.period_start))) as channel,
    unnest(spread(packed_sales.condition, cardinality(packed_sales.period_start))) as condition,
    unnest(packed_sales.units_sold) as units_sold,
    unnest(packed_sales.stock_units) as stock_units,
    unnest(packed_sales.receipts) as receipts,
    unnest(packed_sales.orders) as orders,
    unnest(packed_sales.selling_days) as selling_days,
    unnest(packed_sales.revenue) as revenue,
    unnest(spread(packed_sales.currency, cardinality(packed_sales.period_start))) as currency,
    unnest(packed_sales.row_count) as row_count
   from packed_sales;
grant select on unpacked_sales to covenant_app;

-- caller_state: analytics-0018, analytics-0024, analytics-0067
create function caller_state(subject text)
  returns jsonb
  language plpgsql
  as $function$
  declare
    own_revision jsonb;
    dealer_revisions jsonb;
    granted jsonb;
    granted_dealers text[];
    narrowed_dealers text[];
  begin
    select jsonb_build_object('principal:' || caller_state.subject, coalesce(max(r.revision), 0)) into own_revision
      from access_revisions r where r.subject = 'principal:' || caller_state.subject;
    perform set_config('covenant.dealers', '', true), set_config('covenant.every_dealer', 'off', true), set_config('covenant.brands', '', true),
      set_config('covenant.regions', '', true), set_config('covenant.uploads', '', true), set_config('covenant.principal', caller_state.subject, true);
    select coalesce(jsonb_agg(jsonb_build_object('dealer_id', dealer_id, 'brand_ids', brand_ids, 'region_ids', region_ids, 'roles', roles) order by created_at, dealer_id), '[]'),
        coalesce(array_agg(dealer_id), '{}'), coalesce(array_agg(dealer_id) filter (where brand_ids is not null or region_ids is not null), '{}')
      into granted, granted_dealers, narrowed_dealers
      from dealer_grants where principal = caller_state.subject;
    select jsonb_object_agg(counted.subject, coalesce(r.revision, 0)) into dealer_revisions
      from (select 'installation' as subject
        union all select kind || ':' || dealer from unnest(granted_dealers) as dealer, unnest(array['data', 'terms']) as kind) as counted
        left join access_revisions r on r.subject = counted.subject collate "C";
    perform set_config('covenant.dealers', granted_dealers::text, true);
    return jsonb_build_object(
      'revisions', own_revision || dealer_revisions,
      'grants', granted,
      'aliases', (
        select coalesce(jsonb_agg(jsonb_build_object('dealer_id', a.dealer_id, 'kind', a.kind, 'alias', a.alias, 'target', a.target_id)), '[]')
        from catalog_aliases a where a.dealer_id = any(narrowed_dealers) and a.deleted_at is null),
      'dealers', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'dealer_id', d.dealer_id, 'revision', d.revision, 'data_as_of', d.data_as_of, 'rows', d.rows_stored,
          'changes', (select coalesce(max(c.version) - 1, 0) from dealer_calendars c where c.dealer_id = d.dealer_id)
            + (select count(*) + count(a.deleted_at) from catalog_aliases a where a.dealer_id = d.dealer_id)
            + (select count(*) from restated_dealers r where r.dealer_id = d.dealer_id),
          'subscription', (
            select jsonb_build_object('status', s.status, 'expires_at', s.expires_at, 'changed_at', s.changed_at, 'forecast_days', p.forecast_days)
            from subscriptions s join plans p using (plan) where s.dealer_id = d.dealer_id)) order by d.dealer_id), '[]')
        from dealers d where d.dealer_id = any(granted_dealers)),
      'calendars', (select count(*) - 1 from selling_calendars where restates_all),
      'read_at', clock_timestamp());
  end $function$;

-- covenant_brands: analytics-0001, analytics-0002
create function covenant_brands()
  returns text[]
  language sql
  stable parallel safe
  as $function$ select covenant_setting('brands')::text[] $function$;

-- covenant_dealers: analytics-0001, analytics-0015
create function covenant_dealers()
  returns text[]
  language plpgsql
  stable parallel safe
  as $function$
  begin
    if covenant_setting('every_dealer') = 'on' then
      return (select coalesce(array_agg(dealer_id::text), '{}') from dealers);
    end if;
    return coalesce(covenant_setting('dealers')::text[], '{}');
  end $function$;

-- covenant_regions: analytics-0001, analytics-0002
create function covenant_regions()
  returns text[]
  language sql
  stable parallel safe
  as $function$ select covenant_setting('regions')::text[] $function$;

-- covenant_setting: analytics-0001
create function covenant_setting(name text)
  returns text
  language sql
  stable parallel safe
  as $function$ select nullif(current_setting('covenant.' || name, true), '') $function$;

-- covenant_uploads: analytics-0006
create function covenant_uploads()
  returns text[]
  language sql
  stable parallel safe
  as $function$ select coalesce(covenant_setting('uploads')::text[], '{}') $function$;

-- delete_unpublished: analytics-0061
create function delete_unpublished(dealer text, run bigint, most integer)
  returns boolean
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
  as $function$
  declare
    unpublished unpublished_revisions;
    deleted bigint;
  begin
    if covenant_brands() is not null or covenant_regions() is not null then
      raise exception 'a scope of some brands or regions sees only some of the rows';
    end if;
    select * into unpublished from unpublished_revisions where dealer_id = dealer and fence <= run for update;
    if not found then
      return false;
    end if;
    if not exists (select from slices where dealer_id = dealer and revision = unpublished.revision) then
      delete from packed_sales where ctid = any (array(
        select ctid from packed_sales where dealer_id = dealer and revision = unpublished.revision limit most));
      get diagnostics deleted = row_count;
      if deleted = most then
        return true;
      end if;
    end if;
    delete from unpublished_revisions where dealer_id = dealer;
    return false;
  end $function$;
revoke all on function delete_unpublished(text,bigint,integer) from public;
grant execute on function delete_unpublished(text,bigint,integer) to covenant_app;

-- filled: analytics-0050
create function filled(entries anyarray)
  returns anyarray
  language sql
  immutable parallel safe
  as $function$ select case when entries[1] is not null or array_remove(entries, null) <> '{}' then entries end $function$;

-- notify_upload_queue: analytics-0014
create function notify_upload_queue()
  returns trigger
  language plpgsql
  as $function$
  begin
    perform pg_notify('upload_queue', '');
    return null;
  end $function$;

-- pack_brand_sums: analytics-0054
create function pack_brand_sums(dealer text, of_revision bigint, brands text[])
  returns void
  language plpgsql
  set enable_seqscan to 'off'
  set jit to 'off'
  as $function$
  begin
    insert into packed_sales (dealer_id, revision, level, brand_id, region_id, period_type, year, period_start, channel, condition, units_sold,
      stock_units, receipts, orders, selling_days, revenue, currency, row_count)
    select dealer, of_revision, 'brand_region', g.brand_id, g.region_id, g.period_type, g.year, packed.*
    from (select brand_id, region_id, period_type, year, case when bool_and(cardinality(channel) = 1) and min(channel[1]) = max(channel[1]) then min(channel[1]) end as only_channel,
          case when bool_and(cardinality(condition) = 1) and min(condition[1]) = max(condition[1]) then min(condition[1]) end as only_condition
        from packed_sales where dealer_id = dealer and revision = of_revision and level = 'row' and brand_id = any (brands) group by brand_id, region_id, period_type, year) g
      cross join lateral (
        select array_agg(s.period_start),
          case when g.only_channel is null then shared(array_agg(s.channel)) else array[g.only_channel] end,
          case when g.only_condition is null then shared(array_agg(s.condition)) else array[g.only_condition] end,
          array_agg(s.units_sold), filled(array_agg(s.stock_units)), filled(array_agg(s.receipts)), filled(array_agg(s.orders)), filled(array_agg(s.selling_days)),
          filled(array_agg(s.revenue)), shared(array_agg(s.currency)), array_agg(s.row_count)
        from (
          select *, part_of(row_number() over ()) as part from (
          select e.period_start, e.channel, e.condition, e.selling_days, e.currency, sum(e.units_sold)::bigint as units_sold,
            case when count(*) = count(e.stock_units) then sum(e.stock_units)::bigint end as stock_units,
            case when count(*) = count(e.receipts) then sum(e.receipts)::bigint end as receipts,
            case when count(*) = count(e.orders) then sum(e.orders)::bigint end as orders,
            case when count(*) = count(e.revenue) then sum(e.revenue) end as revenue, count(*) as row_count
          from (
            select unnest(c.period_start) as period_start, unnest(c.units_sold) as units_sold,
              unnest(case when g.only_channel is null then spread(c.channel, cardinality(c.period_start)) end) as channel,
              unnest(case when g.only_condition is null then spread(c.condition, cardinality(c.period_start)) end) as condition,
              unnest(c.stock_units) as stock_units, unnest(c.receipts) as receipts, unnest(c.orders) as orders, unnest(c.selling_days) as selling_days,
              unnest(c.revenue) as revenue, unnest(spread(c.currency, cardinality(c.period_start))) as currency
            from packed_sales c
            where c.dealer_id = dealer and c.revision = of_revision and c.level = 'row' and c.brand_id = g.brand_id and c.region_id = g.region_id
              and c.period_type = g.period_type and c.year = g.year) e
          group by 1, 2, 3, 4, 5) summed) s
        group by part) packed;

    insert into packed_sales (dealer_id, revision, level, brand_id, period_type, year, period_start, channel, condition, units_sold,
      stock_units, receipts, orders, selling_days, revenue, currency, row_count)
    select dealer, of_revision, 'brand', g.brand_id, g.period_type, g.year, packed.*
    from (select brand_id, period_type, year, case when bool_and(cardinality(channel) = 1) and min(channel[1]) = max(channel[1]) then min(channel[1]) end as only_channel,
          case when bool_and(cardinality(condition) = 1) and min(condition[1]) = max(condition[1]) then min(condition[1]) end as only_condition
        from packed_sales where dealer_id = dealer and revision = of_revision and level = 'brand_region' and brand_id = any (brands) group by brand_id, period_type, year) g
      cross join lateral (
        select array_agg(s.period_start),
          case when g.only_channel is null then shared(array_agg(s.channel)) else array[g.only_channel] end,
          case when g.only_condition is null then shared(array_agg(s.condition)) else array[g.only_condition] end,
          array_agg(s.units_sold), filled(array_agg(s.stock_units)), filled(array_agg(s.receipts)), filled(array_agg(s.orders)), filled(array_agg(s.selling_days)),
          filled(array_agg(s.revenue)), shared(array_agg(s.currency)), array_agg(s.row_count)
        from (
          select *, part_of(row_number() over ()) as part from (
          select e.period_start, e.channel, e.condition, e.selling_days, e.currency, sum(e.units_sold)::bigint as units_sold,
            case when count(*) = count(e.stock_units) then sum(e.stock_units)::bigint end as stock_units,
            case when count(*) = count(e.receipts) then sum(e.receipts)::bigint end as receipts,
            case when count(*) = count(e.orders) then sum(e.orders)::bigint end as orders,
            case when count(*) = count(e.revenue) then sum(e.revenue) end as revenue, sum(e.row_count)::bigint as row_count
          from (
            select unnest(c.period_start) as period_start, unnest(c.units_sold) as units_sold,
              unnest(case when g.only_channel is null then spread(c.channel, cardinality(c.period_start)) end) as channel,
              unnest(case when g.only_condition is null then spread(c.condition, cardinality(c.period_start)) end) as condition,
              unnest(c.stock_units) as stock_units, unnest(c.receipts) as receipts, unnest(c.orders) as orders, unnest(c.selling_days) as selling_days,
              unnest(c.revenue) as revenue, unnest(spread(c.currency, cardinality(c.period_start))) as currency, unnest(c.row_count) as row_count
            from packed_sales c
            where c.dealer_id = dealer and c.revision = of_revision and c.level = 'brand_region' and c.brand_id = g.brand_id
              and c.period_type = g.period_type and c.year = g.year) e
          group by 1, 2, 3, 4, 5) summed) s
        group by part) packed;

    -- Selling days are reported of a region, so where there are any, regions are never read as one.
    insert into packed_sales (dealer_id, revision, level, brand_id, period_type, year, period_start, model_family_id, channel, condition, units_sold,
      stock_units, receipts, orders, revenue, currency, row_count)
    select dealer, of_revision, 'family', g.brand_id, g.period_type, g.year, packed.*
    from (select brand_id, period_type, year, case when bool_and(cardinality(channel) = 1) and min(channel[1]) = max(channel[1]) then min(channel[1]) end as only_channel,
          case when bool_and(cardinality(condition) = 1) and min(condition[1]) = max(condition[1]) then min(condition[1]) end as only_condition
        from packed_sales where dealer_id = dealer and revision = of_revision and level = 'row' and brand_id = any (brands) group by brand_id, period_type, year having count(selling_days) = 0) g
      cross join lateral (
        select array_agg(s.period_start), shared(array_agg(s.model_family_id)),
          case when g.only_channel is null then shared(array_agg(s.channel)) else array[g.only_channel] end,
          case when g.only_condition is null then shared(array_agg(s.condition)) else array[g.only_condition] end,
          array_agg(s.units_sold), filled(array_agg(s.stock_units)), filled(array_agg(s.receipts)), filled(array_agg(s.orders)),
          filled(array_agg(s.revenue)), shared(array_agg(s.currency)), array_agg(s.row_count)
        from (
          select *, part_of(row_number() over ()) as part from (
          select e.period_start, e.model_family_id, e.channel, e.condition, e.currency, sum(e.units_sold)::bigint as units_sold,
            case when count(*) = count(e.stock_units) then sum(e.stock_units)::bigint end as stock_units,
            case when count(*) = count(e.receipts) then sum(e.receipts)::bigint end as receipts,
            case when count(*) = count(e.orders) then sum(e.orders)::bigint end as orders,
            case when count(*) = count(e.revenue) then sum(e.revenue) end as revenue, count(*) as row_count
          from (
            select unnest(c.period_start) as period_start, unnest(spread(c.model_family_id, cardinality(c.period_start))) as model_family_id, unnest(c.units_sold) as units_sold,
              unnest(case when g.only_channel is null then spread(c.channel, cardinality(c.period_start)) end) as channel,
              unnest(case when g.only_condition is null then spread(c.condition, cardinality(c.period_start)) end) as condition,
              unnest(c.stock_units) as stock_units, unnest(c.receipts) as receipts, unnest(c.orders) as orders,
              unnest(c.revenue) as revenue, unnest(spread(c.currency, cardinality(c.period_start))) as currency
            from packed_sales c
            where c.dealer_id = dealer and c.revision = of_revision and c.level = 'row' and c.brand_id = g.brand_id
              and c.period_type = g.period_type and c.year = g.year) e
          group by 1, 2, 3, 4, 5) summed) s
        group by part) packed;
  end $function$;

-- pack_region_sums: analytics-0054
create function pack_region_sums(dealer text, of_revision bigint)
  returns void
  language plpgsql
  set enable_seqscan to 'off'
  set jit to 'off'
  as $function$
  begin
    insert into packed_sales (dealer_id, revision, level, region_id, period_type, year, period_start, channel, condition, units_sold,
      stock_units, receipts, orders, selling_days, revenue, currency, row_count)
    select dealer, of_revision, 'region', s.region_id, s.period_type, s.year, array_agg(s.period_start), shared(array_agg(s.channel)),
      shared(array_agg(s.condition)), array_agg(s.units_sold), filled(array_agg(s.stock_units)), filled(array_agg(s.receipts)),
      filled(array_agg(s.orders)), filled(array_agg(s.selling_days)), filled(array_agg(s.revenue)), shared(array_agg(s.currency)), array_agg(s.row_count)
    from (
      select *, part_of(row_number() over ()) as part from (
      select e.region_id, e.period_type, e.year, e.period_start, e.channel, e.condition, e.selling_days, e.currency, sum(e.units_sold)::bigint as units_sold,
            case when count(*) = count(e.stock_units) then sum(e.stock_units)::bigint end as stock_units,
            case when count(*) = count(e.receipts) then sum(e.receipts)::bigint end as receipts,
            case when count(*) = count(e.orders) then sum(e.orders)::bigint end as orders,
            case when count(*) = count(e.revenue) then sum(e.revenue) end as revenue, sum(e.row_count)::bigint as row_count
      from unpacked_sales e where e.dealer_id = dealer and e.revision = of_revision and e.level = 'brand_region'
      group by 1, 2, 3, 4, 5, 6, 7, 8) summed) s
    group by s.region_id, s.period_type, s.year, s.part;
  end $function$;

-- pack_sums: analytics-0050
create function pack_sums(dealer text, of_revision bigint)
  returns void
  language plpgsql
  set enable_seqscan to 'off'
  set jit to 'off'
  as $function$
  begin
    insert into packed_sales (dealer_id, revision, level, brand_id, region_id, period_type, year, period_start, channel, condition, units_sold,
      stock_units, receipts, orders, selling_days, revenue, currency, row_count)
    select dealer, of_revision, 'brand_region', g.brand_id, g.region_id, g.period_type, g.year, packed.*
    from (select brand_id, region_id, period_type, year, case when bool_and(cardinality(channel) = 1) and min(channel[1]) = max(channel[1]) then min(channel[1]) end as only_channel,
          case when bool_and(cardinality(condition) = 1) and min(condition[1]) = max(condition[1]) then min(condition[1]) end as only_condition
        from packed_sales where dealer_id = dealer and revision = of_revision and level = 'row' group by brand_id, region_id, period_type, year) g
      cross join lateral (
        select array_agg(s.period_start),
          case when g.only_channel is null then shared(array_agg(s.channel)) else array[g.only_channel] end,
          case when g.only_condition is null then shared(array_agg(s.condition)) else array[g.only_condition] end,
          array_agg(s.units_sold), filled(array_agg(s.stock_units)), filled(array_agg(s.receipts)), filled(array_agg(s.orders)), filled(array_agg(s.selling_days)),
          filled(array_agg(s.revenue)), shared(array_agg(s.currency)), array_agg(s.row_count)
        from (
          select *, part_of(row_number() over ()) as part from (
          select e.period_start, e.channel, e.condition, e.selling_days, e.currency, sum(e.units_sold)::bigint as units_sold,
            case when count(*) = count(e.stock_units) then sum(e.stock_units)::bigint end as stock_units,
            case when count(*) = count(e.receipts) then sum(e.receipts)::bigint end as receipts,
            case when count(*) = count(e.orders) then sum(e.orders)::bigint end as orders,
            case when count(*) = count(e.revenue) then sum(e.revenue) end as revenue, count(*) as row_count
          from (
            select unnest(c.period_start) as period_start, unnest(c.units_sold) as units_sold,
              unnest(case when g.only_channel is null then spread(c.channel, cardinality(c.period_start)) end) as channel,
              unnest(case when g.only_condition is null then spread(c.condition, cardinality(c.period_start)) end) as condition,
              unnest(c.stock_units) as stock_units, unnest(c.receipts) as receipts, unnest(c.orders) as orders, unnest(c.selling_days) as selling_days,
              unnest(c.revenue) as revenue, unnest(spread(c.currency, cardinality(c.period_start))) as currency
            from packed_sales c
            where c.dealer_id = dealer and c.revision = of_revision and c.level = 'row' and c.brand_id = g.brand_id and c.region_id = g.region_id
              and c.period_type = g.period_type and c.year = g.year) e
          group by 1, 2, 3, 4, 5) summed) s
        group by part) packed;

    insert into packed_sales (dealer_id, revision, level, brand_id, period_type, year, period_start, channel, condition, units_sold,
      stock_units, receipts, orders, selling_days, revenue, currency, row_count)
    select dealer, of_revision, 'brand', g.brand_id, g.period_type, g.year, packed.*
    from (select brand_id, period_type, year, case when bool_and(cardinality(channel) = 1) and min(channel[1]) = max(channel[1]) then min(channel[1]) end as only_channel,
          case when bool_and(cardinality(condition) = 1) and min(condition[1]) = max(condition[1]) then min(condition[1]) end as only_condition
        from packed_sales where dealer_id = dealer and revision = of_revision and level = 'brand_region' group by brand_id, period_type, year) g
      cross join lateral (
        select array_agg(s.period_start),
          case when g.only_channel is null then shared(array_agg(s.channel)) else array[g.only_channel] end,
          case when g.only_condition is null then shared(array_agg(s.condition)) else array[g.only_condition] end,
          array_agg(s.units_sold), filled(array_agg(s.stock_units)), filled(array_agg(s.receipts)), filled(array_agg(s.orders)), filled(array_agg(s.selling_days)),
          filled(array_agg(s.revenue)), shared(array_agg(s.currency)), array_agg(s.row_count)
        from (
          select *, part_of(row_number() over ()) as part from (
          select e.period_start, e.channel, e.condition, e.selling_days, e.currency, sum(e.units_sold)::bigint as units_sold,
            case when count(*) = count(e.stock_units) then sum(e.stock_units)::bigint end as stock_units,
            case when count(*) = count(e.receipts) then sum(e.receipts)::bigint end as receipts,
            case when count(*) = count(e.orders) then sum(e.orders)::bigint end as orders,
            case when count(*) = count(e.revenue) then sum(e.revenue) end as revenue, sum(e.row_count)::bigint as row_count
          from (
            select unnest(c.period_start) as period_start, unnest(c.units_sold) as units_sold,
              unnest(case when g.only_channel is null then spread(c.channel, cardinality(c.period_start)) end) as channel,
              unnest(case when g.only_condition is null then spread(c.condition, cardinality(c.period_start)) end) as condition,
              unnest(c.stock_units) as stock_units, unnest(c.receipts) as receipts, unnest(c.orders) as orders, unnest(c.selling_days) as selling_days,
              unnest(c.revenue) as revenue, unnest(spread(c.currency, cardinality(c.period_start))) as currency, unnest(c.row_count) as row_count
            from packed_sales c
            where c.dealer_id = dealer and c.revision = of_revision and c.level = 'brand_region' and c.brand_id = g.brand_id
              and c.period_type = g.period_type and c.year = g.year) e
          group by 1, 2, 3, 4, 5) summed) s
        group by part) packed;

    insert into packed_sales (dealer_id, revision, level, region_id, period_type, year, period_start, channel, condition, units_sold,
      stock_units, receipts, orders, selling_days, revenue, currency, row_count)
    select dealer, of_revision, 'region', s.region_id, s.period_type, s.year, array_agg(s.period_start), shared(array_agg(s.channel)),
      shared(array_agg(s.condition)), array_agg(s.units_sold), filled(array_agg(s.stock_units)), filled(array_agg(s.receipts)),
      filled(array_agg(s.orders)), filled(array_agg(s.selling_days)), filled(array_agg(s.revenue)), shared(array_agg(s.currency)), array_agg(s.row_count)
    from (
      select *, part_of(row_number() over ()) as part from (
      select e.region_id, e.period_type, e.year, e.period_start, e.channel, e.condition, e.selling_days, e.currency, sum(e.units_sold)::bigint as units_sold,
            case when count(*) = count(e.stock_units) then sum(e.stock_units)::bigint end as stock_units,
            case when count(*) = count(e.receipts) then sum(e.receipts)::bigint end as receipts,
            case when count(*) = count(e.orders) then sum(e.orders)::bigint end as orders,
            case when count(*) = count(e.revenue) then sum(e.revenue) end as revenue, sum(e.row_count)::bigint as row_count
      from unpacked_sales e where e.dealer_id = dealer and e.revision = of_revision and e.level = 'brand_region'
      group by 1, 2, 3, 4, 5, 6, 7, 8) summed) s
    group by s.region_id, s.period_type, s.year, s.part;

    -- Selling days are reported of a region, so where there are any, regions are never read as one.
    insert into packed_sales (dealer_id, revision, level, brand_id, period_type, year, period_start, model_family_id, channel, condition, units_sold,
      stock_units, receipts, orders, revenue, currency, row_count)
    select dealer, of_revision, 'family', g.brand_id, g.period_type, g.year, packed.*
    from (select brand_id, period_type, year, case when bool_and(cardinality(channel) = 1) and min(channel[1]) = max(channel[1]) then min(channel[1]) end as only_channel,
          case when bool_and(cardinality(condition) = 1) and min(condition[1]) = max(condition[1]) then min(condition[1]) end as only_condition
        from packed_sales where dealer_id = dealer and revision = of_revision and level = 'row' group by brand_id, period_type, year having count(selling_days) = 0) g
      cross join lateral (
        select array_agg(s.period_start), shared(array_agg(s.model_family_id)),
          case when g.only_channel is null then shared(array_agg(s.channel)) else array[g.only_channel] end,
          case when g.only_condition is null then shared(array_agg(s.condition)) else array[g.only_condition] end,
          array_agg(s.units_sold), filled(array_agg(s.stock_units)), filled(array_agg(s.receipts)), filled(array_agg(s.orders)),
          filled(array_agg(s.revenue)), shared(array_agg(s.currency)), array_agg(s.row_count)
        from (
          select *, part_of(row_number() over ()) as part from (
          select e.period_start, e.model_family_id, e.channel, e.condition, e.currency, sum(e.units_sold)::bigint as units_sold,
            case when count(*) = count(e.stock_units) then sum(e.stock_units)::bigint end as stock_units,
            case when count(*) = count(e.receipts) then sum(e.receipts)::bigint end as receipts,
            case when count(*) = count(e.orders) then sum(e.orders)::bigint end as orders,
            case when count(*) = count(e.revenue) then sum(e.revenue) end as revenue, count(*) as row_count
          from (
            select unnest(c.period_start) as period_start, unnest(spread(c.model_family_id, cardinality(c.period_start))) as model_family_id, unnest(c.units_sold) as units_sold,
              unnest(case when g.only_channel is null then spread(c.channel, cardinality(c.period_start)) end) as channel,
              unnest(case when g.only_condition is null then spread(c.condition, cardinality(c.period_start)) end) as condition,
              unnest(c.stock_units) as stock_units, unnest(c.receipts) as receipts, unnest(c.orders) as orders,
              unnest(c.revenue) as revenue, unnest(spread(c.currency, cardinality(c.period_start))) as currency
            from packed_sales c
            where c.dealer_id = dealer and c.revision = of_revision and c.level = 'row' and c.brand_id = g.brand_id
              and c.period_type = g.period_type and c.year = g.year) e
          group by 1, 2, 3, 4, 5) summed) s
        group by part) packed;
  end $function$;

-- part_of: analytics-0050
create function part_of(entry bigint)
  returns bigint
  language sql
  immutable parallel safe
  as $function$ select (entry - 1) / 500000 $function$;

-- period_end: analytics-0001
create function period_end(period_type text, start date)
  returns date
  language sql
  immutable parallel safe strict
  as $function$
    select case period_type
      when 'day' then start
      when 'week' then start + 6
      when 'month' then (start + interval '1 month - 1 day')::date
      when 'quarter' then (start + interval '3 months - 1 day')::date
    end $function$;

-- raise_access_revision: analytics-0024, analytics-0026, analytics-0067
create function raise_access_revision()
  returns trigger
  language plpgsql
  as $function$
  declare
    changed jsonb := to_jsonb(coalesce(new, old));
    before jsonb := to_jsonb(coalesce(old, new));
    part text := tg_argv[1];
    now_us bigint := (extract(epoch from clock_timestamp()) * 1000000)::bigint;
  begin
    insert into access_revisions as known (subject, revision)
      select distinct case when part is null then tg_argv[0] else tg_argv[0] || ':' || (state ->> part) end, now_us
      from (values (changed), (before)) as states (state) order by 1
      on conflict (subject) do update set revision = greatest(known.revision + 1, excluded.revision);
    return null;
  end $function$;

-- refuse_unpublished: analytics-0061
create function refuse_unpublished()
  returns trigger
  language plpgsql
  as $function$
  begin
    if exists (select from unpublished_revisions where dealer_id = new.dealer_id and revision = new.revision) then
      raise exception 'rows that another run has packed are stored under revision % of dealer %', new.revision, new.dealer_id;
    end if;
    return new;
  end $function$;

-- replaced_by: analytics-0050
create function replaced_by(dealer text, first bigint, start date)
  returns bigint
  language sql
  stable parallel safe
  as $function$ select min(s.revision) from slices s where s.dealer_id = dealer and s.revision > first and start between s.period_start and s.period_end $function$;

-- replaced_dates: analytics-0050
create function replaced_dates(dealer text, replacing bigint)
  returns table(revision bigint, dates datemultirange)
  language sql
  stable
  as $function$
    select revision, dates from (
      select s.revision, (datemultirange(daterange(s.period_start, s.period_end, '[]')) * datemultirange(daterange(r.period_start, r.period_end, '[]')))
          - coalesce((select range_agg(daterange(l.period_start, l.period_end, '[]')) from slices l
            where l.dealer_id = dealer and l.revision > s.revision and l.revision < replacing
              and daterange(l.period_start, l.period_end, '[]') && daterange(r.period_start, r.period_end, '[]')), '{}') as dates
      from slices r join slices s on s.dealer_id = r.dealer_id and s.revision < r.revision
        and daterange(s.period_start, s.period_end, '[]') && daterange(r.period_start, r.period_end, '[]')
      where r.dealer_id = dealer and r.revision = replacing) each
    where dates <> '{}' $function$;

-- shared: analytics-0050
create function shared(entries text[])
  returns text[]
  language sql
  immutable parallel safe
  as $function$ select case when entries[1] = all (entries) then entries[1:1] when array_remove(entries, null) <> '{}' then entries end $function$;

-- spread: analytics-0050
create function spread(entries text[], length integer)
  returns text[]
  language sql
  immutable parallel safe
  as $function$ select case when cardinality(entries) = 1 then array_fill(entries[1], array[length]) else entries end $function$;

-- tell_of_job: analytics-0003
create function tell_of_job()
  returns trigger
  language plpgsql
  as $function$
  begin
    perform pg_notify('upload_jobs', new.job_id::text);
    return null;
  end $function$;

-- time_ordered_id: analytics-0019
create function time_ordered_id()
  returns uuid
  language sql
  as $function$
    select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
  $function$;
