-- The ports by which students reached the roles of a lab last, so that the next start can take them again (decision 596).

alter table instances add column former_ports jsonb not null default '{}' check (jsonb_typeof(former_ports) = 'object');

update instances i set former_ports = (
    select coalesce(jsonb_object_agg(e ->> 'role', e -> 'port'), '{}') from jsonb_array_elements(i.endpoints) e)
  where jsonb_array_length(i.endpoints) > 0;
