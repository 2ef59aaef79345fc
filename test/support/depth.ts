/**
 * With `DEPTH=full`, tests of random input play their full counts, with new seeds. Without it, they play small counts with
 * the same seed each time, so that no change is blamed for what it did not do.
 */
const isFull = process.env['DEPTH'] === 'full';

/** Returns how often a test plays something. */
export function countFor(count: { usually: number; full: number }): number {
  return isFull ? count.full : count.usually;
}

/** The seed of what is random in tests; `undefined`: a new one. */
export const usualSeed = isFull ? undefined : 20_261_121;
