-- Jobs that load no file: a period is deleted, a revision is reverted (decisions 172, 173).

alter table upload_jobs
  add column kind text not null default 'upload' check (kind in ('upload', 'deletion', 'reversal')),
  add column reverts bigint,
  add check ((reverts is not null) = (kind = 'reversal'));

alter table slices
  add column kind text not null default 'upload' check (kind in ('upload', 'deletion', 'reversal')),
  add column reverts bigint,
  -- False: reverted. A reversal that is reverted itself brings its own target back into force.
  add column in_force boolean not null default true,
  add check ((reverts is not null) = (kind = 'reversal')),
  add check (reverts < revision);
