import type { StripeWords } from '../../../../locales/words.ts';
import { readCatalogue } from '../../../core/catalogues.ts';

/** The words of Stripe's side of the bidder's page. Stripe's own form and window use the language of the page. */
export const pageWords = readCatalogue<StripeWords>('stripe');
