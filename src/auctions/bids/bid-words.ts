import { isDecided, phaseOf } from '../phase.ts';
import { type BidHold, bidStateOf, isReleasing, type Standing, tones } from './bid-state.ts';
import type { BidsWords } from '../../../locales/words.ts';
import { type Message, readCatalogue } from '../../core/catalogues.ts';

/** The words of the page and of messages about a bidder's bids, in each language. */
export const bidsWords = readCatalogue<BidsWords>('bids');

/** A language: its words about bids, and how it writes money. */
export interface BidLanguage {
  readonly words: BidsWords;
  readonly dollars: (cents: number) => string;
}

/** Returns the sentences about charged money that has come back, or is on its way; without any, nothing. */
export function cameBack(
  { words: { back }, dollars }: BidLanguage,
  {
    chargedInCents,
    refundedInCents,
    returningInCents,
    disputedInCents,
  }: Pick<BidHold, 'chargedInCents' | 'refundedInCents' | 'returningInCents' | 'disputedInCents'>,
): string {
  const said = [
    [refundedInCents >= chargedInCents ? back.all : back.part, refundedInCents],
    [back.onItsWay, returningInCents],
    [back.disputed, disputedInCents],
  ] as const;
  return said
    .filter(([, cents]) => cents > 0)
    .map(([text, cents]) => (typeof text === 'string' ? text : text({ amount: dollars(cents) })))
    .join(' ');
}

interface Values extends Record<'value' | 'amount' | 'difference' | 'back' | 'hold' | 'reason', string> {
  readonly canWin: boolean;
  readonly canBid: boolean;
}

/** Returns the state of a bid, and what the page and messages say about the bid and its money: a few words, and sentences. */
export function wordsOfBid(language: BidLanguage, bid: BidHold, auction: Standing) {
  const { words, dollars } = language;
  const state = bidStateOf(bid, auction);
  const phase = phaseOf(auction);
  const values: Values = {
    value: dollars(bid.valueInCents),
    amount: dollars(bid.chargedInCents),
    difference: dollars((auction.leadingValueInCents ?? 0) - bid.valueInCents),
    back: cameBack(language, bid),
    hold: words.hold({ isReleasing: isReleasing(bid, phase) }),
    reason: bid.failureCode === null ? '' : words.failures[bid.failureCode],
    canWin: bid.bidId !== null && !isDecided(phase),
    canBid: phase === 'open',
  };
  const write = (text: string | Message<Values>) =>
    typeof text === 'string' ? text : text(values).replaceAll(/ {2,}/g, ' ').trim();
  const { label, detail } = words.states[state];
  return { state, tone: tones[state], label: write(label), detail: write(detail) };
}
