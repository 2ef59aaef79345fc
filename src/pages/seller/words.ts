import type { SellerWords } from '../../../locales/words.ts';
import { readCatalogue } from '../../core/catalogues.ts';

/** The words of the pages for sellers, in each language. */
export const sellerWords = readCatalogue<SellerWords>('seller');
