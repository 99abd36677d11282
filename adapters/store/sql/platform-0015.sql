-- An intent that changes who can log in to the running lab of a group (decision 616).
alter table lab_starts drop constraint lab_starts_kind_check;
alter table lab_starts add constraint lab_starts_kind_check check (kind in ('start', 'stop', 'restart', 'members'));
