-- Labs as they run, seen from the platform: its copy of what the infrastructure has told, what it has asked for, the feed of changes that browsers follow, and notices.

alter table labs
  -- Read from the configuration, because a start has to know whether it is about students or their groups.
  add column deployment_mode text not null default 'per_student' check (deployment_mode in ('per_student', 'per_group'));
create index labs_owner on labs (owner_id);
create index labs_course on labs (course_id);

-- Every configuration that a lab ever had; labs.version is the newest. The bytes are a version of the object in lab-configs.
create table lab_revisions (
  lab_id text not null references labs,
  revision integer not null check (revision > 0),
  object_key text not null,
  object_version text,
  content_sha256 text not null,
  uploaded_by uuid not null references users,
  created_at timestamptz not null default now(),
  primary key (lab_id, revision)
);

alter table lab_starts
  -- Wishes for one lab are sent in this order, so that a stop never overtakes the start before it.
  add column number bigint generated always as identity,
  -- Fixed when the wish was written: what is uploaded afterwards is for the next start.
  add column config_revision integer,
  add column config_version text,
  add column restore text not null default 'latest' check (restore in ('latest', 'none')),
  -- [{ group_id, student_ids }] of a lab per group.
  add column groups jsonb not null default '[]',
  add column traceparent text;
create index lab_starts_order on lab_starts (lab_id, number) where status = 'pending';

-- The platform's own copy of instances; the truth is the infrastructure's. No reference to labs: what runs is shown also when its lab is not known.
create table lab_instances (
  instance_id uuid primary key,
  lab_id text not null,
  student_id text,
  group_id text,
  members text[] not null default '{}',
  run_id uuid,
  generation bigint not null,
  -- The infrastructure's number of this change: of two, the higher one is newer.
  sequence bigint not null,
  state text not null check (state in ('queued', 'waiting_quota', 'creating', 'running', 'degraded', 'stopping', 'stopped', 'failed')),
  volume text not null check (volume in ('none', 'bound', 'archiving', 'archived', 'released', 'quarantined')),
  reason text,
  advice text,
  since timestamptz not null,
  keep_until timestamptz,
  check (num_nonnulls(student_id, group_id) = 1)
);
create index lab_instances_lab on lab_instances (lab_id, (coalesce(student_id, group_id)));
create index lab_instances_members on lab_instances using gin (members);

-- How far the changes of the infrastructure have been read (decision 208). One row.
create table infra_position (
  one boolean primary key default true check (one),
  epoch uuid,
  sequence bigint not null default 0,
  -- When this epoch was seen first: messages from before it speak of another life of that database.
  epoch_since timestamptz not null default '-infinity',
  read_at timestamptz
);
insert into infra_position default values;

-- Numbers what browsers are told (decision 215). One row, whose lock lasts until the commit: numbers become visible in their order, without gaps.
create table live_feed (
  one boolean primary key default true check (one),
  epoch uuid not null default gen_random_uuid(),
  number bigint not null default 0,
  -- What is not above this number has been forgotten.
  floor bigint not null default 0
);
insert into live_feed default values;

create table live_changes (
  number bigint primary key,
  at timestamptz not null default clock_timestamp(),
  instance_id uuid,
  notice_id uuid,
  check (num_nonnulls(instance_id, notice_id) = 1)
);
create index live_changes_at on live_changes (at);

-- What teachers should know without looking; notice_id is the message_id on the broker.
create table lab_notices (
  notice_id uuid primary key,
  kind text not null,
  lab_id text not null,
  instance_id uuid,
  student_id text,
  group_id text,
  message text not null,
  advice text,
  due_at timestamptz,
  occurred_at timestamptz not null
);
create index lab_notices_time on lab_notices (occurred_at);

grant select, insert, update, delete on lab_revisions, lab_instances, live_changes, lab_notices to covenant_app;
grant select, update on infra_position, live_feed to covenant_app;
