-- The first day of the last stored period with a row in an upload: its file was made before later months were known (decision 573).
-- Null: it reports its whole period. So it is for files of vehicles, of which a month may have none, and for uploads of the release before while both run.
alter table slices add column last_row date;
-- What the slice of a dry run would have.
alter table upload_jobs add column last_row date;

select set_config('covenant.every_dealer', 'on', true);
update slices s set last_row = (
    select max(begins) from packed_sales c, unnest(c.period_start) as begins
    where c.dealer_id = s.dealer_id and c.revision = s.revision and c.level = 'region')
  from upload_jobs j
  where j.dealer_id = s.dealer_id and j.job_id = s.job_id and s.kind = 'upload' and coalesce(j.result -> 'vehicles', 'null') = 'null';
select set_config('covenant.every_dealer', 'off', true);
