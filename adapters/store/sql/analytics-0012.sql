-- Aliases are created and deleted by administrators, and read as of any time (decision 176).

alter table catalog_aliases drop constraint catalog_aliases_pkey;
alter table catalog_aliases
  -- A new number with each alias, also for one that was deleted and is created again.
  add column version bigint generated always as identity,
  add primary key (dealer_id, version),
  alter column created_at set default date_trunc('milliseconds', clock_timestamp()),
  -- Null: it counts.
  add column deleted_at timestamptz;
create unique index catalog_aliases_current on catalog_aliases (dealer_id, kind, alias) where deleted_at is null;
