-- The region of rows that name none, as the dealer's was when the upload was accepted: with another one the same file is another upload
-- (decision 257). Null: accepted by a release before, which took the region that the dealer had when the file was read.
alter table upload_jobs add column region_id text;
