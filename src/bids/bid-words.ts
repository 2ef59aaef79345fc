import type { BidsWords } from '../../locales/words.ts';
import { readCatalogue } from '../core/catalogues.ts';

/** What the page and messages say about a bidder's bids, in each language. */
export const bidsWords = readCatalogue<BidsWords>('bids');
