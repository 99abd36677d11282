-- Webhooks: whom events are sent to, what is sent, and how each attempt ended (decision 188). Owned by principals, not by dealers: who may see an event is decided when it is sent.

create table webhooks (
  webhook_id uuid primary key,
  principal text not null,
  url text not null,
  events text[] not null,
  description text not null,
  enabled boolean not null default true,
  disabled_reason text check (disabled_reason in ('owner', 'failing', 'gone')),
  disabled_at timestamptz,
  -- Sealed with the key ring.
  secret_sealed bytea not null,
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  -- A new number with each change.
  version bigint generated always as identity,
  check ((disabled_reason is null) = enabled and (disabled_at is null) = enabled),
  check ((previous_secret_sealed is null) = (previous_secret_until is null))
);
create index webhooks_principal on webhooks (principal, webhook_id);

-- UUID version 7: the time comes first, so that newer deliveries sort after older ones.
create function time_ordered_id() returns uuid
  language sql volatile
  as $$
    select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
  $$;

-- One event for one webhook, written in the transaction that makes the event true.
create table webhook_deliveries (
  delivery_id uuid primary key default time_ordered_id(),
  sequence bigint generated always as identity,
  webhook_id uuid not null references webhooks on delete cascade,
  message_id uuid not null,
  event text not null,
  -- Events of one aggregate are sent in their order: `dealer:<id>`, or `principal:<id>` for what belongs to no dealer.
  aggregate text collate "C" not null,
  data jsonb not null,
  occurred_at timestamptz not null,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed', 'withheld')),
  reason text,
  attempt_count integer not null default 0,
  -- Failures since the event occurred or was replayed: the place in the schedule.
  failures integer not null default 0,
  -- Its successors wait for it.
  in_line boolean not null default true,
  next_attempt_at timestamptz default clock_timestamp(),
  claimed_by text,
  claimed_until timestamptz,
  finished_at timestamptz,
  check ((status = 'waiting') = (finished_at is null) and (status = 'waiting') = (next_attempt_at is not null))
);
create index webhook_deliveries_line on webhook_deliveries (webhook_id, aggregate, sequence) where status = 'waiting' and in_line;
create index webhook_deliveries_alone on webhook_deliveries (next_attempt_at) where status = 'waiting' and not in_line;
create index webhook_deliveries_listed on webhook_deliveries (webhook_id, delivery_id);
create index webhook_deliveries_finished on webhook_deliveries (finished_at) where finished_at is not null;

create table webhook_attempts (
  delivery_id uuid not null references webhook_deliveries on delete cascade,
  attempted_at timestamptz not null,
  duration_ms integer not null,
  reason text,
  -- {status, content_type, body, truncated}, of which the body has at most 4 KiB; null: no answer.
  response jsonb
);
create index webhook_attempts_delivery on webhook_attempts (delivery_id, attempted_at);

grant select, insert, update, delete on webhooks, webhook_deliveries, webhook_attempts to covenant_app;
