-- The embedded identity provider's own tables. Applied by the owner at every start, so each statement repeats without harm.
create table if not exists accounts (
  id uuid primary key default gen_random_uuid(),
  realm text not null,
  username text not null,
  email text not null,
  name text not null,
  roles text[] not null,
  password_hash text not null,
  created_at timestamptz not null default now(),
  unique (realm, username)
);

alter table accounts alter column email drop not null;
-- A family may share an e-mail.
alter table accounts drop constraint if exists accounts_realm_email_key;

-- Accounts that users make by a one-time link, which has the token of the digest.
create table if not exists invitations (
  token_hash bytea primary key,
  realm text not null,
  username text not null,
  email text,
  name text not null,
  roles text[] not null,
  expires_at timestamptz not null,
  unique (realm, username)
);

-- What oidc-provider keeps: found by hash, payload sealed with a key that is not in here, so a dump holds no live token.
create table if not exists records (
  realm text not null,
  model text not null,
  id_hash bytea not null,
  grant_hash bytea,
  uid_hash bytea,
  payload bytea not null,
  consumed_at timestamptz,
  expires_at timestamptz,
  primary key (realm, model, id_hash)
);
create index if not exists records_by_grant on records (realm, grant_hash) where grant_hash is not null;
create index if not exists records_by_uid on records (realm, model, uid_hash) where uid_hash is not null;
create index if not exists records_by_expiry on records (expires_at);

-- Passwords that were tried, by account and network; the network * counts all. An account that does not exist has a keyed hash of its name.
create table if not exists login_attempts (
  realm text not null,
  account text not null,
  network text not null,
  failures integer not null,
  last_at timestamptz not null,
  locked_until timestamptz,
  succeeded_at timestamptz,
  primary key (realm, account, network)
);
create index if not exists login_attempts_by_age on login_attempts (last_at);
drop table if exists login_failures;

grant usage on schema public to covenant_app;
grant select, insert, update, delete on accounts, invitations, records, login_attempts to covenant_app;
