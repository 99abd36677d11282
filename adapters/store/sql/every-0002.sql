-- Messages that were received and never done: their queue or consumer is gone, and nobody will ask for them again.
create index inbox_open on inbox (received_at) where done_at is null;
