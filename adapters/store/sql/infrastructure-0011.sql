-- Whether a student may have worked in the home that a run begins with: its init scripts do not run again (decision 590).
-- A run that was running counts by that, also one that the release before has added.
alter table runs add column home_kept boolean not null default false;
update runs r set home_kept = exists (
  select from runs p where p.instance_id = r.instance_id and p.number < r.number and p.running_at is not null);
