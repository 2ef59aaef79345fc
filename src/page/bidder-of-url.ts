import { bidderId as bidderIdInput } from '../bids/bid-input.ts';

/** Who bids here, as the seller has put it into the link. */
export interface BidderOfUrl {
  /** `null`: nobody was named; the bidder goes by the e-mail. */
  readonly bidderId: string | null;
  /** What is wrong with the name in the link; then nobody can bid through it. */
  readonly fault: string | null;
}

/** @param given each `bidderId` of the address, or of the form that was sent from it */
export function bidderOfUrl(given: readonly string[]): BidderOfUrl {
  const [bidderId] = given;
  if (bidderId === undefined) return { bidderId: null, fault: null };
  if (given.length > 1) return { bidderId: null, fault: 'It names a bidder twice.' };
  const checked = bidderIdInput.safeParse(bidderId);
  if (checked.success) return { bidderId, fault: null };
  return { bidderId: null, fault: 'The bidder that it names must have 1 to 200 printable characters.' };
}
