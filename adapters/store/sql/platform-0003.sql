-- Login in the browser: what is kept between its two halves, and what a session is known by between two questions to the provider (decisions 23, 239).

create table browser_logins (
  -- Of the state that went to the provider; the row is taken by the first answer that brings it, in the browser that began.
  state_hash bytea primary key check (length(state_hash) = 32),
  browser_hash bytea not null check (length(browser_hash) = 32),
  -- Nonce, PKCE verifier and the page to go back to, sealed with the key ring.
  checks bytea not null,
  expires_at timestamptz not null
);
create index browser_logins_expiry on browser_logins (expires_at);

-- Nobody could have a session before.
alter table sessions
  alter column provider_session set not null,
  -- Of the platform, as the last access token had them.
  add column roles text[] not null,
  -- The end of that token: whoever comes after it has the provider asked first.
  add column checked_until timestamptz not null,
  -- Who asks the provider at the moment, since what renews a login may count only once.
  add column renewing_by uuid,
  add column renewing_until timestamptz,
  add check (num_nonnulls(renewing_by, renewing_until) <> 1);

grant select, insert, delete on browser_logins to covenant_app;
