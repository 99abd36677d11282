-- The catalogue lists what has current sales, and the spellings that files used (decision 175).

select set_config('covenant.every_dealer', 'on', true);

alter table catalog_brands add column is_current boolean not null default true;
alter table catalog_regions add column is_current boolean not null default true;
alter table catalog_model_families add column is_current boolean not null default true;

update catalog_brands c set is_current = false
where (dealer_id, brand_id) not in (select distinct dealer_id, brand_id from sales where to_revision is null);
update catalog_regions c set is_current = false
where (dealer_id, region_id) not in (select distinct dealer_id, region_id from sales where to_revision is null);
update catalog_model_families c set is_current = false
where (dealer_id, brand_id, model_family_id) not in (
  select distinct dealer_id, brand_id, model_family_id from sales where to_revision is null);

create table catalog_spellings (
  dealer_id text collate "C" not null references dealers,
  kind text not null check (kind in ('brand', 'region', 'model_family')),
  id text collate "C" not null,
  spelling text not null,
  created_at timestamptz not null default now(),
  primary key (dealer_id, kind, id, spelling)
);
alter table catalog_spellings enable row level security;
alter table catalog_spellings force row level security;
create policy catalog_spellings_in_scope on catalog_spellings
  using (dealer_id = any ((select covenant_dealers())::text[]))
  with check (dealer_id = any ((select covenant_dealers())::text[]));
create policy catalog_spellings_narrowed on catalog_spellings as restrictive
  using (
    (kind <> 'brand' or (select covenant_brands()) is null or id = any ((select covenant_brands())::text[]))
    and (kind <> 'region' or (select covenant_regions()) is null or id = any ((select covenant_regions())::text[])))
  with check (
    (kind <> 'brand' or (select covenant_brands()) is null or id = any ((select covenant_brands())::text[]))
    and (kind <> 'region' or (select covenant_regions()) is null or id = any ((select covenant_regions())::text[])));
grant select, insert, update, delete on catalog_spellings to covenant_app;
