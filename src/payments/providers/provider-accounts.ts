import type { FeeRate } from '../../platform/config.ts';
import type { Unknown } from './observation.ts';

/**
 * The accounts of sellers at a provider. No method throws for a fault of the provider or the network; every call ends within
 * the provider's timeout. No money moves here.
 */
export interface ProviderAccounts {
  /** Are sellers paid into their own accounts? If not, the operator is paid, even where a seller has an account. */
  readonly areUsed: boolean;
  /** The operator's fee of each sale that is paid into a seller's account. */
  readonly feeRate: FeeRate;
  /** Makes an account for a seller, who may then have to go through the provider's onboarding. */
  create(request: {
    readonly sellerId: string;
    readonly sellerName: string;
    readonly idempotencyKey: string;
  }): Promise<
    { readonly outcome: 'created'; readonly account: string; readonly state: AccountState } | AccountRefused | Unknown
  >;
  /** Reads the present state. `none`: there is no such account, or it is not connected to the operator's. */
  read(
    account: string,
  ): Promise<{ readonly outcome: 'found'; readonly state: AccountState } | { readonly outcome: 'none' } | Unknown>;
  createLink(request: {
    readonly account: string;
    /** The address that the seller comes back to, finished or not. */
    readonly returnUrl: string;
    /** The address that the seller is sent to if the link has expired or was used. */
    readonly refreshUrl: string;
  }): Promise<
    { readonly outcome: 'linked'; readonly url: string; readonly expiresAt: Date } | AccountRefused | Unknown
  >;
}

/** An account as its provider describes it. */
export interface AccountState {
  /** Can bids be held for it, and their captures be paid into it? */
  readonly chargesEnabled: boolean;
  /** Has the seller gone through the onboarding? */
  readonly detailsSubmitted: boolean;
  /** The facts that the provider still asks for, in its own words; at most 50. */
  readonly requirements: readonly string[];
  /** Why charges are not enabled, in the provider's words; `null`: it gives no reason. */
  readonly disabledReason: string | null;
}

/** Definite: nothing was made, and a retry changes nothing until the operator has changed something at the provider. */
export interface AccountRefused {
  readonly outcome: 'refused';
  readonly reason: string;
}
