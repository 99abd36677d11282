-- Sums that a merge keeps beside the rows, so that a read costs what it returns (decision 290): over the model families of a brand, and over all brands of a region.
-- They are opened and closed by revision as rows are, so that an earlier revision is read as it was.
-- What reads distinguish or filter by stays apart: channel, condition, selling days and currency. Null measures: not every row reports them.
select set_config('covenant.every_dealer', 'on', true);
-- A merge of a process of the release before would add rows without sums.
lock table sales in share row exclusive mode;

create table sales_by_brand (
  dealer_id text collate "C" not null,
  period_start date not null,
  brand_id text collate "C" not null,
  region_id text collate "C" not null,
  channel text collate "C" not null,
  condition text collate "C" not null,
  period_type text collate "C" not null check (period_type in ('day', 'week', 'month', 'quarter')),
  from_revision bigint not null,
  to_revision bigint check (to_revision > from_revision),
  units_sold bigint not null,
  stock_units bigint,
  receipts bigint,
  orders bigint,
  selling_days numeric(6, 2),
  revenue numeric,
  currency text
);
create table sales_by_region (
  dealer_id text collate "C" not null,
  period_start date not null,
  region_id text collate "C" not null,
  channel text collate "C" not null,
  condition text collate "C" not null,
  period_type text collate "C" not null check (period_type in ('day', 'week', 'month', 'quarter')),
  from_revision bigint not null,
  to_revision bigint check (to_revision > from_revision),
  units_sold bigint not null,
  stock_units bigint,
  receipts bigint,
  orders bigint,
  selling_days numeric(6, 2),
  revenue numeric,
  currency text
);

do $$
declare
  dealer text;
  first date;
  last date;
begin
  -- A year of a dealer at a time, by the index of the rows, so that memory and temporary files stay small however much is stored.
  for dealer, first, last in select dealer_id, min(period_start), max(period_start) from sales group by dealer_id loop
    while first <= last loop
      insert into sales_by_brand (dealer_id, period_start, brand_id, region_id, channel, condition, period_type, from_revision, to_revision,
        selling_days, currency, units_sold, stock_units, receipts, orders, revenue)
      select dealer_id, period_start, brand_id, region_id, channel, condition, period_type, from_revision, to_revision, selling_days, currency,
        sum(units_sold), case when count(*) = count(stock_units) then sum(stock_units) end, case when count(*) = count(receipts) then sum(receipts) end,
        case when count(*) = count(orders) then sum(orders) end, case when count(*) = count(revenue) then sum(revenue) end
      from sales where dealer_id = dealer and period_start >= first and period_start < first + 366
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;
      first := first + 366;
    end loop;
    insert into sales_by_region (dealer_id, period_start, region_id, channel, condition, period_type, from_revision, to_revision,
      selling_days, currency, units_sold, stock_units, receipts, orders, revenue)
    select dealer_id, period_start, region_id, channel, condition, period_type, from_revision, to_revision, selling_days, currency,
      sum(units_sold), case when count(*) = count(stock_units) then sum(stock_units) end, case when count(*) = count(receipts) then sum(receipts) end,
      case when count(*) = count(orders) then sum(orders) end, case when count(*) = count(revenue) then sum(revenue) end
    from sales_by_brand where dealer_id = dealer
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
  end loop;
end $$;

create index sales_by_brand_current on sales_by_brand (dealer_id, brand_id, period_start) where to_revision is null;
create index sales_by_brand_period on sales_by_brand (dealer_id, period_start) where to_revision is null;
create index sales_by_region_current on sales_by_region (dealer_id, period_start) where to_revision is null;
-- A read as of a time names the revisions that counted then.
create index sales_by_brand_revision on sales_by_brand (dealer_id, from_revision, brand_id);
create index sales_by_region_revision on sales_by_region (dealer_id, from_revision);

-- A model family has no sums: the rows of a brand, period and region are found one by one, also those that do not count any more.
drop index sales_history;
create index sales_history on sales (dealer_id, period_start, brand_id, region_id) where to_revision is not null;
analyze sales_by_brand, sales_by_region;

do $$
declare summed text;
begin
  foreach summed in array array['sales_by_brand', 'sales_by_region'] loop
    execute format('alter table %I enable row level security', summed);
    execute format('alter table %I force row level security', summed);
    execute format('create policy %I on %I using (dealer_id = any ((select covenant_dealers())::text[])) with check (dealer_id = any ((select covenant_dealers())::text[]))', summed || '_in_scope', summed);
    execute format('create policy %I on %I as restrictive using ((select covenant_regions()) is null or region_id = any ((select covenant_regions())::text[])) with check ((select covenant_regions()) is null or region_id = any ((select covenant_regions())::text[]))', summed || '_regions', summed);
  end loop;
end $$;
create policy sales_by_brand_brands on sales_by_brand as restrictive
  using ((select covenant_brands()) is null or brand_id = any ((select covenant_brands())::text[]))
  with check ((select covenant_brands()) is null or brand_id = any ((select covenant_brands())::text[]));
-- A sum over all brands is nothing for a caller that is narrowed to some.
create policy sales_by_region_brands on sales_by_region as restrictive
  using ((select covenant_brands()) is null) with check ((select covenant_brands()) is null);
grant select, insert, update on sales_by_brand, sales_by_region to covenant_app;
