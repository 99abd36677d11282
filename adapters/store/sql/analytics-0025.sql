-- What one claim holds (decision 188), found without the deliveries of two weeks.
create index webhook_deliveries_claimed on webhook_deliveries (claimed_by) where status = 'waiting' and claimed_by is not null;
