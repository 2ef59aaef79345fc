import type { BidsWords } from '../../../locales/words.ts';
import { readCatalogue } from '../../core/catalogues.ts';

/** The words of the page and of messages about a bidder's bids, in each language. */
export const bidsWords = readCatalogue<BidsWords>('bids');
