import type { FeeRate } from '../config.ts';

/**
 * Computes what the operator keeps of a sale, in whole cents: rounded down, in favour of the seller, and never more than the
 * sale.
 */
export function applicationFee({ basisPoints, fixedInCents }: FeeRate, valueInCents: number): number {
  // The largest bid times 10,000 is far below the largest exact integer.
  return Math.min(valueInCents, Math.floor((valueInCents * basisPoints) / 10_000) + fixedInCents);
}
