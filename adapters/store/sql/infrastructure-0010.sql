-- What members and teachers were last notified of: one word for it, as in the code.

alter table instances rename column expiry_told_at to expiry_announced_at;
alter table instance_members rename column told_run to announced_run;
alter table instance_members rename column told_generation to announced_generation;
alter table instance_members rename column told_address to announced_address;
