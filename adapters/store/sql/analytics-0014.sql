-- Upload jobs are a queue (decision 274): whoever works on them is notified of a new one, and one that failed by our fault waits before it is tried again.
alter table upload_jobs add column next_attempt_at timestamptz;

create function notify_upload_queue() returns trigger
  language plpgsql
  as $$
  begin
    perform pg_notify('upload_queue', '');
    return null;
  end $$;

create trigger upload_jobs_queued after insert on upload_jobs
  for each statement execute function notify_upload_queue();
