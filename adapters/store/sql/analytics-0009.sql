-- A dealer has a country and a selling calendar, and a region of it may have another (decision 162).
-- Until now a calendar belonged to the region of its name, and only regions that are countries had holidays.

select set_config('covenant.every_dealer', 'on', true);

alter table selling_calendars rename column region_id to calendar_id;
update selling_calendars set calendar_id = 'default' where calendar_id = '*';
-- The public holidays of this country are closed, beside the dates of the list.
alter table selling_calendars add column country text;
alter table selling_calendars alter column published_at set default clock_timestamp();

alter table dealers
  add column country text check (country ~ '^[A-Z]{2}$'),
  -- As the administrator chose it; null: that of the country.
  add column calendar_id text,
  -- Calendars of single regions, by region.
  add column region_calendars jsonb not null default '{}' check (jsonb_typeof(region_calendars) = 'object'),
  add column version bigint not null default 1;

-- Which calendars counted since when, so that the indices can be read as of any time. Without a row: the calendar `default`.
create table dealer_calendars (
  dealer_id text collate "C" not null references dealers,
  -- That of the dealer when it was changed.
  version bigint not null check (version > 0),
  calendar_id text not null,
  region_calendars jsonb not null default '{}' check (jsonb_typeof(region_calendars) = 'object'),
  published_at timestamptz not null default clock_timestamp(),
  primary key (dealer_id, version)
);
alter table dealer_calendars enable row level security;
alter table dealer_calendars force row level security;
create policy dealer_calendars_in_scope on dealer_calendars using (dealer_id = any ((select covenant_dealers())::text[]))
  with check (dealer_id = any ((select covenant_dealers())::text[]));
grant select, insert on dealer_calendars to covenant_app;
