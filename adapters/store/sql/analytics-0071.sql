-- What a webhook may have sent again and keeps is bounded (decision 581).
alter table webhook_deliveries
  add column replay_count integer not null default 0,
  -- Null until a replay: later ends do not keep it longer.
  add column first_finished_at timestamptz;

-- What is old enough to be forgotten, however often it was sent again.
drop index webhook_deliveries_finished;
create index webhook_deliveries_kept on webhook_deliveries (coalesce(first_finished_at, finished_at)) where finished_at is not null;

-- What a replay of all since a time may send again, in the order of the events: without those that were sent again as often as they may be.
drop index webhook_deliveries_ended;
create index webhook_deliveries_ended on webhook_deliveries (webhook_id, occurred_at, sequence)
  where status in ('delivered', 'failed', 'withheld') and replay_count < 10;

-- Attempts were kept without a bound.
delete from webhook_attempts where ctid in (
  select ctid from (
    select ctid, row_number() over (partition by delivery_id order by attempted_at desc) as nth from webhook_attempts) ranked
  where nth > 20);
