import type { AuctionRow } from '../auction-row.ts';
import { isDecided, type Phase, phaseOf } from '../phase.ts';
import { wentBackColumns } from '../../payments/holds/captured-money.ts';
import type { AuthorizationState } from '../../payments/holds/authorization.ts';
import type { FailureCode } from '../../payments/providers/failure-code.ts';

/** A bid that a form has asked for, with its hold as it is now: what the page and messages say about it. */
export interface BidHold {
  /** `null`: there is no bid, or not yet. */
  readonly bidId: string | null;
  readonly isWinningBid: boolean;
  readonly valueInCents: number;
  /**
   * The state of the authorization that backs the bid now, after any renewals, or whose money somebody has captured at the provider; without a bid, of the first one. A hold whose time has passed
   * is `expired`, also before its provider has said so.
   */
  readonly state: AuthorizationState;
  readonly failureCode: FailureCode | null;
  /** Nothing of that authorization is held or asked for any more. */
  readonly isClosed: boolean;
  /** The charge, where the state says that there is one: the value of the bid, or less. */
  readonly chargedInCents: number;
  /** The part of the charge that was refunded. */
  readonly refundedInCents: number;
  /** The part whose refund is on its way to the card. */
  readonly returningInCents: number;
  /** The part that a dispute has taken back. */
  readonly disputedInCents: number;
}

/**
 * SQL that joins what went back of the charge as `back`, in each way, over `first` and `latest`. Nothing is read for a bid that was not charged: those are nearly all.
 */
export const joinWentBack = `cross join lateral (
    select ${wentBackColumns} from reversals r
    where coalesce(latest.state, first.state) in ('captured', 'captured_outside')
      and r.authorization_id = coalesce(latest.authorization_id, first.authorization_id)) back`;

/**
 * Builds SQL of each property of a `BidHold`, over a row `first` of `authorizations`, which has the form, joined with its bid `bids`,
 * the hold `latest` that backs it, and `joinWentBack`.
 *
 * @param now SQL of the seller's instant
 */
export const bidHoldProperties = (now: string) =>
  ({
    bidId: 'first.bid_id',
    isWinningBid: 'coalesce(bids.is_winning_bid, false)',
    valueInCents: 'first.value_in_cents',
    state: `case when latest.state = 'authorized' and latest.capture_before <= ${now} then 'expired' else coalesce(latest.state, first.state) end`,
    failureCode: 'case when latest.state is null then first.failure_code else latest.failure_code end',
    isClosed: 'case when latest.state is null then first.closed_at else latest.closed_at end is not null',
    chargedInCents: `coalesce(case when latest.state is null then first.captured_in_cents else latest.captured_in_cents end, first.value_in_cents)`,
    refundedInCents: 'back.refunded',
    returningInCents: 'back.returning',
    disputedInCents: 'back.disputed',
  }) satisfies Record<keyof BidHold, string>;

/** How an auction stands, as far as the state of a bid depends on it. */
export interface Standing extends Pick<AuctionRow, 'phase' | 'outcome'> {
  readonly leadingBidId: string | null;
  readonly leadingValueInCents: number | null;
}

/** The tone of each state of a bid that a form has asked for. The first of a person's bids in this order says how the person stands. */
export const tones = {
  won: 'good',
  leading: 'good',
  /** The auction has ended: this bid is charged next. */
  highest: 'good',
  /** The auction has ended, and this bid is being charged: if that fails, the next one is. */
  charging: 'plain',
  /** Equal to the leading bid of somebody else, which was earlier. */
  tied: 'warn',
  /** Lower than a bid of somebody else, and as binding as before. */
  outbid: 'warn',
  /** Somebody has charged the card at the payment provider. The money is to be refunded, unless the bid wins. */
  charged_outside: 'warn',
  /** It was the highest, and the card could not be charged. */
  not_charged: 'bad',
  not_won: 'plain',
  /** The auction was cancelled. */
  cancelled: 'plain',
  /** The hold ended before the auction did: this bid cannot win any more. */
  lapsed: 'bad',
  /** Money that was charged outside has been refunded, or an operator has dealt with it. */
  closed: 'plain',
  /** An operator has voided it: it cannot win any more. */
  voided: 'bad',
  /** A higher bid of the same person stands: the hold of this one is given back. */
  raised: 'plain',
  /** There is no bid yet: the bank waits for the bidder, or we wait for the bank. */
  challenged: 'warn',
  checking: 'warn',
  /** There is no bid, and will be none. */
  not_placed: 'bad',
} as const;

export type BidState = keyof typeof tones;

/** Whether the card holds the amount of a placed bid. */
export function isHeld(state: BidState): boolean {
  return ['leading', 'highest', 'tied', 'outbid', 'charging'].includes(state);
}

/** Whether a hold of a bid that cannot win is being given back, or is about to be. */
export function isReleasing({ state, bidId }: BidHold, phase: Phase): boolean {
  // Once an auction is decided, every other hold is released; a confirmation that comes after its end is too late for a bid.
  const isOver = bidId === null ? phase !== 'open' : isDecided(phase);
  return state === 'releasing' || (isOver && ['intended', 'challenged', 'authorized'].includes(state));
}

export function bidStateOf(bid: BidHold, auction: Standing): BidState {
  const phase = phaseOf(auction);
  const lost = phase === 'cancelled' ? 'cancelled' : 'not_won';
  if (bid.isWinningBid) return 'won';
  if (bid.state === 'captured_outside') return bid.isClosed ? 'closed' : 'charged_outside';
  if (bid.bidId === null) return stateWithoutBid(bid, phase);
  if (bid.failureCode === 'raised' || bid.failureCode === 'voided') return bid.failureCode;
  if (bid.failureCode === 'authorization_expired') return 'lapsed';
  switch (bid.state) {
    case 'intended':
    case 'challenged':
    case 'authorized':
      return isDecided(phase) ? lost : rankOf(bid, auction, phase);
    case 'capturing':
    case 'captured':
      return 'charging';
    case 'releasing':
    case 'released':
      if (phase === 'open') return 'lapsed';
      // A hold that is released with a reason is one that its bank would not let us charge.
      return bid.failureCode === null ? lost : 'not_charged';
    case 'expired':
      return 'lapsed';
    case 'failed':
      return phase === 'open' ? 'lapsed' : 'not_charged';
  }
}

/** Finds the bid that says how a bidder stands. @returns `null`: the bidder has placed none */
export function standingBid<Bid extends BidHold>(own: readonly Bid[], auction: Standing): Bid | null {
  const placed = own.filter(({ bidId }) => bidId !== null);
  const states = Object.keys(tones);
  const placeOf = (bid: Bid) => states.indexOf(bidStateOf(bid, auction));
  return placed.toSorted((one, other) => placeOf(one) - placeOf(other))[0] ?? null;
}

function rankOf(bid: BidHold, { leadingBidId, leadingValueInCents }: Standing, phase: Phase): BidState {
  if (bid.bidId === leadingBidId) return phase === 'closing' ? 'highest' : 'leading';
  return bid.valueInCents === leadingValueInCents ? 'tied' : 'outbid';
}

function stateWithoutBid({ state }: BidHold, phase: Phase): BidState {
  switch (state) {
    case 'challenged':
      return phase === 'open' ? 'challenged' : 'not_placed';
    case 'releasing':
    case 'released':
    case 'expired':
    case 'failed':
      return 'not_placed';
    case 'intended':
    case 'authorized':
    case 'capturing':
    case 'captured':
    case 'captured_outside':
      return 'checking';
  }
}
