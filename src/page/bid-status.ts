import type { OwnBid } from '../bids/own-bids.ts';
import type { PublicAuction } from '../bids/find-public-auction.ts';
import { type BidState, bidStateOf } from './bid-state.ts';
import type { Locale } from './locale.ts';
import { phaseOf } from './phase.ts';

/** Whether the bidder of this browser is winning, in a few words. */
export interface BidStatus {
  /** For the tab's title. */
  readonly label: string;
  readonly detail: string;
  readonly tone: 'good' | 'plain' | 'warn' | 'bad';
  /** The bid that waits for the bidder or for her bank; `null`: none does. */
  readonly waitsFor: { readonly bid: OwnBid; readonly state: BidState } | null;
}

type Standing = Omit<BidStatus, 'waitsFor'>;

// The card holds the amount of a bid in one of these states.
const heldStates: readonly BidState[] = ['leading', 'tied', 'outbid', 'charging'];

/** Sums up the holds of this browser's placed bids, in cents. */
export function heldInCents(own: readonly OwnBid[], auction: PublicAuction): number {
  return own
    .filter((bid) => heldStates.includes(bidStateOf(bid, auction)))
    .reduce((sum, { valueInCents }) => sum + valueInCents, 0);
}

/** @returns `null`: this browser has no bid here */
export function bidStatusOf(locale: Locale, own: readonly OwnBid[], auction: PublicAuction): BidStatus | null {
  const waiting = waitingStatus(locale, own, auction);
  const placed = placedStatus(locale, own, auction);
  if (waiting === null) return placed === null ? null : { ...placed, waitsFor: null };
  return placed === null ? waiting : { ...waiting, detail: locale.words.status.also(waiting.detail, placed.label) };
}

function waitingStatus(
  { words: { status }, dollars }: Locale,
  own: readonly OwnBid[],
  auction: PublicAuction,
): BidStatus | null {
  const inState = (state: BidState) => own.find((bid) => bidStateOf(bid, auction) === state);
  const challenged = inState('challenged');
  if (challenged !== undefined && phaseOf(auction) === 'open') {
    const { label, detail } = status.challenged;
    const waitsFor = { bid: challenged, state: 'challenged' } as const;
    return { label, detail: detail(dollars(challenged.valueInCents)), tone: 'warn', waitsFor };
  }
  const checking = inState('checking');
  if (checking === undefined) return null;
  const { label, detail } = status.checking;
  const waitsFor = { bid: checking, state: 'checking' } as const;
  return { label, detail: detail(dollars(checking.valueInCents)), tone: 'warn', waitsFor };
}

function placedStatus(locale: Locale, own: readonly OwnBid[], auction: PublicAuction): Standing | null {
  const { status } = locale.words;
  const placed = own.filter(({ bidId }) => bidId !== null);
  const states = new Set(placed.map((bid) => bidStateOf(bid, auction)));
  if (placed.length === 0) return null;
  switch (phaseOf(auction)) {
    case 'upcoming':
      return null;
    case 'open':
      return openStatus(locale, own, auction, states);
    case 'closing':
      return states.has('leading') || states.has('charging')
        ? { ...status.highest, tone: 'good' }
        : { ...status.notHighest, tone: 'warn' };
    case 'sold':
      if (states.has('won')) {
        const value = placed.find(({ isWinningBid }) => isWinningBid)!.valueInCents;
        return { label: status.won.label, detail: status.won.detail(locale.dollars(value)), tone: 'good' };
      }
      return states.has('not_charged') ? { ...status.notCharged, tone: 'bad' } : { ...status.lost, tone: 'plain' };
    case 'unsold':
      return { ...status.unsold, tone: 'plain' };
    case 'cancelled':
      return { ...status.cancelled, tone: 'plain' };
  }
}

function openStatus(
  { words: { status }, dollars }: Locale,
  own: readonly OwnBid[],
  auction: PublicAuction,
  states: ReadonlySet<BidState>,
): Standing {
  const leading = auction.leadingValueInCents ?? 0;
  const held = status.held(dollars(heldInCents(own, auction)));
  if (states.has('leading')) return { label: status.leading, detail: held, tone: 'good' };
  if (states.has('tied')) {
    return { label: status.tied.label, detail: status.tied.detail(held), tone: 'warn' };
  }
  const highest = own
    .filter((bid) => bidStateOf(bid, auction) === 'outbid')
    .reduce((best, { valueInCents }) => Math.max(best, valueInCents), 0);
  if (highest > 0) return { label: status.outbidBy(dollars(leading - highest)), detail: held, tone: 'warn' };
  return { ...(states.has('voided') && !states.has('lapsed') ? status.voided : status.lapsed), tone: 'bad' };
}
