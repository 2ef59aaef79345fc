import { sellerNow } from '../db/seller-clock.ts';
import type { BidDeps } from '../bids/bid-deps.ts';

/** Tells whoever shows a seller's auctions of those that have begun or ended since an instant of the seller's clock. */
export async function announceTurned({ db, live }: BidDeps, sellerId: string, since: Date): Promise<void> {
  const { rows } = await db.pool.query<{ auctionId: string }>({
    name: 'find-turned-auctions',
    text: `
      select auction_id as "auctionId" from auctions
      where seller_id = $1 and ((bidding_period_starts_at > $2 and bidding_period_starts_at <= ${sellerNow})
        or (bidding_period_ends_at > $2 and bidding_period_ends_at <= ${sellerNow}))`,
    values: [sellerId, since],
  });
  for (const { auctionId } of rows) live.announce(auctionId);
}
