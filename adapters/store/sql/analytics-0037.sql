-- What claims and replays of webhook deliveries look for (decision 326).
-- Whether a line has a delivery in hand, wherever in the line it is.
create index webhook_deliveries_in_hand on webhook_deliveries (webhook_id, aggregate) where status = 'waiting' and in_line and claimed_by is not null;
-- What left its line, webhook by webhook.
drop index webhook_deliveries_alone;
create index webhook_deliveries_alone on webhook_deliveries (webhook_id, next_attempt_at) where status = 'waiting' and not in_line;
-- What failed, in the order of the events.
create index webhook_deliveries_failed on webhook_deliveries (webhook_id, sequence) where status = 'failed';
