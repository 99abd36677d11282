-- The rows of a large file are packed by several transactions before its merge (decision 564). Until then this says under which revision of which
-- dealer they are, and which run of the dealer's lease packs them: no slice has that revision yet, so no read finds them.
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

-- Deletes at most so many of the packed rows that this run of the dealer's lease and earlier ones have not published; true: some may be left.
-- Their revision is taken last. For the holder of the lease, so that it never happens while another one packs under the same revision.
-- The services may not delete packed rows: what was published stays as it was.
create function delete_unpublished(dealer text, run bigint, most integer) returns boolean
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  declare
    unpublished unpublished_revisions;
    deleted bigint;
  begin
    if covenant_brands() is not null or covenant_regions() is not null then
      raise exception 'a scope of some brands or regions sees only some of the rows';
    end if;
    select * into unpublished from unpublished_revisions where dealer_id = dealer and fence <= run for update;
    if not found then
      return false;
    end if;
    if not exists (select from slices where dealer_id = dealer and revision = unpublished.revision) then
      delete from packed_sales where ctid = any (array(
        select ctid from packed_sales where dealer_id = dealer and revision = unpublished.revision limit most));
      get diagnostics deleted = row_count;
      if deleted = most then
        return true;
      end if;
    end if;
    delete from unpublished_revisions where dealer_id = dealer;
    return false;
  end $$;
revoke execute on function delete_unpublished from public;
grant execute on function delete_unpublished to covenant_app;

-- A worker of the release before that still runs does not know of such rows, and its sums would have them twice: its job fails instead.
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
