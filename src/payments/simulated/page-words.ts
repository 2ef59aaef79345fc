import { html } from 'hono/html';
import type { Language } from '../../core/languages.ts';
import type { Html } from '../provider-page.ts';
import { testCards } from './test-cards.ts';

const en = {
  anyExpiry: 'Any expiry in the future, any security code of the right length.',
  hint: (number: Html) => html`A test card, such as ${number}.`,
  allTestCards: 'All test cards',
  fields: { cardNumber: 'Card number', cardExpiry: 'Expiry (MM/YY)', cardCvc: 'Security code' },
  faults: {
    noNumber: 'Enter a card number.',
    numberLength: 'A card number has 12 to 19 digits.',
    wrongDigit: 'This is not a card number: a digit is wrong.',
    testCardsOnly: 'This auction takes test cards only. Use one of the numbers listed here, never a real card.',
    expiryForm: 'Enter the expiry as MM/YY.',
    expired: 'The card has expired.',
    cvc: (digits: number) => `The security code of this card has ${digits} digits.`,
  },
  bank: {
    title: 'Simulated bank',
    heading: 'Confirm the hold',
    detail:
      'This page plays the part of your bank, so that you can try a card that asks for confirmation (3-D Secure). No real bank is involved.',
    toBeHeld: 'To be held',
    card: 'Card',
    ending: (brand: Html, last4: string) => html`${brand} ending in ${last4}`,
    confirm: 'Confirm',
    confirming: 'Confirming …',
    refuse: 'Refuse',
    refusing: 'Refusing …',
  },
  /** The effect of each test card, by its name. */
  cards: Object.fromEntries(testCards.map(({ name, does }) => [name, does])),
};

export type PageWords = typeof en;

/** What the simulated provider says on the bidder's page. */
export const pageWords: Record<Language, PageWords> = { en, de: en, es: en, ar: en };
