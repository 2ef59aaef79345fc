import type { FailureCode } from '../../src/payments/providers/failure-code.ts';
import type { CardUnderTest } from '../providers/spoiling-cards.ts';
import type { BookLine } from './look.ts';
import { buyingRefusal, nextBid, type Rules } from './rules.ts';

// The rules of the interface document and the contract, told once more and as simply as can be: no lock, no transaction,
// no provider, one thing after the other.

export interface ModelAuction {
  readonly auctionId: string;
  startsAt: number;
  /** The end that holds: bids may have moved it. */
  endsAt: number;
  /** The end that the seller has set. */
  scheduledEndsAt: number;
  rules: Rules;
  minimum: number;
  /** The lowest minimum that was in force at some moment of the present step, as other changes may come first. */
  lowestMinimum: number;
  isCancelled: boolean;
  /** A purchase has ended it, whether or not the clock has reached that end. */
  isBought: boolean;
  /** As it was when it was first seen completed: it never changes afterwards. */
  final: string | null;
  /**
   * The payments that were seen captured by hand, and how many bidders the service had charged by then. It is `null` while another capture is
   * under way.
   */
  chargedWhenHeld: { readonly held: readonly (string | null)[]; readonly charged: number } | null;
  /** The references of payments whose money was given back before the auction was completed, while our books had not read it yet. */
  readonly givenBack: Set<string>;
  /** Renewals that backed their bid before a lower one was asked. A hold that had lapsed may be renewed later. */
  readonly timelyRenewals: Set<string>;
}

/** Who bids: a browser with a `bidderId`, which the seller has signed or anybody may have typed. */
export interface Person {
  readonly bidderId: string;
  readonly browserId: string;
  readonly isSigned: boolean;
}

/** Somebody's wish to bid: what they typed, and what they were told became of it. */
export interface Wish extends Person {
  readonly auction: ModelAuction;
  readonly value: number;
  /** The bidder wants to buy the item for this value. */
  readonly isPurchase: boolean;
  readonly card: CardUnderTest;
  readonly submissionToken: string;
  readonly submittedAt: number;
  authorizationId: string | null;
  challengeId: string | null;
  verdict: 'pass' | 'fail' | null;
  told: 'placed' | 'refused' | null;
  bidId: string | null;
  /** Its bid was there while the auction still took it, before something else happened. */
  isPlacedInTime: boolean;
  isListed: boolean;
  /** An operator has voided the bid, or a process died of it. */
  isVoided: boolean;
}

export interface Model {
  readonly auctions: ModelAuction[];
  readonly wishes: Wish[];
  /** PostgreSQL's clock, and how far the seller's is ahead: milliseconds. */
  now: number;
  offset: number;
  /** Faults, deaths, or hours without anybody working: holds may have lapsed for want of attention. */
  isNeglected: boolean;
  /** The provider has restricted the account of the seller: it takes neither holds nor captures. */
  isRestricted: boolean;
  /** The references of holds that were cancelled at the provider, or ended by the bank before their time. */
  readonly changedByHand: Set<string>;
  /** The references of those that were captured at the provider. */
  readonly capturedByHand: Set<string>;
  /** The references of payments that the provider no longer knows. */
  readonly forgotten: Set<string>;
}

/** The instant at the seller. */
export function sellersNow({ now, offset }: Model): number {
  return now + offset;
}

export type Phase = 'UPCOMING' | 'OPEN' | 'ENDED' | 'CANCELLED';

export function phaseOf(model: Model, { isCancelled, startsAt, endsAt }: ModelAuction): Phase {
  if (isCancelled) return 'CANCELLED';
  const now = sellersNow(model);
  if (now < startsAt) return 'UPCOMING';
  return now < endsAt ? 'OPEN' : 'ENDED';
}

/** A signed `bidderId` is one person everywhere; any other is one in the browser that has typed it. */
export function isSamePerson(one: Person, other: Person): boolean {
  if (one.bidderId !== other.bidderId) return false;
  return (one.isSigned && other.isSigned) || one.browserId === other.browserId;
}

/** The other wishes of the same person on the same auction. */
export function othersOfPerson({ wishes }: Pick<Model, 'wishes'>, wish: Wish): Wish[] {
  return wishes.filter((other) => other !== wish && other.auction === wish.auction && isSamePerson(other, wish));
}

/** Can the hold be captured, as far as our books know? Otherwise its bid neither leads nor wins. */
export function canPay(model: Model, { ours, isOpen, failureCode, captureBefore }: BookLine): boolean {
  if (ours === 'captured_outside') return isOpen && failureCode !== 'voided';
  return ours === 'authorized' && captureBefore !== null && captureBefore.getTime() > sellersNow(model);
}

/** @returns why the auction does not take this bid now, in which the person's own bids count, too; `null` when it does */
export function judgeWish(model: Model, wish: Wish, books: readonly BookLine[]): FailureCode | null {
  const stands = ({ bidId, value }: Wish) =>
    bidId !== null && value >= wish.value && books.some((line) => line.bidId === bidId && canPay(model, line));
  const refusal = judge(model, wish.auction, wish.value);
  return refusal ?? (othersOfPerson(model, wish).some(stands) ? 'below_own_bid' : null);
}

/** @returns why the auction does not take a bid of this value now; `null` when it does */
export function judge(model: Model, auction: ModelAuction, value: number): FailureCode | null {
  switch (phaseOf(model, auction)) {
    case 'CANCELLED':
      return 'auction_cancelled';
    case 'ENDED':
      return 'auction_ended';
    case 'UPCOMING':
      return 'auction_not_open_yet';
    case 'OPEN':
      return value < auction.minimum ? 'below_minimum' : null;
  }
}

/** The amount of the bid that leads as far as our books know. */
export function leadingValue(model: Model, auction: ModelAuction, books: readonly BookLine[]): number | null {
  const leading = model.wishes
    .filter((wish) => wish.auction === auction && wish.bidId !== null)
    .filter(({ bidId }) => books.some((line) => line.bidId === bidId && canPay(model, line)));
  return leading.length === 0 ? null : Math.max(...leading.map(({ value }) => value));
}

/** Whether a bid adds too little to the leading one. */
export function isBelowStep(model: Model, { auction, value }: Wish, books: readonly BookLine[]): boolean {
  return value < nextBid(auction, leadingValue(model, auction, books));
}

/** Whether a bid adds too little to one that led, whatever the provider and the clock have made of that one's hold. */
export function couldBeBelowStep(model: Model, { auction, value }: Wish, books: readonly BookLine[]): boolean {
  const stands = ({ ours }: BookLine) => ours === 'authorized' || ours === 'captured_outside';
  return model.wishes.some(
    (other) =>
      other.auction === auction &&
      books.some((line) => other.bidId !== null && line.bidId === other.bidId && stands(line)) &&
      value < nextBid(auction, other.value),
  );
}

export interface RankedBid {
  readonly bidId: string;
  readonly bidValueInCents: number;
  readonly placedAt: string;
}

/** Higher value, then earlier, then smaller id. */
export function rank<Bid extends RankedBid>(bids: readonly Bid[]): Bid[] {
  return [...bids].sort(
    (one, other) =>
      other.bidValueInCents - one.bidValueInCents ||
      Date.parse(one.placedAt) - Date.parse(other.placedAt) ||
      (one.bidId < other.bidId ? -1 : 1),
  );
}

/** What a bidder is told who submits, or comes back, while nothing else happens: the outcome, and the code of a refusal. */
export function expectedOutcome(model: Model, wish: Wish, books: readonly BookLine[]): string {
  const { card, verdict } = wish;
  const isChallenged = card.challenges !== undefined;
  if (isChallenged && verdict === null) return 'challenged';
  if (isChallenged && verdict === 'fail') return 'refused authentication_failed';
  if (card.declines !== undefined) return `refused ${card.declines}`;
  if (card.spoils?.at === 'hold' && card.spoils.by === 'server_error') return 'refused provider_unavailable';
  const refusal =
    judge(model, wish.auction, wish.value) ?? judgeByRules(model, wish, books) ?? judgeWish(model, wish, books);
  return refusal === null ? 'placed' : `refused ${refusal}`;
}

function judgeByRules(model: Model, wish: Wish, books: readonly BookLine[]): FailureCode | null {
  const { auction, value, isPurchase } = wish;
  if (auction.isBought) return 'auction_ended';
  const refusal = isPurchase ? buyingRefusal(auction, value, leadingValue(model, auction, books)) : null;
  return refusal ?? (isBelowStep(model, wish, books) ? 'below_increment' : null);
}

/** Can a hold on this card be kept up to the end of its auction, whoever renews it? */
export function canBeKept(card: CardUnderTest): boolean {
  return (
    card.renewalDeclines === undefined &&
    card.challenges !== 'always' &&
    card.holdSeconds === undefined &&
    // Its capture takes some tries, and meanwhile the seller's time may be advanced.
    !(card.spoils?.at === 'capture' && card.spoils.by === 'server_error')
  );
}
