import { sellerNow } from '../db/seller-clock.ts';
import { auctionColumns, type AuctionRow } from '../auctions/auction-row.ts';
import { isUuid } from '../core/uuid.ts';
import type { SellerMode } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { bidRank } from './bid-order.ts';
import { isBacked } from './is-backed.ts';

/** An auction as the public may see it: the values of its bids, and nothing about its bidders. */
export interface PublicAuction extends AuctionRow {
  readonly mode: SellerMode;
  readonly sellerName: string;
  /** The seller's instant at which the auction was read. */
  readonly now: Date;
  /** The time by which a test seller has advanced its clock. */
  readonly clockOffsetMs: number;
  readonly bidCount: number;
  readonly leadingBidId: string | null;
  readonly leadingValueInCents: number | null;
  /** The value of the winning bid. */
  readonly winningValueInCents: number | null;
}

/**
 * Finds the auction for the public page.
 *
 * @returns `null`: there is no such auction
 */
export async function findPublicAuction(connection: Connection, auctionId: string): Promise<PublicAuction | null> {
  if (!isUuid(auctionId)) return null;
  const seller = await connection.query<{ sellerId: string }>({
    name: 'find-seller-of-auction',
    text: 'select seller_id as "sellerId" from auctions where auction_id = $1',
    values: [auctionId],
  });
  if (seller.rows[0] === undefined) return null;
  const { rows } = await connection.query<PublicAuction>({
    name: 'find-public-auction',
    text: `
      select ${auctionColumns(sellerNow)}, ${sellerNow} as now,
        (select mode from sellers where sellers.seller_id = $1) as mode,
        (select clock_offset_ms::float8 from sellers where sellers.seller_id = $1) as "clockOffsetMs",
        (select name from sellers where sellers.seller_id = $1) as "sellerName",
        (select count(*)::int from bids where bids.auction_id = $2) as "bidCount",
        (select bid_value_in_cents from bids where bids.auction_id = $2 and is_winning_bid) as "winningValueInCents",
        lead.bid as "leadingBidId", lead.value as "leadingValueInCents"
      from auctions left join lateral (
        select bid_id as bid, bid_value_in_cents as value from bids where bids.auction_id = $2 and ${isBacked}
        order by ${bidRank} limit 1
      ) lead on true
      where auction_id = $2`,
    values: [seller.rows[0].sellerId, auctionId],
  });
  return rows[0] ?? null;
}
