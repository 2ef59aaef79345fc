import { issueKey } from '../src/platform/auth/change-keys.ts';
import type { PooledDatabase } from '../src/platform/db/database.ts';

export interface SeededSale {
  /** The seller of these auctions. */
  readonly key: string;
  readonly auctionIds: readonly string[];
}

const sellers = 20;

/**
 * Ongoing auctions, each with bids whose money the simulated provider holds; both sides' books agree. The highest bid is
 * now the first, now a later one.
 */
export async function seedAuctionsWithBids(
  db: PooledDatabase,
  { auctions, bidsEach }: { auctions: number; bidsEach: number },
): Promise<SeededSale> {
  const keys = await Promise.all(
    Array.from({ length: sellers }, (_, index) =>
      issueKey(db, {
        seller: `Seller ${index}`,
        mode: 'test',
        scopes: ['auctions:read', 'bids:read'],
        expiresAt: null,
      }),
    ),
  );
  const { rows } = await db.query<{ auctionId: string; sellerId: string }>(auctionsWithBids, [
    keys.map(({ sellerId }) => sellerId),
    auctions,
    bidsEach,
  ]);
  // Not the empty tables: plans made for those stay while they fill.
  await db.query('vacuum analyze sellers, api_keys, auctions, bids, authorizations, simulated_payments');
  const [{ key, sellerId }] = keys as [(typeof keys)[number]];
  return { key, auctionIds: rows.filter((row) => row.sellerId === sellerId).map(({ auctionId }) => auctionId) };
}

/** `$2` auctions of the sellers `$1` with `$3` bids each, in one statement, so that all is there or nothing. */
const auctionsWithBids = `
with planned as materialized (
  select n, ($1::uuid[])[1 + n % cardinality($1::uuid[])] as seller_id, uuidv7() as auction_id,
    clock_timestamp() - interval '1 day' as starts_at
  from generate_series(1, $2::int) n
), auction as (
  insert into auctions (
    auction_id, seller_id, created_at, bidding_period_starts_at, bidding_period_ends_at, type, title,
    minimum_bid_value_in_cents, status)
  select auction_id, seller_id, starts_at - interval '1 hour', starts_at, starts_at + interval '2 days', 'asynchronous',
    'Lot ' || n, 500, 'ongoing'
  from planned
  returning auction_id, seller_id
), offered as materialized (
  select planned.*, uuidv7() as bid_id, uuidv7() as authorization_id, 'pay_' || md5(auction_id || '-' || k) as reference,
    'bidder-' || k || '@example.com' as email, 1000 + 100 * ((n + k) % $3::int) as value,
    starts_at + k * interval '1 second' as placed_at, clock_timestamp() + interval '6 days' as capture_before
  from planned, generate_series(1, $3::int) k
), bid as (
  insert into bids (bid_id, auction_id, seller_id, bidder_id, bid_value_in_cents, placed_at)
  select bid_id, auction_id, seller_id, email, value, placed_at from offered
), hold as (
  insert into authorizations (
    authorization_id, auction_id, seller_id, bid_id, bidder_id, email, value_in_cents, provider, provider_reference, state,
    capture_before, submission_token, browser_id, created_at, authorized_at)
  select authorization_id, auction_id, seller_id, bid_id, email, email, value, 'simulated', reference, 'authorized',
    capture_before, authorization_id::text, gen_random_uuid(), placed_at, placed_at
  from offered
), payment as (
  insert into simulated_payments (reference, account, amount_in_cents, email, status, card, capture_before, created_at)
  select reference, seller_id::text, value, email, 'authorized', 'visa', capture_before, placed_at from offered
)
select auction_id as "auctionId", seller_id as "sellerId" from auction`;
