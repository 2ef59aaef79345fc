import type { Connection } from '../db/database.ts';

/** A bid without its bidder. */
export interface BidValue {
  readonly valueInCents: number;
  readonly placedAt: Date;
}

/**
 * Finds the latest bids of an auction, without their bidders.
 *
 * @returns at most `limit`, newest first
 */
export async function findBidValues(connection: Connection, auctionId: string, limit: number): Promise<BidValue[]> {
  const { rows } = await connection.query<BidValue>({
    name: 'find-bid-values',
    text: `
      select bid_value_in_cents as "valueInCents", placed_at as "placedAt" from bids
      where auction_id = $1 order by placed_at desc, bid_id desc limit $2`,
    values: [auctionId, limit],
  });
  return rows;
}
