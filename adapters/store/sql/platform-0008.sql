-- Restarts are carried to the infrastructure like starts and stops (decision 264).

alter table lab_starts
  drop constraint lab_starts_kind_check,
  add check (kind in ('start', 'stop', 'restart'));
