import type { PublicAuction } from '../bids/find-public-auction.ts';
import type { Gateway } from '../payments/gateway.ts';

/** The lowest and highest bid, in whole cents. The lowest is the auction's minimum or the payment provider's floor, whichever is higher. */
export interface BidBounds {
  readonly minimumInCents: number;
  readonly maximumInCents: number;
}

/** @param gateway `null` where the auction cannot take bids at all */
export function bidBounds(auction: PublicAuction, gateway: Gateway | null): BidBounds {
  return {
    minimumInCents: Math.max(auction.minimumBidValueInCents, gateway?.minimumInCents ?? 0),
    maximumInCents: gateway?.maximumInCents ?? 0,
  };
}
