-- Tables that every database has: outbox, inbox, idempotency keys, leases. What a product stores: analytics-*.sql, platform-*.sql, infrastructure-*.sql.

-- Messages written in the transaction that makes them true; the relay publishes them in order per aggregate.
create table outbox (
  id bigint generated always as identity primary key,
  message_id uuid not null unique,
  aggregate text not null,
  exchange text not null,
  routing_key text not null,
  headers jsonb not null default '{}',
  body jsonb,
  -- Instead of a body that would hold a secret: what the relay needs to fill it at publish (decision 16).
  reference jsonb,
  content_type text not null default 'application/json',
  ttl_ms integer check (ttl_ms > 0),
  created_at timestamptz not null default now(),
  claimed_until timestamptz,
  claimed_by text,
  attempts integer not null default 0,
  published_at timestamptz,
  last_error text,
  check (num_nonnulls(body, reference) = 1)
);
create index outbox_due on outbox (id) where published_at is null;
create index outbox_order on outbox (aggregate, id) where published_at is null;
create index outbox_published on outbox (published_at) where published_at is not null;

-- Written with the effect of a message, so that a second delivery finds it done.
create table inbox (
  consumer text not null,
  message_id text not null,
  attempts integer not null default 0,
  received_at timestamptz not null default now(),
  done_at timestamptz,
  primary key (consumer, message_id)
);
create index inbox_done on inbox (done_at) where done_at is not null;

-- One row per Idempotency-Key of a principal and operation: in flight until leased_until, then the kept reply.
create table idempotency_keys (
  principal text not null,
  operation text not null,
  key text not null check (length(key) between 1 and 255),
  body_hash text not null,
  attempt uuid not null,
  leased_until timestamptz not null,
  reply jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (principal, operation, key)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

-- A row is never deleted: its fence only grows, so a holder from before can always be told from the present one.
create table leases (
  name text primary key,
  holder text not null,
  fence bigint not null check (fence > 0),
  expires_at timestamptz not null
);

grant usage on schema public to covenant_app;
grant select, insert, update, delete on outbox, inbox, idempotency_keys to covenant_app;
grant select, insert, update on leases to covenant_app;
