-- The data model of the first version. The tables stand in the order of the rooms of `src`, each with its types, indexes and triggers.
-- `schema.prisma` describes the columns. Checks, unique indexes and triggers keep true what must hold whatever the code does.

-- == Sellers, their keys and the browsers that they sign in with ==

create type seller_mode as enum ('live', 'test');

-- Live sellers move real money; test sellers use the simulated payment provider.
create table sellers (
  seller_id uuid primary key default uuidv7(),
  name text not null,
  mode seller_mode not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  clock_offset_ms bigint not null default 0,
  suspended_at timestamptz(3),
  captures_stopped_at timestamptz(3),
  constraint sellers_name_length check (char_length(name) between 1 and 200),
  -- Time is real for real money, and never goes back.
  constraint sellers_clock_offset check (clock_offset_ms = 0 or (clock_offset_ms > 0 and mode = 'test'))
);

create unique index sellers_name_mode_key on sellers (name, mode);
create index sellers_with_advanced_clock on sellers (seller_id) where clock_offset_ms > 0;
create index sellers_with_stopped_captures on sellers (seller_id) where captures_stopped_at is not null;

-- The key itself is never stored: `digest` is its SHA-256, `prefix` what a person may see of it.
create table api_keys (
  api_key_id uuid primary key default uuidv7(),
  seller_id uuid not null references sellers on update cascade on delete restrict,
  prefix text not null,
  digest bytea not null,
  scopes text[],
  auction_ids uuid[],
  origins text[],
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  issued_by uuid,
  constraint api_keys_digest_is_sha256 check (octet_length(digest) = 32),
  constraint api_keys_expires_after_creation check (expires_at > created_at),
  constraint api_keys_scopes_known check (
    scopes is not null
    and cardinality(scopes) > 0
    and scopes <@ array['auctions:read', 'auctions:write', 'bids:read', 'webhooks:write', 'payments:write',
      'payments:refund', 'keys:write', 'admin', 'public']
    and (scopes = array['public'] or not 'public' = any (scopes))
  )
);

create unique index api_keys_digest_key on api_keys (digest);
create index api_keys_seller_id_idx on api_keys (seller_id);
create index api_keys_prefix_idx on api_keys (prefix);
create index api_keys_issued_by_idx on api_keys (issued_by);

-- A browser that a key was exchanged in, of an operator or of a seller. The cookie is never stored: `digest` is its SHA-256.
create table admin_sessions (
  digest bytea primary key,
  api_key_id uuid not null references api_keys on update cascade on delete cascade,
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  address text,
  browser text
);

create index admin_sessions_expires_at_idx on admin_sessions (expires_at);
create index admin_sessions_api_key_id_idx on admin_sessions (api_key_id);

-- == What every request leaves: the audit log, answers to repeat, budgets of calls ==

-- Who changed what, when: written in the transaction of the change, append-only but for erased bidders; kept for `AUDIT_RETENTION_DAYS`.
create table audit_log (
  entry_id bigserial primary key,
  at timestamptz(3) not null default clock_timestamp(),
  api_key_id uuid,
  seller_id uuid,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  request_id uuid
);

create index audit_log_seller_id_entry_id_idx on audit_log (seller_id, entry_id desc);
create index audit_log_subject_id_entry_id_idx on audit_log (subject_id, entry_id desc);
create index audit_log_api_key_id_entry_id_idx on audit_log (api_key_id, entry_id desc);
create index audit_log_action_entry_id_idx on audit_log (action, entry_id desc);
create index audit_log_at_idx on audit_log (at);
create index audit_log_of_request on audit_log (request_id, entry_id desc) where request_id is not null;

-- The answer that was given to a request, under the key that its seller chose, in the transaction of its work.
create table idempotency_keys (
  seller_id uuid not null references sellers on update cascade on delete restrict,
  key text not null,
  fingerprint bytea not null,
  status smallint not null,
  headers jsonb not null,
  body text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (seller_id, key)
);

create index idempotency_keys_created_at_idx on idempotency_keys (created_at);

-- The calls that all processes together may still make to a payment provider's account. A write waits for no disk and no standby. After a
-- crash the table is empty, so every budget is full again.
create unlogged table call_budgets (
  account text primary key,
  calls_left double precision not null,
  counted_at timestamptz(3) not null
);

-- == Auctions ==

create type auction_type as enum ('asynchronous', 'repeated');

create type auction_status as enum ('upcoming', 'ongoing', 'completed');

create type auction_outcome as enum ('SOLD', 'UNSOLD', 'CANCELLED');

-- `status` is what a worker last turned it to. The clock decides what is read before the end.
create table auctions (
  auction_id uuid primary key default uuidv7(),
  seller_id uuid not null references sellers on update cascade on delete restrict,
  created_at timestamptz(3) not null default clock_timestamp(),
  bidding_period_starts_at timestamptz(3) not null,
  bidding_period_ends_at timestamptz(3) not null,
  type auction_type not null,
  title text not null,
  reference text,
  minimum_bid_value_in_cents integer not null,
  status auction_status not null default 'upcoming',
  outcome auction_outcome,
  completed_at timestamptz(3),
  cancelled_at timestamptz(3),
  capture_requested_at timestamptz(3),
  cancel_waits_until timestamptz(3),
  soft_close_window_seconds integer,
  soft_close_maximum_seconds integer,
  scheduled_ends_at timestamptz(3),
  extension_count integer,
  bid_steps jsonb,
  -- At least an hour also means that the end is after the start.
  constraint auctions_bidding_period_length check (
    bidding_period_ends_at - bidding_period_starts_at between interval '1 hour' and interval '7 days'
  ),
  constraint auctions_minimum_within_limits check (minimum_bid_value_in_cents between 0 and 49999999),
  constraint auctions_title_length check (char_length(title) between 3 and 150),
  constraint auctions_type_supported check (type = 'asynchronous'),
  -- Completed means final: when, and how, are known at once.
  constraint auctions_completed_is_final check (
    (status = 'completed') = (completed_at is not null)
    and (status = 'completed') = (outcome is not null)
  ),
  constraint auctions_cancelled_outcome check (
    (cancelled_at is not null) = (outcome is not distinct from 'CANCELLED')
  )
);

create index auctions_seller_id_created_at_auction_id_idx on auctions (seller_id, created_at desc, auction_id desc);
create index auctions_seller_id_status_created_at_auction_id_idx on auctions (seller_id, status, created_at desc, auction_id desc);
create index auctions_due_to_open on auctions (bidding_period_starts_at) where status = 'upcoming';
create index auctions_due_to_close on auctions (bidding_period_ends_at) where status <> 'completed';
create index auctions_due_to_open_of_seller on auctions (seller_id, bidding_period_starts_at) where status = 'upcoming';
create index auctions_open on auctions (auction_id) where status <> 'completed';
create index auctions_due_to_close_of_seller on auctions (seller_id, bidding_period_ends_at) where status = 'ongoing';
create index auctions_by_reference on auctions (seller_id, reference, created_at desc, auction_id desc) where reference is not null;
create index auctions_by_end on auctions (seller_id, status, bidding_period_ends_at, auction_id);

-- Every auction has its row of `bid_counts` from the beginning: auctions without a bid have a place in the order by highest bids, too.
create function rank_auction() returns trigger language plpgsql as $$
begin
  insert into bid_counts (auction_id, bid_count, seller_id, status) values (new.auction_id, 0, new.seller_id, new.status);
  return null;
end
$$;

create trigger rank_auction after insert on auctions for each row execute function rank_auction();

create function rank_auction_anew() returns trigger language plpgsql as $$
begin
  update bid_counts set status = new.status where auction_id = new.auction_id;
  return null;
end
$$;

create trigger rank_auction_anew after update of status on auctions for each row
  when (old.status <> new.status) execute function rank_auction_anew();

-- The number of bids on an auction and the highest of them, kept by triggers on `bids` and `auctions`. The page shows the number to everybody
-- who watches, and counting anew would cost more with every bid. It is apart from the row of the auction, which every intent to bid locks.
-- Room on its pages lets an update write no index entry.
create table bid_counts (
  auction_id uuid primary key,
  bid_count integer not null,
  bidder_count integer not null default 0,
  highest_bid_value_in_cents integer not null default 0,
  seller_id uuid not null,
  status auction_status not null,
  change_count integer not null default 1
) with (fillfactor = 50);

create index bid_counts_by_highest_bid on bid_counts (seller_id, status, highest_bid_value_in_cents, auction_id);

-- == What bidders see of an auction and of its seller ==

-- An address that takes one picture, and the picture once it is there. The token is never stored: `upload_digest` is its SHA-256.
create table pictures (
  picture_id uuid primary key default uuidv7(),
  seller_id uuid not null references sellers on update cascade on delete restrict,
  upload_digest bytea not null,
  upload_expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  uploaded_at timestamptz(3),
  width integer,
  height integer,
  folder uuid,
  fault text,
  constraint pictures_uploaded_check check ((uploaded_at is null) = (width is null) and (width is null) = (height is null))
);

create index pictures_seller_id_created_at_idx on pictures (seller_id, created_at);

-- An upload that waits to be encoded. The encoder deletes it.
create table picture_originals (
  picture_id uuid primary key references pictures on update cascade on delete cascade,
  content bytea not null,
  received_at timestamptz(3) not null default clock_timestamp(),
  claimed_at timestamptz(3)
);

-- A size of a picture that is stored in this database.
create table picture_files (
  picture_id uuid not null references pictures on update cascade on delete cascade,
  size smallint not null,
  content bytea not null,
  avif bytea,
  jpeg bytea,
  primary key (picture_id, size),
  constraint picture_files_content_check check (octet_length(content) <= 8388608)
);

-- A folder of the bucket, recorded before anything is put there. It is deleted once no picture has its files in it.
create table picture_folders (
  folder uuid primary key,
  picture_id uuid not null,
  created_at timestamptz(3) not null default clock_timestamp()
);

-- The pictures of an auction, in order.
create table auction_pictures (
  auction_id uuid not null references auctions on update cascade on delete restrict,
  position smallint not null,
  picture_id uuid not null references pictures on update cascade on delete restrict,
  alternative_text text not null,
  primary key (auction_id, position),
  constraint auction_pictures_position_check check (position between 1 and 10)
);

create index auction_pictures_picture_id_idx on auction_pictures (picture_id);

-- The item as bidders see it on the page: Markdown, as the seller wrote it.
create table auction_presentations (
  auction_id uuid primary key references auctions on update cascade on delete restrict,
  seller_id uuid not null references sellers on update cascade on delete restrict,
  description text,
  after_winning text,
  rendered jsonb,
  updated_at timestamptz(3) not null default clock_timestamp(),
  constraint auction_presentations_length_check check (char_length(description) <= 5000 and char_length(after_winning) <= 2000)
);

-- The seller as bidders see it on the page. A seller without a row is shown by its name alone.
create table seller_profiles (
  seller_id uuid primary key references sellers on update cascade on delete restrict,
  display_name text,
  accent_color text,
  contact text,
  terms text,
  return_address text,
  imprint text,
  privacy text,
  shipping text,
  shop_url text,
  logo_picture_id uuid references pictures (picture_id) on update cascade on delete restrict,
  language text,
  email text,
  confirmed_email text,
  lots_page text not null default 'HIDDEN',
  ask_winner_for text not null default 'NONE',
  embed_origins text[] not null default array[]::text[],
  news text[] not null default array['DELIVERY_DETAILS', 'FIRST_BID', 'ENDS_TOMORROW', 'ENDPOINT_DISABLED'],
  time_zone text,
  shows_sold_lots boolean not null default false,
  rendered jsonb,
  updated_at timestamptz(3) not null default clock_timestamp(),
  -- The page shows no text or color that the service has not checked.
  constraint seller_profiles_accent_color_check check (accent_color ~ '^#[0-9a-f]{6}$'),
  -- The page links to no address that the service has not checked.
  constraint seller_profiles_shop_url_check check (shop_url ~ '^https://'),
  constraint seller_profiles_lots_page_known check (lots_page in ('HIDDEN', 'SHARED', 'INDEXED')),
  constraint seller_profiles_ask_winner_for_known check (ask_winner_for in ('NONE', 'CONTACT', 'DELIVERY'))
);

create index seller_profiles_with_logo on seller_profiles (logo_picture_id) where logo_picture_id is not null;

-- == Bidders ==

-- How a seller signs the `bidder_id` of its links. A seller without a row signs none.
create table bidder_signing (
  seller_id uuid primary key references sellers on update cascade on delete restrict,
  is_required boolean not null default false,
  secret text not null,
  previous_secret text,
  previous_secret_expires_at timestamptz(3),
  constraint bidder_signing_previous_check check ((previous_secret is null) = (previous_secret_expires_at is null))
);

-- A `bidder_id` that may not bid on the auctions of a seller. The digest is SHA-256 of seller and id: the ban outlives an erasure of the id.
create table banned_bidders (
  seller_id uuid not null references sellers on update cascade on delete restrict,
  digest bytea not null,
  bidder_id text not null,
  reason text,
  banned_at timestamptz(3) not null default clock_timestamp(),
  primary key (seller_id, digest),
  constraint banned_bidders_lengths check (octet_length(digest) = 32 and char_length(bidder_id) between 1 and 200 and char_length(reason) between 3 and 500)
);

create index banned_bidders_seller_id_banned_at_digest_idx on banned_bidders (seller_id, banned_at desc, digest desc);

-- == Bids ==

-- `seller_id` repeats the auction's, so that a seller's bids are one index range.
-- They refer to no seller: the auction does, no seller is ever deleted, and a check would lock the row of the seller for each bid.
create table bids (
  bid_id uuid primary key default uuidv7(),
  auction_id uuid not null references auctions on update cascade on delete restrict,
  seller_id uuid not null,
  bidder_id text not null,
  placed_at timestamptz(3) not null,
  bid_value_in_cents integer not null,
  is_winning_bid boolean not null default false,
  winner_reference text,
  bidder_number integer,
  authorization_id uuid,
  constraint bids_value_positive check (bid_value_in_cents > 0),
  constraint bids_bidder_id_length check (char_length(bidder_id) between 1 and 200)
);

create index bids_seller_id_placed_at_bid_id_idx on bids (seller_id, placed_at desc, bid_id desc);
create index bids_seller_id_bidder_id_placed_at_bid_id_idx on bids (seller_id, bidder_id, placed_at desc, bid_id desc);
create index bids_auction_id_bidder_id_placed_at_bid_id_idx on bids (auction_id, bidder_id, placed_at desc, bid_id desc);
create index bids_auction_id_placed_at_bid_id_idx on bids (auction_id, placed_at desc, bid_id desc);
create index bids_by_rank on bids (auction_id, bid_value_in_cents desc, placed_at, bid_id);
create unique index bids_one_winner on bids (auction_id) where is_winning_bid;
create index bids_winner_reference on bids (winner_reference) where winner_reference is not null;

-- Each bid is a change of its auction. The statement that writes the bid has given the number to its event already.
create function count_bids() returns trigger language plpgsql as $$
declare
  added record;
begin
  for added in
    select auction_id, count(*) as count, coalesce(max(bidder_number), 0) as number, max(bid_value_in_cents) as highest
    from added_bids group by auction_id
  loop
    update bid_counts set bid_count = bid_count + added.count,
      bidder_count = greatest(bidder_count, added.number),
      highest_bid_value_in_cents = greatest(highest_bid_value_in_cents, added.highest),
      change_count = change_count + added.count
    where auction_id = added.auction_id;
  end loop;
  return null;
end
$$;

create trigger count_bids after insert on bids referencing new table as added_bids
  for each statement execute function count_bids();

-- The winner's name, address and telephone number, for the seller. Deleted when the bidder is erased.
create table delivery_details (
  bid_id uuid primary key references bids on update cascade on delete restrict,
  auction_id uuid not null,
  name text not null,
  address text,
  telephone text not null,
  given_at timestamptz(3) not null
);

create unique index delivery_details_auction_id_key on delivery_details (auction_id);

-- How the seller has sent the item to the winner. Deleted when the bidder is erased.
create table shipments (
  bid_id uuid primary key references bids on update cascade on delete restrict,
  auction_id uuid not null,
  carrier text not null,
  tracking_number text,
  tracking_url text,
  recorded_at timestamptz(3) not null
);

create unique index shipments_auction_id_key on shipments (auction_id);

-- == Holds: the money on bidders' cards ==

create type payment_provider as enum ('simulated', 'stripe');

-- `captured`, `released`, `expired` and `failed` are final.
create type authorization_state as enum (
  'intended', 'challenged', 'authorized', 'capturing', 'captured', 'releasing', 'released', 'expired', 'failed',
  'captured_outside'
);

-- Our books of the money held on bidders' cards. Written before a provider is asked (the intent) and after it
-- answered (the outcome).
create table authorizations (
  authorization_id uuid primary key default uuidv7(),
  auction_id uuid not null references auctions on update cascade on delete restrict,
  seller_id uuid not null,
  bid_id uuid references bids on update cascade on delete restrict,
  bidder_id text not null,
  email text not null,
  value_in_cents integer not null,
  captured_in_cents integer,
  captured_at timestamptz(3),
  reversals_due_at timestamptz(3),
  provider payment_provider not null,
  provider_reference text,
  state authorization_state not null default 'intended',
  failure_code text,
  capture_before timestamptz(3),
  replaces_authorization_id uuid references authorizations (authorization_id) on update cascade on delete restrict,
  submission_token text,
  browser_id uuid,
  attempt integer not null default 0,
  tries_in_state integer not null default 0,
  next_attempt_at timestamptz(3),
  waiting_since timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(),
  moved_at timestamptz(3),
  authorized_at timestamptz(3),
  closed_at timestamptz(3),
  erased_at timestamptz(3),
  payment_account text,
  is_signed boolean not null default false,
  auction_is_over boolean not null default false,
  language text,
  time_zone text,
  application_fee_in_cents integer,
  constraint authorizations_value_positive check (value_in_cents > 0),
  constraint authorizations_bidder_id_length check (char_length(bidder_id) between 1 and 200),
  constraint authorizations_email_length check (char_length(email) between 3 and 320),
  -- A form makes a bid; a renewal has no form.
  constraint authorizations_form_or_renewal check (
    (submission_token is null) = (replaces_authorization_id is not null)
    and replaces_authorization_id is distinct from authorization_id
  ),
  -- No card is touched before we have a name for the payment.
  constraint authorizations_reference_before_money check (
    provider_reference is not null
    or (state in ('intended', 'releasing', 'released', 'failed') and authorized_at is null)
  ),
  constraint authorizations_held_until check (
    (authorized_at is null) = (capture_before is null)
    and (state not in ('authorized', 'capturing', 'captured') or authorized_at is not null)
  ),
  -- Only what backs a bid is captured.
  constraint authorizations_capture_backs_bid check (state not in ('capturing', 'captured') or bid_id is not null),
  constraint authorizations_failure_has_reason check (state <> 'failed' or failure_code is not null),
  constraint authorizations_fee_within_value check (
    application_fee_in_cents between 0 and value_in_cents
  ),
  constraint authorizations_fee_of_account check (
    (payment_account is null) = (application_fee_in_cents is null)
  ),
  -- A payment that was captured outside is open until nothing of it is left, and a worker has nothing to do about it.
  constraint authorizations_final_is_closed check (
    (state = 'captured_outside' or (closed_at is not null) = (state in ('captured', 'released', 'expired', 'failed')))
    and (closed_at is null or next_attempt_at is null)
  ),
  -- A hold that no worker looks at again is final, or money that backs a bid.
  constraint authorizations_open_is_due check (
    next_attempt_at is not null or closed_at is not null or (state = 'authorized' and bid_id is not null)
    or state = 'captured_outside'
  ),
  constraint authorizations_captured_within_value check (
    (captured_in_cents between 1 and value_in_cents) and captured_at is not null or captured_in_cents is null
  ),
  constraint authorizations_captured_outside_amount check (
    state <> 'captured_outside' or (captured_in_cents is not null and authorized_at is not null)
  )
);

create index authorizations_auction_id_state_idx on authorizations (auction_id, state);
create unique index authorizations_auction_id_submission_token_key on authorizations (auction_id, submission_token);
create unique index authorizations_one_capture on authorizations (auction_id) where state = 'capturing' or state = 'captured';
create unique index authorizations_one_backing on authorizations (bid_id)
  where state = 'authorized' or state = 'capturing' or state = 'captured';
create index authorizations_open on authorizations (state) where closed_at is null;
create index authorizations_renewing on authorizations (replaces_authorization_id) where replaces_authorization_id is not null;
create index authorizations_reversed on authorizations (reversals_due_at)
  where reversals_due_at is not null and (state = 'captured' or state = 'captured_outside');
create index authorizations_captured_in_part on authorizations (captured_at) where captured_in_cents < value_in_cents;
create index authorizations_of_email on authorizations (email, authorization_id desc);
-- Finds the holds of a bidder on an auction; `num_nulls` tells the open ones from the closed ones. The cast leaves no other index to a
-- statement that asks for `auction_id::text`: several indexes begin with the auction, and each of them reads all of its holds.
create index authorizations_of_person on authorizations (seller_id, bidder_id, ((auction_id)::text), (num_nulls(closed_at)))
  where erased_at is null;
-- Finds the bids of a browser on an auction, newest first. See `authorizations_of_person` for the cast.
create index authorizations_of_browser on authorizations (browser_id, ((auction_id)::text), created_at desc) where browser_id is not null;
create unique index authorizations_one_open_renewal on authorizations (replaces_authorization_id)
  where replaces_authorization_id is not null and state <> 'released' and state <> 'expired' and state <> 'failed';
create index authorizations_of_bid on authorizations (bid_id) where bid_id is not null;
create unique index authorizations_of_payment on authorizations (provider, provider_reference) where provider_reference is not null;
-- A hold that no worker has tried is found by next_attempt_at.
create index authorizations_tried on authorizations (waiting_since) where waiting_since is not null and tries_in_state > 0;
create index authorizations_due on authorizations (state, next_attempt_at) where next_attempt_at is not null and state <> 'capturing';
create index authorizations_due_captures on authorizations (next_attempt_at)
  where next_attempt_at is not null and (state = 'capturing' or state = 'releasing' and bid_id is not null and not auction_is_over) is true;

-- A bid points to the hold that backs it: the first one, then each renewal that has taken its place, and again a hold that had been replaced
-- when somebody captures it at its provider.
create function point_to_hold() returns trigger language plpgsql as $$
begin
  update bids set authorization_id = new.authorization_id
  where bid_id = new.bid_id and authorization_id is distinct from new.authorization_id;
  return null;
end
$$;

create trigger point_to_hold after insert on authorizations for each row
  when (new.bid_id is not null) execute function point_to_hold();

-- A new bid names its hold itself. What remains is a renewal that takes the place of a hold, and a hold that somebody captures at its provider.
create trigger point_to_hold_anew after update of bid_id, state on authorizations for each row
  when (new.bid_id is not null and (old.bid_id is null and new.replaces_authorization_id is not null
    or new.state = 'captured_outside' and old.state <> 'captured_outside'))
  execute function point_to_hold();

-- A card that the provider keeps for the renewals of a bid's hold, and that is deleted when the last hold has closed.
create table kept_cards (
  authorization_id uuid primary key,
  first_authorization_id uuid not null,
  provider payment_provider not null,
  customer_reference text,
  card_reference text,
  attempt integer not null default 0,
  next_attempt_at timestamptz(3),
  waiting_since timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(),
  deleted_at timestamptz(3)
);

create index kept_cards_due on kept_cards (next_attempt_at) where next_attempt_at is not null;
create index kept_cards_waiting on kept_cards (waiting_since) where waiting_since is not null;
create index kept_cards_deleted on kept_cards (deleted_at) where deleted_at is not null;

-- The account at a payment provider that a seller's sales are paid into, as the provider last described it.
create table payment_accounts (
  seller_id uuid primary key references sellers on update cascade on delete restrict,
  provider payment_provider not null,
  provider_reference text not null,
  is_connected boolean not null default true,
  charges_enabled boolean not null default false,
  details_submitted boolean not null default false,
  requirements text[],
  disabled_reason text,
  page_token uuid not null default gen_random_uuid(),
  revision integer not null default 0,
  connected_at timestamptz(3) not null default clock_timestamp(),
  read_at timestamptz(3) not null default clock_timestamp(),
  constraint payment_accounts_bounded check (
    char_length(provider_reference) between 1 and 200
    and requirements is not null
    and cardinality(requirements) <= 50
    and char_length(disabled_reason) <= 200
  ),
  constraint payment_accounts_charges_need_connection check (is_connected or not charges_enabled)
);

create unique index payment_accounts_page_token_key on payment_accounts (page_token);
create index payment_accounts_provider_provider_reference_idx on payment_accounts (provider, provider_reference);

-- == Settlement ==

create type capture_result as enum ('captured', 'refused', 'unknown');

-- One request of settlement to a provider to capture a bid's authorization; written before it is sent.
create table capture_attempts (
  authorization_id uuid not null references authorizations on update cascade on delete restrict,
  attempt integer not null,
  auction_id uuid not null,
  bid_id uuid not null,
  requested_at timestamptz(3) not null,
  answered_at timestamptz(3),
  result capture_result,
  reason text,
  primary key (authorization_id, attempt)
);

create index capture_attempts_auction_id_requested_at_idx on capture_attempts (auction_id, requested_at);

-- Settlement waits while a row is open: of everything, or of one auction.
create table settlement_holds (
  hold_id uuid primary key default uuidv7(),
  reason text not null,
  auction_id uuid,
  authorization_id uuid,
  provider payment_provider,
  provider_reference text,
  amount_in_cents integer,
  since timestamptz(3) not null default clock_timestamp(),
  lost_since timestamptz(3),
  cleared_at timestamptz(3),
  cleared_because text,
  constraint settlement_holds_subject check ((auction_id is null) = (provider_reference is null)),
  constraint settlement_holds_cleared check ((cleared_at is null) = (cleared_because is null))
);

create unique index settlement_holds_of_all on settlement_holds (reason) where auction_id is null and cleared_at is null;
create index settlement_holds_open on settlement_holds (auction_id) where cleared_at is null;
create unique index settlement_holds_auction_id_provider_reference_key on settlement_holds (auction_id, provider_reference);

-- One row: the database that the service has worked on, and when it was last seen working.
create table database_marks (
  mark_id integer primary key default 1,
  identity text,
  seen_at timestamptz(3) not null default clock_timestamp(),
  constraint database_marks_one check (mark_id = 1)
);

-- Names this database on this server and its timeline: a copy, a database restored from a dump or to an instant, and a promoted
-- standby have another name. Null where the server does not let the service ask.
create function database_identity() returns text language plpgsql volatile as $$
begin
  return (select system_identifier::text from pg_control_system())
    || '/' || (select oid::text from pg_database where datname = current_database())
    || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
exception when others then
  return null;
end
$$;

-- == Refunds and disputes ==

create type reversal_kind as enum ('refund', 'dispute', 'fraud_warning');

create type reversal_state as enum ('pending', 'succeeded', 'failed', 'inquiry', 'closed', 'open', 'won', 'lost', 'reported');

-- What became of captured money: refunds, disputes and warnings of fraud, as the provider has them. Without foreign keys; a
-- trigger checks that the authorization is captured.
create table reversals (
  provider payment_provider not null,
  provider_reference text not null,
  authorization_id uuid not null,
  auction_id uuid not null,
  seller_id uuid,
  kind reversal_kind not null,
  state reversal_state not null,
  amount_in_cents integer not null,
  made_at timestamptz(3) not null,
  changed_at timestamptz(3) not null default clock_timestamp(),
  taken_at timestamptz(3),
  returned_at timestamptz(3),
  primary key (provider, provider_reference),
  constraint reversals_amount_positive check (amount_in_cents > 0),
  constraint reversals_state_of_kind check (
    case kind
      when 'refund' then state in ('pending', 'succeeded', 'failed')
      when 'dispute' then state in ('inquiry', 'closed', 'open', 'won', 'lost')
      when 'fraud_warning' then state = 'reported'
    end
  ),
  -- A state says whether the money is away: taken, and not returned.
  constraint reversals_money_of_state check (
    (state in ('pending', 'succeeded', 'open', 'lost')) = (taken_at is not null and returned_at is null)
    and (returned_at is null or taken_at is not null)
  )
);

create index reversals_auction_id_made_at_idx on reversals (auction_id, made_at);
create index reversals_authorization_id_idx on reversals (authorization_id);
create index reversals_disputes on reversals (authorization_id) where kind = 'dispute';
create index reversals_open_disputes_of_seller on reversals (seller_id, made_at desc)
  where kind = 'dispute' and (state = 'open' or state = 'inquiry');

-- A provider may report disputes of more than was captured: exchange rates move, and a second dispute may follow the first. They are recorded
-- as reported, and listed for a person. Statements of one authorization come one after the other: the trigger locks its row.
create function check_reversals() returns trigger language plpgsql as $$
begin
  perform from authorizations a
  where a.authorization_id = new.authorization_id and a.auction_id = new.auction_id and a.state in ('captured', 'captured_outside')
  for no key update;
  if not found then
    raise exception 'reversals: authorization % is not captured', new.authorization_id using errcode = 'check_violation';
  end if;
  return null;
end
$$;

create trigger reversals_within_capture after insert or update on reversals
  for each row execute function check_reversals();

-- The seller of the auction.
create function seller_of_reversal() returns trigger language plpgsql as $$
begin
  new.seller_id := (select seller_id from auctions where auction_id = new.auction_id);
  return new;
end
$$;

create trigger seller_of_reversal before insert or update on reversals for each row
  when (new.seller_id is null)
  execute function seller_of_reversal();

-- The reasons that providers take for a refund.
create type refund_reason as enum ('duplicate', 'fraudulent', 'requested_by_customer');

create type refund_state as enum ('requested', 'made', 'refused');

-- A refund that a seller has asked for here. Written before the provider is asked, and after it answered.
create table refunds (
  refund_id uuid primary key default uuidv7(),
  authorization_id uuid not null references authorizations on update cascade on delete restrict,
  auction_id uuid not null,
  amount_in_cents integer not null,
  reason refund_reason not null,
  state refund_state not null default 'requested',
  failure_code text,
  dashboard_url text,
  provider_reference text,
  requested_at timestamptz(3) not null default clock_timestamp(),
  closed_at timestamptz(3),
  attempt integer not null default 0,
  unclear_at timestamptz(3),
  next_attempt_at timestamptz(3) default clock_timestamp(),
  waiting_since timestamptz(3),
  constraint refunds_amount_positive check (amount_in_cents > 0),
  constraint refunds_state check (
    (state = 'requested') = (closed_at is null)
    and (state = 'requested') = (next_attempt_at is not null)
    and (state = 'made') = (provider_reference is not null)
    and (state = 'refused') = (failure_code is not null)
  )
);

create index refunds_authorization_id_idx on refunds (authorization_id);
create index refunds_auction_id_requested_at_idx on refunds (auction_id, requested_at);
create index refunds_due on refunds (next_attempt_at) where next_attempt_at is not null;

-- == Books: what is compared with the providers ==

-- How far a worker has compared the books with a provider's recent payments, and what the last comparison found.
create table reconciliations (
  provider payment_provider primary key,
  attempt integer not null default 0,
  is_under_way boolean not null default false,
  next_at timestamptz(3) not null default clock_timestamp(),
  began_at timestamptz(3),
  continues_after text,
  found jsonb not null default '{}',
  finished_at timestamptz(3),
  differences jsonb not null default '{}',
  failure text
);

-- When a payment provider's events last came, so that the checks notice that they do not.
create table provider_event_marks (
  provider payment_provider primary key,
  taken_at timestamptz(3),
  refused_at timestamptz(3),
  refused_reason text
);

-- == Webhooks ==

create type webhook_event_type as enum (
  'auction_created', 'auction_updated', 'auction_started', 'auction_completed', 'auction_cancelled', 'bid_placed',
  'first_bid_placed', 'capture_failed', 'payment_refunded', 'payment_disputed', 'bid_outbid', 'bid_won',
  'bid_lost', 'hold_at_risk', 'delivery_details_given', 'item_shipped', 'endpoint_disabled', 'api_key_issued',
  'seller_email_given', 'auction_extended', 'test'
);

create type webhook_disabled_reason as enum ('seller', 'gone', 'failing', 'operator');

-- An address of a seller's that wants to hear of events.
create table webhook_endpoints (
  endpoint_id uuid primary key default uuidv7(),
  seller_id uuid not null references sellers on update cascade on delete restrict,
  url text not null,
  description text,
  event_types webhook_event_type[] not null,
  secret text not null,
  previous_secret text,
  previous_secret_expires_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(),
  failing_since timestamptz(3),
  disabled_at timestamptz(3),
  disabled_reason webhook_disabled_reason,
  deleted_at timestamptz(3),
  constraint webhook_endpoints_hears_something check (cardinality(event_types) > 0),
  constraint webhook_endpoints_disabled_for_a_reason check ((disabled_at is null) = (disabled_reason is null)),
  constraint webhook_endpoints_previous_secret_ends check ((previous_secret is null) = (previous_secret_expires_at is null))
);

create index webhook_endpoints_seller_id_created_at_endpoint_id_idx on webhook_endpoints (seller_id, created_at, endpoint_id);
create index webhook_endpoints_deleted on webhook_endpoints (endpoint_id) where deleted_at is not null;

-- The outbox and the feed: what happened, written in the transaction in which it happened, kept for `EVENT_RETENTION_DAYS`.
create table webhook_events (
  event_id uuid primary key default uuidv7(),
  seller_id uuid not null,
  event_type webhook_event_type not null,
  auction_id uuid,
  bid_id uuid,
  snapshot jsonb not null,
  sequence integer,
  request_id uuid,
  traceparent text,
  created_at timestamptz(3) not null default clock_timestamp(),
  transaction_id bigint not null default pg_current_xact_id()::text::bigint,
  follow_up_at timestamptz(3) default clock_timestamp()
);

create index webhook_events_seller_id_transaction_id_event_id_idx on webhook_events (seller_id, transaction_id, event_id);
create index webhook_events_of_bid on webhook_events (bid_id) where bid_id is not null;
create index webhook_events_of_auction on webhook_events (auction_id) where bid_id is null and auction_id is not null;
create index webhook_events_to_follow_up on webhook_events (follow_up_at) where follow_up_at is not null;

-- An event about an auction has the next number of its changes. A change of an open auction holds the row of the auction, and then this one.
create function number_event() returns trigger language plpgsql as $$
begin
  update bid_counts set change_count = change_count + 1 where auction_id = new.auction_id
  returning change_count into new.sequence;
  return new;
end
$$;

-- Events that follow from others have the number of those, which their statement writes: to take one would lock the auctions of many sellers
-- in one transaction.
create trigger number_event before insert on webhook_events for each row
  when (new.sequence is null and new.auction_id is not null
    and new.event_type::text not in ('first_bid_placed', 'bid_outbid', 'bid_won', 'bid_lost'))
  execute function number_event();

create type webhook_delivery_state as enum ('pending', 'delivered', 'failed');

-- An event on its way to one endpoint.
create table webhook_deliveries (
  delivery_id uuid primary key default uuidv7(),
  event_id uuid not null references webhook_events on update cascade on delete cascade,
  endpoint_id uuid not null references webhook_endpoints on update cascade on delete cascade,
  state webhook_delivery_state not null default 'pending',
  attempt integer not null default 0,
  next_attempt_at timestamptz(3) default clock_timestamp(),
  is_under_way boolean not null default false,
  created_at timestamptz(3) not null default clock_timestamp(),
  tried_since timestamptz(3) not null default clock_timestamp(),
  closed_at timestamptz(3),
  constraint webhook_deliveries_closed_when_done check ((state = 'pending') = (closed_at is null)),
  constraint webhook_deliveries_pending_is_looked_at check ((state = 'pending') = (next_attempt_at is not null))
);

create index webhook_deliveries_endpoint_id_created_at_delivery_id_idx on webhook_deliveries (endpoint_id, created_at desc, delivery_id desc);
create index webhook_deliveries_unfinished on webhook_deliveries (next_attempt_at) where next_attempt_at is not null;
create unique index webhook_deliveries_event_id_endpoint_id_key on webhook_deliveries (event_id, endpoint_id);
create index webhook_deliveries_unfinished_of_endpoint on webhook_deliveries (endpoint_id, next_attempt_at)
  where next_attempt_at is not null;
create index webhook_deliveries_under_way on webhook_deliveries (endpoint_id) where is_under_way;
create index webhook_deliveries_of_state on webhook_deliveries (endpoint_id, state, created_at desc, delivery_id desc);

-- One request to an endpoint and what came back; written after it, so a dead process leaves none.
create table webhook_attempts (
  delivery_id uuid not null references webhook_deliveries on update cascade on delete cascade,
  attempt integer not null,
  requested_at timestamptz(3) not null,
  duration_ms integer not null,
  url text not null,
  request_headers jsonb not null,
  status smallint,
  response_body text,
  error text,
  primary key (delivery_id, attempt)
);

-- == Messages ==

create type message_state as enum ('pending', 'sent', 'dropped', 'failed');

-- An e-mail about an event to its bidder or its seller. The text is made when it is sent.
create table messages (
  event_id uuid primary key references webhook_events on update cascade on delete cascade,
  seller_id uuid not null,
  address text not null,
  is_to_seller boolean not null,
  state message_state not null default 'pending',
  reason text,
  attempt integer not null default 0,
  copies integer not null default 0,
  next_attempt_at timestamptz(3) default clock_timestamp(),
  created_at timestamptz(3) not null default clock_timestamp(),
  closed_at timestamptz(3),
  constraint messages_pending_is_due check ((state = 'pending') = (next_attempt_at is not null) and (state = 'pending') = (closed_at is null))
);

create index messages_unfinished on messages (next_attempt_at) where next_attempt_at is not null;
create index messages_seller_id_address_event_id_idx on messages (seller_id, address, event_id);
create index messages_seller_id_event_id_idx on messages (seller_id, event_id desc);

-- What may be sent to an address in the name of a seller.
create table mail_addresses (
  seller_id uuid not null references sellers on update cascade on delete restrict,
  address text not null,
  confirmed_at timestamptz(3),
  unsubscribed_at timestamptz(3),
  bounced_at timestamptz(3),
  primary key (seller_id, address)
);

create index mail_addresses_address_idx on mail_addresses (address);

-- The key that signs the links of messages: one row. It outlives changes of `SECRETS_KEY`, which seals it.
create table link_keys (
  link_key_id uuid primary key default gen_random_uuid(),
  is_only boolean not null default true,
  secret text not null,
  created_at timestamptz(3) not null default current_timestamp,
  constraint link_keys_is_only check (is_only)
);

create unique index link_keys_is_only_key on link_keys (is_only);

-- == Operations ==

-- Each migration that takes away what an earlier version reads adds a row: only this version and newer ones can read the database.
create table oldest_readers (
  version text primary key,
  recorded_at timestamptz(3) not null default clock_timestamp()
);

-- One row: when the last backup of the database was complete.
create table backup_marks (
  mark_id integer primary key default 1,
  made_at timestamptz(3) not null default clock_timestamp()
);

-- One row: the probe that makes, reads and cancels an auction of its own each hour.
create table probe_marks (
  mark_id integer primary key default 1,
  succeeded_at timestamptz(3) not null default clock_timestamp(),
  tried_at timestamptz(3) not null default clock_timestamp(),
  result text
);

-- The processes of all hosts, each with its version, and when each was last seen alive. A process that stops deletes its row.
create table process_marks (
  process_id uuid primary key,
  role text not null,
  version text not null,
  started_at timestamptz(3) not null default clock_timestamp(),
  seen_at timestamptz(3) not null default clock_timestamp()
);

-- == The simulated payment provider ==

create type simulated_payment_status as enum ('opened', 'challenged', 'authorized', 'captured', 'released', 'expired', 'failed');

-- The simulated provider's books, from here to the end. They know nothing of ours: the one thing shared is the
-- reference. `card` is the name of a test card; a number or security code is never stored.
-- A payment changes its state once or twice, and no index has what changes: with room on its page, it writes no index entry.
create table simulated_payments (
  reference text primary key,
  account text not null,
  amount_in_cents integer not null,
  email text not null,
  renews text,
  status simulated_payment_status not null default 'opened',
  card text,
  challenge_id uuid,
  failure_code text,
  capture_before timestamptz(3),
  payee text,
  captured_in_cents integer,
  stumbles integer not null default 0,
  revision integer not null default 0,
  created_at timestamptz(3) not null default clock_timestamp(),
  constraint simulated_payments_amount_within_limits check (amount_in_cents between 1 and 99999999),
  constraint simulated_payments_held_until check (status not in ('authorized', 'captured', 'expired') or capture_before is not null),
  constraint simulated_payments_failure_has_reason check (status <> 'failed' or failure_code is not null)
) with (fillfactor = 50);

create unique index simulated_payments_challenge_id_key on simulated_payments (challenge_id);
create index simulated_payments_account_idx on simulated_payments (account);

create type simulated_effect as enum ('held', 'captured', 'released', 'lapsed');

-- Every movement of money, append-only: entries are deleted only with a payment of a former account.
create table simulated_ledger (
  entry_id bigserial primary key,
  reference text not null references simulated_payments on update cascade on delete restrict,
  effect simulated_effect not null,
  amount_in_cents integer not null,
  at timestamptz(3) not null
);

create index simulated_ledger_reference_entry_id_idx on simulated_ledger (reference, entry_id);

-- A ledger is added to and never rewritten. A provider deletes its test data: the entries of a payment go with it, once its account is a former one.
create function refuse_to_rewrite_ledger() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (
    select from simulated_payments p where p.reference = old.reference and starts_with(p.account, 'former:')
  ) then
    return old;
  end if;
  raise exception 'simulated_ledger is append-only';
end
$$;

create trigger simulated_ledger_append_only before update or delete on simulated_ledger
  for each row execute function refuse_to_rewrite_ledger();

-- What was answered under an idempotency key, and to which request.
create table simulated_answers (
  idempotency_key text primary key,
  request jsonb not null,
  answer jsonb not null,
  answered_at timestamptz(3) not null default clock_timestamp()
);

-- Finds the request that opened a payment, for the provider's list of payments.
create index simulated_answers_of_payment on simulated_answers ((answer->>'reference')) where request->>'authorizationId' is not null;
-- Finds answers that are past their retention. Those that opened a payment are kept as long as the payment.
create index simulated_answers_old on simulated_answers ((request->>'authorizationId'), answered_at)
  where request->>'authorizationId' is null;

-- How far an account's clock at the provider is ahead of PostgreSQL's, as in the test clocks of real providers.
create table simulated_clocks (
  account text primary key,
  offset_ms bigint not null
);

-- A refund, a dispute or a warning of fraud at the simulated provider.
create table simulated_reversals (
  reversal_reference text primary key,
  reference text not null references simulated_payments on update cascade on delete restrict,
  kind reversal_kind not null,
  state reversal_state not null,
  amount_in_cents integer not null,
  made_at timestamptz(3) not null default clock_timestamp(),
  refund_id uuid
);

create index simulated_reversals_reference_made_at_idx on simulated_reversals (reference, made_at);

-- A seller's account at the simulated provider.
create table simulated_accounts (
  account text primary key,
  idempotency_key text not null,
  is_onboarded boolean not null default false,
  link_expires_at timestamptz(3)
);

create unique index simulated_accounts_idempotency_key_key on simulated_accounts (idempotency_key);
