import { clockOffset } from '../db/seller-clock.ts';
import type { Connection } from '../db/database.ts';
import { settlementDuration } from '../metrics/metrics.ts';
import { beginReleases } from '../payments/begin-releases.ts';
import { recordAuctionEvents } from '../webhooks/record-auction-events.ts';

/**
 * Completes an auction for good: records the winner, if any, and the result together, and marks every other authorization
 * for release. The worker then releases them. The caller holds the auction's row lock.
 *
 * @param winningBidId the bid whose funds are captured; `null`: unsold
 */
export async function completeAuction(tx: Connection, auctionId: string, winningBidId: string | null): Promise<void> {
  if (winningBidId !== null) {
    await tx.query(`update bids set is_winning_bid = true where bid_id = $1 and auction_id = $2`, [
      winningBidId,
      auctionId,
    ]);
  }
  const outcome = winningBidId === null ? 'UNSOLD' : 'SOLD';
  const { rows } = await tx.query<{ seconds: number }>(
    `with moved as (
       update auctions set status = 'completed', outcome = $2, completed_at = clock_timestamp() + ${clockOffset}
       from sellers
       where auction_id = $1 and sellers.seller_id = auctions.seller_id and status <> 'completed'
       returning old.status as was, new.*
     ), ${recordAuctionEvents('moved')}
     select extract(epoch from completed_at - bidding_period_ends_at)::float8 as seconds from moved`,
    [auctionId, outcome],
  );
  if (rows[0] === undefined) throw new Error(`Auction ${auctionId} was completed while it was held.`);
  await beginReleases(tx, auctionId, { bidId: winningBidId });
  settlementDuration.observe({ outcome }, rows[0].seconds);
}
