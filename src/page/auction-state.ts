import type { PublicAuction } from '../bids/find-public-auction.ts';
import type { BidBounds } from './bid-bounds.ts';
import { type Phase, phaseOf } from './phase.ts';
import { raiseChips } from './raise-chips.ts';

/** The public state of an auction, as the page's script reads it. It never names a bidder. */
export interface AuctionState {
  readonly phase: Phase;
  readonly title: string;
  readonly bidCount: number;
  readonly leadingInCents: number | null;
  /** The number of the bidder who leads, as the list of bids shows it. */
  readonly leadingBidder: number | null;
  readonly minimumInCents: number;
  /** Amounts that would take the lead: the form offers them. */
  readonly raisesInCents: readonly number[];
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  /** How far a test seller has advanced its clock: a jump of that clock is news of its own. */
  readonly clockOffsetMs: number;
  /** The seller's clock when this was true: countdowns run on it, never on a device's. */
  readonly nowMs: number;
}

export function auctionState(auction: PublicAuction, bounds: BidBounds): AuctionState {
  return {
    phase: phaseOf(auction),
    title: auction.title,
    bidCount: auction.bidCount,
    leadingInCents: auction.leadingValueInCents,
    leadingBidder: auction.leadingBidder,
    minimumInCents: bounds.minimumInCents,
    raisesInCents: raiseChips(auction, bounds),
    startsAtMs: auction.biddingPeriodStartsAt.getTime(),
    endsAtMs: auction.biddingPeriodEndsAt.getTime(),
    clockOffsetMs: auction.clockOffsetMs,
    nowMs: auction.now.getTime(),
  };
}
