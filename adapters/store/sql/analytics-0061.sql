-- The rows of a large file are packed by several transactions before its merge (decision 564). Until then this says under which revision of which
-- dealer they are, and which run of the dealer's lease packs them: no slice has that revision yet, so nobody reads them.
create table unpublished_revisions (
  dealer_id text collate "C" primary key references dealers,
  revision bigint not null check (revision > 0),
  fence bigint not null check (fence > 0)
);
alter table unpublished_revisions enable row level security;
alter table unpublished_revisions force row level security;
create policy unpublished_revisions_in_scope on unpublished_revisions
  using (dealer_id = any ((select covenant_dealers())::text[])) with check (dealer_id = any ((select covenant_dealers())::text[]));
-- Update: a transaction of the run holds its row while it packs.
grant select, insert, update, delete on unpublished_revisions to covenant_app;

-- Removes what this run and earlier ones of the dealer have packed and not published, and runs of other dealers that nobody goes on with.
-- The services may not delete packed rows: a revision that was published stays what it was.
create function forget_unpublished(dealer text, run bigint) returns void
  language plpgsql security definer set search_path = public
  as $$
  declare
    forgotten unpublished_revisions;
  begin
    for forgotten in
      delete from unpublished_revisions u
      where (dealer_id = dealer and fence <= run or not exists (
          select from leases l where l.name = 'ingest:' || u.dealer_id and l.fence = u.fence and l.expires_at > clock_timestamp()))
        and not exists (select from slices s where s.dealer_id = u.dealer_id and s.revision >= u.revision)
      returning *
    loop
      delete from packed_sales where dealer_id = forgotten.dealer_id and revision = forgotten.revision;
    end loop;
  end $$;
revoke execute on function forget_unpublished from public;
grant execute on function forget_unpublished to covenant_app;

-- A worker of the release before does not know of such rows, and would publish them with its own.
create function refuse_unpublished() returns trigger
  language plpgsql
  as $$
  begin
    if exists (select from unpublished_revisions where dealer_id = new.dealer_id and revision = new.revision) then
      raise exception 'rows that another run has packed are stored under revision % of dealer %', new.revision, new.dealer_id;
    end if;
    return new;
  end $$;
create trigger slices_of_own_rows before insert on slices for each row execute function refuse_unpublished();
