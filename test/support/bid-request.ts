import { randomUUID } from 'node:crypto';
import type { BidRequest } from '../../src/auctions/bids/begin-bid.ts';

/** The bid of a new bidder: 50 dollars, on a card that holds them. */
export function bidRequest(auctionId: string, facts: Partial<BidRequest> = {}): BidRequest {
  const bidderId = facts.bidderId ?? `${randomUUID()}@example.com`;
  return {
    auctionId,
    bidderId,
    email: bidderId,
    valueInCents: 5_000,
    submissionToken: randomUUID(),
    cardToken: 'simulated_card_visa',
    returnUrl: 'http://localhost/',
    ...facts,
  };
}
