-- Sums of a revision are added up in parts, so that the progress of a large job moves while they are. The release before calls `pack_sums`, which stays for it.
-- As there: group by group, so that no sum is sorted, and a sum is known where each entry reports it.
create function pack_brand_sums(dealer text, of_revision bigint, brands text[]) returns void
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
  end $$;

-- Of all brands, once their sums are stored.
create function pack_region_sums(dealer text, of_revision bigint) returns void
  language plpgsql
  set enable_seqscan = off
  set jit = off
  as $$
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
  end $$;
