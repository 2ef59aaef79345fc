import { html } from 'hono/html';
import type { Language } from '../../core/languages.ts';
import type { Html } from '../provider-page.ts';

const en = {
  straightToStripe: 'Your card goes straight to Stripe, our payment provider: its number never reaches us.',
  keepsCard:
    'This auction may last longer than a bank holds money, so Stripe keeps the card: the hold can then be renewed until the auction has ended, and for nothing else.',
  formNeedsScript:
    'The card form comes from Stripe, our payment provider, and needs JavaScript. Allow JavaScript to bid.',
  notLoaded:
    'The card form of Stripe, our payment provider, could not be loaded. Check your connection, and reload this page.',
  noCard: 'Enter your card.',
  bankAsks: 'Your bank wants you to confirm',
  needsConfirmation: (amount: Html) =>
    html`The hold of ${amount} needs your confirmation. Your bank's window opens by itself.`,
  windowNeedsScript:
    'The window comes from Stripe, our payment provider, and needs JavaScript. Allow JavaScript and reload this page.',
  confirmed: 'I have confirmed',
  confirmWithBank: 'Confirm with your bank',
};

export type PageWords = typeof en;

/** What Stripe's side of the bidder's page says; Stripe's own form and window speak the language of the page. */
export const pageWords: Record<Language, PageWords> = { en, de: en, es: en, ar: en };
