import type { QueryConfig } from 'pg';
import { clockOffset } from '../db/seller-clock.ts';
import { isUuid } from '../core/uuid.ts';
import type { SellerMode } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import type { FailureCode } from '../payments/failure-code.ts';

/** Why the auction does not take a bid. Shown to the bidder, and kept with the authorization that is released for it. */
export type BidRefusalCode = Extract<
  FailureCode,
  'auction_not_open_yet' | 'auction_ended' | 'auction_cancelled' | 'below_minimum'
>;

/** What a bid is judged by. */
export interface AuctionForBid {
  readonly auctionId: string;
  readonly sellerId: string;
  readonly mode: SellerMode;
  readonly minimumBidValueInCents: number;
  readonly judgedAt: Date;
  readonly begun: boolean;
  readonly ended: boolean;
  readonly cancelled: boolean;
  readonly attempted: boolean;
}

// One instant for the whole judgement, and the one at which an accepted bid is placed: a second look at the clock could
// place it after an end that it was judged to be before. Cut to the millisecond, as it is stored: rounding could, too.
export const auctionForBid = `
  select a.auction_id as "auctionId", a.seller_id as "sellerId", sellers.mode,
    a.minimum_bid_value_in_cents as "minimumBidValueInCents",
    clock.now as "judgedAt",
    a.bidding_period_starts_at <= clock.now as begun,
    a.bidding_period_ends_at <= clock.now or a.status = 'completed' or a.capture_requested_at is not null as ended,
    a.cancelled_at is not null as cancelled,
    a.first_bid_attempt_at is not null as attempted
  from auctions a join sellers using (seller_id),
    lateral (select date_trunc('milliseconds', clock_timestamp() + ${clockOffset}) as now) clock
  where a.auction_id = $1`;

/** The auction as it stands, without holding it: good enough to refuse early, not to accept. `null`: there is none. */
export async function readAuctionForBid(connection: Connection, auctionId: string): Promise<AuctionForBid | null> {
  if (!isUuid(auctionId)) return null;
  const { rows } = await connection.query<AuctionForBid>({
    name: 'auction-for-bid',
    text: auctionForBid,
    values: [auctionId],
  });
  return rows[0] ?? null;
}

/** Takes the auction's row lock. What reads the auction has to be another statement: it begins once the lock is held. */
export function lockingAuction(auctionId: string): QueryConfig {
  return {
    name: 'lock-auction',
    text: 'select from auctions where auction_id = $1 for no key update',
    values: [auctionId],
  };
}

/** Takes the auction's row lock, then reads it: the clock is asked once the lock is held, so nothing can end in between. */
export async function lockAuctionForBid(tx: Connection, auctionId: string): Promise<AuctionForBid> {
  await tx.query(lockingAuction(auctionId));
  const auction = await readAuctionForBid(tx, auctionId);
  if (auction === null) throw new Error(`Auction ${auctionId} has vanished.`);
  return auction;
}

/**
 * Does the auction take this bid? It does in `[start, end)`, at or above the minimum; a bid need not lead.
 *
 * @returns `null` when it does
 */
export function judgeBid(auction: AuctionForBid, valueInCents: number): BidRefusalCode | null {
  if (auction.cancelled) return 'auction_cancelled';
  if (auction.ended) return 'auction_ended';
  if (!auction.begun) return 'auction_not_open_yet';
  return valueInCents < auction.minimumBidValueInCents ? 'below_minimum' : null;
}

/**
 * The same of a row of `auctionForBid`, as SQL: whether it takes the bid.
 *
 * @param valueInCents as SQL
 */
export function takesBid(valueInCents: string): string {
  return `not cancelled and not ended and begun and ${valueInCents} >= "minimumBidValueInCents"`;
}
