import type { FeeRate } from '../config.ts';
import type { SellerMode } from '../core/viewer.ts';
import { findGateway, type Gateways } from '../providers/gateways.ts';
import type { ProviderName } from '../providers/provider-name.ts';

/** How an amount would be held for the sellers of a mode. */
interface HoldTerms {
  readonly mode: SellerMode;
  readonly provider: ProviderName;
  /** The provider holds amounts of this size. */
  readonly takesAmount: boolean;
  /** What the operator keeps of the amount where it is paid into the seller's own account. */
  readonly feeInCents: number;
}

const modes: readonly SellerMode[] = ['test', 'live'];

/** Returns the terms of each mode that has a provider: the statement that records an intent learns the seller's mode itself. */
export function holdTerms(gateways: Gateways, valueInCents: number): HoldTerms[] {
  return modes.flatMap((mode) => {
    const gateway = findGateway(gateways, mode);
    if (gateway === null) return [];
    const { name: provider, minimumInCents, maximumInCents, accounts } = gateway;
    const takesAmount = minimumInCents <= valueInCents && valueInCents <= maximumInCents;
    return [{ mode, provider, takesAmount, feeInCents: applicationFee(accounts.feeRate, valueInCents) }];
  });
}

/** SQL of the terms in a parameter of JSON, as rows of `terms`. */
export function termsIn(parameter: string): string {
  return `jsonb_to_recordset(${parameter}::jsonb) as terms (
      mode seller_mode, provider payment_provider, "takesAmount" boolean, "feeInCents" int)`;
}

/**
 * Computes what the operator keeps of a sale, in whole cents: rounded down, in favour of the seller, and never more than the
 * sale.
 */
export function applicationFee({ basisPoints, fixedInCents }: FeeRate, valueInCents: number): number {
  // The largest bid times 10,000 is far below the largest exact integer.
  return Math.min(valueInCents, Math.floor((valueInCents * basisPoints) / 10_000) + fixedInCents);
}
