-- What the analytics API stores. Every dealer-owned table starts its keys with the dealer and carries row-level security (decision 9).

-- An overlap of two current slices is refused by an exclusion constraint on text and range, which needs it.
create extension if not exists btree_gist;

-- The scope of the running transaction, set by set_config(..., true); adapters/store/scope.ts is the only writer.
-- STABLE, and called by the policies in scalar sub-selects: once per statement, never per row.
create function covenant_setting(name text) returns text
  language sql stable parallel safe
  as $$ select nullif(current_setting('covenant.' || name, true), '') $$;

create table dealers (
  dealer_id text collate "C" primary key check (dealer_id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(dealer_id) <= 63),
  name text not null,
  region_id text collate "C" not null,
  -- Grows with every merge and every restatement; validators of conditional requests are made from it.
  revision bigint not null default 0 check (revision >= 0),
  data_as_of timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The dealers that the transaction may touch. "Every dealer" is listed out, so that the policies stay one indexable comparison.
create function covenant_dealers() returns text[]
  language plpgsql stable
  as $$
  begin
    if covenant_setting('every_dealer') = 'on' then
      return (select coalesce(array_agg(dealer_id::text), '{}') from dealers);
    end if;
    return coalesce(covenant_setting('dealers')::text[], '{}');
  end $$;

-- Null: not narrowed.
create function covenant_brands() returns text[]
  language sql stable parallel safe
  as $$ select nullif(covenant_setting('brands')::text[], '{}') $$;

create function covenant_regions() returns text[]
  language sql stable parallel safe
  as $$ select nullif(covenant_setting('regions')::text[], '{}') $$;

-- Last day of the period that starts at `start`; weeks are ISO weeks.
create function period_end(period_type text, start date) returns date
  language sql immutable strict parallel safe
  as $$
    select case period_type
      when 'day' then start
      when 'week' then start + 6
      when 'month' then (start + interval '1 month - 1 day')::date
      when 'quarter' then (start + interval '3 months - 1 day')::date
    end $$;

-- Who may see what: the only place (decision 7). Empty brand_ids or region_ids: not narrowed.
create table dealer_grants (
  dealer_id text collate "C" not null references dealers,
  principal text not null,
  brand_ids text[] not null default '{}',
  region_ids text[] not null default '{}',
  roles text[] not null default '{}',
  created_at timestamptz not null default now(),
  created_by text,
  primary key (dealer_id, principal)
);
create index dealer_grants_principal on dealer_grants (principal, dealer_id);

create table plans (
  plan text primary key,
  title text not null,
  -- [{name, unit, limit, window}]; limit null: none. Decision 10.
  limits jsonb not null check (jsonb_typeof(limits) = 'array'),
  forecast_days integer not null default 365 check (forecast_days between 1 and 365)
);

create table subscriptions (
  dealer_id text collate "C" primary key references dealers,
  plan text not null references plans,
  status text not null check (status in ('trialing', 'active', 'past_due', 'expired', 'cancelled')),
  started_at timestamptz not null default now(),
  expires_at timestamptz,
  changed_at timestamptz not null default now(),
  version integer not null default 1
);

create table subscription_usage (
  dealer_id text collate "C" not null references dealers,
  name text not null,
  window_start timestamptz not null,
  used bigint not null default 0 check (used >= 0),
  primary key (dealer_id, name, window_start)
);

-- One upload. A worker writes only while it holds the lease `ingest:<dealer>` (table leases).
create table upload_jobs (
  dealer_id text collate "C" not null references dealers,
  job_id uuid not null,
  principal text not null,
  period text not null,
  period_type text not null check (period_type in ('day', 'week', 'month', 'quarter')),
  period_start date not null,
  period_end date not null,
  filename text,
  media_type text,
  object_key text,
  bytes_total bigint not null check (bytes_total >= 0),
  content_sha256 text not null check (content_sha256 ~ '^[0-9a-f]{64}$'),
  options jsonb not null default '{}',
  dry_run boolean not null default false,
  status text not null default 'queued'
    check (status in ('queued', 'validating', 'loading', 'merging', 'succeeded', 'failed', 'cancelled')),
  phase text not null default 'queued',
  progress smallint not null default 0 check (progress between 0 and 100),
  bytes_done bigint not null default 0,
  rows_read bigint not null default 0,
  rows_accepted bigint not null default 0,
  rows_rejected bigint not null default 0,
  -- The first 1,000; error_count has them all (decision 5).
  errors jsonb not null default '[]' check (jsonb_typeof(errors) = 'array' and jsonb_array_length(errors) <= 1000),
  error_count bigint not null default 0,
  warnings jsonb not null default '[]',
  problem jsonb,
  -- The data revision that it made; null until then, for dry runs and for failures.
  revision bigint,
  result jsonb,
  request_id text,
  traceparent text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz not null default now(),
  attempts integer not null default 0,
  primary key (dealer_id, job_id),
  unique (job_id),
  check (period_end >= period_start),
  check ((finished_at is not null) = (status in ('succeeded', 'failed', 'cancelled')))
);
create index upload_jobs_open on upload_jobs (created_at) where finished_at is null;
create index upload_jobs_content on upload_jobs (dealer_id, period_start, period_end, content_sha256);

-- One row per revision: which dates a file replaced. Current: no later file touched any of these dates.
create table slices (
  dealer_id text collate "C" not null references dealers,
  revision bigint not null check (revision > 0),
  job_id uuid not null,
  period text not null,
  period_type text not null check (period_type in ('day', 'week', 'month', 'quarter')),
  period_start date not null,
  period_end date not null,
  content_sha256 text not null,
  options jsonb not null default '{}',
  rows bigint not null check (rows >= 0),
  principal text not null,
  loaded_at timestamptz not null default now(),
  superseded_by bigint,
  superseded_at timestamptz,
  primary key (dealer_id, revision),
  unique (dealer_id, job_id),
  foreign key (dealer_id, job_id) references upload_jobs (dealer_id, job_id),
  check (period_end >= period_start),
  check (superseded_by > revision),
  check ((superseded_by is null) = (superseded_at is null)),
  constraint slices_current_never_overlap
    exclude using gist (dealer_id with =, daterange(period_start, period_end, '[]') with &&) where (superseded_by is null)
);

-- The facts. A correction closes rows (to_revision) and adds others, so that any earlier revision can be read again:
-- from_revision <= r and (to_revision is null or to_revision > r). No foreign keys: one merge writes millions of rows.
create table sales (
  dealer_id text collate "C" not null,
  period_start date not null,
  brand_id text collate "C" not null,
  region_id text collate "C" not null,
  model_family_id text collate "C" not null,
  channel text collate "C" not null default '',
  condition text collate "C" not null default '',
  period_type text collate "C" not null check (period_type in ('day', 'week', 'month', 'quarter')),
  from_revision bigint not null,
  to_revision bigint check (to_revision > from_revision),
  units_sold bigint not null,
  stock_units bigint check (stock_units >= 0),
  receipts bigint,
  orders bigint,
  selling_days numeric(6, 2) check (selling_days >= 0),
  revenue numeric(18, 2),
  currency text check (currency ~ '^[A-Z]{3}$')
);
-- A row is in exactly one of the two.
create unique index sales_current on sales
  (dealer_id, period_start, brand_id, region_id, model_family_id, channel, condition) where to_revision is null;
create index sales_history on sales (dealer_id, period_start, from_revision) where to_revision is not null;

-- Each run of a job copies its file into an unlogged table of its own in this schema (adapters/store/analytics/staging.ts):
-- COPY FROM is refused on tables with row-level security, and a stale worker must not write into a newer run's rows.
create schema staging;

-- Names behind the ids, per dealer: a common list would tell one dealer what another one sells.
create table catalog_brands (
  dealer_id text collate "C" not null references dealers,
  brand_id text collate "C" not null,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (dealer_id, brand_id)
);
create table catalog_regions (
  dealer_id text collate "C" not null references dealers,
  region_id text collate "C" not null,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (dealer_id, region_id)
);
create table catalog_model_families (
  dealer_id text collate "C" not null references dealers,
  brand_id text collate "C" not null,
  model_family_id text collate "C" not null,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (dealer_id, brand_id, model_family_id),
  foreign key (dealer_id, brand_id) references catalog_brands (dealer_id, brand_id)
);
-- Another spelling of a known name: `alias` is normalised as the ids are.
create table catalog_aliases (
  dealer_id text collate "C" not null references dealers,
  kind text not null check (kind in ('brand', 'region', 'model_family')),
  alias text collate "C" not null,
  target_id text collate "C" not null,
  created_at timestamptz not null default now(),
  primary key (dealer_id, kind, alias)
);

-- Selling days of a region: weekdays (ISO, 1 = Monday) without the holidays. Region '*': every region without an own one.
create table selling_calendars (
  region_id text collate "C" not null,
  version integer not null check (version > 0),
  weekdays smallint[] not null default '{1,2,3,4,5,6}',
  holidays date[] not null default '{}',
  published_at timestamptz not null default now(),
  primary key (region_id, version)
);
insert into selling_calendars (region_id, version) values ('*', 1);

-- Refresh tokens are opaque and stored as hashes; one family per login (decision 1).
create table refresh_families (
  family_id uuid primary key,
  principal text not null,
  client_id text not null,
  -- Sealed with the key ring; what the provider gave for this session.
  provider_session bytea,
  generation integer not null default 1,
  created_at timestamptz not null default now(),
  idle_expires_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text,
  check ((revoked_at is null) = (revoked_reason is null))
);
create index refresh_families_principal on refresh_families (principal) where revoked_at is null;
create index refresh_families_expiry on refresh_families (expires_at);

create table refresh_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  family_id uuid not null references refresh_families on delete cascade,
  generation integer not null check (generation > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Sealed under a key that only the presented token gives; emptied when the successor is used or the grace is over.
  successor_sealed bytea,
  unique (family_id, generation)
);

-- Failed logins per account: the counter that survives a flush of the key-value store.
create table login_failures (
  account_hash bytea primary key,
  failures integer not null check (failures > 0),
  first_failed_at timestamptz not null,
  last_failed_at timestamptz not null,
  blocked_until timestamptz
);

create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  dealer_id text collate "C",
  principal text,
  action text not null,
  subject text,
  request_id text,
  details jsonb not null default '{}'
);
create index audit_events_dealer on audit_events (dealer_id, at);

-- Row-level security. FORCE: the owner of the tables obeys as well.
alter table dealers enable row level security;
alter table dealers force row level security;
-- Written out, because covenant_dealers() reads this very table.
create policy dealers_in_scope on dealers using (
  dealer_id = any ((select coalesce(covenant_setting('dealers')::text[], '{}'))::text[])
  or (select covenant_setting('every_dealer')) = 'on'
);

do $$
declare owned text;
begin
  foreach owned in array array['subscriptions', 'subscription_usage', 'upload_jobs', 'slices', 'sales', 'catalog_brands',
    'catalog_regions', 'catalog_model_families', 'catalog_aliases'] loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy %I on %I using (dealer_id = any ((select covenant_dealers())::text[]))', owned || '_in_scope', owned);
  end loop;
end $$;

-- A grant is also seen by the principal that it is made to: that is how its scope is found before there is one.
alter table dealer_grants enable row level security;
alter table dealer_grants force row level security;
create policy dealer_grants_in_scope on dealer_grants using (dealer_id = any ((select covenant_dealers())::text[]));
create policy dealer_grants_of_principal on dealer_grants for select using (principal = (select covenant_setting('principal')));

create policy sales_brands on sales as restrictive using (
  (select covenant_brands()) is null or brand_id = any ((select covenant_brands())::text[])
);
create policy sales_regions on sales as restrictive using (
  (select covenant_regions()) is null or region_id = any ((select covenant_regions())::text[])
);
create policy catalog_brands_narrowed on catalog_brands as restrictive using (
  (select covenant_brands()) is null or brand_id = any ((select covenant_brands())::text[])
);
create policy catalog_regions_narrowed on catalog_regions as restrictive using (
  (select covenant_regions()) is null or region_id = any ((select covenant_regions())::text[])
);
create policy catalog_model_families_narrowed on catalog_model_families as restrictive using (
  (select covenant_brands()) is null or brand_id = any ((select covenant_brands())::text[])
);

-- Everybody adds to the audit trail; what concerns no dealer is read with the scope of every dealer only.
alter table audit_events enable row level security;
alter table audit_events force row level security;
create policy audit_events_add on audit_events for insert with check (true);
create policy audit_events_in_scope on audit_events for select using (
  dealer_id = any ((select covenant_dealers())::text[]) or (select covenant_setting('every_dealer')) = 'on'
);

grant usage, create on schema staging to covenant_app;
grant select, insert, update, delete on dealer_grants, plans, subscriptions, subscription_usage, upload_jobs, catalog_brands,
  catalog_regions, catalog_model_families, catalog_aliases, selling_calendars, refresh_families, refresh_tokens,
  login_failures to covenant_app;
grant select, insert, update on dealers, slices, sales to covenant_app;
grant select, insert on audit_events to covenant_app;
