-- A grant says null for "all" and an empty list for "nothing" (decision 130); the settings of a transaction say the same.

select set_config('covenant.every_dealer', 'on', true);

alter table dealer_grants
  alter column brand_ids drop not null, alter column brand_ids drop default,
  alter column region_ids drop not null, alter column region_ids drop default;
-- What an empty list meant until now.
update dealer_grants set brand_ids = nullif(brand_ids, '{}'), region_ids = nullif(region_ids, '{}');

-- Null: not narrowed.
create or replace function covenant_brands() returns text[]
  language sql stable parallel safe
  as $$ select covenant_setting('brands')::text[] $$;

create or replace function covenant_regions() returns text[]
  language sql stable parallel safe
  as $$ select covenant_setting('regions')::text[] $$;
