-- Who is a student of a lab is told of its end, too (decision 22).

alter table lab_instances add column ends_at timestamptz;
