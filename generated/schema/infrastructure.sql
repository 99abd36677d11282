-- Today's schema of the database infrastructure. Generated from adapters/store/sql by npm run schema; do not edit.
-- Sequences, tables and views come first, functions last. Above each stand the migrations that change it: they give the reasons.
-- Rows that migrations insert are not shown.
-- Made from 15 migrations with the hash 6c31bef2fd69af48fdf9b1426a307421346ed90117c0b619c94c29390090a5fb.

-- public: every-0001
grant usage on schema public to covenant_app;

-- instance_changes: infrastructure-0001
create sequence instance_changes;
grant select, usage on sequence instance_changes to covenant_app;

-- audit_logs: infrastructure-0001, infrastructure-0007
create table audit_logs (
  id bigint not null generated always as identity,
  at timestamptz not null default now(),
  actor text not null,
  actor_kind text not null,
  action text not null,
  outcome text not null default 'done',
  lab_id text,
  instance_id uuid,
  student_id text,
  group_id text,
  request_id text,
  traceparent text,
  details jsonb not null default '{}'::jsonb,
  service text,
  constraint audit_logs_pkey primary key (id),
  constraint audit_logs_actor_kind_check check (actor_kind in ('user', 'client', 'service', 'system')),
  constraint audit_logs_outcome_check check (outcome in ('done', 'refused', 'failed'))
);
create index audit_logs_instance on audit_logs (instance_id, at);
create index audit_logs_lab on audit_logs (lab_id, at);
grant select, insert on audit_logs to covenant_app;

-- claims: infrastructure-0002
create table claims (
  name text not null,
  instance_id uuid not null,
  generation bigint not null,
  lab_id text not null,
  student_id text,
  group_id text,
  quarantined text,
  seen_at timestamptz not null,
  constraint claims_pkey primary key (name)
);
grant select, insert, update, delete on claims to covenant_app;

-- deferred_tasks: infrastructure-0002
create table deferred_tasks (
  task_id text not null,
  task text not null,
  arguments jsonb not null,
  due_at timestamptz not null,
  constraint deferred_tasks_pkey primary key (task_id)
);
grant select, insert, update, delete on deferred_tasks to covenant_app;

-- deployment_results: infrastructure-0002
create table deployment_results (
  deployment_id uuid not null,
  "position" integer not null,
  student_id text,
  group_id text,
  outcome text not null,
  instance_id uuid,
  generation bigint,
  reason text,
  advice text,
  constraint deployment_results_pkey primary key (deployment_id, "position"),
  constraint deployment_results_deployment_id_fkey foreign key (deployment_id) references lab_deployments(deployment_id) on delete cascade
);
create index deployment_results_instance on deployment_results (instance_id);
grant select, insert, update, delete on deployment_results to covenant_app;

-- former_members: infrastructure-0006
create table former_members (
  instance_id uuid not null,
  student_id text not null,
  generation integer not null,
  constraint former_members_pkey primary key (instance_id, student_id),
  constraint former_members_instance_id_fkey foreign key (instance_id) references instances(instance_id) on delete cascade,
  constraint former_members_generation_check check (generation > 0),
  constraint former_members_student_id_check check (student_id ~ '^[a-z0-9]{1,20}$')
);
grant select, insert, update, delete on former_members to covenant_app;

-- idempotency_keys: every-0001
create table idempotency_keys (
  principal text not null,
  operation text not null,
  key text not null,
  body_hash text not null,
  attempt uuid not null,
  leased_until timestamptz not null,
  reply jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint idempotency_keys_pkey primary key (principal, operation, key),
  constraint idempotency_keys_key_check check (length(key) >= 1 and length(key) <= 255)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);
grant select, insert, update, delete on idempotency_keys to covenant_app;

-- inbox: every-0001, every-0002
create table inbox (
  consumer text not null,
  message_id text not null,
  attempts integer not null default 0,
  received_at timestamptz not null default now(),
  done_at timestamptz,
  constraint inbox_pkey primary key (consumer, message_id)
);
create index inbox_done on inbox (done_at) where done_at is not null;
create index inbox_open on inbox (received_at) where done_at is null;
grant select, insert, update, delete on inbox to covenant_app;

-- instance_members: infrastructure-0002, infrastructure-0010
create table instance_members (
  instance_id uuid not null,
  student_id text not null,
  generation integer not null default 1,
  key_id text not null,
  announced_run uuid,
  announced_generation integer,
  announced_address text,
  constraint instance_members_pkey primary key (instance_id, student_id),
  constraint instance_members_instance_id_fkey foreign key (instance_id) references instances(instance_id) on delete cascade,
  constraint instance_members_generation_check check (generation > 0),
  constraint instance_members_student_id_check check (student_id ~ '^[a-z0-9]{1,20}$')
);
grant select, insert, update, delete on instance_members to covenant_app;

-- instances: infrastructure-0001, infrastructure-0002, infrastructure-0008, infrastructure-0009, infrastructure-0010, infrastructure-0012
create table instances (
  instance_id uuid not null,
  lab_id text not null,
  student_id text,
  group_id text,
  name text not null,
  course_id text,
  config_revision integer not null,
  desired text not null,
  generation bigint not null default 1,
  settled_generation bigint not null default 0,
  state text not null,
  volume text not null default 'none',
  reason text,
  advice text,
  deadline_at timestamptz,
  host_key_fingerprint text,
  keep_days integer not null default 0,
  run_id uuid,
  sequence bigint not null default nextval('instance_changes'::regclass),
  started_at timestamptz,
  extended_at timestamptz,
  stopped_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deployment_mode text generated always as (case when group_id is null then 'per_student' else 'per_group' end) stored,
  since timestamptz not null default now(),
  due_at timestamptz default now(),
  attempts integer not null default 0,
  endpoints jsonb not null default '[]'::jsonb,
  announced jsonb,
  host_key_id text,
  host_public_key text,
  keep_until timestamptz,
  expiry_announced_at timestamptz,
  admitted boolean not null default false,
  cpu_m integer not null default 0,
  memory_mib integer not null default 0,
  storage_gib integer not null default 0,
  pods integer not null default 1,
  ports integer not null default 1,
  restart_generation bigint not null default 0,
  former_ports jsonb not null default '{}'::jsonb,
  constraint instances_pkey primary key (instance_id),
  constraint instances_change_number_key unique (sequence),
  constraint instances_name_key unique (name),
  constraint instances_current_run_fkey foreign key (run_id) references runs(run_id),
  constraint instances_lab_id_config_revision_fkey foreign key (lab_id, config_revision) references lab_configs(lab_id, revision),
  constraint instances_check check (num_nonnulls(student_id, group_id) = 1),
  constraint instances_check1 check (state <> 'failed' or reason is not null),
  constraint instances_former_ports_check check (jsonb_typeof(former_ports) = 'object'),
  constraint instances_group_id_check check (group_id ~ '^[a-z0-9]{1,20}$'),
  constraint instances_keep_days_check check (keep_days >= 0),
  constraint instances_name_check check (length(name) <= 63),
  constraint instances_status_check check (state in ('queued', 'waiting_quota', 'creating', 'running', 'degraded', 'stopping', 'stopped', 'failed')),
  constraint instances_student_id_check check (student_id ~ '^[a-z0-9]{1,20}$'),
  constraint instances_volume_check check (volume in ('none', 'bound', 'archiving', 'archived', 'released', 'quarantined')),
  constraint instances_wanted_check check (desired in ('running', 'stopped'))
);
create index instances_admitted on instances (lab_id) where admitted;
create index instances_deadline on instances (deadline_at) where deadline_at is not null;
create index instances_due on instances (due_at) where due_at is not null;
create unique index instances_group on instances (lab_id, group_id) where group_id is not null;
create index instances_lab on instances (lab_id);
create unique index instances_student on instances (lab_id, student_id) where student_id is not null;
create index instances_unsettled on instances (updated_at) where settled_generation < generation;
grant select, insert, update, delete on instances to covenant_app;

-- lab_configs: infrastructure-0001, infrastructure-0004
create table lab_configs (
  lab_id text not null,
  revision integer not null,
  name text not null,
  description text not null default '',
  object_key text not null,
  object_version text,
  content_sha256 text not null,
  config jsonb not null,
  uploaded_by text,
  created_at timestamptz not null default now(),
  constraint lab_configs_pkey primary key (lab_id, revision),
  constraint lab_configs_lab_id_check check (lab_id ~ '^[a-z][a-z0-9-]{0,15}$'),
  constraint lab_configs_named check (lab_id !~ '--' and lab_id !~ '(^|-)(student|group)(-|$)' and lab_id !~ '-$'),
  constraint lab_configs_revision_check check (revision > 0)
);
grant select, insert, update, delete on lab_configs to covenant_app;

-- lab_deployments: infrastructure-0001, infrastructure-0002, infrastructure-0004, infrastructure-0008
create table lab_deployments (
  deployment_id uuid not null,
  kind text not null,
  lab_id text not null,
  config_revision integer,
  deployment_mode text not null,
  course_id text,
  student_ids text[] not null default '{}'::text[],
  group_ids text[] not null default '{}'::text[],
  requested_by text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint lab_deployments_pkey primary key (deployment_id),
  constraint lab_deployments_lab_id_config_revision_fkey foreign key (lab_id, config_revision) references lab_configs(lab_id, revision),
  constraint lab_deployments_check check (kind <> 'deploy' or config_revision is not null),
  constraint lab_deployments_deployment_mode_check check (deployment_mode in ('per_student', 'per_group')),
  constraint lab_deployments_kind_check check (kind in ('deploy', 'delete', 'restart')),
  constraint lab_deployments_named check (lab_id ~ '^[a-z][a-z0-9-]{0,15}$' and lab_id !~ '--' and lab_id !~ '(^|-)(student|group)(-|$)' and lab_id !~ '-$')
);
create index lab_deployments_lab on lab_deployments (lab_id, created_at);
create index lab_deployments_page on lab_deployments (created_at desc, deployment_id desc);
grant select, insert, update, delete on lab_deployments to covenant_app;

-- leases: every-0001
create table leases (
  name text not null,
  holder text not null,
  fence bigint not null,
  expires_at timestamptz not null,
  constraint leases_pkey primary key (name),
  constraint leases_fence_check check (fence > 0)
);
grant select, insert, update on leases to covenant_app;

-- outbox: every-0001
create table outbox (
  id bigint not null generated always as identity,
  message_id uuid not null,
  aggregate text not null,
  exchange text not null,
  routing_key text not null,
  headers jsonb not null default '{}'::jsonb,
  body jsonb,
  reference jsonb,
  content_type text not null default 'application/json',
  ttl_ms integer,
  created_at timestamptz not null default now(),
  claimed_until timestamptz,
  claimed_by text,
  attempts integer not null default 0,
  published_at timestamptz,
  last_error text,
  constraint outbox_pkey primary key (id),
  constraint outbox_message_id_key unique (message_id),
  constraint outbox_check check (num_nonnulls(body, reference) = 1),
  constraint outbox_ttl_ms_check check (ttl_ms > 0)
);
create index outbox_due on outbox (id) where published_at is null;
create index outbox_order on outbox (aggregate, id) where published_at is null;
create index outbox_published on outbox (published_at) where published_at is not null;
grant select, insert, update, delete on outbox to covenant_app;

-- resource_quotas: infrastructure-0001, infrastructure-0004
create table resource_quotas (
  scope text not null,
  subject text not null default '',
  profile text,
  max_students integer,
  max_active_labs integer,
  max_cpu_m integer,
  max_memory_mib integer,
  max_storage_gib integer,
  updated_at timestamptz not null default now(),
  updated_by text,
  constraint resource_quotas_pkey primary key (scope, subject),
  constraint resource_quotas_check check ((scope = 'installation') = (subject = '')),
  constraint resource_quotas_max_active_labs_check check (max_active_labs >= 0),
  constraint resource_quotas_max_cpu_m_check check (max_cpu_m >= 0),
  constraint resource_quotas_max_memory_mib_check check (max_memory_mib >= 0),
  constraint resource_quotas_max_storage_gib_check check (max_storage_gib >= 0),
  constraint resource_quotas_max_students_check check (max_students >= 0),
  constraint resource_quotas_of_somebody check ((scope not in ('student', 'group')) or subject ~ '^[a-z0-9]{1,20}$'),
  constraint resource_quotas_profile_check check (profile in ('first', 'production', 'enterprise')),
  constraint resource_quotas_profiled check (profile is null or scope = 'installation'),
  constraint resource_quotas_scope_check check (scope in ('installation', 'course', 'student', 'group'))
);
grant select, insert, update, delete on resource_quotas to covenant_app;

-- runs: infrastructure-0001, infrastructure-0002, infrastructure-0005, infrastructure-0011
create table runs (
  run_id uuid not null,
  instance_id uuid not null,
  deployment_id uuid,
  number integer not null,
  requested_at timestamptz not null default now(),
  running_at timestamptz,
  stopped_at timestamptz,
  outcome text,
  archive_key text,
  archive_version text,
  archive_bytes bigint,
  archive_entries bigint,
  archive_sha256 text,
  archived_at timestamptz,
  restores uuid,
  fresh boolean not null default false,
  archive_claim text,
  restore_begun_at timestamptz,
  restored_at timestamptz,
  images jsonb,
  home_kept boolean not null default false,
  constraint runs_pkey primary key (run_id),
  constraint runs_instance_id_number_key unique (instance_id, number),
  constraint runs_deployment_id_fkey foreign key (deployment_id) references lab_deployments(deployment_id) on delete set null,
  constraint runs_instance_id_fkey foreign key (instance_id) references instances(instance_id),
  constraint runs_restores_fkey foreign key (restores) references runs(run_id),
  constraint runs_check check (num_nonnulls(archive_key, archive_version, archive_bytes, archive_entries, archive_sha256, archived_at) = any (array[0, 6])),
  constraint runs_images_check check (jsonb_typeof(images) = 'object'),
  constraint runs_number_check check (number > 0),
  constraint runs_outcome_check check (outcome in ('stopped', 'failed', 'replaced'))
);
create index runs_deployment on runs (deployment_id);
grant select, insert, update, delete on runs to covenant_app;

-- schedule: infrastructure-0002
create table schedule (
  task text not null,
  slot timestamptz not null,
  constraint schedule_pkey primary key (task)
);
grant select, insert, update, delete on schedule to covenant_app;

-- schema_migrations: every-0003
create table schema_migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamptz not null default now(),
  constraint schema_migrations_pkey primary key (name)
);
grant select on schema_migrations to covenant_app;

-- timeline: infrastructure-0002, infrastructure-0003
create table timeline (
  one boolean not null default true,
  epoch uuid not null,
  identity text not null,
  held_since timestamptz,
  held_for text,
  swept_at timestamptz,
  too_many_since timestamptz,
  waiting integer not null default 0,
  allowed integer,
  constraint timeline_pkey primary key (one),
  constraint timeline_allowed_check check (allowed >= 0),
  constraint timeline_check check ((held_since is null) = (held_for is null)),
  constraint timeline_one_check check (one),
  constraint timeline_waiting_check check (waiting >= 0)
);
grant select, insert, update, delete on timeline to covenant_app;

-- next_change: infrastructure-0002
create function next_change()
  returns bigint
  language plpgsql
  as $function$
begin
  perform pg_advisory_xact_lock(hashtext('covenant.changes'));
  return nextval('instance_changes');
end
$function$;
