-- What a job replaces is stored under the contract's names.
select set_config('covenant.every_dealer', 'on', true);

update upload_jobs set result = jsonb_set(result, '{replacement}', (
  select jsonb_object_agg(
    case key
      when 'comparedPeriods' then 'compared_periods'
      when 'removedPeriods' then 'removed_periods'
      when 'removedPeriodCount' then 'removed_period_count'
      when 'removedBrandIds' then 'removed_brand_ids'
      when 'removedBrandCount' then 'removed_brand_count'
      when 'emptiedCount' then 'emptied_count'
      else key
    end,
    case when jsonb_typeof(value) = 'object' and value ? 'brandId' then value - 'brandId' || jsonb_build_object('brand_id', value -> 'brandId') else value end)
  from jsonb_each(result -> 'replacement')))
where jsonb_typeof(result -> 'replacement') = 'object';
