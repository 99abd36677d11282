-- What the infrastructure stores: the wanted state of every lab, its runs, quotas and the audit log. People and courses: platform-*.sql.

create table lab_configs (
  lab_id text not null check (lab_id ~ '^[a-z][a-z0-9-]{0,15}$'),
  revision integer not null check (revision > 0),
  name text not null,
  description text not null default '',
  object_key text not null,
  object_version text,
  content_sha256 text not null,
  config jsonb not null,
  uploaded_by text,
  created_at timestamptz not null default now(),
  primary key (lab_id, revision)
);

-- One accepted deploy or delete call.
create table lab_deployments (
  deployment_id uuid primary key,
  kind text not null check (kind in ('deploy', 'delete')),
  lab_id text not null,
  config_revision integer,
  deployment_mode text not null check (deployment_mode in ('per_student', 'per_group')),
  course_id text,
  student_ids text[] not null default '{}',
  group_ids text[] not null default '{}',
  requested_by text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  foreign key (lab_id, config_revision) references lab_configs (lab_id, revision),
  check (kind = 'delete' or config_revision is not null)
);
create index lab_deployments_lab on lab_deployments (lab_id, created_at);

-- Numbers changes of instances, in the transaction that changes them; the platform reads on from its last one (decision 21).
create sequence instance_changes;

-- A lab for one student or group (decision 11). `wanted` and `generation` are what was asked for; the worker makes it so.
create table instances (
  instance_id uuid primary key,
  lab_id text not null,
  student_id text check (student_id ~ '^[a-z0-9]{1,20}$'),
  group_id text check (group_id ~ '^[a-z0-9]{1,20}$'),
  name text not null unique check (length(name) <= 63),
  course_id text,
  config_revision integer not null,
  wanted text not null check (wanted in ('running', 'stopped')),
  generation bigint not null default 1,
  settled_generation bigint not null default 0,
  status text not null check (status in ('queued', 'waiting_quota', 'creating', 'running', 'degraded', 'stopping', 'stopped', 'failed')),
  volume text not null default 'none' check (volume in ('none', 'bound', 'archiving', 'archived', 'released', 'quarantined')),
  reason text,
  advice text,
  deadline_at timestamptz,
  node_host text,
  node_port integer check (node_port between 1 and 65535),
  host_key_fingerprint text,
  credential_generation integer not null default 1,
  keep_days integer not null default 0 check (keep_days >= 0),
  current_run uuid,
  change_number bigint not null default nextval('instance_changes') unique,
  started_at timestamptz,
  extended_at timestamptz,
  stopped_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  lease_holder text,
  lease_fence bigint not null default 0,
  lease_until timestamptz,
  check (num_nonnulls(student_id, group_id) = 1),
  check (status <> 'failed' or reason is not null),
  foreign key (lab_id, config_revision) references lab_configs (lab_id, revision)
);
create unique index instances_student on instances (lab_id, student_id) where student_id is not null;
create unique index instances_group on instances (lab_id, group_id) where group_id is not null;
create index instances_unsettled on instances (updated_at) where settled_generation < generation;
create index instances_deadline on instances (deadline_at) where deadline_at is not null;

-- One start of an instance; a claim is deleted only against the archive recorded here (decision 17).
create table runs (
  run_id uuid primary key,
  instance_id uuid not null references instances,
  deployment_id uuid references lab_deployments,
  number integer not null check (number > 0),
  requested_at timestamptz not null default now(),
  running_at timestamptz,
  stopped_at timestamptz,
  outcome text check (outcome in ('stopped', 'failed', 'replaced')),
  archive_key text,
  archive_version text,
  archive_bytes bigint,
  archive_entries bigint,
  archive_sha256 text,
  archived_at timestamptz,
  unique (instance_id, number),
  check (num_nonnulls(archive_key, archive_version, archive_bytes, archive_entries, archive_sha256, archived_at) in (0, 6))
);
alter table instances add foreign key (current_run) references runs;

create table resource_quotas (
  scope text not null check (scope in ('installation', 'course', 'student', 'group')),
  subject text not null default '',
  profile text check (profile in ('first', 'production', 'enterprise')),
  -- Null: no fixed limit (decision 22).
  max_students integer check (max_students >= 0),
  max_active_labs integer check (max_active_labs >= 0),
  max_cpu_m integer check (max_cpu_m >= 0),
  max_memory_mib integer check (max_memory_mib >= 0),
  max_storage_gib integer check (max_storage_gib >= 0),
  updated_at timestamptz not null default now(),
  updated_by text,
  primary key (scope, subject),
  check ((scope = 'installation') = (subject = ''))
);
insert into resource_quotas (scope, profile, max_students, max_active_labs) values ('installation', 'first', 50, 10);

create table audit_logs (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null,
  actor_kind text not null check (actor_kind in ('user', 'client', 'service', 'system')),
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
create index audit_logs_instance on audit_logs (instance_id, at);

grant select, insert, update, delete on lab_configs, lab_deployments, instances, runs, resource_quotas to covenant_app;
-- The log is added to, never changed.
grant select, insert on audit_logs to covenant_app;
grant usage, select on sequence instance_changes to covenant_app;
