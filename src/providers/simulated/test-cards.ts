import type { RefusalCode } from '../failure-code.ts';

/** A card of the simulated provider. Numbers that Stripe uses for its own tests behave as they do there. */
export interface TestCard {
  readonly name: string;
  readonly number: string;
  readonly brand: 'visa' | 'mastercard' | 'amex';
  /** The effect of the card, in one sentence for the page. */
  readonly does: string;
  /** The bank declines the hold (after the challenge, if there is one). */
  readonly declines?: RefusalCode;
  /** The bank requires the bidder's confirmation: for the first hold only, or for every hold. */
  readonly challenges?: 'once' | 'always';
  readonly captureDeclines?: RefusalCode;
  /** The number of declined captures; absent: all are declined. */
  readonly captureDeclinesTimes?: number;
  readonly renewalDeclines?: RefusalCode;
  /** The card has funds for one hold only: a second one is declined while the first stands. */
  readonly holdsOnce?: true;
  /** The duration of the hold if it is not the usual 7 days. */
  readonly holdSeconds?: number;
  /** The provider answers 5xx to the first `times` requests of this kind, and does nothing. */
  readonly stumbles?: { readonly at: FaultyOperation; readonly times: number };
  /** The provider executes the request, but the answer is lost. */
  readonly losesAnswerOf?: FaultyOperation;
}

export type FaultyOperation = 'authorize' | 'capture' | 'release';

export const testCards: readonly TestCard[] = [
  { name: 'visa', number: '4242424242424242', brand: 'visa', does: 'Holds, and is captured when the bid wins.' },
  { name: 'mastercard', number: '5555555555554444', brand: 'mastercard', does: 'The same, as a Mastercard.' },
  {
    name: 'amex',
    number: '378282246310005',
    brand: 'amex',
    does: 'The same, as an American Express card (four-digit security code).',
  },
  { name: 'declined', number: '4000000000000002', brand: 'visa', does: 'Is declined.', declines: 'card_declined' },
  {
    name: 'insufficient_funds',
    number: '4000000000009995',
    brand: 'visa',
    does: 'Is declined for insufficient funds.',
    declines: 'insufficient_funds',
  },
  {
    name: 'expired',
    number: '4000000000000069',
    brand: 'visa',
    does: 'Is declined as expired.',
    declines: 'card_expired',
  },
  {
    name: 'incorrect_cvc',
    number: '4000000000000127',
    brand: 'visa',
    does: 'Is declined for an incorrect security code.',
    declines: 'incorrect_cvc',
  },
  {
    name: 'challenge_once',
    number: '4000002500003155',
    brand: 'visa',
    does: 'The bank asks the bidder to confirm (3-D Secure); renewals need no confirmation.',
    challenges: 'once',
  },
  {
    name: 'challenge_always',
    number: '4000002760003184',
    brand: 'visa',
    does: 'The bank asks the bidder to confirm every hold (3-D Secure), so that a renewal fails.',
    challenges: 'always',
  },
  {
    name: 'challenge_declined',
    number: '4000008260003178',
    brand: 'visa',
    does: 'The bank asks the bidder to confirm, then declines for insufficient funds.',
    challenges: 'once',
    declines: 'insufficient_funds',
  },
  {
    name: 'capture_declined',
    number: '4000000000000341',
    brand: 'visa',
    does: 'Holds, but the capture is declined: the next highest bid wins.',
    captureDeclines: 'card_declined',
  },
  {
    name: 'capture_declined_once',
    number: '4000009000000904',
    brand: 'visa',
    does: 'Holds; the first capture is declined, and a later one would succeed.',
    captureDeclines: 'card_declined',
    captureDeclinesTimes: 1,
  },
  {
    name: 'capture_try_again',
    number: '4000009000001001',
    brand: 'visa',
    does: 'Holds; the bank cannot decide on the first two captures, and the third succeeds.',
    captureDeclines: 'temporarily_declined',
    captureDeclinesTimes: 2,
  },
  {
    name: 'renewal_declined',
    number: '4000009000000706',
    brand: 'visa',
    does: 'Holds, but the hold cannot be renewed.',
    renewalDeclines: 'card_declined',
  },
  {
    name: 'holds_once',
    number: '4000009000001100',
    brand: 'visa',
    does: 'Holds, but has no funds for a second hold while the first stands, so that a renewal fails.',
    holdsOnce: true,
  },
  {
    name: 'lapses_early',
    number: '4000009000000102',
    brand: 'visa',
    does: 'Holds for one minute only, and cannot be renewed: then the hold lapses.',
    holdSeconds: 60,
    renewalDeclines: 'card_declined',
  },
  {
    name: 'authorize_answer_lost',
    number: '4000009000000201',
    brand: 'visa',
    does: 'Holds, but the answer is lost on the way.',
    losesAnswerOf: 'authorize',
  },
  {
    name: 'authorize_5xx',
    number: '4000009000000300',
    brand: 'visa',
    does: 'The provider answers with a server error and holds nothing.',
    stumbles: { at: 'authorize', times: Infinity },
  },
  {
    name: 'capture_answer_lost',
    number: '4000009000000409',
    brand: 'visa',
    does: 'Holds and is captured, but the answer to the capture is lost on the way.',
    losesAnswerOf: 'capture',
  },
  {
    name: 'capture_5xx',
    number: '4000009000000508',
    brand: 'visa',
    does: 'Holds; the first two captures meet a server error, the third succeeds.',
    stumbles: { at: 'capture', times: 2 },
  },
  {
    name: 'release_answer_lost',
    number: '4000009000000607',
    brand: 'visa',
    does: 'Holds and is released, but the answer to the release is lost on the way.',
    losesAnswerOf: 'release',
  },
  {
    name: 'release_5xx',
    number: '4000009000000805',
    brand: 'visa',
    does: 'Holds; the first two releases meet a server error, the third succeeds.',
    stumbles: { at: 'release', times: 2 },
  },
];

export function testCardNamed(name: string | null): TestCard | undefined {
  return testCards.find((card) => card.name === name);
}
