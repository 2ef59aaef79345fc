import type { PublicAuction } from '../bids/find-public-auction.ts';
import type { BidBounds } from './bid-bounds.ts';
import { type Phase, phaseOf } from './phase.ts';

/** What everybody who looks at an auction may know, as the script gets it. Nothing here tells who bids. */
export interface AuctionState {
  readonly phase: Phase;
  readonly title: string;
  readonly bidCount: number;
  readonly leadingInCents: number | null;
  readonly minimumInCents: number;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  /** The seller's clock when this was true: countdowns run on it, never on a device's. */
  readonly nowMs: number;
}

export function auctionState(auction: PublicAuction, { minimumInCents }: BidBounds): AuctionState {
  return {
    phase: phaseOf(auction),
    title: auction.title,
    bidCount: auction.bidCount,
    leadingInCents: auction.leadingValueInCents,
    minimumInCents,
    startsAtMs: auction.biddingPeriodStartsAt.getTime(),
    endsAtMs: auction.biddingPeriodEndsAt.getTime(),
    nowMs: auction.now.getTime(),
  };
}
