-- Brands and regions of grants, and regions of dealers, as ids are made now (decision 174): those stored with capitals matched nothing.
select set_config('covenant.every_dealer', 'on', true);

create function pg_temp.folded(id text) returns text
  language sql immutable
  as $$ select normalize(lower(upper(normalize(id, NFKC) collate "und-x-icu") collate "und-x-icu"), NFKC) $$;

create function pg_temp.folded(ids text[]) returns text[]
  language sql immutable
  as $$ select array_agg(id order by first) from (
    select pg_temp.folded(id) as id, min(at) as first from unnest(ids) with ordinality as each (id, at) group by 1) as folded $$;

update dealer_grants set
  brand_ids = coalesce(pg_temp.folded(brand_ids), brand_ids),
  region_ids = coalesce(pg_temp.folded(region_ids), region_ids),
  version = default
where brand_ids is distinct from coalesce(pg_temp.folded(brand_ids), brand_ids)
  or region_ids is distinct from coalesce(pg_temp.folded(region_ids), region_ids);

update dealers set region_id = pg_temp.folded(region_id), version = version + 1 where region_id <> pg_temp.folded(region_id);
