-- Members of courses, topics and access groups (decision 615). The release before reads courses.teacher_id alone, so it stays, as one of the owners.
create table course_members (
  course_id uuid not null references courses on delete cascade,
  user_id uuid not null references users,
  role text not null check (role in ('owner', 'teacher', 'assistant', 'student')),
  -- Both days included, in UTC.
  starts_on date,
  ends_on date,
  added_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (course_id, user_id),
  check (ends_on >= starts_on)
);
create index course_members_user on course_members (user_id);
grant select, insert, update, delete on course_members to covenant_app;
comment on table course_members is 'One role for each person and course (decision 615). starts_on and ends_on are included, as days in UTC.';

create table topics (
  topic_id uuid primary key,
  course_id uuid not null references courses on delete cascade,
  title text not null check (length(title) between 1 and 200),
  body text not null default '',
  position integer not null check (position > 0),
  published_at timestamptz,
  updated_by uuid not null references users (user_id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (course_id, position) deferrable initially deferred
);
grant select, insert, update, delete on topics to covenant_app;
comment on column topics.body is 'Markdown, as it was written.';

create table topic_labs (
  topic_id uuid not null references topics on delete cascade,
  lab_id text not null references labs,
  position integer not null,
  primary key (topic_id, lab_id)
);
create index topic_labs_lab on topic_labs (lab_id);
grant select, insert, update, delete on topic_labs to covenant_app;

create table access_groups (
  access_group_id uuid primary key,
  course_id uuid not null references courses on delete cascade,
  name text not null check (length(name) between 1 and 200),
  all_topics boolean not null default false,
  all_members boolean not null default false,
  starts_on date,
  ends_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (course_id, name),
  check (ends_on >= starts_on)
);
grant select, insert, update, delete on access_groups to covenant_app;
comment on table access_groups is 'Which topics which members see, between two days (decision 615).';

create table access_group_topics (
  access_group_id uuid not null references access_groups on delete cascade,
  topic_id uuid not null references topics on delete cascade,
  primary key (access_group_id, topic_id)
);
create index access_group_topics_topic on access_group_topics (topic_id);
grant select, insert, update, delete on access_group_topics to covenant_app;

create table access_group_groups (
  access_group_id uuid not null references access_groups on delete cascade,
  group_id text not null references student_groups on delete cascade,
  primary key (access_group_id, group_id)
);
create index access_group_groups_group on access_group_groups (group_id);
grant select, insert, update, delete on access_group_groups to covenant_app;

create table access_group_students (
  access_group_id uuid not null references access_groups on delete cascade,
  user_id uuid not null references users,
  primary key (access_group_id, user_id)
);
create index access_group_students_user on access_group_students (user_id);
grant select, insert, update, delete on access_group_students to covenant_app;

create index student_groups_course on student_groups (course_id);

-- Nobody who may work today loses it: the teacher owns the course, and its students are those of its groups and of its labs.
insert into course_members (course_id, user_id, role) select course_id, teacher_id, 'owner' from courses;
insert into course_members (course_id, user_id, role)
  select course_id, user_id, 'student' from student_group_members join student_groups using (group_id) where course_id is not null
  union
  select labs.course_id, user_id, 'student'
  from labs join lab_instances using (lab_id) join users on users.student_id = any(lab_instances.members) where labs.course_id is not null
  on conflict do nothing;
insert into access_groups (access_group_id, course_id, name, all_topics, all_members)
  select gen_random_uuid(), course_id, 'Everyone', true, true from courses;

-- The release before writes teacher_id alone.
create function own_course() returns trigger
  language plpgsql
  as $$
  begin
    insert into course_members (course_id, user_id, role) values (new.course_id, new.teacher_id, 'owner')
      on conflict (course_id, user_id) do update set role = 'owner', ends_on = null, version = course_members.version + 1, updated_at = now();
    return null;
  end $$;
create trigger own_course after insert or update of teacher_id on courses for each row execute function own_course();

create or replace function teachers_of_labs(lab_ids text[]) returns setof text
  language sql stable
  as $$
    select owner_id::text from labs where lab_id = any(lab_ids)
    union
    select user_id::text from course_members join labs using (course_id) where lab_id = any(lab_ids) and role <> 'student'
  $$;

create or replace function raise_lists_of_lab() returns trigger
  language plpgsql
  as $$
  begin
    perform raise_lab_list_revisions('{every}');
    perform raise_lab_list_revisions(array(
      select 'teacher:' || unnest(array[old.owner_id, new.owner_id])::text
      union all select 'teacher:' || user_id from course_members where course_id in (old.course_id, new.course_id) and role <> 'student'
      union all select 'student:' || unnest(members) from lab_instances where lab_id in (old.lab_id, new.lab_id)));
    return null;
  end $$;

-- A course makes no difference to a list of labs but through its members.
create or replace function raise_lists_of_member() returns trigger
  language plpgsql
  as $$
  begin
    perform raise_lab_list_revisions(array['teacher:' || old.user_id, 'teacher:' || new.user_id]);
    return null;
  end $$;
create constraint trigger raise_lists_added after insert on course_members
  deferrable initially deferred for each row when (new.role <> 'student') execute function raise_lists_of_member();
create constraint trigger raise_lists_changed after update on course_members
  deferrable initially deferred for each row when (old.role <> 'student' or new.role <> 'student') execute function raise_lists_of_member();
create constraint trigger raise_lists_removed after delete on course_members
  deferrable initially deferred for each row when (old.role <> 'student') execute function raise_lists_of_member();
