-- How many rows of a dealer are current is kept beside its revision, so that reading it costs nothing and a plan can limit it (decision 153).
-- Until now slices were added up, and a slice counted nothing from the moment on when any part of it was replaced.

select set_config('covenant.every_dealer', 'on', true);

alter table dealers add column rows_stored bigint not null default 0 check (rows_stored >= 0);

update dealers d set rows_stored = counted.rows
from (select dealer_id, count(*) as rows from sales where to_revision is null group by dealer_id) counted
where counted.dealer_id = d.dealer_id;
