import type { Language } from '../core/languages.ts';
import { ar } from './words/ar.ts';
import { de } from './words/de.ts';
import { en, type SellerWords } from './words/en.ts';
import { es } from './words/es.ts';

/** The words of the pages for sellers, in each language. */
export const sellerWords: Record<Language, SellerWords> = { en, de, es, ar };
