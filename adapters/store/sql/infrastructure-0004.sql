-- What the tables of 0001 let in and the rest of the system never does: names that are no names of labs, quotas of nobody.

alter table lab_configs
  -- As the platform's table of labs has it, and the contract (decision 12).
  add constraint lab_configs_named check (lab_id !~ '--' and lab_id !~ '(^|-)(student|group)(-|$)' and lab_id !~ '-$');

alter table lab_deployments
  add constraint lab_deployments_named check (
    lab_id ~ '^[a-z][a-z0-9-]{0,15}$' and lab_id !~ '--' and lab_id !~ '(^|-)(student|group)(-|$)' and lab_id !~ '-$');

alter table resource_quotas
  -- The subject is part of names: a row for one that can not exist would be a limit that never counts.
  add constraint resource_quotas_of_somebody check (scope not in ('student', 'group') or subject ~ '^[a-z0-9]{1,20}$'),
  -- A profile is that of an installation (decision 22).
  add constraint resource_quotas_profiled check (profile is null or scope = 'installation');
