-- Today's schema of the database platform. Generated from adapters/store/sql by npm run schema; do not edit.
-- Sequences, tables and views come first, functions last. Above each stand the migrations that change it: they give the reasons.
-- Rows that migrations insert are not shown.
-- Made from 18 migrations with the hash 5a761ff5e3172d7bc6ef56e5dc8b5e9a9933d2e5da635be89d12647fad3763b1.

-- public: every-0001
grant usage on schema public to covenant_app;

-- access_group_groups: platform-0013
create table access_group_groups (
  access_group_id uuid not null,
  group_id text not null,
  constraint access_group_groups_pkey primary key (access_group_id, group_id),
  constraint access_group_groups_access_group_id_fkey foreign key (access_group_id) references access_groups(access_group_id) on delete cascade,
  constraint access_group_groups_group_id_fkey foreign key (group_id) references student_groups(group_id) on delete cascade
);
create index access_group_groups_group on access_group_groups (group_id);
grant select, insert, update, delete on access_group_groups to covenant_app;

-- access_group_students: platform-0013
create table access_group_students (
  access_group_id uuid not null,
  user_id uuid not null,
  constraint access_group_students_pkey primary key (access_group_id, user_id),
  constraint access_group_students_access_group_id_fkey foreign key (access_group_id) references access_groups(access_group_id) on delete cascade,
  constraint access_group_students_user_id_fkey foreign key (user_id) references users(user_id)
);
create index access_group_students_user on access_group_students (user_id);
grant select, insert, update, delete on access_group_students to covenant_app;

-- access_group_topics: platform-0013
create table access_group_topics (
  access_group_id uuid not null,
  topic_id uuid not null,
  constraint access_group_topics_pkey primary key (access_group_id, topic_id),
  constraint access_group_topics_access_group_id_fkey foreign key (access_group_id) references access_groups(access_group_id) on delete cascade,
  constraint access_group_topics_topic_id_fkey foreign key (topic_id) references topics(topic_id) on delete cascade
);
create index access_group_topics_topic on access_group_topics (topic_id);
grant select, insert, update, delete on access_group_topics to covenant_app;

-- access_groups: platform-0013
create table access_groups (
  access_group_id uuid not null,
  course_id uuid not null,
  name text not null,
  all_topics boolean not null default false,
  all_members boolean not null default false,
  starts_on date,
  ends_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint access_groups_pkey primary key (access_group_id),
  constraint access_groups_course_id_name_key unique (course_id, name),
  constraint access_groups_course_id_fkey foreign key (course_id) references courses(course_id) on delete cascade,
  constraint access_groups_check check (ends_on >= starts_on),
  constraint access_groups_name_check check (length(name) >= 1 and length(name) <= 200)
);
comment on table access_groups is 'Which topics which members see, between two days (decision 615).';
grant select, insert, update, delete on access_groups to covenant_app;

-- assignments: platform-0001, platform-0004
create table assignments (
  assignment_id uuid not null,
  course_id uuid not null,
  lab_id text,
  title text not null,
  description text not null default '',
  due_at timestamptz,
  max_points numeric(7,2),
  published_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint assignments_pkey primary key (assignment_id),
  constraint assignments_course_id_fkey foreign key (course_id) references courses(course_id),
  constraint assignments_created_by_fkey foreign key (created_by) references users(user_id),
  constraint assignments_lab_id_fkey foreign key (lab_id) references labs(lab_id),
  constraint assignments_max_points_check check (max_points >= 0::numeric),
  constraint assignments_title_check check (length(title) >= 1 and length(title) <= 200)
);
create index assignments_course on assignments (course_id);
create index assignments_lab on assignments (lab_id) where lab_id is not null;
grant select, insert, update, delete on assignments to covenant_app;

-- audit_logs: platform-0006
create table audit_logs (
  id bigint not null generated always as identity,
  at timestamptz not null default now(),
  actor text not null,
  actor_kind text not null,
  service text not null,
  action text not null,
  outcome text not null default 'done',
  lab_id text,
  instance_id uuid,
  student_id text,
  group_id text,
  request_id text,
  traceparent text,
  details jsonb not null default '{}'::jsonb,
  constraint audit_logs_pkey primary key (id),
  constraint audit_logs_actor_kind_check check (actor_kind in ('user', 'client', 'service', 'system')),
  constraint audit_logs_outcome_check check (outcome in ('done', 'refused', 'failed'))
);
create index audit_logs_lab on audit_logs (lab_id, at);
grant select, insert on audit_logs to covenant_app;

-- browser_logins: platform-0003
create table browser_logins (
  state_hash bytea not null,
  browser_hash bytea not null,
  checks bytea not null,
  expires_at timestamptz not null,
  constraint browser_logins_pkey primary key (state_hash),
  constraint browser_logins_browser_hash_check check (length(browser_hash) = 32),
  constraint browser_logins_state_hash_check check (length(state_hash) = 32)
);
create index browser_logins_expiry on browser_logins (expires_at);
grant select, insert, delete on browser_logins to covenant_app;

-- course_members: platform-0013
create table course_members (
  course_id uuid not null,
  user_id uuid not null,
  role text not null,
  starts_on date,
  ends_on date,
  added_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint course_members_pkey primary key (course_id, user_id),
  constraint course_members_course_id_fkey foreign key (course_id) references courses(course_id) on delete cascade,
  constraint course_members_user_id_fkey foreign key (user_id) references users(user_id),
  constraint course_members_check check (ends_on >= starts_on),
  constraint course_members_role_check check (role in ('owner', 'teacher', 'assistant', 'student'))
);
create index course_members_user on course_members (user_id);
create constraint trigger raise_lists_added after insert on course_members deferrable initially deferred for each row when (new.role <> 'student') execute function raise_lists_of_member();
create constraint trigger raise_lists_changed after update on course_members deferrable initially deferred for each row when (old.role <> 'student' or new.role <> 'student') execute function raise_lists_of_member();
create constraint trigger raise_lists_removed after delete on course_members deferrable initially deferred for each row when (old.role <> 'student') execute function raise_lists_of_member();
comment on table course_members is 'One role for each person and course (decision 615). starts_on and ends_on are included, as days in UTC.';
grant select, insert, update, delete on course_members to covenant_app;

-- courses: platform-0001, platform-0010, platform-0013
create table courses (
  course_id uuid not null,
  title text not null,
  description text not null default '',
  status text not null default 'draft',
  teacher_id uuid not null,
  image_key text,
  starts_on date,
  ends_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint courses_pkey primary key (course_id),
  constraint courses_teacher_id_fkey foreign key (teacher_id) references users(user_id),
  constraint courses_check check (ends_on >= starts_on),
  constraint courses_status_check check (status in ('draft', 'published', 'archived')),
  constraint courses_title_check check (length(title) >= 1 and length(title) <= 200)
);
create index courses_teacher on courses (teacher_id);
create trigger own_course after insert or update of teacher_id on courses for each row execute function own_course();
create constraint trigger raise_lists after insert or delete or update of teacher_id on courses deferrable initially deferred for each row execute function raise_lists_of_course();
comment on column courses.image_key is 'In the bucket static-files, under course-images/ (decision 240).';
grant select, insert, update, delete on courses to covenant_app;

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

-- infra_position: platform-0002
create table infra_position (
  one boolean not null default true,
  epoch uuid,
  sequence bigint not null default 0,
  epoch_since timestamptz not null default '-infinity'::timestamptz,
  read_at timestamptz,
  constraint infra_position_pkey primary key (one),
  constraint infra_position_one_check check (one)
);
grant select, update on infra_position to covenant_app;

-- lab_instance_counts: platform-0011
create table lab_instance_counts (
  lab_id text not null,
  running integer not null,
  starting integer not null,
  stopping integer not null,
  failed integer not null,
  constraint lab_instance_counts_pkey primary key (lab_id)
) with (fillfactor=50);
grant select, insert, update on lab_instance_counts to covenant_app;

-- lab_instances: platform-0002, platform-0005, platform-0010, platform-0011
create table lab_instances (
  instance_id uuid not null,
  lab_id text not null,
  student_id text,
  group_id text,
  members text[] not null default '{}'::text[],
  run_id uuid,
  generation bigint not null,
  sequence bigint not null,
  state text not null,
  volume text not null,
  reason text,
  advice text,
  since timestamptz not null,
  keep_until timestamptz,
  ends_at timestamptz,
  constraint lab_instances_pkey primary key (instance_id),
  constraint lab_instances_check check (num_nonnulls(student_id, group_id) = 1),
  constraint lab_instances_state_check check (state in ('queued', 'waiting_quota', 'creating', 'running', 'degraded', 'stopping', 'stopped', 'failed')),
  constraint lab_instances_volume_check check (volume in ('none', 'bound', 'archiving', 'archived', 'released', 'quarantined'))
);
create index lab_instances_lab on lab_instances (lab_id, coalesce(student_id, group_id));
create index lab_instances_members on lab_instances using gin (members);
create constraint trigger raise_lists after insert or delete or update on lab_instances deferrable initially deferred for each row execute function raise_lists_of_instance();
grant select, insert, update, delete on lab_instances to covenant_app;

-- lab_list_revisions: platform-0010
create table lab_list_revisions (
  subject text collate "C" not null,
  revision bigint not null,
  constraint lab_list_revisions_pkey primary key (subject)
) with (fillfactor=50);
grant select, insert, update on lab_list_revisions to covenant_app;

-- lab_notices: platform-0002
create table lab_notices (
  notice_id uuid not null,
  kind text not null,
  lab_id text not null,
  instance_id uuid,
  student_id text,
  group_id text,
  message text not null,
  advice text,
  due_at timestamptz,
  occurred_at timestamptz not null,
  constraint lab_notices_pkey primary key (notice_id)
);
create index lab_notices_time on lab_notices (occurred_at);
grant select, insert, update, delete on lab_notices to covenant_app;

-- lab_revisions: platform-0002
create table lab_revisions (
  lab_id text not null,
  revision integer not null,
  object_key text not null,
  object_version text,
  content_sha256 text not null,
  uploaded_by uuid not null,
  created_at timestamptz not null default now(),
  constraint lab_revisions_pkey primary key (lab_id, revision),
  constraint lab_revisions_lab_id_fkey foreign key (lab_id) references labs(lab_id),
  constraint lab_revisions_uploaded_by_fkey foreign key (uploaded_by) references users(user_id),
  constraint lab_revisions_revision_check check (revision > 0)
);
grant select, insert, update, delete on lab_revisions to covenant_app;

-- lab_starts: platform-0001, platform-0002, platform-0008, platform-0015
create table lab_starts (
  intent_id uuid not null,
  kind text not null,
  lab_id text not null,
  course_id uuid,
  student_ids text[] not null default '{}'::text[],
  group_ids text[] not null default '{}'::text[],
  requested_by uuid not null,
  status text not null default 'pending',
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claimed_by text,
  claimed_until timestamptz,
  deployment_id uuid,
  answer jsonb,
  last_error text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  number bigint not null generated always as identity,
  config_revision integer,
  config_version text,
  restore text not null default 'latest',
  groups jsonb not null default '[]'::jsonb,
  traceparent text,
  constraint lab_starts_pkey primary key (intent_id),
  constraint lab_starts_requested_by_fkey foreign key (requested_by) references users(user_id),
  constraint lab_starts_check check ((settled_at is null) = (status = 'pending')),
  constraint lab_starts_kind_check check (kind in ('start', 'stop', 'restart', 'members')),
  constraint lab_starts_restore_check check (restore in ('latest', 'none')),
  constraint lab_starts_status_check check (status in ('pending', 'accepted', 'refused'))
);
create index lab_starts_due on lab_starts (next_attempt_at) where status = 'pending';
create index lab_starts_lab on lab_starts (lab_id, created_at);
create index lab_starts_order on lab_starts (lab_id, number) where status = 'pending';
grant select, insert, update, delete on lab_starts to covenant_app;

-- labs: platform-0001, platform-0002, platform-0010
create table labs (
  lab_id text not null,
  name text not null,
  description text not null default '',
  owner_id uuid not null,
  course_id uuid,
  object_key text not null,
  object_version text,
  content_sha256 text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  deployment_mode text not null default 'per_student',
  constraint labs_pkey primary key (lab_id),
  constraint labs_course_id_fkey foreign key (course_id) references courses(course_id),
  constraint labs_owner_id_fkey foreign key (owner_id) references users(user_id),
  constraint labs_deployment_mode_check check (deployment_mode in ('per_student', 'per_group')),
  constraint labs_lab_id_check check (lab_id ~ '^[a-z][a-z0-9-]{0,15}$' and lab_id !~ '--' and lab_id !~ '(^|-)(student|group)(-|$)' and lab_id !~ '-$')
);
create index labs_course on labs (course_id);
create index labs_owner on labs (owner_id);
create constraint trigger raise_lists after insert or delete or update on labs deferrable initially deferred for each row execute function raise_lists_of_lab();
grant select, insert, update, delete on labs to covenant_app;

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

-- live_changes: platform-0002, platform-0007
create table live_changes (
  number bigint not null,
  at timestamptz not null default clock_timestamp(),
  instance_id uuid,
  notice_id uuid,
  constraint live_changes_pkey primary key (number),
  constraint live_changes_check check (num_nonnulls(instance_id, notice_id) = 1)
);
create index live_changes_at on live_changes (at);
create index live_changes_notice on live_changes (notice_id) where notice_id is not null;
grant select, insert, update, delete on live_changes to covenant_app;

-- live_feed: platform-0002
create table live_feed (
  one boolean not null default true,
  epoch uuid not null default gen_random_uuid(),
  number bigint not null default 0,
  floor bigint not null default 0,
  constraint live_feed_pkey primary key (one),
  constraint live_feed_one_check check (one)
);
grant select, update on live_feed to covenant_app;

-- login_revocations: platform-0014
create table login_revocations (
  revocation_id uuid not null default gen_random_uuid(),
  instance_id uuid not null,
  student_id text not null,
  requested_by uuid not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint login_revocations_pkey primary key (revocation_id),
  constraint login_revocations_requested_by_fkey foreign key (requested_by) references users(user_id)
);
create index login_revocations_due on login_revocations (next_attempt_at);
grant select, insert, update, delete on login_revocations to covenant_app;

-- notice_acknowledgements: platform-0007
create table notice_acknowledgements (
  user_id uuid not null,
  number bigint not null,
  constraint notice_acknowledgements_pkey primary key (user_id),
  constraint notice_acknowledgements_user_id_fkey foreign key (user_id) references users(user_id)
);
grant select, insert, update on notice_acknowledgements to covenant_app;

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

-- schema_migrations: every-0003
create table schema_migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamptz not null default now(),
  constraint schema_migrations_pkey primary key (name)
);
grant select on schema_migrations to covenant_app;

-- sessions: platform-0001, platform-0003
create table sessions (
  session_hash bytea not null,
  user_id uuid not null,
  provider_session bytea not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  roles text[] not null,
  checked_until timestamptz not null,
  renewing_by uuid,
  renewing_until timestamptz,
  constraint sessions_pkey primary key (session_hash),
  constraint sessions_user_id_fkey foreign key (user_id) references users(user_id),
  constraint sessions_check check (num_nonnulls(renewing_by, renewing_until) <> 1),
  constraint sessions_session_hash_check check (length(session_hash) = 32)
);
create index sessions_expiry on sessions (expires_at);
create index sessions_user on sessions (user_id);
grant select, insert, update, delete on sessions to covenant_app;

-- student_group_members: platform-0001
create table student_group_members (
  group_id text not null,
  user_id uuid not null,
  added_at timestamptz not null default now(),
  constraint student_group_members_pkey primary key (group_id, user_id),
  constraint student_group_members_group_id_fkey foreign key (group_id) references student_groups(group_id) on delete cascade,
  constraint student_group_members_user_id_fkey foreign key (user_id) references users(user_id)
);
create index student_group_members_user on student_group_members (user_id);
grant select, insert, update, delete on student_group_members to covenant_app;

-- student_groups: platform-0001, platform-0013
create table student_groups (
  group_id text not null,
  course_id uuid,
  name text not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint student_groups_pkey primary key (group_id),
  constraint student_groups_course_id_name_key unique (course_id, name),
  constraint student_groups_course_id_fkey foreign key (course_id) references courses(course_id),
  constraint student_groups_created_by_fkey foreign key (created_by) references users(user_id),
  constraint student_groups_group_id_check check (group_id ~ '^[a-z0-9]{1,20}$'),
  constraint student_groups_name_check check (length(name) >= 1 and length(name) <= 200)
);
create index student_groups_course on student_groups (course_id);
grant select, insert, update, delete on student_groups to covenant_app;

-- submissions: platform-0001, platform-0004
create table submissions (
  submission_id uuid not null,
  assignment_id uuid not null,
  user_id uuid not null,
  group_id text,
  attempt integer not null default 1,
  status text not null default 'submitted',
  object_key text,
  object_version text,
  comment text not null default '',
  points numeric(7,2),
  graded_by uuid,
  graded_at timestamptz,
  submitted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint submissions_pkey primary key (submission_id),
  constraint submissions_assignment_id_user_id_attempt_key unique (assignment_id, user_id, attempt),
  constraint submissions_assignment_id_fkey foreign key (assignment_id) references assignments(assignment_id),
  constraint submissions_graded_by_fkey foreign key (graded_by) references users(user_id),
  constraint submissions_group_id_fkey foreign key (group_id) references student_groups(group_id),
  constraint submissions_user_id_fkey foreign key (user_id) references users(user_id),
  constraint submissions_attempt_check check (attempt > 0),
  constraint submissions_check check ((graded_at is null) = (graded_by is null)),
  constraint submissions_check1 check (status = 'draft' or submitted_at is not null),
  constraint submissions_graded check (status <> 'graded' or graded_at is not null),
  constraint submissions_points_check check (points >= 0::numeric),
  constraint submissions_points_given check (points is null or graded_at is not null),
  constraint submissions_status_check check (status in ('draft', 'submitted', 'graded', 'returned')),
  constraint submissions_version_of_file check (object_version is null or object_key is not null)
);
create index submissions_group on submissions (group_id) where group_id is not null;
create index submissions_user on submissions (user_id);
comment on column submissions.object_key is 'In the bucket static-files, under assignments-files/ (decision 223).';
grant select, insert, update, delete on submissions to covenant_app;

-- topic_labs: platform-0013
create table topic_labs (
  topic_id uuid not null,
  lab_id text not null,
  "position" integer not null,
  constraint topic_labs_pkey primary key (topic_id, lab_id),
  constraint topic_labs_lab_id_fkey foreign key (lab_id) references labs(lab_id),
  constraint topic_labs_topic_id_fkey foreign key (topic_id) references topics(topic_id) on delete cascade
);
create index topic_labs_lab on topic_labs (lab_id);
grant select, insert, update, delete on topic_labs to covenant_app;

-- topics: platform-0013
create table topics (
  topic_id uuid not null,
  course_id uuid not null,
  title text not null,
  body text not null default '',
  "position" integer not null,
  published_at timestamptz,
  updated_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint topics_pkey primary key (topic_id),
  constraint topics_course_id_position_key unique (course_id, "position") deferrable initially deferred,
  constraint topics_course_id_fkey foreign key (course_id) references courses(course_id) on delete cascade,
  constraint topics_updated_by_fkey foreign key (updated_by) references users(user_id),
  constraint topics_position_check check ("position" > 0),
  constraint topics_title_check check (length(title) >= 1 and length(title) <= 200)
);
comment on column topics.body is 'Markdown, as it was written.';
grant select, insert, update, delete on topics to covenant_app;

-- users: platform-0001, platform-0012
create table users (
  user_id uuid not null,
  subject text,
  username text not null,
  email text,
  display_name text not null default '',
  role text not null,
  student_id text,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_login_at timestamptz,
  version integer not null default 1,
  roles text[] not null default '{}'::text[],
  status text not null generated always as (case when not enabled then 'disabled' when subject is null then 'invited' else 'active' end) stored,
  constraint users_pkey primary key (user_id),
  constraint users_student_id_key unique (student_id),
  constraint users_subject_key unique (subject),
  constraint users_username_key unique (username),
  constraint users_check check (role <> 'student' or student_id is not null),
  constraint users_role_check check (role in ('admin', 'teacher', 'student')),
  constraint users_roles_check check (roles <@ array['admin', 'teacher', 'student']),
  constraint users_student_id_check check (student_id ~ '^[a-z0-9]{1,20}$')
);
create index users_email on users (lower(email)) where email is not null;
create index users_name on users (lower(username));
grant select, insert, update, delete on users to covenant_app;

-- count_lab_instances: platform-0011
create function count_lab_instances(lab_ids text[], states text[], differences integer[])
  returns void
  language sql
  as $function$
    insert into lab_instance_counts as known (lab_id, running, starting, stopping, failed)
      select lab_id, running, starting, stopping, failed from (
        select lab_id,
          coalesce(sum(difference) filter (where state in ('running', 'degraded')), 0) as running,
          coalesce(sum(difference) filter (where state in ('queued', 'waiting_quota', 'creating')), 0) as starting,
          coalesce(sum(difference) filter (where state = 'stopping'), 0) as stopping,
          coalesce(sum(difference) filter (where state = 'failed'), 0) as failed
        from unnest(lab_ids, states, differences) as changed (lab_id, state, difference)
        where lab_id is not null group by lab_id) sums
      -- Most changes of an instance leave the counts as they are.
      where (running, starting, stopping, failed) <> (0, 0, 0, 0)
      on conflict (lab_id) do update set running = known.running + excluded.running, starting = known.starting + excluded.starting,
        stopping = known.stopping + excluded.stopping, failed = known.failed + excluded.failed
  $function$;

-- own_course: platform-0013
create function own_course()
  returns trigger
  language plpgsql
  as $function$
  begin
    insert into course_members (course_id, user_id, role) values (new.course_id, new.teacher_id, 'owner')
      on conflict (course_id, user_id) do update set role = 'owner', ends_on = null, version = course_members.version + 1, updated_at = now();
    return null;
  end $function$;

-- raise_lab_list_revisions: platform-0010
create function raise_lab_list_revisions(subjects text[])
  returns void
  language sql
  as $function$
    insert into lab_list_revisions as known (subject, revision)
      select subject, (extract(epoch from clock_timestamp()) * 1000000)::bigint
      from (select distinct subject from unnest(subjects) as subject where subject is not null) as changed order by 1
      on conflict (subject) do update set revision = greatest(known.revision + 1, excluded.revision)
      where known.xmin <> pg_current_xact_id()::xid
  $function$;

-- raise_lists_of_course: platform-0010
create function raise_lists_of_course()
  returns trigger
  language plpgsql
  as $function$
  begin
    perform raise_lab_list_revisions('{every}');
    perform raise_lab_list_revisions(array['teacher:' || old.teacher_id, 'teacher:' || new.teacher_id]);
    return null;
  end $function$;

-- raise_lists_of_instance: platform-0010, platform-0011
create function raise_lists_of_instance()
  returns trigger
  language plpgsql
  as $function$
  begin
    if (old.lab_id, old.state, old.members) is not distinct from (new.lab_id, new.state, new.members) then
      return null;
    end if;
    perform raise_lab_list_revisions('{every}');
    perform count_lab_instances(array[old.lab_id, new.lab_id], array[old.state, new.state], array[-1, 1]);
    perform raise_lab_list_revisions(array(
      select 'teacher:' || teacher from teachers_of_labs(array[old.lab_id, new.lab_id]) as teacher
      union all select 'student:' || unnest(old.members)
      union all select 'student:' || unnest(new.members)));
    return null;
  end $function$;

-- raise_lists_of_lab: platform-0010, platform-0013
create function raise_lists_of_lab()
  returns trigger
  language plpgsql
  as $function$
  begin
    perform raise_lab_list_revisions('{every}');
    perform raise_lab_list_revisions(array(
      select 'teacher:' || unnest(array[old.owner_id, new.owner_id])::text
      union all select 'teacher:' || user_id from course_members where course_id in (old.course_id, new.course_id) and role <> 'student'
      union all select 'student:' || unnest(members) from lab_instances where lab_id in (old.lab_id, new.lab_id)));
    return null;
  end $function$;

-- raise_lists_of_member: platform-0013
create function raise_lists_of_member()
  returns trigger
  language plpgsql
  as $function$
  begin
    perform raise_lab_list_revisions(array['teacher:' || old.user_id, 'teacher:' || new.user_id]);
    return null;
  end $function$;

-- teachers_of_labs: platform-0010, platform-0013
create function teachers_of_labs(lab_ids text[])
  returns setof text
  language sql
  stable
  as $function$
    select owner_id::text from labs where lab_id = any(lab_ids)
    union
    select user_id::text from course_members join labs using (course_id) where lab_id = any(lab_ids) and role <> 'student'
  $function$;
