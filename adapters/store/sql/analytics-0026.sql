-- Counters of access are at least the time of their change in microseconds, so that a database that was restored from a backup repeats none of its earlier life (decision 295).
-- Microseconds since 1970 stay below 2^53 until the year 2255.
create or replace function raise_access_revision() returns trigger
  language plpgsql
  as $$
  declare
    changed jsonb := to_jsonb(coalesce(new, old));
    before jsonb := to_jsonb(coalesce(old, new));
    part text := tg_argv[1];
    now_us bigint := (extract(epoch from clock_timestamp()) * 1000000)::bigint;
  begin
    insert into access_revisions as known (subject, revision)
      select distinct case when part is null then tg_argv[0] else tg_argv[0] || ':' || (state ->> part) end, now_us
      from (values (changed), (before)) as states (state) order by 1
      on conflict (subject) do update set revision = greatest(known.revision + 1, excluded.revision);
    return null;
  end $$;
