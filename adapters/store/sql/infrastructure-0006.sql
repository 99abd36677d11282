-- Who left an instance, with the last generation of the own password: whoever comes back gets the next one, since the last one may have been
-- replaced because somebody else knew it (decision 16).
create table former_members (
  instance_id uuid not null references instances on delete cascade,
  student_id text not null check (student_id ~ '^[a-z0-9]{1,20}$'),
  generation integer not null check (generation > 0),
  primary key (instance_id, student_id)
);

grant select, insert, update, delete on former_members to covenant_app;
