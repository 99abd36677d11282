-- What ended, in the order of the events, for a replay of all since a time (decision 562).
create index webhook_deliveries_ended on webhook_deliveries (webhook_id, occurred_at, sequence) where status in ('delivered', 'failed', 'withheld');
