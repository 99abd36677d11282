-- Up to which number of the live feed a user has acknowledged notices; what is not above it is not sent again (decision 273).

create table notice_acknowledgements (
  user_id uuid primary key references users,
  number bigint not null
);
create index live_changes_notice on live_changes (notice_id) where notice_id is not null;

grant select, insert, update on notice_acknowledgements to covenant_app;
