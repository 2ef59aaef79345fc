import type { BidDeps } from '../bids/bid-deps.ts';
import { findAuctionsToSettle } from './find-auctions-to-settle.ts';
import { settleAuction } from './settle-auction.ts';
import { makeSteps, type SettlementSteps } from './settlement-steps.ts';

const maxAtOnce = 50;

/**
 * Settles every auction that has ended and has no capture under way, and waits for all of them. The worker does the same
 * without waiting.
 *
 * @param sellerId only auctions of this seller; `null`: of all
 */
export async function settleDueAuctions(deps: BidDeps, sellerId: string | null = null): Promise<void> {
  const steps = makeSteps(deps);
  for (;;) {
    const auctionIds = await findAuctionsToSettle(deps.db, maxAtOnce, sellerId);
    const settled = await Promise.all(auctionIds.map((auctionId) => trySettling(deps, auctionId, steps)));
    // Auctions that failed would be found again at once.
    if (auctionIds.length < maxAtOnce || !settled.includes(true)) return;
  }
}

/**
 * Settles an auction.
 *
 * @returns true if there was something to settle; a failure is logged, and a later pass tries again
 */
export async function trySettling(deps: BidDeps, auctionId: string, steps: SettlementSteps): Promise<boolean> {
  try {
    return (await settleAuction(deps, auctionId, steps)) !== 'nothing_due';
  } catch (error) {
    deps.log.error({ err: error, auctionId }, 'An auction could not be settled; retrying.');
    return false;
  }
}
