import type { SimulatedWords } from '../../../../locales/words.ts';
import type { ProviderRefusalCode } from '../failure-code.ts';

/** A card of the simulated provider. Numbers that Stripe uses for its own tests behave as they do there. */
export interface TestCard {
  readonly name: keyof SimulatedWords['cards'];
  readonly number: string;
  /** The bank declines the hold (after the challenge, if there is one). */
  readonly declines?: ProviderRefusalCode;
  /** The bank requires the bidder's confirmation: for the first hold only, or for every hold. */
  readonly challenges?: 'once' | 'always';
  readonly captureDeclines?: ProviderRefusalCode;
  readonly renewalDeclines?: ProviderRefusalCode;
  /** The duration of the hold if it is not the usual 7 days. */
  readonly holdSeconds?: number;
}

/** `locales/en/simulated.json` says in a sentence what each of them does. */
export const testCards: readonly TestCard[] = [
  { name: 'visa', number: '4242424242424242' },
  { name: 'mastercard', number: '5555555555554444' },
  { name: 'amex', number: '378282246310005' },
  { name: 'declined', number: '4000000000000002', declines: 'card_declined' },
  { name: 'insufficient_funds', number: '4000000000009995', declines: 'insufficient_funds' },
  { name: 'expired', number: '4000000000000069', declines: 'card_expired' },
  { name: 'challenge_once', number: '4000002500003155', challenges: 'once' },
  { name: 'challenge_always', number: '4000002760003184', challenges: 'always' },
  { name: 'challenge_declined', number: '4000008260003178', challenges: 'once', declines: 'insufficient_funds' },
  { name: 'capture_declined', number: '4000000000000341', captureDeclines: 'card_declined' },
  { name: 'renewal_declined', number: '4000009000000706', renewalDeclines: 'card_declined' },
  { name: 'lapses_early', number: '4000009000000102', holdSeconds: 60, renewalDeclines: 'card_declined' },
];

export function testCardNamed(name: string | null): TestCard | undefined {
  return testCards.find((card) => card.name === name);
}

/** The first digit of a card's number names its brand. */
export function brandOf({ number }: TestCard): string {
  return { 3: 'amex', 4: 'visa', 5: 'mastercard' }[number[0]!]!;
}
