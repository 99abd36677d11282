-- Whoever waits for the end of an upload hears of each change of its status (adapters/store/messages/listen.ts), instead of asking again and again.

create function tell_of_job() returns trigger
  language plpgsql
  as $$
  begin
    perform pg_notify('upload_jobs', new.job_id::text);
    return null;
  end $$;

create trigger upload_jobs_told after update of status on upload_jobs
  for each row when (old.status is distinct from new.status) execute function tell_of_job();
