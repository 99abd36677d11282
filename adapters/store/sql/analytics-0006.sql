-- Each role of a grant gives its own right (decision 150): who uploads for a dealer without reading it sees of its jobs the own ones.

-- Dealers for which the principal of the transaction uploads.
create function covenant_uploads() returns text[]
  language sql stable parallel safe
  as $$ select coalesce(covenant_setting('uploads')::text[], '{}') $$;

create policy upload_jobs_of_principal on upload_jobs for select using (
  principal = (select covenant_setting('principal')) and dealer_id = any ((select covenant_uploads())::text[])
);
