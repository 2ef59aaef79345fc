-- Before the switch, while the service works: keys that hold what their table is to be divided by, and proof that nothing
-- lies beyond the border. Each statement is a transaction of its own.

-- Where the first partition of each table ends. Has to lie after the switch: until then the tables take nothing beyond it.
create function partitions.first_border() returns timestamptz
language sql immutable
return '2027-01-01T00:00:00Z'::timestamptz;

-- A key with the parent's id is as strict as without it: a bid belongs to one auction, a delivery to one event, and the foreign
-- keys of the switch hold both of them together.
create unique index concurrently bids_key on bids (bid_id, auction_id);
create unique index concurrently authorizations_key on authorizations (authorization_id, auction_id);
create unique index concurrently authorizations_one_backing_key on authorizations (bid_id, auction_id)
  where state = 'authorized' or state = 'capturing' or state = 'captured';
create unique index concurrently authorizations_one_renewal_key on authorizations (replaces_authorization_id, auction_id)
  where state <> 'released' and state <> 'expired' and state <> 'failed';
create unique index concurrently capture_attempts_key on capture_attempts (authorization_id, attempt, auction_id);
create unique index concurrently webhook_deliveries_key on webhook_deliveries (delivery_id, event_id);
create unique index concurrently webhook_attempts_key on webhook_attempts (delivery_id, attempt, event_id);
create unique index concurrently audit_log_key on audit_log (entry_id, at);

-- A payment stands behind one authorization, whatever its auction: no key of the authorizations can say that with their auction
-- in it, so that a table of its own does.
create index concurrently authorizations_reference on authorizations (provider, provider_reference);
create table partitions.provider_references (
  provider payment_provider,
  provider_reference text,
  primary key (provider, provider_reference)
);
create trigger claim_reference after insert or update of provider_reference on authorizations
  for each row execute function partitions.claim_reference();
insert into partitions.provider_references
  select provider, provider_reference from authorizations where provider_reference is not null
  on conflict do nothing;

-- Attempts that were written before they carried their event. They are never changed: nobody waits for these rows.
update webhook_attempts set event_id = webhook_deliveries.event_id
  from webhook_deliveries
  where webhook_deliveries.delivery_id = webhook_attempts.delivery_id and webhook_attempts.event_id is null;
alter table webhook_attempts add constraint event_known check (event_id is not null) not valid;
alter table webhook_attempts validate constraint event_known;

call partitions.bound('auctions', 'auction_id', partitions.first_border());
call partitions.bound('bids', 'auction_id', partitions.first_border());
call partitions.bound('authorizations', 'auction_id', partitions.first_border());
call partitions.bound('capture_attempts', 'auction_id', partitions.first_border());
call partitions.bound('webhook_events', 'event_id', partitions.first_border());
call partitions.bound('webhook_deliveries', 'event_id', partitions.first_border());
call partitions.bound('webhook_attempts', 'event_id', partitions.first_border());
call partitions.bound('audit_log', 'at', partitions.first_border());
