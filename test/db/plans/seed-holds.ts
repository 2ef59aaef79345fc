import type { Connection } from '../../../src/platform/db/database.ts';

/**
 * Gives an auction bids with holds, payments at the simulated provider, events and messages. Each person has two bids: the first one is
 * raised, so its hold is released.
 */
export async function seedHolds(db: Connection, auctionId: string, { persons }: { persons: number }): Promise<void> {
  await db.query(seeding, [auctionId, persons]);
}

const seeding = `
with offered as materialized (
  select auctions.auction_id, auctions.seller_id, uuidv7() as bid_id, uuidv7() as authorization_id, uuidv7() as event_id,
    'bidder-' || person || '@example.com' as email, 1000 + person + $2::int * (k - 1) as value, person as number, k = 2 as is_open,
    bidding_period_starts_at + (person + $2::int * (k - 1)) * interval '1 millisecond' as placed_at,
    md5('browser' || person || auctions.auction_id)::uuid as browser_id
  from auctions, generate_series(1, 2) k, generate_series(1, $2::int) person where auction_id = $1
), bid as (
  insert into bids (bid_id, authorization_id, auction_id, seller_id, bidder_id, bid_value_in_cents, placed_at, bidder_number)
  select bid_id, authorization_id, auction_id, seller_id, email, value, placed_at, number from offered
), hold as (
  insert into authorizations (
    authorization_id, auction_id, seller_id, bid_id, bidder_id, email, value_in_cents, provider, provider_reference, state,
    capture_before, submission_token, browser_id, created_at, authorized_at, closed_at, failure_code)
  select authorization_id, auction_id, seller_id, bid_id, email, email, value, 'simulated', authorization_id::text,
    case when is_open then 'authorized' else 'released' end::authorization_state, clock_timestamp() + interval '6 days',
    authorization_id::text, browser_id, placed_at, placed_at, case when not is_open then placed_at end, case when not is_open then 'raised' end
  from offered
), payment as (
  insert into simulated_payments (reference, account, amount_in_cents, email, status, card, capture_before, created_at)
  select authorization_id::text, seller_id::text, value, email, case when is_open then 'authorized' else 'released' end::simulated_payment_status,
    'visa', clock_timestamp() + interval '6 days', placed_at from offered
), event as (
  insert into webhook_events (event_id, seller_id, event_type, auction_id, bid_id, snapshot, created_at, follow_up_at)
  select event_id, seller_id, 'bid_placed', auction_id, bid_id, '{}', placed_at, null from offered
)
insert into messages (event_id, seller_id, address, is_to_seller, state, next_attempt_at, created_at, closed_at)
select event_id, seller_id, email, false, 'sent', null, placed_at, placed_at from offered`;
