-- What the tables of 0001 let in though it says nothing: a grade that nobody gave, a version of no file. And the references by which rows are looked for.

alter table submissions
  add constraint submissions_graded check (status <> 'graded' or graded_at is not null),
  add constraint submissions_points_given check (points is null or graded_at is not null),
  add constraint submissions_version_of_file check (object_version is null or object_key is not null);
create index submissions_group on submissions (group_id) where group_id is not null;
create index assignments_lab on assignments (lab_id) where lab_id is not null;

comment on column courses.image_key is 'In the bucket static-files, under course-images/ (decision 240).';
comment on column submissions.object_key is 'In the bucket static-files, under assignments-files/ (decision 223).';
