-- Forecasts are computed after a merge and kept for the first reader (decision 305). One row for each dealer: what is still to be computed is always of its newest revision.
create table forecast_jobs (
  dealer_id text primary key references dealers,
  -- Of the dealer's data. A newer one takes the job away from the worker that has it.
  revision bigint not null,
  requested_at timestamptz not null default clock_timestamp(),
  next_attempt_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  claimed_by text,
  claimed_until timestamptz,
  finished_at timestamptz
);
create index forecast_jobs_waiting on forecast_jobs (requested_at) where finished_at is null;

create table kept_forecasts (
  dealer_id text not null references dealers,
  -- Empty: all of them.
  brand_id text not null,
  region_id text not null,
  -- Of the data, as in forecast_jobs.
  job_revision bigint not null,
  -- Of all that the answer depends on, as callers see it.
  revision bigint not null,
  -- Days since 1970: another period is the running one later.
  computed_on integer not null,
  -- Not jsonb, which would change the order of its fields.
  answer json not null,
  primary key (dealer_id, brand_id, region_id)
);

do $$
declare owned text;
begin
  foreach owned in array array['forecast_jobs', 'kept_forecasts'] loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy %I on %I using (dealer_id = any ((select covenant_dealers())::text[])) with check (dealer_id = any ((select covenant_dealers())::text[]))', owned || '_in_scope', owned);
  end loop;
end $$;
-- A forecast over all brands or regions is nothing for a caller that is narrowed to some.
create policy kept_forecasts_brands on kept_forecasts as restrictive
  using ((select covenant_brands()) is null or brand_id = any ((select covenant_brands())::text[]))
  with check ((select covenant_brands()) is null or brand_id = any ((select covenant_brands())::text[]));
create policy kept_forecasts_regions on kept_forecasts as restrictive
  using ((select covenant_regions()) is null or region_id = any ((select covenant_regions())::text[]))
  with check ((select covenant_regions()) is null or region_id = any ((select covenant_regions())::text[]));
grant select, insert, update, delete on forecast_jobs, kept_forecasts to covenant_app;
