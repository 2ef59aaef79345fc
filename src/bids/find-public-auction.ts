import { sellerNow } from '../db/seller-clock.ts';
import { auctionColumns, type AuctionRow } from '../auctions/auction-row.ts';
import { isUuid } from '../core/uuid.ts';
import type { SellerMode } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';

/** An auction as anybody may see it: how its bids stand, and nothing of who placed them. */
export interface PublicAuction extends AuctionRow {
  readonly mode: SellerMode;
  /** The instant at the seller at which all of this was true. */
  readonly now: Date;
  readonly bidCount: number;
  readonly leadingBidId: string | null;
  readonly leadingValueInCents: number | null;
  /** What it was sold for. */
  readonly winningValueInCents: number | null;
}

/** @returns `null`: there is no such auction */
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
      select ${auctionColumns}, ${sellerNow} as now,
        (select mode from sellers where sellers.seller_id = $1) as mode,
        (select count(*)::int from bids where bids.auction_id = $2) as "bidCount",
        (select bid_value_in_cents from bids where bids.auction_id = $2 and is_winning_bid) as "winningValueInCents",
        lead.bid as "leadingBidId", lead.value as "leadingValueInCents"
      from auctions left join lateral (
        select bid_id as bid, bid_value_in_cents as value from bids where bids.auction_id = $2
        order by bid_value_in_cents desc, placed_at, bid_id limit 1
      ) lead on true
      where auction_id = $2`,
    values: [seller.rows[0].sellerId, auctionId],
  });
  return rows[0] ?? null;
}
