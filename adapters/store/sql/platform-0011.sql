-- How many instances of each lab are in which state, so that a list of labs does not read the instances of all of them (decision 460).
create table lab_instance_counts (
  lab_id text primary key,
  running integer not null,
  starting integer not null,
  stopping integer not null,
  failed integer not null
) with (fillfactor = 50);
grant select, insert, update on lab_instance_counts to covenant_app;

-- No instance changes between the first count and the trigger that keeps it.
lock table lab_instances in share row exclusive mode;

create function count_lab_instances(lab_ids text[], states text[], differences integer[]) returns void
  language sql
  as $$
    insert into lab_instance_counts as known (lab_id, running, starting, stopping, failed)
      select lab_id, running, starting, stopping, failed from (
        select lab_id,
          coalesce(sum(difference) filter (where state in ('running', 'degraded')), 0) as running,
          coalesce(sum(difference) filter (where state in ('queued', 'waiting_quota', 'creating')), 0) as starting,
          coalesce(sum(difference) filter (where state = 'stopping'), 0) as stopping,
          coalesce(sum(difference) filter (where state = 'failed'), 0) as failed
        from unnest(lab_ids, states, differences) as changed (lab_id, state, difference)
        where lab_id is not null group by lab_id) sums
      -- Most changes of an instance leave the counts as they are.
      where (running, starting, stopping, failed) <> (0, 0, 0, 0)
      on conflict (lab_id) do update set running = known.running + excluded.running, starting = known.starting + excluded.starting,
        stopping = known.stopping + excluded.stopping, failed = known.failed + excluded.failed
  $$;

select count_lab_instances(array_agg(lab_id), array_agg(state), array_agg(1)) from lab_instances;

-- After the counter of `every` lab has been taken, so that transactions wait for each other there and nowhere else.
create or replace function raise_lists_of_instance() returns trigger
  language plpgsql
  as $$
  begin
    if (old.lab_id, old.state, old.members) is not distinct from (new.lab_id, new.state, new.members) then
      return null;
    end if;
    perform raise_lab_list_revisions('{every}');
    perform count_lab_instances(array[old.lab_id, new.lab_id], array[old.state, new.state], array[-1, 1]);
    perform raise_lab_list_revisions(array(
      select 'teacher:' || teacher from teachers_of_labs(array[old.lab_id, new.lab_id]) as teacher
      union all select 'student:' || unnest(old.members)
      union all select 'student:' || unnest(new.members)));
    return null;
  end $$;
