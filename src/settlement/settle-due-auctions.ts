import type { BidDeps } from '../bids/bid-deps.ts';
import { findAuctionsToSettle } from './find-auctions-to-settle.ts';
import { settleAuction } from './settle-auction.ts';

const atOnce = 20;

/** Settles every auction that has ended and that nobody is at, whatever became of its alarm. */
export async function settleDueAuctions(deps: BidDeps): Promise<void> {
  for (;;) {
    const auctionIds = await findAuctionsToSettle(deps.db.pool, atOnce);
    const settled = await Promise.all(auctionIds.map((auctionId) => settle(deps, auctionId)));
    // Those that failed would be found again at once.
    if (auctionIds.length < atOnce || !settled.includes(true)) return;
  }
}

async function settle(deps: BidDeps, auctionId: string): Promise<boolean> {
  try {
    return (await settleAuction(deps, auctionId)) !== 'nothing_due';
  } catch (error) {
    deps.log.error({ err: error, auctionId }, 'an auction could not be settled; trying again');
    return false;
  }
}
