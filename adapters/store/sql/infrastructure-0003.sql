-- What the last sweep found, and what an operator let the next one remove (decision 238).
alter table timeline
  add column swept_at timestamptz,
  add column too_many_since timestamptz,
  add column waiting integer not null default 0 check (waiting >= 0),
  add column allowed integer check (allowed >= 0);
