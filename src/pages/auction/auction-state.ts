import type { AuctionOfBid, PublicAuction } from './find-public-auction.ts';
import type { Gateway } from '../../payments/providers/gateway.ts';
import { phaseOf } from '../../auctions/phase.ts';
import { writeHead } from '#verify-transcript';

export type AuctionState = ReturnType<typeof auctionState>;

/** Returns the public state of an auction, as the page's script reads it. It never names a bidder. */
export function auctionState(auction: PublicAuction, bounds: BidBounds) {
  return {
    phase: phaseOf(auction),
    title: auction.title,
    bidCount: auction.bidCount,
    head: auction.head && writeHead(auction.head),
    leadingInCents: auction.leadingValueInCents,
    /** The number of the bidder who leads, as the list of bids shows it. */
    leadingBidder: auction.leadingBidder,
    minimumInCents: bounds.minimumInCents,
    /** Amounts that would take the lead: the form offers them. */
    raisesInCents: raiseChips(auction, bounds),
    startsAtMs: auction.biddingPeriodStartsAt.getTime(),
    endsAtMs: auction.biddingPeriodEndsAt.getTime(),
    /** How far a test seller has advanced its clock: a jump of that clock is news of its own. */
    clockOffsetMs: auction.clockOffsetMs,
    /** The seller's clock when this was true: countdowns run on it, never on a device's. */
    nowMs: auction.now.getTime(),
  };
}

/** Returns the milliseconds until the auction begins or ends. */
export function msUntilTransition({ phase, startsAtMs, endsAtMs, nowMs }: AuctionState): number {
  if (phase === 'upcoming') return startsAtMs - nowMs;
  return phase === 'open' ? endsAtMs - nowMs : Infinity;
}

// Whole steps that a person would choose, in cents.
const steps = [100, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000];

/**
 * @returns three amounts that would take the lead, in cents: by about 5, 10 and 20 percent, in round steps. With a minimum step, no two of
 *   them are closer. The first bid may be the minimum
 */
export function raiseChips(
  { leadingValueInCents, hasBidSteps }: Pick<PublicAuction, 'leadingValueInCents' | 'hasBidSteps'>,
  { minimumInCents, maximumInCents }: BidBounds,
): number[] {
  const base = Math.max(leadingValueInCents ?? 0, minimumInCents);
  const minimumStep = hasBidSteps && leadingValueInCents !== null ? minimumInCents - leadingValueInCents : 0;
  const step = Math.max(steps.findLast((cents) => cents <= base / 20) ?? steps[0]!, minimumStep);
  const begun = Math.floor(base / step) * step;
  const raises = [1, 2, 4].map((times) => begun + times * step);
  const isFirst = leadingValueInCents === null || leadingValueInCents < minimumInCents;
  return (isFirst ? [minimumInCents, ...raises.slice(1)] : raises).filter((cents) => cents <= maximumInCents);
}

/** The lowest and highest bid, in whole cents. The lowest is what the auction accepts next or the payment provider's floor, whichever is higher. */
export interface BidBounds {
  readonly minimumInCents: number;
  readonly maximumInCents: number;
}

/** Returns the price for which the item can be bought at once and which can be held on a card; `null`: there is none. */
export function buyNowWithin(
  { buyNowInCents: price }: AuctionOfBid,
  { minimumInCents, maximumInCents }: BidBounds,
): number | null {
  return price !== null && minimumInCents <= price && price <= maximumInCents ? price : null;
}

/** @param gateway `null` where the auction cannot take bids at all */
export function bidBounds(auction: AuctionOfBid, gateway: Gateway | null): BidBounds {
  return {
    minimumInCents: Math.max(auction.nextBidInCents, gateway?.minimumInCents ?? 0),
    maximumInCents: gateway?.maximumInCents ?? 0,
  };
}
