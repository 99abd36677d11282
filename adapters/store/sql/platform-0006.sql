-- What people change here and not in the infrastructure: uploads and new versions of labs, in the columns of the infrastructure's audit log (decision 253).
create table audit_logs (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null,
  actor_kind text not null check (actor_kind in ('user', 'client', 'service', 'system')),
  service text not null,
  action text not null,
  outcome text not null default 'done' check (outcome in ('done', 'refused', 'failed')),
  lab_id text,
  instance_id uuid,
  student_id text,
  group_id text,
  request_id text,
  traceparent text,
  details jsonb not null default '{}'
);
create index audit_logs_lab on audit_logs (lab_id, at);

-- The log is added to, never changed.
grant select, insert on audit_logs to covenant_app;
