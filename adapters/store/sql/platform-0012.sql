-- A person exists before the first login and has several roles (decision 609).

alter table users
  -- Null until the first login.
  alter column subject drop not null,
  -- All that the identity provider gives, the strongest first. `role` repeats the first one for the release before.
  add column roles text[] not null default '{}' check (roles <@ array['admin', 'teacher', 'student']),
  add column status text not null generated always as (
    case when not enabled then 'disabled' when subject is null then 'invited' else 'active' end) stored;
update users set roles = array[role];

-- A login or an import looks for people by user name and e-mail, whatever their case.
create index users_name on users (lower(username));
create index users_email on users (lower(email)) where email is not null;
