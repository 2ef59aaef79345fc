import type { Connection } from '../../src/platform/db/database.ts';

export interface BidOptions {
  bidId?: string;
  bidderId?: string;
  bidValueInCents?: number;
  placedAt?: Date;
  isWinningBid?: boolean;
}

export interface InsertedBid {
  bidId: string;
  auctionId: string;
  bidderId: string;
  placedAt: Date;
  bidValueInCents: number;
  isWinningBid: boolean;
}

/** Writes a bid's row. */
export async function insertBid(
  db: Connection,
  { auctionId, sellerId }: { auctionId: string; sellerId: string },
  options: BidOptions = {},
): Promise<InsertedBid> {
  const { rows } = await db.query<InsertedBid>(
    // Under the lock, as the service writes it: the lines of a transcript follow one another.
    `with locked as materialized (select auction_id from auctions where auction_id = $1 for no key update)
     insert into bids (bid_id, auction_id, seller_id, bidder_id, bid_value_in_cents, placed_at, is_winning_bid)
     select coalesce($7, uuidv7()), auction_id, $2, $3, $4, coalesce($5, clock_timestamp()), $6 from locked
     returning bid_id as "bidId", auction_id as "auctionId", bidder_id as "bidderId", placed_at as "placedAt",
       bid_value_in_cents as "bidValueInCents", is_winning_bid as "isWinningBid"`,
    [
      auctionId,
      sellerId,
      options.bidderId ?? 'ada@example.com',
      options.bidValueInCents ?? 1_000,
      options.placedAt ?? null,
      options.isWinningBid ?? false,
      options.bidId ?? null,
    ],
  );
  return rows[0]!;
}
