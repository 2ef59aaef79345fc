import type { SimulatedWords } from '../../../../locales/words.ts';
import { readCatalogue } from '../../../core/catalogues.ts';

/** The words of the simulated provider on the bidder's page. */
export const pageWords = readCatalogue<SimulatedWords>('simulated');
