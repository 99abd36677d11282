-- What the rows of a dry run add up to, as a merge would keep them in sales_by_brand, so that the indices can be read as they would be (decision 336).
-- How many they are; null: none are kept.
alter table upload_jobs add column sums_kept integer;
create index upload_jobs_sums on upload_jobs (dealer_id, job_id) where sums_kept is not null;

create table previewed_sums (
  dealer_id text collate "C" not null,
  job_id uuid not null,
  period_start date not null,
  brand_id text collate "C" not null,
  region_id text collate "C" not null,
  channel text collate "C" not null,
  condition text collate "C" not null,
  period_type text collate "C" not null check (period_type in ('day', 'week', 'month', 'quarter')),
  units_sold bigint not null,
  stock_units bigint,
  receipts bigint,
  orders bigint,
  selling_days numeric(6, 2),
  revenue numeric,
  currency text,
  foreign key (dealer_id, job_id) references upload_jobs (dealer_id, job_id) on delete cascade
);
create index previewed_sums_of_job on previewed_sums (dealer_id, job_id);

alter table previewed_sums enable row level security;
alter table previewed_sums force row level security;
create policy previewed_sums_in_scope on previewed_sums
  using (dealer_id = any ((select covenant_dealers())::text[])) with check (dealer_id = any ((select covenant_dealers())::text[]));
create policy previewed_sums_brands on previewed_sums as restrictive
  using ((select covenant_brands()) is null or brand_id = any ((select covenant_brands())::text[]))
  with check ((select covenant_brands()) is null or brand_id = any ((select covenant_brands())::text[]));
create policy previewed_sums_regions on previewed_sums as restrictive
  using ((select covenant_regions()) is null or region_id = any ((select covenant_regions())::text[]))
  with check ((select covenant_regions()) is null or region_id = any ((select covenant_regions())::text[]));
grant select, insert, delete on previewed_sums to covenant_app;
