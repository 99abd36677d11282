-- What running labs need beside the tables of 0001: members, addresses, claims as last seen, the results of each call, and which life of the database this is.

alter table instances
  -- Leases of instances stand in the table leases, like all others.
  drop column lease_holder, drop column lease_fence, drop column lease_until,
  -- Every role with sshd has an address, and every member an own password.
  drop column node_host, drop column node_port, drop column credential_generation,
  add column deployment_mode text generated always as (case when group_id is null then 'per_student' else 'per_group' end) stored,
  -- Since when it has its status.
  add column since timestamptz not null default now(),
  -- When a worker looks at it next; null: nothing is due before the next sweep.
  add column due_at timestamptz default now(),
  add column attempts integer not null default 0,
  -- [{ role, host, port }], the first one is that of the contract's ssh_port.
  add column endpoints jsonb not null default '[]',
  -- { host, port, generation } that the students were told of last.
  add column announced jsonb,
  add column host_key_id text,
  add column host_public_key text,
  add column keep_until timestamptz,
  -- When its teacher was told that it will be stopped for its age.
  add column expiry_told_at timestamptz,
  -- Of the quota that it takes while `admitted` (decisions 22 and 234).
  add column admitted boolean not null default false,
  add column cpu_m integer not null default 0,
  add column memory_mib integer not null default 0,
  add column storage_gib integer not null default 0,
  add column pods integer not null default 1,
  add column ports integer not null default 1;
create index instances_due on instances (due_at) where due_at is not null;
create index instances_lab on instances (lab_id);
create index instances_admitted on instances (lab_id) where admitted;

-- Who can log in. The password is computed from this row and a key of the key ring (decision 16).
create table instance_members (
  instance_id uuid not null references instances on delete cascade,
  student_id text not null check (student_id ~ '^[a-z0-9]{1,20}$'),
  generation integer not null default 1 check (generation > 0),
  key_id text not null,
  -- Of the run and the generation that the student was told of last.
  told_run uuid,
  told_generation integer,
  told_address text,
  primary key (instance_id, student_id)
);

alter table runs
  -- Whose archive it begins with; null: the newest one, unless `fresh` or the claim is still there.
  add column restores uuid references runs,
  add column fresh boolean not null default false,
  -- The claim that was read: no other may go against this archive.
  add column archive_claim text,
  -- The claim is filled from an archive: what it holds between these two is half of one.
  add column restore_begun_at timestamptz,
  add column restored_at timestamptz,
  -- A run outlives the record of the call that asked for it.
  drop constraint runs_deployment_id_fkey,
  add foreign key (deployment_id) references lab_deployments on delete set null;
create index runs_deployment on runs (deployment_id);

-- What a call answered for each student or group, in the order of the answer.
create table deployment_results (
  deployment_id uuid not null references lab_deployments on delete cascade,
  position integer not null,
  student_id text,
  group_id text,
  outcome text not null,
  -- No reference: the record of a call outlives the instance.
  instance_id uuid,
  generation bigint,
  reason text,
  advice text,
  primary key (deployment_id, position)
);
create index deployment_results_instance on deployment_results (instance_id);
create index lab_deployments_page on lab_deployments (created_at desc, deployment_id desc);

-- The claims that the cluster held at the last sweep, also those that no row knows (decision 17).
create table claims (
  name text primary key,
  instance_id uuid not null,
  generation bigint not null,
  lab_id text not null,
  student_id text,
  group_id text,
  quarantined text,
  seen_at timestamptz not null
);

-- One row: which life of the database this is, and whether the sweep may remove anything (decisions 17 and 208).
create table timeline (
  one boolean primary key default true check (one),
  epoch uuid not null,
  -- What a restored dump cannot bring with it.
  identity text not null,
  held_since timestamptz,
  held_for text,
  check ((held_since is null) = (held_for is null))
);

-- The last time for which each periodic task was sent.
create table schedule (
  task text primary key,
  slot timestamptz not null
);

-- Tasks of Celery clients that are to be run later (eta).
create table deferred_tasks (
  task_id text primary key,
  task text not null,
  arguments jsonb not null,
  due_at timestamptz not null
);

-- The number of a change is taken last in a transaction and under a lock that ends with it: numbers become visible in their order, so a reader that has seen N misses nothing below.
create function next_change() returns bigint language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('covenant.changes'));
  return nextval('instance_changes');
end
$$;

grant select, insert, update, delete on instance_members, deployment_results, claims, timeline, schedule, deferred_tasks to covenant_app;
