-- Passwords of running labs that users have lost, until the infrastructure has replaced them (decision 611).

create table login_revocations (
  -- The Idempotency-Key of the call.
  revocation_id uuid primary key default gen_random_uuid(),
  instance_id uuid not null,
  student_id text not null,
  requested_by uuid not null references users (user_id),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index login_revocations_due on login_revocations (next_attempt_at);
grant select, insert, update, delete on login_revocations to covenant_app;
