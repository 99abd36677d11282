-- What administrators change: grants have a version, and a new dealer begins with a trial (decision 126).

-- A new number with each change, also for a grant that was withdrawn and made anew.
alter table dealer_grants add column version bigint generated always as identity;

insert into plans (plan, title, limits, forecast_days) values (
  'trial', 'Trial',
  '[{"name": "uploads_per_month", "unit": "uploads", "limit": 100, "window": "month"},
    {"name": "rows_stored", "unit": "rows", "limit": 1000000}]',
  90) on conflict do nothing;
