import type { OwnBid } from './own-bid.ts';
import type { PublicAuction } from './find-public-auction.ts';
import { bidStateOf, isHeld, isReleasing, standingBid } from '../../auctions/bids/bid-state.ts';
import { wordsOfBid } from '../../auctions/bids/bid-words.ts';
import type { Locale } from './locale.ts';
import { phaseOf } from '../../auctions/phase.ts';

/** A bid, and what is said about it. */
export type BidStatus = ReturnType<typeof wordsOfBid> & { readonly bid: OwnBid };

/** Sums up what is held for placed bids, in cents. */
export function heldInCents(own: readonly OwnBid[], auction: PublicAuction): number {
  return own.filter((bid) => isHeld(bidStateOf(bid, auction))).reduce((sum, { valueInCents }) => sum + valueInCents, 0);
}

/** Whether the page asks again how a bid stands: nobody announces that a bank has answered, or that a hold was released. */
export function isUndecided(bid: OwnBid, auction: PublicAuction): boolean {
  return ['checking', 'charging'].includes(bidStateOf(bid, auction)) || isReleasing(bid, phaseOf(auction));
}

/**
 * Says whether the bidder of this browser is winning. The first label stands in the title of the tab, too.
 *
 * @param own the bids of the browser. Two people may have used it: the status is for the one who bid last
 * @returns the bid that waits for the bidder or for her bank, and the placed bid that stands best
 */
export function bidStatusOf(locale: Locale, own: readonly OwnBid[], auction: PublicAuction): BidStatus[] {
  const ofLast = own.filter(({ bidderId }) => bidderId === own[0]!.bidderId);
  const waiting = (['challenged', 'checking'] as const).flatMap((state) =>
    ofLast.filter((bid) => bidStateOf(bid, auction) === state),
  );
  return [waiting[0], standingBid(ofLast, auction)].flatMap((bid) =>
    bid == null ? [] : { bid, ...wordsOfBid(locale, bid, auction) },
  );
}
