import { heldForBids, highestOf } from './own-bid.ts';
import { providerRefusalOf } from '../../payments/providers/failure-code.ts';
import { type BidTerms, type Confirmation, neededConfirmations } from './check-bid-form.ts';
import { buyNowWithin } from './auction-state.ts';
import { phaseOf } from '../../auctions/phase.ts';
import type { BiddingVisit, AuctionVisit } from './visit.ts';

/** A bid whose amount and e-mail are right, before its card is asked. */
export interface CardStep {
  readonly terms: BidTerms;
  /** The questions that the bidder answers with yes by going on. */
  readonly needed: readonly Confirmation[];
  /** Held now for the bidder's lower bids. */
  readonly heldInCents: number;
  /** The bidder has placed the leading bid. */
  readonly isOwnLead: boolean;
  /** Stands for a card that was read already; `null`: the card is asked for. */
  readonly cardToken: string | null;
  /** Values that the card's fields are filled with, by name. */
  readonly typedCard?: Readonly<Record<string, string>>;
}

/** The bids of the person who sends these terms from this browser. */
export function bidsOfSender({ own, bidder }: BiddingVisit, { email }: BidTerms): BiddingVisit['own'] {
  const senderId = bidder.bidderId ?? email;
  return own.filter(({ bidderId }) => bidderId === senderId);
}

/** Returns the second step of the form for these terms, at which the card is asked for. */
export function cardStepOf(visit: BiddingVisit, terms: BidTerms): CardStep {
  const { auction } = visit;
  const own = bidsOfSender(visit, terms);
  const heldInCents = heldForBids(own);
  return {
    terms,
    needed: neededConfirmations(terms, { ...auction, heldInCents }),
    heldInCents,
    isOwnLead: own.some(({ bidId }) => bidId !== null && bidId === auction.leadingBidId),
    cardToken: null,
  };
}

/**
 * Returns the step at the card, with the amount as it was, after the card of this form was refused.
 *
 * @param token of the form whose outcome is shown
 * @returns `null`: it was not refused for its card, or the amount cannot be bid any more
 */
export function stepAfterDecline(visit: AuctionVisit, token: string): CardStep | null {
  const { auction, own, bounds, provider } = visit;
  const sent = own.find(({ submissionToken }) => submissionToken === token);
  if (sent === undefined || sent.bidId !== null || providerRefusalOf(sent.failureCode)?.asksForCard !== true)
    return null;
  if (provider === null || phaseOf(auction) !== 'open') return null;
  const { valueInCents, email, isPurchase } = sent;
  const terms = { valueInCents, email, isPurchase };
  if (isPurchase && buyNowWithin(auction, bounds) !== valueInCents) return null;
  if (valueInCents < bounds.minimumInCents || valueInCents > bounds.maximumInCents) return null;
  return valueInCents > highestOf(bidsOfSender(visit, terms)) ? cardStepOf(visit, terms) : null;
}
