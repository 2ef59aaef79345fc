-- Every day, from the switch on: makes partitions in time, drops what is no longer kept, and counts what lies in which.
-- How wide partitions are and how long their rows are kept is said here, and may be changed.

-- What does not get a table in time gives way to who works, and is run again.
set lock_timeout = '500ms';

call partitions.add('auctions', '3 months', '1 year');
call partitions.add('bids', '3 months', '1 year');
call partitions.add('authorizations', '3 months', '1 year');
call partitions.add('capture_attempts', '3 months', '1 year');
call partitions.add('webhook_events', '1 week', '2 months');
call partitions.add('webhook_deliveries', '1 week', '2 months');
call partitions.add('webhook_attempts', '1 week', '2 months');
call partitions.add('audit_log', '3 months', '1 year');

-- What refers to others goes before them.
call partitions.drop('webhook_attempts', partitions.webhooks_kept_since(interval '30 days'));
call partitions.drop('webhook_deliveries', partitions.webhooks_kept_since(interval '30 days'));
call partitions.drop('webhook_events', partitions.webhooks_kept_since(interval '30 days'));
-- call partitions.drop('audit_log', now() - interval '400 days');

analyze only auctions, bids, authorizations, capture_attempts, webhook_events, webhook_deliveries, webhook_attempts, audit_log;
