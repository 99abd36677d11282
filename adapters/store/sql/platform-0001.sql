-- What the platform stores: people, courses, work, sessions and its own record of labs. Running labs: infrastructure-*.sql.

create table users (
  user_id uuid primary key,
  -- Issuer's subject: who it is. What it may do is decided here, not by the provider.
  subject text not null unique,
  username text not null unique,
  email text,
  display_name text not null default '',
  role text not null check (role in ('admin', 'teacher', 'student')),
  -- Part of pod names: made from the user name, collision-safe, stored once (decision 12).
  student_id text unique check (student_id ~ '^[a-z0-9]{1,20}$'),
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_login_at timestamptz,
  version integer not null default 1,
  check (role <> 'student' or student_id is not null)
);

create table courses (
  course_id uuid primary key,
  title text not null check (length(title) between 1 and 200),
  description text not null default '',
  status text not null default 'draft' check (status in ('draft', 'published', 'archived')),
  teacher_id uuid not null references users,
  image_key text,
  starts_on date,
  ends_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  check (ends_on >= starts_on)
);
create index courses_teacher on courses (teacher_id);

create table student_groups (
  group_id text primary key check (group_id ~ '^[a-z0-9]{1,20}$'),
  course_id uuid references courses,
  name text not null check (length(name) between 1 and 200),
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (course_id, name)
);

create table student_group_members (
  group_id text not null references student_groups on delete cascade,
  user_id uuid not null references users,
  added_at timestamptz not null default now(),
  primary key (group_id, user_id)
);
create index student_group_members_user on student_group_members (user_id);

-- A lab as its teacher uploaded it; the file lies in the bucket lab-configs.
create table labs (
  lab_id text primary key check (lab_id ~ '^[a-z][a-z0-9-]{0,15}$' and lab_id !~ '--' and lab_id !~ '(^|-)(student|group)(-|$)' and lab_id !~ '-$'),
  name text not null,
  description text not null default '',
  owner_id uuid not null references users,
  course_id uuid references courses,
  object_key text not null,
  object_version text,
  content_sha256 text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create table assignments (
  assignment_id uuid primary key,
  course_id uuid not null references courses,
  lab_id text references labs,
  title text not null check (length(title) between 1 and 200),
  description text not null default '',
  due_at timestamptz,
  max_points numeric(7, 2) check (max_points >= 0),
  published_at timestamptz,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create index assignments_course on assignments (course_id);

create table submissions (
  submission_id uuid primary key,
  assignment_id uuid not null references assignments,
  user_id uuid not null references users,
  group_id text references student_groups,
  attempt integer not null default 1 check (attempt > 0),
  status text not null default 'submitted' check (status in ('draft', 'submitted', 'graded', 'returned')),
  object_key text,
  object_version text,
  comment text not null default '',
  points numeric(7, 2) check (points >= 0),
  graded_by uuid references users,
  graded_at timestamptz,
  submitted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (assignment_id, user_id, attempt),
  check ((graded_at is null) = (graded_by is null)),
  check (status = 'draft' or submitted_at is not null)
);
create index submissions_user on submissions (user_id);

-- The record of who is logged in; the key-value store only has a fast copy (decision 23).
create table sessions (
  session_hash bytea primary key check (length(session_hash) = 32),
  user_id uuid not null references users,
  -- Provider tokens, sealed with the key ring; they never reach the browser.
  provider_session bytea,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- What the platform means to have happen in the infrastructure; the call carries intent_id as Idempotency-Key (decision 21).
create table lab_starts (
  intent_id uuid primary key,
  kind text not null check (kind in ('start', 'stop')),
  lab_id text not null,
  course_id uuid,
  student_ids text[] not null default '{}',
  group_ids text[] not null default '{}',
  requested_by uuid not null references users,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'refused')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claimed_by text,
  claimed_until timestamptz,
  deployment_id uuid,
  answer jsonb,
  last_error text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  check ((settled_at is null) = (status = 'pending'))
);
create index lab_starts_due on lab_starts (next_attempt_at) where status = 'pending';
create index lab_starts_lab on lab_starts (lab_id, created_at);

grant select, insert, update, delete on users, courses, student_groups, student_group_members, labs, assignments, submissions,
  sessions, lab_starts to covenant_app;
