import type { OwnBid } from '../bids/find-own-bids.ts';
import type { PublicAuction } from '../bids/find-public-auction.ts';
import { type BidState, bidStateOf } from './bid-state.ts';
import { phaseOf } from './phase.ts';
import { showDollars } from './show-dollars.ts';

/** Whether the bidder of this browser is winning, in a few words. */
export interface BidStatus {
  /** For the tab's title. */
  readonly label: string;
  readonly detail: string;
  readonly tone: 'good' | 'plain' | 'warn' | 'bad';
}

// The card holds the amount of a bid in one of these states.
const heldStates: readonly BidState[] = ['leading', 'raised', 'tied', 'outbid', 'charging'];

/** Sums up the holds of this browser's placed bids, in cents. */
export function heldInCents(own: readonly OwnBid[], auction: PublicAuction): number {
  return own
    .filter((bid) => heldStates.includes(bidStateOf(bid, own, auction)))
    .reduce((sum, { valueInCents }) => sum + valueInCents, 0);
}

/** @returns `null`: this browser has no bid here */
export function bidStatusOf(own: readonly OwnBid[], auction: PublicAuction): BidStatus | null {
  const waiting = waitingStatus(own, auction);
  const placed = placedStatus(own, auction);
  if (waiting === null || placed === null) return waiting ?? placed;
  return { ...waiting, detail: `${waiting.detail} ${placed.label}.` };
}

function waitingStatus(own: readonly OwnBid[], auction: PublicAuction): BidStatus | null {
  const inState = (state: BidState) => own.find((bid) => bidStateOf(bid, own, auction) === state);
  const challenged = inState('challenged');
  if (challenged !== undefined && phaseOf(auction) === 'open') {
    const detail = `Your bank wants you to confirm your bid of ${showDollars(challenged.valueInCents)}.`;
    return { label: 'Waiting for you', detail, tone: 'warn' };
  }
  const checking = inState('checking');
  if (checking === undefined) return null;
  const detail = `Your bid of ${showDollars(checking.valueInCents)} is being checked. You need not bid again.`;
  return { label: 'Waiting for your bank', detail, tone: 'warn' };
}

function placedStatus(own: readonly OwnBid[], auction: PublicAuction): BidStatus | null {
  const placed = own.filter(({ bidId }) => bidId !== null);
  const states = new Set(placed.map((bid) => bidStateOf(bid, own, auction)));
  if (placed.length === 0) return null;
  switch (phaseOf(auction)) {
    case 'upcoming':
      return null;
    case 'open':
      return openStatus(own, auction, states);
    case 'closing':
      return states.has('leading') || states.has('charging')
        ? { label: 'Highest bid', detail: 'Your bid is the highest. Your card is charged next.', tone: 'good' }
        : { label: 'Not the highest', detail: 'Your bid is a backup until the result is known.', tone: 'warn' };
    case 'sold':
      if (states.has('won')) {
        const value = placed.find(({ isWinningBid }) => isWinningBid)!.valueInCents;
        return { label: 'Won', detail: `${showDollars(value)} was charged to your card.`, tone: 'good' };
      }
      return states.has('not_charged')
        ? { label: 'Not won', detail: 'Your card could not be charged.', tone: 'bad' }
        : { label: 'Not won', detail: 'Another bid has won. You were not charged.', tone: 'plain' };
    case 'unsold':
      return { label: 'Not sold', detail: 'Nobody has won. You were not charged.', tone: 'plain' };
    case 'cancelled':
      return {
        label: 'Cancelled',
        detail: 'The seller has cancelled the auction. You were not charged.',
        tone: 'plain',
      };
  }
}

function openStatus(own: readonly OwnBid[], auction: PublicAuction, states: ReadonlySet<BidState>): BidStatus {
  const leading = auction.leadingValueInCents ?? 0;
  const held = `Held on your card: ${showDollars(heldInCents(own, auction))} in all.`;
  if (states.has('leading')) return { label: 'You lead', detail: held, tone: 'good' };
  if (states.has('tied')) {
    return { label: 'Equal, but later', detail: `The leading bid was earlier. ${held}`, tone: 'warn' };
  }
  const highest = own
    .filter((bid) => bidStateOf(bid, own, auction) === 'outbid')
    .reduce((best, { valueInCents }) => Math.max(best, valueInCents), 0);
  if (highest > 0) return { label: `Outbid by ${showDollars(leading - highest)}`, detail: held, tone: 'warn' };
  return { label: 'Your hold has lapsed', detail: 'Your bid cannot win any more. Bid again.', tone: 'bad' };
}
