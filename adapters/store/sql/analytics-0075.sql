-- Whether the successor of a refresh token was sent. One that was not can be sent at any time: no one can have copied it (decision 1).
alter table refresh_tokens add column answered boolean not null default false;
update refresh_tokens set answered = true where used_at is not null;
