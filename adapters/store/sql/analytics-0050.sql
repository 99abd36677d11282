-- Sales are kept in packed rows, which are only ever added: what a revision brought of a brand, region and year, a measure an array (decisions 360 and 361).
-- Until now each sale was a row of text with a unique index, and a correction changed each row that it replaced.
select set_config('covenant.every_dealer', 'on', true);
-- A merge of a process of the release before must not add rows that this step does not see. Later ones find a view, fail and are begun again.
lock table sales, slices in share row exclusive mode;

create table packed_sales (
  dealer_id text collate "C" not null,
  -- Which dates of it still count is kept in its slice.
  revision bigint not null check (revision > 0),
  -- What the entries are: sales, or their sums over families (brand_region), families and regions (brand), families and brands (region), regions (family).
  level text collate "C" not null check (level in ('row', 'brand_region', 'brand', 'region', 'family')),
  brand_id text collate "C" check ((brand_id is null) = (level = 'region')),
  region_id text collate "C" check ((region_id is null) = (level in ('brand', 'family'))),
  period_type text collate "C" not null check (period_type in ('day', 'week', 'month', 'quarter')),
  year smallint not null,
  period_start date[] not null,
  -- One element: that of all entries.
  model_family_id text[] collate "C" check ((model_family_id is null) = (level in ('brand_region', 'brand', 'region'))),
  channel text[] collate "C" not null,
  condition text[] collate "C" not null,
  units_sold bigint[] not null,
  -- Null: no entry has it.
  stock_units bigint[] check (0 <= all (stock_units)),
  receipts bigint[],
  orders bigint[],
  selling_days numeric(6, 2)[] check (0 <= all (selling_days)),
  revenue numeric[],
  -- One element: that of all entries.
  currency text[] check (array_to_string(currency, '') ~ '^([A-Z]{3})*$'),
  -- How many sales each sum is of.
  row_count bigint[] check ((row_count is null) = (level = 'row')),
  check (cardinality(model_family_id) in (1, cardinality(period_start))),
  check (cardinality(channel) in (1, cardinality(period_start)) and cardinality(condition) in (1, cardinality(period_start))),
  check (cardinality(currency) in (1, cardinality(period_start))),
  check (cardinality(period_start) > 0 and cardinality(units_sold) = cardinality(period_start)),
  check (cardinality(stock_units) = cardinality(period_start) and cardinality(receipts) = cardinality(period_start)),
  check (cardinality(orders) = cardinality(period_start) and cardinality(selling_days) = cardinality(period_start)),
  check (cardinality(revenue) = cardinality(period_start) and cardinality(row_count) = cardinality(period_start))
);
-- Compressing them costs more than half as much as making them.
alter table packed_sales
  alter period_start set storage external, alter model_family_id set storage external, alter channel set storage external,
  alter condition set storage external, alter units_sold set storage external, alter stock_units set storage external,
  alter receipts set storage external, alter orders set storage external, alter selling_days set storage external,
  alter revenue set storage external, alter currency set storage external, alter row_count set storage external;

alter table packed_sales enable row level security;
alter table packed_sales force row level security;
create policy packed_sales_in_scope on packed_sales
  using (dealer_id = any ((select covenant_dealers())::text[])) with check (dealer_id = any ((select covenant_dealers())::text[]));
-- A sum over all brands has none, and is nothing for a caller that is narrowed to some; so it is with regions.
create policy packed_sales_brands on packed_sales as restrictive
  using ((select covenant_brands()) is null or brand_id = any ((select covenant_brands())::text[]))
  with check ((select covenant_brands()) is null or brand_id = any ((select covenant_brands())::text[]));
create policy packed_sales_regions on packed_sales as restrictive
  using ((select covenant_regions()) is null or region_id = any ((select covenant_regions())::text[]))
  with check ((select covenant_regions()) is null or region_id = any ((select covenant_regions())::text[]));
-- Neither changed nor deleted: a revision stays what it was.
grant select, insert on packed_sales to covenant_app;

-- The dates of a revision that no later one has replaced.
alter table slices add column live_dates datemultirange not null default '{}';
update slices s set live_dates = datemultirange(daterange(s.period_start, s.period_end, '[]')) - coalesce(
  (select range_agg(daterange(l.period_start, l.period_end, '[]')) from slices l where l.dealer_id = s.dealer_id and l.revision > s.revision
    and daterange(l.period_start, l.period_end, '[]') && daterange(s.period_start, s.period_end, '[]')), '{}');
create index slices_live on slices (dealer_id, revision) where live_dates <> '{}';

-- An array of entries as it is packed: null without any value, and one element where all are equal; and for each entry again.
create function filled(entries anyarray) returns anyarray
  language sql immutable parallel safe
  as $$ select case when entries[1] is not null or array_remove(entries, null) <> '{}' then entries end $$;
create function shared(entries text[]) returns text[]
  language sql immutable parallel safe
  as $$ select case when entries[1] = all (entries) then entries[1:1] when array_remove(entries, null) <> '{}' then entries end $$;
-- In which packed row of its group an entry is: a group of many entries has several, so that memory does not grow with a file.
create function part_of(entry bigint) returns bigint
  language sql immutable parallel safe
  as $$ select (entry - 1) / 500000 $$;
create function spread(entries text[], length integer) returns text[]
  language sql immutable parallel safe
  as $$ select case when cardinality(entries) = 1 then array_fill(entries[1], array[length]) else entries end $$;

-- The entries of packed rows, one by one. Set-returning functions of one list advance together, without the temporary store that a join with them fills.
create view unpacked_sales with (security_invoker = true) as
  select dealer_id, revision, level, brand_id, region_id, period_type, year, unnest(period_start) as period_start,
    unnest(spread(model_family_id, cardinality(period_start))) as model_family_id, unnest(spread(channel, cardinality(period_start))) as channel,
    unnest(spread(condition, cardinality(period_start))) as condition, unnest(units_sold) as units_sold, unnest(stock_units) as stock_units,
    unnest(receipts) as receipts, unnest(orders) as orders, unnest(selling_days) as selling_days, unnest(revenue) as revenue,
    unnest(spread(currency, cardinality(period_start))) as currency, unnest(row_count) as row_count
  from packed_sales;
grant select on unpacked_sales to covenant_app;

-- Which dates a revision took from which earlier ones.
create function replaced_dates(dealer text, replacing bigint) returns table (revision bigint, dates datemultirange)
  language sql stable
  as $$
    select revision, dates from (
      select s.revision, (datemultirange(daterange(s.period_start, s.period_end, '[]')) * datemultirange(daterange(r.period_start, r.period_end, '[]')))
          - coalesce((select range_agg(daterange(l.period_start, l.period_end, '[]')) from slices l
            where l.dealer_id = dealer and l.revision > s.revision and l.revision < replacing
              and daterange(l.period_start, l.period_end, '[]') && daterange(r.period_start, r.period_end, '[]')), '{}') as dates
      from slices r join slices s on s.dealer_id = r.dealer_id and s.revision < r.revision
        and daterange(s.period_start, s.period_end, '[]') && daterange(r.period_start, r.period_end, '[]')
      where r.dealer_id = dealer and r.revision = replacing) each
    where dates <> '{}' $$;

-- Adds up the sales of a revision, once they are stored. Group by group, so that no sum is sorted.
-- A sum is known where each entry reports it, so that the same holds of sums of sums. A channel or condition that all entries share is not compared.
create function pack_sums(dealer text, of_revision bigint) returns void
  language plpgsql
  set enable_seqscan = off
  set jit = off
  as $$
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
  end $$;

create index packed_sales_revision on packed_sales (dealer_id, revision, level, brand_id, region_id);
create index packed_sales_level on packed_sales (dealer_id, level, brand_id, region_id);
-- Finds at once whether any sum of a dealer has selling days that a file reports (decision 342).
create index packed_sales_reported_days on packed_sales (dealer_id) where selling_days is not null;

do $$
declare
  dealer text;
  first date;
  last date;
  stored bigint;
begin
  -- A year of a dealer at a time, by the indexes of the rows, so that memory stays small however much is stored.
  for dealer, first, last in select dealer_id, min(period_start), max(period_start) from sales group by dealer_id loop
    first := date_trunc('year', first);
    while first <= last loop
      insert into packed_sales (dealer_id, revision, level, brand_id, region_id, period_type, year, period_start, model_family_id, channel, condition,
        units_sold, stock_units, receipts, orders, selling_days, revenue, currency)
      select s.dealer_id, s.from_revision, 'row', s.brand_id, s.region_id, s.period_type, extract(year from first), array_agg(s.period_start),
        shared(array_agg(s.model_family_id)),
        shared(array_agg(s.channel)),
        shared(array_agg(s.condition)), array_agg(s.units_sold),
        filled(array_agg(s.stock_units)), filled(array_agg(s.receipts)),
        filled(array_agg(s.orders)), filled(array_agg(s.selling_days)),
        filled(array_agg(s.revenue)), shared(array_agg(s.currency))
      from (select *, part_of(row_number() over ()) as part from sales
        where dealer_id = dealer and period_start >= first and period_start < first + interval '1 year') s
      group by s.dealer_id, s.from_revision, s.brand_id, s.region_id, s.period_type, s.part;
      first := first + interval '1 year';
    end loop;
    for stored in select distinct revision from packed_sales where dealer_id = dealer loop
      perform pack_sums(dealer, stored);
    end loop;
  end loop;
end $$;
analyze packed_sales;

drop table sales, sales_by_brand, sales_by_region;

-- As they were read until now. `to_revision` is found in the slices: reads that have much to go through choose revisions by their slices instead.
create function replaced_by(dealer text, first bigint, start date) returns bigint
  language sql stable parallel safe
  as $$ select min(s.revision) from slices s where s.dealer_id = dealer and s.revision > first and start between s.period_start and s.period_end $$;

create view sales with (security_invoker = true) as
  select u.dealer_id, u.period_start, u.brand_id, u.region_id, u.model_family_id, u.channel, u.condition, u.period_type, u.revision as from_revision,
    case when not s.live_dates @> u.period_start then replaced_by(u.dealer_id, u.revision, u.period_start) end as to_revision,
    u.units_sold, u.stock_units, u.receipts, u.orders, u.selling_days, u.revenue, u.currency
  from unpacked_sales u join slices s on s.dealer_id = u.dealer_id and s.revision = u.revision where u.level = 'row';
create view sales_by_brand with (security_invoker = true) as
  select u.dealer_id, u.period_start, u.brand_id, u.region_id, u.channel, u.condition, u.period_type, u.revision as from_revision,
    case when not s.live_dates @> u.period_start then replaced_by(u.dealer_id, u.revision, u.period_start) end as to_revision,
    u.units_sold, u.stock_units, u.receipts, u.orders, u.selling_days, u.revenue, u.currency, u.row_count
  from unpacked_sales u join slices s on s.dealer_id = u.dealer_id and s.revision = u.revision where u.level = 'brand_region';
create view sales_by_region with (security_invoker = true) as
  select u.dealer_id, u.period_start, u.region_id, u.channel, u.condition, u.period_type, u.revision as from_revision,
    case when not s.live_dates @> u.period_start then replaced_by(u.dealer_id, u.revision, u.period_start) end as to_revision,
    u.units_sold, u.stock_units, u.receipts, u.orders, u.selling_days, u.revenue, u.currency, u.row_count
  from unpacked_sales u join slices s on s.dealer_id = u.dealer_id and s.revision = u.revision where u.level = 'region';
grant select on sales, sales_by_brand, sales_by_region to covenant_app;
