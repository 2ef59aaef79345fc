import { sellerNow } from '../db/seller-clock.ts';
import type { BidDeps } from '../bids/bid-deps.ts';

/**
 * Announces a test seller's auctions after its clock has jumped: those that have begun or ended since an instant of that
 * clock, and those whose countdown goes on.
 */
export async function announceTransitions({ db, live }: BidDeps, sellerId: string, since: Date): Promise<void> {
  const { rows } = await db.query<{ auctionId: string }>({
    name: 'find-moved-auctions',
    text: `
      select auction_id as "auctionId" from auctions
      where seller_id = $1 and ((bidding_period_starts_at > $2 and bidding_period_starts_at <= ${sellerNow})
        or bidding_period_ends_at > $2)`,
    values: [sellerId, since],
  });
  for (const { auctionId } of rows) live.announce(auctionId);
}
