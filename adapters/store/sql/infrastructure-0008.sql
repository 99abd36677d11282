-- Restarts of instances: pods that were made for another restart are replaced (decision 264).

alter table instances add column restart_generation bigint not null default 0;
alter table lab_deployments
  drop constraint lab_deployments_kind_check,
  drop constraint lab_deployments_check,
  add check (kind in ('deploy', 'delete', 'restart')),
  add check (kind <> 'deploy' or config_revision is not null);
