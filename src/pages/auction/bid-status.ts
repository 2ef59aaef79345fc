import type { OwnBid } from './own-bid.ts';
import type { PublicAuction } from './find-public-auction.ts';
import { type BidState, bidStateOf, isHeld, standingBid, tones } from '../../auctions/bids/bid-state.ts';
import { cameBack } from '../../auctions/bids/bid-state-words.ts';
import type { Locale } from './locale.ts';
import { isDecided, type Phase, phaseOf } from '../../auctions/phase.ts';
import { ownBidWords } from './views/own-bid-words.ts';

/** Whether the bidder of this browser is winning, in a few words. */
export interface BidStatus {
  /** For the tab's title. */
  readonly label: string;
  readonly detail: string;
  readonly tone: (typeof tones)[BidState];
  /** The bid that waits for the bidder or for her bank; `null`: none does. */
  readonly waitsFor: { readonly bid: OwnBid; readonly state: BidState } | null;
}

type Standing = Omit<BidStatus, 'waitsFor'>;

/** Sums up what is held for placed bids, in cents. */
export function heldInCents(own: readonly OwnBid[], auction: PublicAuction): number {
  return own.filter((bid) => isHeld(bidStateOf(bid, auction))).reduce((sum, { valueInCents }) => sum + valueInCents, 0);
}

/**
 * @param own the bids of the browser. Two people may have used it: the status is for the one who bid last
 * @returns `null`: this browser has no bid here
 */
export function bidStatusOf(locale: Locale, own: readonly OwnBid[], auction: PublicAuction): BidStatus | null {
  const ofLast = own.filter(({ bidderId }) => bidderId === own[0]!.bidderId);
  const waiting = waitingStatus(locale, ofLast, auction);
  const placed = placedStatus(locale, ofLast, auction);
  if (waiting === null) return placed === null ? null : { ...placed, waitsFor: null };
  if (placed === null) return waiting;
  return {
    ...waiting,
    detail: locale.words.status.also({ detail: waiting.detail, label: placed.label, more: placed.detail }),
  };
}

function waitingStatus(
  { words: { status }, dollars }: Locale,
  own: readonly OwnBid[],
  auction: PublicAuction,
): BidStatus | null {
  for (const state of ['challenged', 'checking'] as const) {
    const bid = own.find((each) => bidStateOf(each, auction) === state);
    if (bid === undefined) continue;
    const { label, detail } = status[state];
    return {
      label,
      detail: detail({ value: dollars(bid.valueInCents) }),
      tone: tones[state],
      waitsFor: { bid, state },
    };
  }
  return null;
}

function placedStatus(locale: Locale, own: readonly OwnBid[], auction: PublicAuction): Standing | null {
  const { words, dollars } = locale;
  const { status } = words;
  const phase = phaseOf(auction);
  const bid = standingBid(own, auction);
  if (bid === null || phase === 'upcoming') return null;
  const state = bidStateOf(bid, auction);
  const held = status.held({ sum: dollars(heldInCents(own, auction)) });
  switch (state) {
    case 'won':
      return {
        label: status.won.label,
        detail: `${status.won.detail({ value: dollars(bid.chargedInCents) })} ${cameBack(locale, bid)}`.trim(),
        tone: 'good',
      };
    case 'leading':
      if (phase === 'open') return { label: status.leading, detail: held, tone: 'good' };
      return { label: status.highest.label, detail: status.highest.detail({ held }), tone: 'good' };
    case 'tied':
    case 'outbid': {
      if (phase === 'closing')
        return { label: status.notHighest.label, detail: status.notHighest.detail({ held }), tone: 'warn' };
      if (state === 'tied') return { label: status.tied.label, detail: status.tied.detail({ held }), tone: 'warn' };
      const difference = dollars((auction.leadingValueInCents ?? 0) - bid.valueInCents);
      return { label: status.outbidBy({ difference }), detail: held, tone: 'warn' };
    }
    case 'charging':
    case 'charged_outside':
    case 'closed':
      return ownBidWords(locale, state, bid, phase);
    default:
      return isDecided(phase)
        ? resultStatus(locale, state, phase)
        : { ...ownBidWords(locale, state, bid, phase), tone: 'bad' };
  }
}

function resultStatus({ words: { status } }: Locale, state: BidState, phase: Phase): Standing {
  if (phase === 'cancelled') return { ...status.cancelled, tone: 'plain' };
  if (phase === 'unsold') return { ...status.unsold, tone: 'plain' };
  return state === 'not_charged' ? { ...status.notCharged, tone: 'bad' } : { ...status.lost, tone: 'plain' };
}
