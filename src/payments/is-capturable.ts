import { isCapturedOutside } from './captured-money.ts';

/**
 * Builds SQL that is true while a hold can be captured: its money is held, and the time until which its provider holds it has not passed,
 * whether or not the provider has said so; or somebody has captured it at the provider already, and no operator has voided its bid.
 *
 * @param alias names the row of `authorizations`
 * @param now SQL of the seller's instant
 */
export function isCapturable(alias: string, now: string): string {
  return `(${alias}.state = 'authorized' and coalesce(${alias}.capture_before > ${now}, true) or
    ${isCapturedOutside(alias)} and ${alias}.failure_code is distinct from 'voided')`;
}
