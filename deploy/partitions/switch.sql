-- The switch: one transaction that copies and reads nothing. Where it does not get the tables to itself, it has changed nothing
-- and is run again.

begin;
-- Less than deadlock_timeout, so that what gives way is the switch, and never somebody's bid.
set local lock_timeout = '500ms';
lock table auctions, bids, authorizations, capture_attempts, webhook_events, webhook_deliveries, webhook_attempts, audit_log,
  auction_pictures, auction_presentations;

-- What points to a table that is converted, to be added again below.
alter table bids drop constraint bids_auction_id_fkey;
alter table auction_pictures drop constraint auction_pictures_auction_id_fkey;
alter table auction_presentations drop constraint auction_presentations_auction_id_fkey;
alter table authorizations
  drop constraint authorizations_auction_id_fkey,
  drop constraint authorizations_bid_id_fkey,
  drop constraint authorizations_replaces_authorization_id_fkey;
alter table capture_attempts
  drop constraint capture_attempts_auction_id_fkey,
  drop constraint capture_attempts_bid_id_fkey,
  drop constraint capture_attempts_authorization_id_fkey;
alter table webhook_deliveries drop constraint webhook_deliveries_event_id_fkey;
alter table webhook_attempts drop constraint webhook_attempts_delivery_id_fkey;

-- The keys that were prepared, under the names of those that they follow.
alter table bids drop constraint bids_pkey, add constraint bids_pkey primary key using index bids_key;
alter table authorizations drop constraint authorizations_pkey,
  add constraint authorizations_pkey primary key using index authorizations_key;
drop index authorizations_one_backing, authorizations_one_renewal, authorizations_provider_provider_reference_key;
alter index authorizations_one_backing_key rename to authorizations_one_backing;
alter index authorizations_one_renewal_key rename to authorizations_one_renewal;
alter index authorizations_reference rename to authorizations_provider_provider_reference_key;
alter table capture_attempts drop constraint capture_attempts_pkey,
  add constraint capture_attempts_pkey primary key using index capture_attempts_key;
alter table webhook_deliveries drop constraint webhook_deliveries_pkey,
  add constraint webhook_deliveries_pkey primary key using index webhook_deliveries_key;
alter table webhook_attempts alter column event_id set not null, drop constraint event_known, drop constraint webhook_attempts_pkey,
  add constraint webhook_attempts_pkey primary key using index webhook_attempts_key;
alter table audit_log drop constraint audit_log_pkey, add constraint audit_log_pkey primary key using index audit_log_key;

-- In an old partition every auction is completed. Were that all that its statistics know of, a list of what is ongoing would
-- look for it among everything of the seller's there.
alter table auctions alter column status set (n_distinct = 3);

-- Of the table, and not of its first partition, which will be dropped one day.
alter sequence audit_log_entry_id_seq owned by none;
drop trigger claim_reference on authorizations;
drop trigger digest_browser on authorizations;
drop trigger await_balance on auctions;
drop trigger count_bids on bids;

call partitions.convert('auctions', 'auction_id', partitions.first_border());
call partitions.convert('bids', 'auction_id', partitions.first_border());
call partitions.convert('authorizations', 'auction_id', partitions.first_border());
call partitions.convert('capture_attempts', 'auction_id', partitions.first_border());
call partitions.convert('webhook_events', 'event_id', partitions.first_border());
call partitions.convert('webhook_deliveries', 'event_id', partitions.first_border());
call partitions.convert('webhook_attempts', 'event_id', partitions.first_border());
call partitions.convert('audit_log', 'at', partitions.first_border());

alter sequence audit_log_entry_id_seq owned by audit_log.entry_id;
create trigger claim_reference after insert or update of provider_reference on authorizations
  for each row execute function partitions.claim_reference();
create trigger digest_browser before insert or update of browser_id on authorizations for each row
  when (substr(new.browser_id::text, 15, 1) <> '8')
  execute function digest_browser();
create trigger await_balance after update of status on auctions for each row
  when (new.status = 'completed' and old.status <> 'completed' and new.first_bid_attempt_at is not null)
  execute function await_balance();
create trigger count_bids after insert on bids referencing new table as added_bids
  for each statement execute function count_bids();

-- From now on a row that breaks one is refused; those that are there are looked at after the switch.
alter table bids add constraint bids_auction_id_fkey
  foreign key (auction_id) references auctions on update cascade on delete restrict not valid;
alter table auction_pictures add constraint auction_pictures_auction_id_fkey
  foreign key (auction_id) references auctions on update cascade on delete restrict not valid;
alter table auction_presentations add constraint auction_presentations_auction_id_fkey
  foreign key (auction_id) references auctions on update cascade on delete restrict not valid;
alter table authorizations
  add constraint authorizations_auction_id_fkey
    foreign key (auction_id) references auctions on update cascade on delete restrict not valid,
  add constraint authorizations_bid_id_fkey
    foreign key (bid_id, auction_id) references bids on update cascade on delete restrict not valid,
  add constraint authorizations_replaces_authorization_id_fkey
    foreign key (replaces_authorization_id, auction_id) references authorizations on update cascade on delete restrict not valid;
alter table capture_attempts
  add constraint capture_attempts_auction_id_fkey
    foreign key (auction_id) references auctions on update cascade on delete restrict not valid,
  add constraint capture_attempts_bid_id_fkey
    foreign key (bid_id, auction_id) references bids on update cascade on delete restrict not valid,
  add constraint capture_attempts_authorization_id_fkey
    foreign key (authorization_id, auction_id) references authorizations on update cascade on delete restrict not valid;
alter table webhook_deliveries add constraint webhook_deliveries_event_id_fkey
  foreign key (event_id) references webhook_events on update cascade on delete cascade not valid;
alter table webhook_attempts add constraint webhook_attempts_delivery_id_fkey
  foreign key (delivery_id, event_id) references webhook_deliveries on update cascade on delete cascade not valid;
commit;

alter table bids validate constraint bids_auction_id_fkey;
alter table auction_pictures validate constraint auction_pictures_auction_id_fkey;
alter table auction_presentations validate constraint auction_presentations_auction_id_fkey;
alter table authorizations validate constraint authorizations_auction_id_fkey;
alter table authorizations validate constraint authorizations_bid_id_fkey;
alter table authorizations validate constraint authorizations_replaces_authorization_id_fkey;
alter table capture_attempts validate constraint capture_attempts_auction_id_fkey;
alter table capture_attempts validate constraint capture_attempts_bid_id_fkey;
alter table capture_attempts validate constraint capture_attempts_authorization_id_fkey;
alter table webhook_deliveries validate constraint webhook_deliveries_event_id_fkey;
alter table webhook_attempts validate constraint webhook_attempts_delivery_id_fkey;
