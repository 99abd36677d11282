-- Counters of all that GET /labs shows, so that a request asks one index whether the list that its process has kept still holds (decision 370).
-- Each is at least the time of its change in microseconds, so that a database that was restored from a backup repeats none of its earlier life.
create table lab_list_revisions (
  -- `every` lab; the labs of a `teacher:`; the labs of a `student:`.
  subject text collate "C" primary key,
  revision bigint not null
) with (fillfactor = 50);
grant select, insert, update on lab_list_revisions to covenant_app;

-- Once in each transaction: one that changes thousands of instances would look through all versions of the row that it has made.
create function raise_lab_list_revisions(subjects text[]) returns void
  language sql
  as $$
    insert into lab_list_revisions as known (subject, revision)
      select subject, (extract(epoch from clock_timestamp()) * 1000000)::bigint
      from (select distinct subject from unnest(subjects) as subject where subject is not null) as changed order by 1
      on conflict (subject) do update set revision = greatest(known.revision + 1, excluded.revision)
      where known.xmin <> pg_current_xact_id()::xid
  $$;

create function teachers_of_labs(lab_ids text[]) returns setof text
  language sql stable
  as $$
    select owner_id::text from labs where lab_id = any(lab_ids)
    union
    select teacher_id::text from courses join labs using (course_id) where lab_id = any(lab_ids)
  $$;

-- These run at the end of the transaction. The counter of `every` lab comes first: its lock makes them wait for each other until the commit, so that the
-- second of two sees what the first has changed, and neither waits for a counter of the other.
create function raise_lists_of_lab() returns trigger
  language plpgsql
  as $$
  begin
    perform raise_lab_list_revisions('{every}');
    perform raise_lab_list_revisions(array(
      select 'teacher:' || unnest(array[old.owner_id, new.owner_id])::text
      union all select 'teacher:' || teacher_id from courses where course_id in (old.course_id, new.course_id)
      union all select 'student:' || unnest(members) from lab_instances where lab_id in (old.lab_id, new.lab_id)));
    return null;
  end $$;

create function raise_lists_of_course() returns trigger
  language plpgsql
  as $$
  begin
    perform raise_lab_list_revisions('{every}');
    perform raise_lab_list_revisions(array['teacher:' || old.teacher_id, 'teacher:' || new.teacher_id]);
    return null;
  end $$;

create function raise_lists_of_instance() returns trigger
  language plpgsql
  as $$
  begin
    if (old.lab_id, old.state, old.members) is not distinct from (new.lab_id, new.state, new.members) then
      return null;
    end if;
    perform raise_lab_list_revisions('{every}');
    perform raise_lab_list_revisions(array(
      select 'teacher:' || teacher from teachers_of_labs(array[old.lab_id, new.lab_id]) as teacher
      union all select 'student:' || unnest(old.members)
      union all select 'student:' || unnest(new.members)));
    return null;
  end $$;

create constraint trigger raise_lists after insert or update or delete on labs
  deferrable initially deferred for each row execute function raise_lists_of_lab();
create constraint trigger raise_lists after insert or update of teacher_id or delete on courses
  deferrable initially deferred for each row execute function raise_lists_of_course();
create constraint trigger raise_lists after insert or update or delete on lab_instances
  deferrable initially deferred for each row execute function raise_lists_of_instance();
