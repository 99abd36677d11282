-- A line of the audit trail is about a dealer of its transaction's scope; until now it could be written about any dealer.
-- Administrators and uploads change one dealer, in whose scope their transaction is. A timer, as the one that ends subscriptions, changes several in one
-- transaction, which has the scope of every dealer: that one alone may also write a line that concerns no dealer.
alter policy audit_events_add on audit_events with check (
  dealer_id = any ((select covenant_dealers())::text[])
  or (dealer_id is null and (select covenant_setting('every_dealer')) = 'on')
);

-- What a policy lets be written was taken from what it lets be read. Both are said now, so that changing the one can not open the other unseen.
alter policy dealers_in_scope on dealers with check (
  dealer_id = any ((select coalesce(covenant_setting('dealers')::text[], '{}'))::text[])
  or (select covenant_setting('every_dealer')) = 'on'
);

do $$
declare owned text;
begin
  foreach owned in array array['dealer_grants', 'subscriptions', 'subscription_usage', 'upload_jobs', 'slices', 'sales', 'catalog_brands',
    'catalog_regions', 'catalog_model_families', 'catalog_aliases'] loop
    execute format('alter policy %I on %I with check (dealer_id = any ((select covenant_dealers())::text[]))', owned || '_in_scope', owned);
  end loop;
end $$;

alter policy sales_brands on sales with check (
  (select covenant_brands()) is null or brand_id = any ((select covenant_brands())::text[])
);
alter policy sales_regions on sales with check (
  (select covenant_regions()) is null or region_id = any ((select covenant_regions())::text[])
);
alter policy catalog_brands_narrowed on catalog_brands with check (
  (select covenant_brands()) is null or brand_id = any ((select covenant_brands())::text[])
);
alter policy catalog_regions_narrowed on catalog_regions with check (
  (select covenant_regions()) is null or region_id = any ((select covenant_regions())::text[])
);
alter policy catalog_model_families_narrowed on catalog_model_families with check (
  (select covenant_brands()) is null or brand_id = any ((select covenant_brands())::text[])
);
